# cmake -D NVCC=... -D INCLUDE=... -D SOURCE=... -D LIMIT=percent -P compile_time.cmake
# Succeeds if SOURCE compiles in at most LIMIT percent of the time of an empty file: medians of 3, taken in turns.

file(WRITE empty.cu "")

function(measure list source)
    string(TIMESTAMP begin "%s%f")
    execute_process(
        COMMAND ${NVCC} -std=c++17 -arch=sm_90 -I${INCLUDE} -c ${source} -o timed.o
        COMMAND_ERROR_IS_FATAL ANY
    )
    string(TIMESTAMP end "%s%f")
    math(EXPR milliseconds "(${end} - ${begin}) / 1000")
    set(${list} ${${list}} ${milliseconds} PARENT_SCOPE)
endfunction()

foreach(round RANGE 1 3)
    measure(empty_times empty.cu)
    measure(times ${SOURCE})
endforeach()
list(SORT empty_times COMPARE NATURAL)
list(SORT times COMPARE NATURAL)
list(GET empty_times 1 empty_time)
list(GET times 1 time)
math(EXPR percent "100 * ${time} / ${empty_time}")
message("${time} ms, an empty file ${empty_time} ms: ${percent} %, of ${LIMIT} % allowed")
if(percent GREATER LIMIT)
    message(FATAL_ERROR "reluk/relu.cuh compiles too slowly")
endif()
