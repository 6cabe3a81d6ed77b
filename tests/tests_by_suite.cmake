# Writes FILE: one test of ctest's for each suite of PROGRAM, without the tests that LEFT_OUT names.
# A program with sanitizers takes half a second to start, which some 1,700 tests would pay one by one.
execute_process(COMMAND ${PROGRAM} --gtest_list_tests OUTPUT_VARIABLE listed COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "[ \t]*#[^\n]*" "" listed "${listed}")  # the values of parameters
string(REPLACE "\n" ";" lines "${listed}")
set(suites)
foreach(line IN LISTS lines)
  if(line MATCHES "^([A-Za-z0-9_/]+)\\.$")
    set(suite ${CMAKE_MATCH_1})
    list(APPEND suites ${suite})
  elseif(line MATCHES "^  ")
    math(EXPR count_${suite} "0${count_${suite}} + 1")
  endif()
endforeach()

set(text)
foreach(suite IN LISTS suites)
  # Those with most tests begin first, after the fuzzers, which take a fixed time: at the end each would have the machine
  # to itself. Live runs of whole scenarios follow a schedule in real time: no two side by side.
  set(cost ${count_${suite}})
  if(suite MATCHES "^(Mutated|Hostile)")
    set(cost 1000)
  endif()
  set(properties "TIMEOUT 1200 COST ${cost}")
  if(suite MATCHES "LiveParity")
    string(APPEND properties " RESOURCE_LOCK live")
  endif()
  string(APPEND text
    "add_test([=[${suite}]=] \"${PROGRAM}\" \"--gtest_filter=${suite}.*-${LEFT_OUT}\")\n"
    "set_tests_properties([=[${suite}]=] PROPERTIES ${properties})\n")
endforeach()
file(WRITE ${FILE} "${text}")
