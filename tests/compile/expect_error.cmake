# cmake -D EXPECTED=text -P expect_error.cmake -- compiler argument...
# Succeeds if that compilation fails, and the first error it reports is the expected one.

include(${CMAKE_CURRENT_LIST_DIR}/command.cmake)

execute_process(COMMAND ${command} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
string(REGEX MATCH "error[^\n]*" first_error "${output}")
string(FIND "${first_error}" "${EXPECTED}" position)
if(result EQUAL 0 OR position EQUAL -1)
    message(FATAL_ERROR "Expected an error that says \"${EXPECTED}\", got status ${result} and\n${output}")
endif()
