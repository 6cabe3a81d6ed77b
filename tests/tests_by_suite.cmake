# Writes FILE: one test of ctest's for each suite of PROGRAM, without the tests that LEFT_OUT names. They run in the folder FOLDER.
# Most tests take less time than a process takes to start, and with sanitizers much less.
execute_process(COMMAND ${PROGRAM} --gtest_list_tests OUTPUT_VARIABLE listed COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "[ \t]*#[^\n]*" "" listed "${listed}")  # the values of parameters
string(REPLACE "\n" ";" lines "${listed}")
set(suites)
set(suite)
foreach(line IN LISTS lines)
  if(line MATCHES "^([A-Za-z0-9_/]+)\\.$")
    set(suite ${CMAKE_MATCH_1})
    list(APPEND suites ${suite})
  elseif(line MATCHES "^  (.+)$")
    list(APPEND tests_${suite} ${CMAKE_MATCH_1})
  endif()
endforeach()

set(text)
function(add name filter cost)
  # Live runs of whole scenarios follow a schedule in real time: no two side by side.
  if(name MATCHES "LiveParity")
    set(lock "RESOURCE_LOCK live")
  endif()
  set(text "${text}add_test([=[${name}]=] \"${PROGRAM}\" \"--gtest_filter=${filter}-${LEFT_OUT}\")
set_tests_properties([=[${name}]=] PROPERTIES TIMEOUT 1200 COST ${cost} WORKING_DIRECTORY \"${FOLDER}\" ${lock})
" PARENT_SCOPE)
endfunction()

foreach(suite IN LISTS suites)
  list(LENGTH tests_${suite} count)
  # What takes longest begins first, fuzzers and random worlds before all: at the end each would have the machine to itself.
  if(suite MATCHES "^(Mutated|Hostile|Blocks/)")
    set(count 10000)
  elseif(suite MATCHES "Screens|Window|Browser|Parity|Random|Live")
    math(EXPR count "1000 + ${count}")
  endif()
  if(suite MATCHES "Screens")  # each takes as long as a large suite
    foreach(test IN LISTS tests_${suite})
      add(${suite}.${test} ${suite}.${test} ${count})
    endforeach()
  else()
    add(${suite} "${suite}.*" ${count})
  endif()
endforeach()
file(WRITE ${FILE} "${text}")
