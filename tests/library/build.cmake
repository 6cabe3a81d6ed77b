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
# The headers installed are those that a program includes, and what they include themselves.
file(GLOB_RECURSE installed ${PREFIX}/include/locklab/*)
execute_process(COMMAND ${COMPILER} -std=c++20 -MM -I ${PREFIX}/include/locklab ${CMAKE_CURRENT_LIST_DIR}/takes_a_lock.cpp
  OUTPUT_VARIABLE included COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "${PREFIX}/include/locklab/[a-z_/]+\\.h" included "${included}")
list(SORT included)
if(NOT installed STREQUAL included)
  message(FATAL_ERROR "include/locklab holds\n${installed}\nand a program includes\n${included}")
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
