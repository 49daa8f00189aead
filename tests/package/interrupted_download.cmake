# cmake -D SOURCE=... -P interrupted_download.cmake
# A dependency whose unpacking broke off is unpacked again when the project is configured again, and one that is not what
# its hash says is not unpacked at all.

set(scratch ${CMAKE_CURRENT_BINARY_DIR}/interrupted_download)
file(REMOVE_RECURSE ${scratch})

# The dependency: a large file and, behind it in the archive, the target.
string(RANDOM LENGTH 100000 RANDOM_SEED 1 noise)
file(WRITE ${scratch}/Sample/CMakeLists.txt "include(target.cmake)\n")
file(WRITE ${scratch}/Sample/noise ${noise})
file(WRITE ${scratch}/Sample/target.cmake "add_library(Sample::Sample INTERFACE IMPORTED GLOBAL)\n")
execute_process(
    COMMAND ${CMAKE_COMMAND} -E tar czf whole.tar.gz Sample/CMakeLists.txt Sample/noise Sample/target.cmake
    COMMAND_ERROR_IS_FATAL ANY
    WORKING_DIRECTORY ${scratch}
)
execute_process(
    COMMAND head -c 50000 whole.tar.gz
    OUTPUT_FILE cut.tar.gz
    COMMAND_ERROR_IS_FATAL ANY
    WORKING_DIRECTORY ${scratch}
)

file(
    WRITE ${scratch}/CMakeLists.txt
    [[
cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES NONE)
if(NOT SHA256)
    file(SHA256 ${ARCHIVE} SHA256)
endif()
set(RELUK_Sample_source file://${ARCHIVE} ${SHA256} Sample)
find_package(Sample)
]]
)
# configure(ARCHIVE result option...): with that archive, and no other way to the dependency.
function(configure archive result)
    execute_process(
        COMMAND
            ${CMAKE_COMMAND} -S ${scratch} -B ${scratch}/build -DARCHIVE=${scratch}/${archive}
            -DCMAKE_PROJECT_TOP_LEVEL_INCLUDES=${SOURCE}/cmake/dependency_provider.cmake -DRELUK_APT_GET=false ${ARGN}
        RESULT_VARIABLE status
        OUTPUT_VARIABLE output
        ERROR_VARIABLE output
    )
    message(STATUS "${archive}: ${output}")
    set(${result} ${status} PARENT_SCOPE)
endfunction()

string(REPEAT 0 64 zeroes)
configure(whole.tar.gz status -DSHA256=${zeroes})
if(status EQUAL 0 OR EXISTS ${scratch}/build/dependencies/Sample)
    message(FATAL_ERROR "An archive of another hash was used")
endif()
configure(cut.tar.gz status -USHA256)
if(status EQUAL 0)
    message(FATAL_ERROR "The archive that is cut off was used")
endif()
configure(whole.tar.gz status)
if(NOT status EQUAL 0)
    message(FATAL_ERROR "What was left of the archive that is cut off is in the way")
endif()
