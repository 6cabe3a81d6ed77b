# Installs the library for other projects: `cmake --install BUILD --component library`, then
# find_package(locklab) and link locklab::lock or locklab::lock_redis. Headers are "lock/...".
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# What a program includes, and what these headers include. tests/library/build.cmake compares.
set(locklab_headers
  redis/locker.h redis/mutex.h strategies/strategies.h version.h
  assert.h command.h env.h frame_pool.h grant.h ids.h lock_config.h note.h packed_bytes.h redis/endpoint.h reply.h source_place.h
  stop_signal.h strategy.h switch.h task.h task_observer.h time.h token.h traits.h)

set(locklab_package ${CMAKE_INSTALL_LIBDIR}/cmake/locklab)
set_target_properties(locklab_lock PROPERTIES EXPORT_NAME lock)
set_target_properties(locklab_lock_redis PROPERTIES EXPORT_NAME lock_redis)
install(TARGETS locklab_lock locklab_lock_redis EXPORT locklab
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
foreach(header ${locklab_headers})
  cmake_path(GET header PARENT_PATH folder)
  install(FILES ${CMAKE_CURRENT_LIST_DIR}/${header}
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/locklab/lock/${folder} COMPONENT library)
endforeach()
install(EXPORT locklab NAMESPACE locklab:: FILE locklabTargets.cmake DESTINATION ${locklab_package} COMPONENT library)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/locklabConfig.cmake.in
  ${CMAKE_BINARY_DIR}/locklabConfig.cmake INSTALL_DESTINATION ${locklab_package})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/locklabConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/locklabConfig.cmake ${CMAKE_BINARY_DIR}/locklabConfigVersion.cmake
  DESTINATION ${locklab_package} COMPONENT library)
