# cmake -P tests/compile/toolkits.cmake
# Puts other toolkits, pinned, from PyPI into build/toolkits, where the tests find them: the newest nvcc, and NVRTC
# from the oldest CUDA 12 to the newest of all. Configure the tests after it. About 400 MB on disk.

cmake_minimum_required(VERSION 3.25)

# A folder in build/toolkits, and the packages in it.
set(cuda_12.0 nvidia-cuda-nvrtc-cu12==12.0.140)
set(cuda_13.5
    nvidia-cuda-nvcc==13.5.37
    nvidia-nvvm==13.5.37
    nvidia-cuda-crt==13.5.37
    nvidia-cuda-runtime==13.5.37
    nvidia-cuda-cccl==13.3.5.0.6
    nvidia-cuda-nvrtc==13.5.37
)

cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH root)
cmake_path(GET root PARENT_PATH root)
set(toolkits ${root}/build/toolkits)

if(NOT EXISTS ${toolkits}/python/bin/pip)
    execute_process(COMMAND python3 -m venv ${toolkits}/python COMMAND_ERROR_IS_FATAL ANY)
endif()
foreach(toolkit cuda_12.0 cuda_13.5)
    if(EXISTS ${toolkits}/${toolkit})
        continue()
    endif()
    # Beside its place first, so that the folder is there whole or not at all.
    file(REMOVE_RECURSE ${toolkits}/unpacking)
    execute_process(
        COMMAND
            ${toolkits}/python/bin/pip install --quiet --disable-pip-version-check --no-deps --no-compile --target
            ${toolkits}/unpacking ${${toolkit}}
        COMMAND_ERROR_IS_FATAL ANY
    )
    # What the packages leave out, and nvcc and CMake look for.
    set(cu13 ${toolkits}/unpacking/nvidia/cu13)
    if(EXISTS ${cu13})
        file(CREATE_LINK lib ${cu13}/lib64 SYMBOLIC)
        file(CREATE_LINK libcudart.so.13 ${cu13}/lib/libcudart.so SYMBOLIC)
        file(CREATE_LINK libnvrtc.so.13 ${cu13}/lib/libnvrtc.so SYMBOLIC)
        file(MAKE_DIRECTORY ${cu13}/nvvm/lib64)
        file(CREATE_LINK ../../lib/libnvvm.so.4 ${cu13}/nvvm/lib64/libnvvm.so SYMBOLIC)
    endif()
    file(RENAME ${toolkits}/unpacking ${toolkits}/${toolkit})
endforeach()
