# cmake -D SOURCE=... -P clang_cuda.cmake -- COMMAND...
# Succeeds if COMMAND compiles SOURCE. Where it cannot even compile an empty file, since this clang does not know this
# toolkit, its reason is printed as that of a skipped test.

include(${CMAKE_CURRENT_LIST_DIR}/command.cmake)

file(WRITE empty_for_clang.cu "")
execute_process(COMMAND ${command} empty_for_clang.cu RESULT_VARIABLE result ERROR_VARIABLE output)
if(NOT result EQUAL 0)
    string(REGEX MATCH "error: [^\n]*" reason "${output}")
    message("skipped: this clang does not take this toolkit, ${reason}")
    return()
endif()
execute_process(COMMAND ${command} ${SOURCE} COMMAND_ERROR_IS_FATAL ANY)
