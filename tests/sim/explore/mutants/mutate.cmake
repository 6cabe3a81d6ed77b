# Writes OUT: C++ with every PARTSth mutant of TABLES, from PART on. A mutant is the code of a lock as it stands in
# lock/strategies (and in assets/lua), but for one piece of one line; each stands in a namespace of its own, with all
# that it shares with other locks. Run as:
#   cmake -DOUT=... -DTABLES="a|b" -DROOT=... -DPART=0 -DPARTS=2 -P mutate.cmake
#
# A table holds calls of
#   mutant(NAME LOCK id FILE path LINE [[as it is]] BECOMES [[as it should not be]]
#          BREAKS property [FAULTS budget] [SET settings] [CLIENTS n] [NODES n] [ROUNDS n])
# The piece must occur exactly once in its file, or the build stops: a table must not outlive the code that it is about.
cmake_minimum_required(VERSION 3.25)

set(shared claim.h keeper.h expire.h strategies.h claim.cpp keeper.cpp release.cpp none.cpp)
set(code "")
set(rows "")
set(count 0)
set(names "")

# mutated(OUT FILE): its text, with the piece that is at fault replaced.
function(mutated out file)
  file(READ ${ROOT}/${file} text)
  if(file STREQUAL mutant_FILE)
    string(FIND "${text}" "${mutant_LINE}" first)
    string(FIND "${text}" "${mutant_LINE}" last REVERSE)
    if(first EQUAL -1 OR NOT first EQUAL last)
      message(FATAL_ERROR "The mutant ${name} is about a piece that does not occur exactly once in ${file}:\n${mutant_LINE}")
    endif()
    string(REPLACE "${mutant_LINE}" "${mutant_BECOMES}" text "${text}")
  endif()
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

function(mutant name)
  cmake_parse_arguments(PARSE_ARGV 1 mutant "" "LOCK;FILE;LINE;BECOMES;BREAKS;FAULTS;SET;CLIENTS;NODES;ROUNDS" "")
  foreach(needed LOCK FILE LINE BREAKS)
    if(NOT DEFINED mutant_${needed})
      message(FATAL_ERROR "The mutant ${name} does not say its ${needed}")
    endif()
  endforeach()
  if(name IN_LIST names)
    message(FATAL_ERROR "Two mutants are called ${name}")
  endif()
  set(names ${names} ${name} PARENT_SCOPE)
  math(EXPR next "${count} + 1")
  set(count ${next} PARENT_SCOPE)
  math(EXPR part "${count} % ${PARTS}")
  if(NOT part EQUAL PART)
    return()
  endif()

  if(NOT EXISTS ${ROOT}/lock/strategies/${mutant_LOCK}.cpp)
    message(FATAL_ERROR "The mutant ${name} is one of '${mutant_LOCK}', which is not a lock")
  endif()

  set(own "")
  set(files ${shared})
  if(NOT mutant_LOCK STREQUAL none)
    list(APPEND files ${mutant_LOCK}.cpp)
  endif()
  set(used FALSE)
  foreach(file IN LISTS files)
    set(path lock/strategies/${file})
    mutated(text ${path})
    if(path STREQUAL mutant_FILE)
      set(used TRUE)
    endif()
    string(REPLACE "#pragma once" "" text "${text}")
    string(REGEX REPLACE "#include \"lock/strategies/[a-z_]+\\.h\"" "" text "${text}")
    string(REPLACE "namespace locklab {" "namespace locklab::mutant_${count} {" text "${text}")
    string(APPEND own "#line 1 \"${path} in ${name}\"\n${text}\n")
  endforeach()

  # Its script is a constant of its own, which hides the usual one.
  set(scripts "")
  if(mutant_FILE MATCHES "assets/lua/([a-z_]+)\\.lua")
    set(script ${CMAKE_MATCH_1})
    string(FIND "${own}" "scripts::${script}," at)
    if(NOT at EQUAL -1)
      set(used TRUE)
    endif()
    mutated(text ${mutant_FILE})
    string(SHA1 sha1 "${text}")
    set(scripts "namespace locklab::mutant_${count}::scripts {
using namespace locklab::scripts;
constexpr Script ${script}{\"${script}_mutant\", R\"__lua(${text})__lua\", \"${sha1}\"};
}  // namespace locklab::mutant_${count}::scripts\n")
  endif()
  if(NOT used)
    message(FATAL_ERROR "The mutant ${name}: '${mutant_LOCK}' does not use ${mutant_FILE}")
  endif()

  foreach(number CLIENTS NODES ROUNDS)
    if(NOT DEFINED mutant_${number})
      set(mutant_${number} 0)
    endif()
  endforeach()
  string(APPEND code "${scripts}${own}
namespace locklab::mutant_${count} {
const sim::Mutant mutant{
    \"${name}\", \"${mutant_LOCK}\", \"${mutant_FILE}\", R\"__(${mutant_LINE})__\", R\"__(${mutant_BECOMES})__\",
    sim::Property::${mutant_BREAKS}, \"${mutant_FAULTS}\", R\"__(${mutant_SET})__\",
    ${mutant_CLIENTS}, ${mutant_NODES}, ${mutant_ROUNDS}, &strategy::${mutant_LOCK}};
}  // namespace locklab::mutant_${count}\n\n")
  string(APPEND rows "    locklab::mutant_${count}::mutant,\n")
  set(code "${code}" PARENT_SCOPE)
  set(rows "${rows}" PARENT_SCOPE)
endfunction()

string(REPLACE "|" ";" TABLES "${TABLES}")
foreach(table IN LISTS TABLES)
  include(${table})
endforeach()

file(WRITE ${OUT} "// Made by tests/sim/explore/mutants/mutate.cmake. Do not edit.
#include \"lock/scripts.h\"
#include \"tests/sim/explore/mutants/mutant.h\"

${code}
std::vector<locklab::sim::Mutant> locklab::sim::mutants_${PART}() {
  return {
${rows}  };
}
")
