# For scripts that are called as cmake ... -P SCRIPT -- COMMAND...: sets `command`.

set(command)
set(in_command FALSE)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE ${last})
    if(in_command)
        list(APPEND command "${CMAKE_ARGV${i}}")
    elseif(CMAKE_ARGV${i} STREQUAL "--")
        set(in_command TRUE)
    endif()
endforeach()
