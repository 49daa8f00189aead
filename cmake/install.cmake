# Headers, a CMake package and a file for pkg-config, all of it independent of the machine and of the folder it lies in.

include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(package_dir ${CMAKE_INSTALL_DATADIR}/cmake/reluk)

install(TARGETS reluk EXPORT reluk-targets FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT reluk-targets NAMESPACE reluk:: DESTINATION ${package_dir})
configure_package_config_file(
    ${CMAKE_CURRENT_LIST_DIR}/reluk-config.cmake.in
    ${PROJECT_BINARY_DIR}/reluk-config.cmake
    INSTALL_DESTINATION ${package_dir}
    NO_SET_AND_CHECK_MACRO
)
# SameMajorVersion from 1.0 on.
write_basic_package_version_file(
    ${PROJECT_BINARY_DIR}/reluk-config-version.cmake
    COMPATIBILITY SameMinorVersion
    ARCH_INDEPENDENT
)
install(
    FILES ${PROJECT_BINARY_DIR}/reluk-config.cmake ${PROJECT_BINARY_DIR}/reluk-config-version.cmake
    DESTINATION ${package_dir}
)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(pkgconfig_dir ${CMAKE_INSTALL_DATADIR}/pkgconfig)
file(RELATIVE_PATH path_to_prefix /prefix/${pkgconfig_dir} /prefix)
configure_file(${CMAKE_CURRENT_LIST_DIR}/reluk.pc.in ${PROJECT_BINARY_DIR}/reluk.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/reluk.pc DESTINATION ${pkgconfig_dir})

# The same files as archives: cpack in the build folder. A parent project's packages are its own matter.
if(PROJECT_IS_TOP_LEVEL)
    set(CPACK_GENERATOR TGZ DEB)
    set(CPACK_PACKAGE_CONTACT "The reluk authors")
    set(CPACK_PACKAGE_VENDOR "The reluk authors")
    set(CPACK_PACKAGE_FILE_NAME ${PROJECT_NAME}-${PROJECT_VERSION})
    set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
    set(CPACK_DEBIAN_PACKAGE_NAME libreluk-dev)
    set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
    set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE all)
    set(CPACK_DEBIAN_PACKAGE_SECTION libdevel)
    set(CPACK_DEBIAN_PACKAGE_SUGGESTS "cuda-toolkit | nvidia-cuda-toolkit")
    include(CPack)
endif()
