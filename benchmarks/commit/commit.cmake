# cmake -DOUTPUT=FILE -P commit.cmake: writes a header with the commit that the working directory is at. "-dirty" where
# what is measured or measures differs from it.
find_package(Git QUIET)
set(commit unknown)
if(GIT_FOUND)
    execute_process(
        COMMAND ${GIT_EXECUTABLE} rev-parse --short=12 HEAD
        OUTPUT_VARIABLE revision
        OUTPUT_STRIP_TRAILING_WHITESPACE
        ERROR_QUIET
        RESULT_VARIABLE result
    )
    if(result EQUAL 0)
        execute_process(
            COMMAND ${GIT_EXECUTABLE} status --porcelain -- include benchmarks
            OUTPUT_VARIABLE changes
        )
        set(commit ${revision})
        if(changes)
            string(APPEND commit "-dirty")
        endif()
    endif()
endif()
file(
    CONFIGURE
    OUTPUT ${OUTPUT}
    CONTENT "#pragma once\n\nnamespace bench {\nconstexpr char commit[] = \"${commit}\";\n}\n"
)
