# cmake -D SOURCE=... -D SCRATCH=... -D VERSION=... -P conan.cmake
# Makes the Conan package and builds a project with it, without any remote and with a cache of its own.

find_program(CONAN conan)
if(NOT CONAN)
    message("skipped: no conan here")
    return()
endif()

# A copy, since Conan builds the recipe's test beside it.
file(REMOVE_RECURSE ${SCRATCH})
file(
    COPY ${SOURCE}/CMakeLists.txt ${SOURCE}/LICENSE ${SOURCE}/cmake ${SOURCE}/include ${SOURCE}/packaging
    DESTINATION ${SCRATCH}/reluk
)
set(ENV{CONAN_HOME} ${SCRATCH}/home)
execute_process(COMMAND ${CONAN} profile detect COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CONAN} create --no-remote ${SCRATCH}/reluk/packaging/conan COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CONAN} list --format=json "reluk/*" OUTPUT_VARIABLE found COMMAND_ERROR_IS_FATAL ANY)
string(FIND "${found}" "\"reluk/${VERSION}\"" position)
if(position EQUAL -1)
    message(FATAL_ERROR "There is no reluk/${VERSION}, but\n${found}")
endif()
