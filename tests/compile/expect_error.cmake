# cmake -D EXPECTED=text -P expect_error.cmake -- compiler argument...
# Succeeds if that compilation fails, and the first error it reports is the expected one.

math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE ${last})
    if(in_command)
        list(APPEND command "${CMAKE_ARGV${i}}")
    elseif(CMAKE_ARGV${i} STREQUAL "--")
        set(in_command TRUE)
    endif()
endforeach()

execute_process(COMMAND ${command} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
string(REGEX MATCH "error[^\n]*" first_error "${output}")
string(FIND "${first_error}" "${EXPECTED}" position)
if(result EQUAL 0 OR position EQUAL -1)
    message(FATAL_ERROR "Expected an error that says \"${EXPECTED}\", got status ${result} and\n${output}")
endif()
