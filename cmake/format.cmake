# cmake [-D CHECK=ON] -P cmake/format.cmake
# Formats every C++, CUDA and CMake file in git, or checks that they are formatted. The formatters are pinned, since each
# version has its own taste, and live in build/format.

set(formatters clang-format==19.1.7 gersemi==0.29.2)

cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH root)
set(environment ${root}/build/format)
if(NOT EXISTS ${environment}/bin/gersemi)
    execute_process(COMMAND python3 -m venv ${environment} COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND ${environment}/bin/pip install --quiet ${formatters} COMMAND_ERROR_IS_FATAL ANY)
endif()

if(CHECK)
    set(cxx_options --dry-run --Werror)
    set(cmake_options --check)
else()
    set(cxx_options -i)
    set(cmake_options --in-place)
endif()

function(format patterns)
    execute_process(
        COMMAND git ls-files --cached --others --exclude-standard -- ${patterns}
        WORKING_DIRECTORY ${root}
        OUTPUT_VARIABLE files
        OUTPUT_STRIP_TRAILING_WHITESPACE
        COMMAND_ERROR_IS_FATAL ANY
    )
    string(REPLACE "\n" ";" files "${files}")
    execute_process(COMMAND ${ARGN} ${files} WORKING_DIRECTORY ${root} RESULT_VARIABLE result)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "Not formatted. To format: cmake -P cmake/format.cmake")
    endif()
endfunction()

format("*.hpp;*.cpp;*.cuh;*.cu" ${environment}/bin/clang-format ${cxx_options})
format("CMakeLists.txt;*/CMakeLists.txt;*.cmake" ${environment}/bin/gersemi ${cmake_options})
