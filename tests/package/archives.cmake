# cmake -D SOURCE=... -D SCRATCH=... -D VERSION=... -D CMAKE_CXX_COMPILER=... -P archives.cmake
# Makes the packages as the preset does, elsewhere, and unpacks them into SCRATCH/tgz and SCRATCH/deb.

function(run)
    execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${SOURCE} COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
endfunction()

file(REMOVE_RECURSE ${SCRATCH})
set(build ${SCRATCH}/build)
run(${CMAKE_COMMAND} --preset package -B ${build} -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER})
run(${CMAKE_CPACK_COMMAND} --config ${build}/CPackConfig.cmake -B ${SCRATCH}/packages)

file(MAKE_DIRECTORY ${SCRATCH}/tgz)
run(${CMAKE_COMMAND} -E chdir ${SCRATCH}/tgz ${CMAKE_COMMAND} -E tar xzf ${SCRATCH}/packages/reluk-${VERSION}.tar.gz)

# A .deb is an archive of archives; dpkg-deb is not everywhere.
set(deb ${SCRATCH}/packages/libreluk-dev_${VERSION}_all.deb)
file(MAKE_DIRECTORY ${SCRATCH}/deb/control)
run(${CMAKE_COMMAND} -E chdir ${SCRATCH}/deb ar x ${deb})
run(${CMAKE_COMMAND} -E chdir ${SCRATCH}/deb ${CMAKE_COMMAND} -E tar xzf data.tar.gz)
run(${CMAKE_COMMAND} -E chdir ${SCRATCH}/deb/control ${CMAKE_COMMAND} -E tar xzf ../control.tar.gz)
file(READ ${SCRATCH}/deb/control/control control)
foreach(line "Package: libreluk-dev" "Version: ${VERSION}" "Architecture: all")
    if(NOT control MATCHES "(^|\n)${line}\n")
        message(SEND_ERROR "The .deb does not say \"${line}\", but\n${control}")
    endif()
endforeach()

# The same files in both, which are those that are installed.
foreach(root ${SCRATCH}/tgz/reluk-${VERSION} ${SCRATCH}/deb/usr ${INSTALLED})
    file(GLOB_RECURSE files LIST_DIRECTORIES false RELATIVE ${root} ${root}/*)
    list(SORT files)
    if(DEFINED expected AND NOT files STREQUAL expected)
        message(SEND_ERROR "${root} has ${files}\ninstead of ${expected}")
    endif()
    set(expected ${files})
endforeach()
