# cmake -DSOURCE=... -DSCRATCH=... -DPYTHON=... -DCXX_COMPILER=... -P extension.cmake
# Builds the JAX library for the CPU, outside its folder, and runs its tests.

if(NOT PYTHON)
    message(NOTICE "skipped: no Python 3.10 here to run the tests of the JAX library with")
    return()
endif()
foreach(module jax pytest)
    execute_process(
        COMMAND ${PYTHON} -c "import ${module}"
        WORKING_DIRECTORY ${SCRATCH}
        RESULT_VARIABLE lacking
        OUTPUT_QUIET
        ERROR_QUIET
    )
    if(lacking)
        message(NOTICE "skipped: ${PYTHON} has no module ${module}; with it this builds and tests the JAX library")
        return()
    endif()
endforeach()

foreach(
    step
    "-S;${SOURCE};-B;${SCRATCH}/library;-DCMAKE_CXX_COMPILER=${CXX_COMPILER};-DPython3_EXECUTABLE=${PYTHON};-DRELUK_JAX_CUDA=OFF"
    "--build;${SCRATCH}/library"
    "--install;${SCRATCH}/library;--prefix;${SCRATCH}/python"
)
    execute_process(COMMAND ${CMAKE_COMMAND} ${step} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
# On the CPU even where there is a GPU, which other tests use meanwhile.
execute_process(
    COMMAND
        ${CMAKE_COMMAND} -E env PYTHONPATH=${SCRATCH}/python JAX_PLATFORMS=cpu ${PYTHON} -B -m pytest -q -p
        no:cacheprovider tests
    WORKING_DIRECTORY ${SOURCE}
    COMMAND_ERROR_IS_FATAL ANY
)
