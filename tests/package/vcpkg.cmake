# cmake -D SOURCE=... -D SCRATCH=... -D CMAKE_CXX_COMPILER=... -P vcpkg.cmake
# Runs the portfile of the vcpkg port. vcpkg itself is not here: the functions below stand in for its own, and do what
# its documentation says of them to a port of headers alone.

file(REMOVE_RECURSE ${SCRATCH})
set(CURRENT_PORT_DIR ${SOURCE}/packaging/vcpkg/reluk)
set(CURRENT_PACKAGES_DIR ${SCRATCH}/packages)
set(build ${SCRATCH}/build)

function(vcpkg_cmake_configure)
    cmake_parse_arguments(PARSE_ARGV 0 port "" SOURCE_PATH OPTIONS)
    execute_process(
        COMMAND
            ${CMAKE_COMMAND} -S ${port_SOURCE_PATH} -B ${build} -DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR}
            -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER} -DCMAKE_BUILD_TYPE=Release ${port_OPTIONS}
        COMMAND_ERROR_IS_FATAL ANY
    )
endfunction()

function(vcpkg_cmake_install)
    execute_process(
        COMMAND ${CMAKE_COMMAND} --build ${build} --target install
        COMMAND_ERROR_IS_FATAL ANY
    )
endfunction()

# Moves the package's CMake files to share/PORT, which is one folder nearer to the prefix.
function(vcpkg_cmake_config_fixup)
    cmake_parse_arguments(PARSE_ARGV 0 port "" CONFIG_PATH "")
    file(GLOB files ${CURRENT_PACKAGES_DIR}/${port_CONFIG_PATH}/*.cmake)
    foreach(file IN LISTS files)
        cmake_path(GET file FILENAME name)
        file(READ ${file} text)
        string(REPLACE "/../../../" "/../../" text "${text}")
        string(
            REPLACE
                "get_filename_component(_IMPORT_PREFIX \"\${_IMPORT_PREFIX}\" PATH)\nget_filename_component(_IMPORT_PREFIX \"\${_IMPORT_PREFIX}\" PATH)\n"
            "get_filename_component(_IMPORT_PREFIX \"\${_IMPORT_PREFIX}\" PATH)\n"
            text
            "${text}"
        )
        file(WRITE ${CURRENT_PACKAGES_DIR}/share/reluk/${name} "${text}")
    endforeach()
    file(REMOVE_RECURSE ${CURRENT_PACKAGES_DIR}/share/cmake)
endfunction()

function(vcpkg_fixup_pkgconfig)
endfunction()

function(vcpkg_install_copyright)
    cmake_parse_arguments(PARSE_ARGV 0 port "" "" FILE_LIST)
    configure_file(${port_FILE_LIST} ${CURRENT_PACKAGES_DIR}/share/reluk/copyright COPYONLY)
endfunction()

include(${CURRENT_PORT_DIR}/portfile.cmake)

# What vcpkg accepts of such a port.
file(GLOB folders RELATIVE ${CURRENT_PACKAGES_DIR} ${CURRENT_PACKAGES_DIR}/*)
file(GLOB shared RELATIVE ${CURRENT_PACKAGES_DIR} ${CURRENT_PACKAGES_DIR}/share/*)
if(NOT "${folders};${shared}" STREQUAL "include;share;share/pkgconfig;share/reluk")
    message(FATAL_ERROR "The port installs ${folders} and ${shared}")
endif()
