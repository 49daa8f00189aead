# An overlay port: it builds the checkout that it lies in. In vcpkg's registry, vcpkg_from_github() of a release's tag
# takes the place of this line.
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../../.." ABSOLUTE)

set(VCPKG_BUILD_TYPE release) # header-only
vcpkg_cmake_configure(
    SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS
        -DRELUK_BUILD_TESTS=OFF
        -DRELUK_BUILD_BENCHMARKS=OFF
        -DRELUK_BUILD_EXAMPLES=OFF
        -DRELUK_INSTALL=ON
)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH share/cmake/reluk)
vcpkg_fixup_pkgconfig()

file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/share/doc")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
