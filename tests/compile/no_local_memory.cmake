# cmake -P no_local_memory.cmake -- compiler argument...
# Compiles, and fails where a kernel uses local memory: a stack, or spilled registers.

include(${CMAKE_CURRENT_LIST_DIR}/command.cmake)

execute_process(COMMAND ${command} -Xptxas -v OUTPUT_VARIABLE report ERROR_VARIABLE report RESULT_VARIABLE result)
string(REGEX MATCHALL "[0-9]+ bytes stack frame, [0-9]+ bytes spill stores" kernels "${report}")
list(LENGTH kernels count)
if(NOT result EQUAL 0 OR count EQUAL 0)
    message(FATAL_ERROR "Nothing was compiled: status ${result}\n${report}")
endif()
list(FILTER kernels EXCLUDE REGEX "^0 bytes stack frame, 0 bytes")
list(LENGTH kernels bad)
if(NOT bad EQUAL 0)
    message(FATAL_ERROR "${bad} of ${count} kernels use local memory: ${kernels}\n${report}")
endif()
message("${count} kernels, none with local memory")
