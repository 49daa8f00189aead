# cmake -D BUILD=... -D SOURCE=... -D PREFIX=... -P install.cmake
# Installs, moves the installation to PREFIX, and looks for paths of this machine in what was installed.

file(REMOVE_RECURSE ${PREFIX} ${PREFIX}.first)
execute_process(
    COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX}.first
    COMMAND_ERROR_IS_FATAL ANY
)
file(RENAME ${PREFIX}.first ${PREFIX})

file(GLOB_RECURSE files ${PREFIX}/*)
foreach(file IN LISTS files)
    file(READ ${file} text)
    foreach(path ${BUILD} ${SOURCE} ${PREFIX}.first)
        string(FIND "${text}" ${path} position)
        if(NOT position EQUAL -1)
            message(FATAL_ERROR "${file} contains ${path}")
        endif()
    endforeach()
endforeach()

file(GLOB expected RELATIVE ${SOURCE} ${SOURCE}/include/reluk/*)
foreach(header IN LISTS expected)
    if(NOT EXISTS ${PREFIX}/${header})
        message(FATAL_ERROR "${header} is not installed")
    endif()
endforeach()
