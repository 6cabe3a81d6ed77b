// Faults as lines of words: every kind of fault of scenario files, with the same meaning.
#include "sim/scenario/fault_line.h"

#include <gmock/gmock.h>

#include <set>
#include <string>
#include <utility>

#include "sim/scenario/read_parts.h"
#include "sim/scenario/read_scenario.h"
#include "tests/support/golden_text.h"
#include "tests/support/read.h"

namespace locklab::sim {
namespace {

constexpr std::string_view story = R"(strategy = "set_px_lua"
clients = 2
[[node]]
name = "n1"
[[node]]
name = "n2"
replica_of = "n1"
)";

constexpr std::string_view cluster = R"(strategy = "set_px_lua"
cluster = true
clients = 2
nodes = 3
)";

Scenario with_faults(std::string_view text, const Changes& changes = {}) {
  return value_of(read_scenario(text, "test.toml", {}, changes));
}

/// The only fault of a scenario to which this fault was added in TOML.
Fault added(std::string_view text, const std::string& toml) {
  const Scenario with = with_faults(text, {.faults = {toml}});
  if (with.faults.size() == 1) return with.faults.front();
  ADD_FAILURE() << toml;
  return {};
}

Fault told(std::string_view text, const std::string& line) {
  return added(text, value_of(faults_of_lines({line}, with_faults(text))).at(0));
}

using Pair = std::pair<const char*, const char*>;

/// Each fault as a line, and as in a scenario file.
const Pair pairs[] = {
    {"now pause alice 500ms", "{at_ms=0, pause={client='alice', ms=500}}"},
    {"at 60ms crash alice", "{at_ms=60, crash={client='alice'}}"},
    {"at 60ms pause alice 500ms", "{at_ms=60, pause={client='alice', ms=500}}"},
    {"at 60ms pause client 2", "{at_ms=60, pause={client='bob'}}"},
    {"at 1s resume bob", "{at_ms=1000, resume={client='bob'}}"},
    {"at 60ms foreign_release bob", "{at_ms=60, foreign_release={client='bob'}}"},
    {"at 60ms duplicate bob", "{at_ms=60, duplicate={client='bob'}}"},
    {"at 60ms duplicate alice 3 SET",
     "{at_ms=60, duplicate={client='alice', count=3, command='SET'}}"},
    {"at 60ms jump alice -5s", "{at_ms=60, jump={client='alice', ms=-5000}}"},
    {"at 60ms jump n1 70s", "{at_ms=60, jump={node='n1', ms=70000}}"},
    {"at 60ms drift n1 10000ppm", "{at_ms=60, drift={node='n1', ppm=10000}}"},
    {"at 60ms drift bob -1%", "{at_ms=60, drift={client='bob', ppm=-10000}}"},
    {"at 60ms kill n1", "{at_ms=60, kill={node='n1'}}"},
    {"at 60ms kill n1 power restart after 20ms",
     "{at_ms=60, kill={node='n1', power=true, restart_after_ms=20}}"},
    {"at 60ms power n1", "{at_ms=60, kill={node='n1', power=true}}"},
    {"at 60ms stop n1 40ms", "{at_ms=60, stop={node='n1', ms=40}}"},
    {"at 60ms pause n1 40ms", "{at_ms=60, stop={node='n1', ms=40}}"},
    {"at 60ms restart n1", "{at_ms=60, restart={node='n1'}}"},
    {"at 60ms cut alice n1 requests 1s",
     "{at_ms=60, cut={client='alice', node='n1', direction='requests', ms=1000}}"},
    {"at 60ms cut n1", "{at_ms=60, cut={node='n1'}}"},
    {"at 60ms heal", "{at_ms=60, heal={}}"},
    {"at 60ms slow stock 20ms", "{at_ms=60, slow={node='stock', ms=20}}"},
    {"at 60ms slow alice 20ms jitter 5ms for 1s",
     "{at_ms=60, slow={client='alice', ms=20, jitter_ms=5, for_ms=1000}}"},
    {"at 60ms hold alice - n1 replies 1 SET 40ms",
     "{at_ms=60, hold={client='alice', node='n1', direction='replies', count=1, command='SET', "
     "ms=40}}"},
    {"at 60ms release all", "{at_ms=60, release={}}"},
    {"at 0ms drop requests 2 EVAL",
     "{at_ms=0, drop={direction='requests', count=2, command='EVAL'}}"},
    {"at 0ms delay bob requests 40ms",
     "{at_ms=0, delay={client='bob', direction='requests', ms=40}}"},
    {"at 60ms reset bob n1", "{at_ms=60, reset={client='bob', node='n1'}}"},
    {"at 60ms promote n2 after 5ms", "{at_ms=60, promote={node='n2', after_ms=5}}"},
    {"at 60ms promote n2 for bob 110ms", "{at_ms=60, promote={node='n2', client='bob', ms=110}}"},
    {"at 60ms promote n2 untold", "{at_ms=60, promote={node='n2', untold=true}}"},
    {"at 60ms refuse n1 read_only 2s", "{at_ms=60, refuse={node='n1', why='read_only', ms=2000}}"},
    {"at 60ms delete n1", "{at_ms=60, delete={node='n1'}}"},
    {"at 60ms delete n1 del", "{at_ms=60, delete={node='n1', why='del'}}"},
    {"at 60ms delete n1 evicted", "{at_ms=60, delete={node='n1', why='evicted'}}"},
    {"at 60ms delete n1 why=flush", "{at_ms=60, delete={node='n1', why='flush'}}"},
    {"at 60ms flush n1", "{at_ms=60, delete={node='n1', why='flush'}}"},
    {"at 60ms evict n1", "{at_ms=60, delete={node='n1', why='evicted'}}"},
    {"when alice entered: pause alice 150ms",
     "{when='alice entered', pause={client='alice', ms=150}}"},
    {"when n1 ran alice's SET plus 2ms: kill n1",
     "{when=\"n1 ran alice's SET\", plus_ms=2, kill={node='n1'}}"},
    {"at 60ms kill node=n1 restart_after_ms=20 power=true",
     "{at_ms=60, kill={node='n1', power=true, restart_after_ms=20}}"},
    {"{at_ms=60, crash={client='alice'}}", "{at_ms=60, crash={client='alice'}}"},
};

TEST(FaultLine, MeansWhatAFileMeans) {
  for (const auto& [line, toml] : pairs) EXPECT_EQ(told(story, line), added(story, toml)) << line;
  EXPECT_EQ(told(cluster, "at 60ms migrate n1 to n3"),
            added(cluster, "{at_ms=60, migrate={node='n1', to='n3'}}"));
}

TEST(FaultLine, IsWrittenAsItIsRead) {
  const Scenario scenario = with_faults(story);
  for (const LineCast& cast :
       {LineCast{client_names(scenario), node_names(scenario), scenario.resource}, LineCast{}})
    for (const auto& [line, toml] : pairs) {
      const auto read = parse_fault_line(line, cast);
      if (!std::holds_alternative<FaultLine>(read)) continue;  // a name unknown to the cast
      const std::string written = to_line(std::get<FaultLine>(read), cast);
      EXPECT_EQ(value_of(parse_fault_line(written, cast)), std::get<FaultLine>(read)) << written;
    }
}

TEST(FaultLine, KnowsEveryKind) {
  std::set<FaultKind> kinds{FaultKind::migrate};
  for (const auto& [line, toml] : pairs) kinds.insert(added(story, toml).kind);
  EXPECT_EQ(kinds.size(), static_cast<std::size_t>(FaultKind::count_));
}

TEST(FaultLine, AnExampleOfEachKindCanBeRead) {
  const Scenario scenario = with_faults(story);
  const LineCast cast{client_names(scenario), node_names(scenario), scenario.resource};
  for (std::size_t i = 0; i < static_cast<std::size_t>(FaultKind::count_); ++i) {
    const auto kind = static_cast<FaultKind>(i);
    for (const LineCast& names : {cast, LineCast{}}) {
      const std::string action = example_action(kind, names);
      EXPECT_EQ(value_of(parse_fault_line("f " + action, names)).fault.kind, kind) << action;
    }
    if (kind == FaultKind::migrate) continue;
    EXPECT_EQ(told(story, "at 60ms " + example_action(kind, cast)).kind, kind) << name(kind);
  }
}

TEST(FaultLine, AJumpMayBeAYearAndNotMore) {
  const Scenario scenario = with_faults(story);
  for (const char* far : {"31536000000ms", "31536000s", "-31536000000000us"})
    EXPECT_TRUE(told(story, std::string("at 3s jump n1 ") + far).amount != 0us) << far;
  for (const char* too_far : {"31536000001ms", "9000000000000ms", "-31536001s", "900000000s"})
    EXPECT_THAT(problem_in(faults_of_lines({std::string("at 3s jump n1 ") + too_far}, scenario)),
                test::IsGolden(too_far));
}

TEST(FaultLine, ThatCannotBeReadSaysWhy) {
  const Scenario scenario = with_faults(story);
  for (const char* line : {"tomorrow",
                           "at noon kill n1",
                           "at 3s kil n1",
                           "at 3s sleep n1 1s",
                           "at 3s crash alise",
                           "at 3s kill alice",
                           "at 3s crash n1",
                           "at 3s crash client 3",
                           "at 3s pause holder 1s",
                           "at 3s crash alice 5ms",
                           "at 3s delay bob n1",
                           "at 3s drift n1",
                           "when alice entered crash alice",
                           "at 3s jump alice n1 5s",
                           "at 3s kill n1 n2",
                           "at 3s crash alice bob",
                           "at 3s cut alice bob n1 5ms",
                           "at 3s crash client 1 client 2",
                           "at 3s migrate n1 n2",
                           "at 3s delete alice",
                           "at 3s delete n1 full",
                           "f delay alice n1",
                           "now slow all"})
    EXPECT_THAT(problem_in(faults_of_lines({line}, scenario)), test::IsGolden(line));
}

}  // namespace
}  // namespace locklab::sim
