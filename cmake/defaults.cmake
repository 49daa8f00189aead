# What our own builds use unless the user says otherwise. Not read where reluk is part of another project.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
endif()

# The visible GPUs' architectures, else 90. CMake's "native" is an error where there is no GPU.
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})
    set(architectures 90)
    find_program(NVIDIA_SMI nvidia-smi)
    mark_as_advanced(NVIDIA_SMI)
    if(NVIDIA_SMI)
        execute_process(
            COMMAND ${NVIDIA_SMI} --query-gpu=compute_cap --format=csv,noheader
            RESULT_VARIABLE result
            OUTPUT_VARIABLE capabilities
            ERROR_QUIET
        )
        # Without a usable driver it prints other numbers, such as the version of a library.
        string(REPLACE "\n" ";" capabilities "${capabilities}")
        list(FILTER capabilities INCLUDE REGEX "^[0-9]+\\.[0-9]$")
        if(result EQUAL 0 AND capabilities)
            string(REPLACE "." "" architectures "${capabilities}")
            list(REMOVE_DUPLICATES architectures)
        endif()
    endif()
    set(CMAKE_CUDA_ARCHITECTURES "${architectures}" CACHE STRING "CUDA architectures to compile for")
endif()
