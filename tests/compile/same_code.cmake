# cmake -D FLAGS=... -P same_code.cmake -- COMMAND...
# Succeeds if COMMAND -o FILE gives the same machine code with each of FLAGS as without.

include(${CMAKE_CURRENT_LIST_DIR}/command.cmake)

execute_process(COMMAND ${command} -o same_code.without COMMAND_ERROR_IS_FATAL ANY)
file(STRINGS same_code.without kernels REGEX relu_kernel)
if(NOT kernels)
    message(FATAL_ERROR "There is no kernel in same_code.without")
endif()
file(SHA256 same_code.without without)
foreach(flag IN LISTS FLAGS)
    execute_process(COMMAND ${command} ${flag} -o same_code.with COMMAND_ERROR_IS_FATAL ANY)
    file(SHA256 same_code.with with)
    if(NOT with STREQUAL without)
        message(SEND_ERROR "${flag} changes the machine code: compare same_code.without and same_code.with")
    endif()
endforeach()
