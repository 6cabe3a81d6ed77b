# Installs the library from BUILD into PREFIX, which is empty then, and builds tests/library with it in MADE. Run as:
#   cmake -DBUILD=... -DPREFIX=... -DMADE=... -DCOMPILER=... -DGENERATOR=... -P build.cmake
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    list(JOIN ARGV " " command)
    message(FATAL_ERROR "${command}\n${output}")
  endif()
endfunction()

file(REMOVE_RECURSE ${PREFIX} ${MADE})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX} --component library)
# What is installed is the library, and nothing of the lab.
file(GLOB installed RELATIVE ${PREFIX}/include/locklab ${PREFIX}/include/locklab/*)
if(NOT installed STREQUAL "lock")
  message(FATAL_ERROR "include/locklab holds ${installed}")
endif()
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${MADE} -G ${GENERATOR} -DCMAKE_PREFIX_PATH=${PREFIX}
    -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_BUILD_TYPE=Release)
run(${CMAKE_COMMAND} --build ${MADE})

# Who wants the library alone needs none of the program's packages.
set(without)
foreach(package nlohmann_json CLI11 OpenGL)
  list(APPEND without -DCMAKE_DISABLE_FIND_PACKAGE_${package}=ON)
endforeach()
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/../.. -B ${MADE}/alone -G ${GENERATOR} -DLOCKLAB_LIBRARY_ONLY=ON
    -DCMAKE_CXX_COMPILER=${COMPILER} ${without})
