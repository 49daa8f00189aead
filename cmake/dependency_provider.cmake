# Provides what the tests, benchmarks and examples need: the installed copy, else a pinned download, else the
# distribution's package, else a sentence that says what to install. Used by the presets alone.
# https://cmake.org/cmake/help/v3.25/command/cmake_language.html#dependency-providers

# NAME_source: URL, SHA256, folder inside the archive. NAME_distribution: Debian's and Ubuntu's package.
set(RELUK_Catch2_source
    https://github.com/catchorg/Catch2/archive/v3.6.0.tar.gz
    485932259a75c7c6b72d4b874242c489ea5155d17efa345eb8cc72159f49f356
    Catch2-3.6.0
)
set(RELUK_Catch2_distribution catch2)
set(RELUK_CLI11_source
    https://github.com/CLIUtils/CLI11/archive/v2.4.2.tar.gz
    f2d893a65c3b1324c50d4e682c0cdc021dd0477ae2c048544f39eed6654b699a
    CLI11-2.4.2
)
set(RELUK_CLI11_distribution libcli11-dev)
set(RELUK_benchmark_source
    https://github.com/google/benchmark/archive/refs/tags/v1.8.2.tar.gz
    2aab2980d0376137f969d92848fbb68216abb07633034534fc8c65cc4e7a0e93
    benchmark-1.8.2
)
set(RELUK_benchmark_distribution libbenchmark-dev)
set(RELUK_nlohmann_json_source
    https://github.com/nlohmann/json/archive/v3.11.3.tar.gz
    0d8ef5af7f9794e3263480193c491549b2ba6cc74bb018906202ada498a79406
    json-3.11.3
)
set(RELUK_nlohmann_json_distribution nlohmann-json3-dev)

# Unpacks the pinned release and adds it to the build. No failure is an error: the caller looks whether the target
# exists. FetchContent is not used since its failures end the configuration.
function(reluk_download package)
    get_property(offline GLOBAL PROPERTY RELUK_OFFLINE)
    list(POP_FRONT RELUK_${package}_source url sha256 folder)
    set(dependencies ${CMAKE_BINARY_DIR}/dependencies)
    set(archive ${dependencies}/${folder}.tar.gz)

    if(NOT EXISTS ${dependencies}/${folder})
        if(offline)
            return()
        endif()
        message(STATUS "Downloading ${package}: ${url}")
        file(DOWNLOAD ${url} ${archive} STATUS status TIMEOUT 60 INACTIVITY_TIMEOUT 10)
        list(POP_FRONT status code reason)
        if(NOT code EQUAL 0)
            message(STATUS "Downloading ${package}: ${reason}")
            set_property(GLOBAL PROPERTY RELUK_OFFLINE TRUE) # do not wait for the others
            return()
        endif()
        file(SHA256 ${archive} found_sha256)
        if(NOT found_sha256 STREQUAL sha256)
            message(WARNING "Not using ${url}: its SHA256 is ${found_sha256} instead of ${sha256}")
            return()
        endif()
        # Beside its place first, so that the folder is there whole or not at all. A failure shows in what tar prints: its
        # status is 0 for a full disk too.
        set(unpacking ${dependencies}/unpacking)
        file(REMOVE_RECURSE ${unpacking})
        file(MAKE_DIRECTORY ${unpacking})
        execute_process(
            COMMAND ${CMAKE_COMMAND} -E tar xzf ${archive}
            WORKING_DIRECTORY ${unpacking}
            RESULT_VARIABLE result
            ERROR_VARIABLE reason
        )
        if(NOT result EQUAL 0 OR reason)
            message(STATUS "Unpacking ${package}: ${reason}")
            return()
        endif()
        file(RENAME ${unpacking}/${folder} ${dependencies}/${folder})
    endif()

    set(BENCHMARK_ENABLE_TESTING OFF)
    set(BENCHMARK_ENABLE_WERROR OFF)
    set(BENCHMARK_ENABLE_INSTALL OFF)
    set(JSON_BuildTests OFF)
    add_subdirectory(${dependencies}/${folder} ${dependencies}/${folder}-build EXCLUDE_FROM_ALL SYSTEM)
endfunction()

# Installs the distribution's package, where that needs no password. Again the caller looks whether it helped.
function(reluk_install_from_distribution package)
    find_program(RELUK_APT_GET apt-get)
    mark_as_advanced(RELUK_APT_GET)
    if(NOT RELUK_APT_GET)
        return()
    endif()
    execute_process(COMMAND id -u OUTPUT_VARIABLE user OUTPUT_STRIP_TRAILING_WHITESPACE)
    set(apt_get ${RELUK_APT_GET})
    if(NOT user EQUAL 0)
        set(apt_get sudo -n ${RELUK_APT_GET})
    endif()
    set(install ${apt_get} install -y ${RELUK_${package}_distribution})
    list(JOIN install " " words)
    message(STATUS "Installing ${package}: ${words}")
    set(ENV{DEBIAN_FRONTEND} noninteractive)
    execute_process(COMMAND ${install} RESULT_VARIABLE result OUTPUT_QUIET ERROR_QUIET)
    if(NOT result EQUAL 0) # on a fresh machine the package lists may be missing
        execute_process(COMMAND ${apt_get} update OUTPUT_QUIET ERROR_QUIET)
        execute_process(COMMAND ${install} OUTPUT_QUIET ERROR_QUIET)
    endif()
endfunction()

# A macro, since what find_package() sets must reach the scope that called it. A call for any other package falls
# through to CMake's own search.
macro(reluk_provide method package)
    if(DEFINED RELUK_${package}_source)
        if(NOT TARGET ${package}::${package})
            find_package(${package} QUIET BYPASS_PROVIDER)
        endif()
        if(NOT TARGET ${package}::${package})
            reluk_download(${package})
        endif()
        if(NOT TARGET ${package}::${package})
            reluk_install_from_distribution(${package})
            find_package(${package} QUIET BYPASS_PROVIDER)
        endif()
        if(NOT TARGET ${package}::${package})
            message(
                FATAL_ERROR
                "reluk needs ${package} here, and could neither find, download nor install it. Please install it "
                "(on Debian and Ubuntu the package is ${RELUK_${package}_distribution}) and configure again."
            )
        endif()
        set(${package}_FOUND TRUE)
    endif()
endmacro()

cmake_language(SET_DEPENDENCY_PROVIDER reluk_provide SUPPORTED_METHODS FIND_PACKAGE)
