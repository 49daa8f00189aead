# cmake -D SOURCE=... -D SCRATCH=... -P site.cmake
# Builds the documentation as the preset does, elsewhere, and looks whether its links lead somewhere.

find_program(DOXYGEN doxygen)
if(NOT DOXYGEN)
    message("skipped: no doxygen here")
    return()
endif()

file(REMOVE_RECURSE ${SCRATCH})
execute_process(
    COMMAND ${CMAKE_COMMAND} --preset docs -B ${SCRATCH} -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
    WORKING_DIRECTORY ${SOURCE}
    COMMAND_ERROR_IS_FATAL ANY
)
execute_process(
    COMMAND ${CMAKE_COMMAND} --build ${SCRATCH} --target docs
    COMMAND_ERROR_IS_FATAL ANY
)

set(html ${SCRATCH}/docs/html)
foreach(page index md_*contract relu_8cuh structreluk_1_1launch__config)
    file(GLOB found ${html}/${page}.html)
    if(NOT found)
        message(SEND_ERROR "The site has no ${page}.html")
    endif()
endforeach()

# Doxygen passes over links in pages that lead neither to a page nor to a name.
file(GLOB pages ${html}/index.html ${html}/md_*.html)
foreach(page IN LISTS pages)
    file(READ ${page} text)
    string(REGEX MATCHALL "(href|src)=\"[^\"#:?]+[\"#?]" links "${text}")
    list(REMOVE_DUPLICATES links)
    foreach(link IN LISTS links)
        string(REGEX REPLACE "^[^\"]*\"|[\"#?]$" "" link "${link}")
        if(NOT EXISTS ${html}/${link})
            message(SEND_ERROR "${page}: there is no ${link}")
        endif()
    endforeach()
endforeach()

# A public name without a comment is what the build must not let pass.
file(MAKE_DIRECTORY ${SCRATCH}/undocumented)
file(WRITE ${SCRATCH}/undocumented/name.hpp "/// @file\nint undocumented;\n")
file(READ ${SCRATCH}/docs/Doxyfile.docs settings)
file(
    WRITE ${SCRATCH}/undocumented/Doxyfile
    "${settings}\nINPUT = name.hpp\nUSE_MDFILE_AS_MAINPAGE =\nFILTER_PATTERNS =\nOUTPUT_DIRECTORY = .\n"
)
execute_process(
    COMMAND ${DOXYGEN} Doxyfile
    WORKING_DIRECTORY ${SCRATCH}/undocumented
    RESULT_VARIABLE status
    OUTPUT_QUIET
    ERROR_VARIABLE errors
)
if(status EQUAL 0 OR NOT errors MATCHES "undocumented .*is not documented")
    message(SEND_ERROR "A public name without a comment passes: ${errors}")
endif()
