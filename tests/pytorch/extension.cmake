# cmake -DSOURCE=... -DSCRATCH=... -DPYTHON=... -P extension.cmake
# Builds the PyTorch extension for CPU tensors, outside its folder, and runs its tests.

if(NOT PYTHON)
    message(NOTICE "skipped: no Python 3.10 here to run the extension's tests with")
    return()
endif()
foreach(module torch pytest setuptools)
    execute_process(
        COMMAND ${PYTHON} -c "import ${module}"
        WORKING_DIRECTORY ${SCRATCH}
        RESULT_VARIABLE lacking
        OUTPUT_QUIET
        ERROR_QUIET
    )
    if(lacking)
        message(
            NOTICE
            "skipped: ${PYTHON} has no module ${module}; with it this builds and tests the PyTorch extension"
        )
        return()
    endif()
endforeach()

execute_process(
    COMMAND
        ${CMAKE_COMMAND} -E env RELUK_CPU_ONLY=1 MAX_JOBS=2 ${PYTHON} -B setup.py -q build --build-lib ${SCRATCH}/lib
        --build-temp ${SCRATCH}/temp
    WORKING_DIRECTORY ${SOURCE}
    COMMAND_ERROR_IS_FATAL ANY
)
execute_process(
    COMMAND ${CMAKE_COMMAND} -E env PYTHONPATH=${SCRATCH}/lib ${PYTHON} -B -m pytest -q -p no:cacheprovider tests
    WORKING_DIRECTORY ${SOURCE}
    COMMAND_ERROR_IS_FATAL ANY
)
