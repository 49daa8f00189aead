# Headers and a CMake package, all of it independent of the machine and of the folder it lies in.

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
