# cmake -D PREFIX=... -D VERSION=... -D CMAKE_CXX_COMPILER=... -D MAIN=... -P pkg_config.cmake
# Compiles a program with what pkg-config says of the installation in PREFIX, and runs it.

find_program(PKG_CONFIG NAMES pkg-config pkgconf)
if(NOT PKG_CONFIG)
    message("skipped: no pkg-config here")
    return()
endif()
set(ENV{PKG_CONFIG_PATH} ${PREFIX}/share/pkgconfig)

# ask(RESULT option): what pkg-config answers.
function(ask result option)
    execute_process(
        COMMAND ${PKG_CONFIG} ${option} reluk
        OUTPUT_VARIABLE answer
        OUTPUT_STRIP_TRAILING_WHITESPACE
        COMMAND_ERROR_IS_FATAL ANY
    )
    set(${result} "${answer}" PARENT_SCOPE)
endfunction()

ask(version --modversion)
if(NOT version VERSION_EQUAL VERSION)
    message(SEND_ERROR "pkg-config says version ${version} instead of ${VERSION}")
endif()
ask(libs --libs)
if(libs)
    message(SEND_ERROR "There is nothing to link, but pkg-config says ${libs}")
endif()
ask(cflags --cflags)
separate_arguments(cflags UNIX_COMMAND "${cflags}")
execute_process(
    COMMAND ${CMAKE_CXX_COMPILER} -std=c++17 ${cflags} ${MAIN} -o pkg_config_consumer
    COMMAND_ERROR_IS_FATAL ANY
)
execute_process(COMMAND ./pkg_config_consumer COMMAND_ERROR_IS_FATAL ANY)
