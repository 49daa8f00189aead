# cmake -D COMPILER=... -D SOURCE=... -D FLAGS=... [-D LIBRARIES=...] [-D PKG_CONFIG_PATH=...] -P command_line.cmake
# Compiles, links and runs a program without any build system, with FLAGS and with those that pkg-config knows.

cmake_path(GET COMPILER STEM name)
if(PKG_CONFIG_PATH)
    find_program(PKG_CONFIG NAMES pkg-config pkgconf)
    file(GLOB file ${PKG_CONFIG_PATH}/lib*/pkgconfig/reluk.pc ${PKG_CONFIG_PATH}/share/pkgconfig/reluk.pc)
    if(NOT PKG_CONFIG OR NOT file)
        message("skipped: there is no pkg-config, or no reluk.pc in the installation")
        return()
    endif()
    cmake_path(GET file PARENT_PATH folder)
    set(ENV{PKG_CONFIG_PATH} ${folder})
    execute_process(
        COMMAND ${PKG_CONFIG} --cflags reluk
        OUTPUT_VARIABLE cflags
        OUTPUT_STRIP_TRAILING_WHITESPACE
        COMMAND_ERROR_IS_FATAL ANY
    )
    separate_arguments(cflags)
    list(APPEND FLAGS ${cflags})
    string(APPEND name _pkg_config)
endif()
execute_process(
    COMMAND ${COMPILER} ${FLAGS} ${SOURCE} ${LIBRARIES} -o ${name}.program
    COMMAND_ERROR_IS_FATAL ANY
)
execute_process(COMMAND ./${name}.program COMMAND_ERROR_IS_FATAL ANY)
