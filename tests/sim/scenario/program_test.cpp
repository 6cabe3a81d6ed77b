// Steps of a client's program: parsed, printed, changed and stored.
#include "sim/scenario/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/scenario/read_scenario.h"
#include "sim/scenario/step_phrase.h"
#include "tests/support/golden_text.h"
#include "tests/support/read.h"

namespace locklab::sim {
namespace {

using testing::HasSubstr;

Scenario program_read(std::string_view text, const Changes& changes = {}) {
  return value_of(read_scenario(text, "T.toml", "", changes));
}

/// The step as printed again; empty if the text is no step.
std::string as_printed(std::string_view text) {
  const auto step = parse_step(text);
  return std::holds_alternative<Step>(step) ? to_string(std::get<Step>(step)) : "";
}

TEST(Step, PrintsWhatItReads) {
  for (const std::string_view text :
       {"lock", "lock shared", "lock exclusive", "lock 3 permits", "lock locklab:b",
        "lock locklab:a locklab:b", "lock within 0 ms",
        "lock shared 2 permits locklab:b within 2.5 ms", "unlock", "unlock shared",
        "unlock exclusive locklab:a locklab:b", "forget", "forget shared locklab:b", "work",
        "work 20 ms", "think", "think 0.5 ms", "hang"})
    EXPECT_EQ(as_printed(text), text);
}

TEST(Step, MayBeSaidInAnotherOrder) {
  EXPECT_EQ(as_printed(" lock  within 5 ms locklab:b shared "),
            "lock shared locklab:b within 5 ms");
  EXPECT_EQ(as_printed("lock 1 permit"), "lock");
}

TEST(Step, NoBytesAreTakenForWhatTheyAreNot) {
  for (const std::string_view text :
       {// no step, or no words of one
        "", " ", "Lock", "lock lock", "lock 2", "lock permits", "lock mine",
        "lock locklab:", "lock\tshared", "\xff",
        // the same twice
        "lock shared shared", "lock shared exclusive", "lock locklab:a locklab:a", "work 5 ms 5 ms",
        // invalid numbers of permits and milliseconds
        "lock 0 permits", "lock -1 permits", "lock 99999999999 permits", "lock within 5",
        "lock within ms", "lock within 99999999999 ms", "work 5", "work ms", "work -1 ms",
        "think nan ms",
        // arguments that only other steps take
        "lock 5 ms", "unlock 2 permits", "unlock 5 ms", "forget 5 ms", "forget 2 permits",
        "hang 5 ms", "hang shared", "work shared", "work locklab:a"})
    EXPECT_EQ(as_printed(text), "") << text;
}

TEST(Program, OfAllClientsOrOfOne) {
  const Scenario scenario = program_read(
      "strategy = 'set_px_lua'\nprogram = ['lock', 'think', 'unlock']\n[[client]]\n[[client]]\n"
      "program = ['work']");
  EXPECT_EQ(to_toml(scenario.clients[0].program), R"(["lock", "think", "unlock"])");
  EXPECT_EQ(to_toml(scenario.clients[1].program), R"(["work"])");
}

TEST(Program, TheUsualOneNeedNotBeSaid) {
  const Scenario said =
      program_read("strategy = 'set_px_lua'\nprogram = ['lock', 'work', 'unlock']");
  EXPECT_EQ(said.clients, program_read("strategy = 'set_px_lua'").clients);
}

TEST(Program, IsOneMoreSettingOfAMeasure) {
  const Scenario scenario =
      program_read("strategy = 'set_px_lua'",
                   {.set = R"({client={bob={program=["lock", "work 3 ms", "unlock"]}}})"});
  EXPECT_EQ(scenario.clients[0].program, usual_program());
  EXPECT_EQ(to_toml(scenario.clients[1].program), R"(["lock", "work 3 ms", "unlock"])");
}

TEST(Program, AScenarioSavedAsAFileHasIt) {
  const Changes changes{.set = R"({program=["lock", "lock", "unlock", "unlock"]})"};
  const std::string file =
      value_of(scenario_as_file("strategy = 'set_px_lua'", "T.toml", "", changes, {}));
  EXPECT_THAT(file, HasSubstr(R"(program = ["lock", "lock", "unlock", "unlock"])"));
  EXPECT_EQ(program_read(file).clients, program_read("strategy = 'set_px_lua'", changes).clients);
}

TEST(Program, WhatAnotherStrategyDoesNotKnowIsNotTheFilesMistake) {
  const Changes changes{.set = R"({program=["lock 2 permits", "unlock"]})"};
  EXPECT_THAT(problem_in(read_scenario("strategy = 'set_px_lua'", "T.toml", "", changes)),
              test::IsGolden());
}

}  // namespace
}  // namespace locklab::sim
