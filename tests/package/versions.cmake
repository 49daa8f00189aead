# cmake -D SOURCE=... -D VERSION=... -P versions.cmake
# Looks whether the files that have to repeat the version, which version.hpp states, do.

string(REPLACE . _ name ${VERSION})

# expect(FILE REGEX VERSION): the first match's group.
function(expect file regex version)
    file(READ ${SOURCE}/${file} text)
    if(NOT text MATCHES "${regex}")
        message(SEND_ERROR "${file} says no version")
    elseif(NOT CMAKE_MATCH_1 STREQUAL version)
        message(SEND_ERROR "${file} says ${CMAKE_MATCH_1}, version.hpp ${version}")
    endif()
endfunction()

expect(include/reluk/version.hpp "inline namespace v([0-9_]+) " ${name})
expect(packaging/vcpkg/reluk/vcpkg.json "\"version\": \"([^\"]*)\"" ${VERSION})
expect(CHANGELOG.md "\n## ([0-9.]+)" ${VERSION}
)
