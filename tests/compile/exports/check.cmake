# cmake -D NM=... -D LIBRARY=... -D VISIBILITY=hidden|default -P check.cmake
# Looks at what the library exports.

execute_process(
    COMMAND ${NM} --dynamic --defined-only --demangle ${LIBRARY}
    OUTPUT_VARIABLE symbols
    COMMAND_ERROR_IS_FATAL ANY
)
message(STATUS "${symbols}")
string(REPLACE ";" "," symbols "${symbols}")
string(REPLACE "\n" ";" symbols "${symbols}")

foreach(function users_gpu_function users_cpu_function)
    if(NOT "${symbols}" MATCHES " ${function}(;|$)")
        message(FATAL_ERROR "The library does not export ${function}: is this the right one?")
    endif()
endforeach()

list(FILTER symbols INCLUDE REGEX reluk)
if(VISIBILITY STREQUAL hidden)
    if(symbols)
        message(FATAL_ERROR "Exported in spite of hidden visibility: ${symbols}")
    endif()
    return()
endif()
if(NOT symbols)
    message(FATAL_ERROR "Nothing of reluk is exported with default visibility: then this test shows nothing")
endif()
foreach(symbol IN LISTS symbols)
    if(NOT symbol MATCHES "reluk::v[0-9]+_[0-9]+_[0-9]+::")
        message(FATAL_ERROR "Exported without the version's namespace: ${symbol}")
    endif()
    if(symbol MATCHES "relu_kernel|launch_kernel|launch_words|launch_choice|on_device|tuned_choices")
        message(FATAL_ERROR "A file's own kernel or launch is exported: ${symbol}")
    endif()
endforeach()
