# cmake -D FLAGS=... -D NAME=... -P same_code.cmake -- COMMAND...
# Succeeds if COMMAND -o FILE gives the same machine code with each of FLAGS as without.

include(${CMAKE_CURRENT_LIST_DIR}/command.cmake)

execute_process(COMMAND ${command} -o ${NAME}.without COMMAND_ERROR_IS_FATAL ANY)
file(STRINGS ${NAME}.without kernels REGEX relu_kernel)
if(NOT kernels)
    message(FATAL_ERROR "There is no kernel in ${NAME}.without")
endif()
file(SHA256 ${NAME}.without without)
foreach(flag IN LISTS FLAGS)
    execute_process(COMMAND ${command} ${flag} -o ${NAME}.with COMMAND_ERROR_IS_FATAL ANY)
    file(SHA256 ${NAME}.with with)
    if(NOT with STREQUAL without)
        message(SEND_ERROR "${flag} changes the machine code: compare ${NAME}.without and ${NAME}.with")
    endif()
endforeach()
