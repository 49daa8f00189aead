# cmake -D SOURCE=... -P default_architectures.cmake
# What cmake/defaults.cmake makes of what nvidia-smi answers, and of none.

cmake_minimum_required(VERSION 3.25)

set(NVIDIA_SMI ${CMAKE_CURRENT_BINARY_DIR}/nvidia-smi CACHE FILEPATH "")
unset(ENV{CUDAARCHS})

# expect(EXPECTED STATUS line...): nvidia-smi prints the lines and ends with that status.
function(expect expected status)
    list(JOIN ARGN "\n" output)
    file(WRITE ${NVIDIA_SMI} "#!/bin/sh\ncat <<'END'\n${output}\nEND\nexit ${status}\n")
    file(CHMOD ${NVIDIA_SMI} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
    unset(CMAKE_CUDA_ARCHITECTURES CACHE)
    include(${SOURCE}/cmake/defaults.cmake)
    if(NOT CMAKE_CUDA_ARCHITECTURES STREQUAL expected)
        message(SEND_ERROR "${CMAKE_CUDA_ARCHITECTURES} instead of ${expected} from: ${output}")
    endif()
endfunction()

expect("90" 0 "9.0")
expect("120" 0 "12.0" "12.0")
expect("80;89" 0 "8.0" "8.9" "8.0")
expect("89" 0 "[N/A]" "8.9")
expect("90" 0 "No devices were found")
expect("90" 6 "8.0")
set(mismatch "Failed to initialize NVML: Driver/library version mismatch" "NVML library version: 535.129")
expect("90" 18 ${mismatch})
expect("90" 0 ${mismatch})
