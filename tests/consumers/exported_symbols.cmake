# cmake -D NM=... -D LIBRARY=... -D HEADER=... -P exported_symbols.cmake
# Succeeds if LIBRARY exports the functions that HEADER declares, and nothing else.

execute_process(COMMAND ${NM} -D --defined-only ${LIBRARY} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^ \n]+\n" exported "${symbols}")
list(TRANSFORM exported STRIP)
file(READ ${HEADER} declared)
string(REGEX MATCHALL "RELUK_C_API [^(]*[ *](reluk_c_[a-z_]+)\\(" declared "${declared}")
list(TRANSFORM declared REPLACE ".*[ *](reluk_c_[a-z_]+)\\(" "\\1")
list(SORT exported)
list(SORT declared)
if(NOT exported OR NOT exported STREQUAL declared)
    message(FATAL_ERROR "exported: ${exported}\ndeclared: ${declared}")
endif()
