// Faults that hit single commands: the same events in the simulator and on real servers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/timeline/words/wording.h"
#include "tests/support/both_worlds.h"
#include "tests/support/small_world.h"

namespace locklab::app {
namespace {

using sim::EventKind;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;

/// The outcome of each command, in the order in which its client saw it.
std::vector<std::string> commands_seen(const sim::Trace& trace) {
  std::vector<std::string> lines;
  std::vector<std::string> sent(trace.size() + 1);
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const sim::Event& event = trace[i];
    if (event.kind == EventKind::sent) {
      if (event.message >= sent.size()) sent.resize(event.message + 1u);
      sent[event.message] = std::string(verb(trace.words(event)));
    }
    if (event.kind == EventKind::received) lines.push_back(sent[event.message] + " answered");
    if (event.kind == EventKind::timed_out) lines.push_back(sent[event.message] + " unknown");
    if (event.kind == EventKind::client_crashed) lines.emplace_back("crashed");
  }
  return lines;
}

std::string one_client(const std::string& fault, const std::string& strategy = "setnx_expire") {
  return "title = 'one client'\nstrategy = '" + strategy + R"('
ttl_ms = 5000
bound_ms = 10000
node_timeout_ms = 300
retry_delay_ms = 100
retry_jitter_ms = 0
[[client]]
name = "alice"
work_ms = 20
wait_ms = 700
[[fault]]
)" + fault;
}

const std::string three_clients = R"(
strategy = "set_px_lua"
ttl_ms = 400
node_timeout_ms = 300
[[client]]
name = "alice"
wait_ms = 1
lock = "locklab:a"
[[client]]
name = "bob"
start_ms = 150
wait_ms = 1
lock = "locklab:b"
[[client]]
name = "carol"
start_ms = 300
wait_ms = 1
lock = "locklab:c"
[[fault]]
)";

const std::string crash = "\ncrash = { client = 'alice' }\n";

struct CommandRule {
  const char* name;
  std::string scenario;
  testing::Matcher<std::vector<std::string>> seen;
};

TEST(CommandRules, AFaultStrikesTheCommandsThatItNamesAsOftenAsItSays) {
  const CommandRule rules[] = {
      {"the reply to the next command of that name is held, and no other",
       one_client("at_ms = 0\nhold = { client = 'alice', node = 'n1', direction = 'replies', "
                  "count = 1, command = 'EXPIRE' }\n"),
       Contains("EXPIRE unknown")},
      {"a command is dropped as often as was said",
       one_client("at_ms = 0\ndrop = { client = 'alice', node = 'n1', direction = 'requests', "
                  "count = 2, command = 'SETNX' }\n"),
       AllOf(Contains("SETNX unknown").Times(2), Contains("SETNX answered").Times(1))},
      {"two drops of anybody are two",
       three_clients +
           "at_ms = 0\ndrop = { direction = 'requests', count = 2, command = 'EVAL' }\n",
       AllOf(Contains("EVAL unknown").Times(2), Contains("EVAL answered").Times(2))},
      {"a moment names a command that ran", one_client("when = \"n1 ran alice's SETNX\"" + crash),
       ElementsAre("crashed")},
      {"a moment names a reply", one_client("when = \"alice's EXPIRE reply from n1\"" + crash),
       ElementsAre("SETNX answered", "EXPIRE answered", "crashed")},
      {"a cut begins at such a moment",
       one_client("when = \"n1 ran alice's SETNX\"\n"
                  "cut = { client = 'alice', node = 'n1', ms = 1500 }\n"),
       Contains("SETNX unknown")},
      {"every script is an EVAL",
       one_client("when = \"alice's EVAL reply from n1\"" + crash, "set_px_lua"),
       Contains("crashed")}};
  for (const auto& [name, scenario, seen] : rules) {
    SCOPED_TRACE(name);
    EXPECT_THAT(test::expect_same_course(scenario, commands_seen), seen);
  }
}

TEST(CommandRules, TheTraceSaysWhichCommandIsHeld) {
  const sim::Trace trace = sim::simulate(test::scenario_from(
      one_client("at_ms = 0\nhold = { client = 'alice', node = 'n1', direction = 'replies', "
                 "command = 'EXPIRE', ms = 50 }\n")));
  const sim::Event* held = sim::first(trace, EventKind::link_held);
  ASSERT_TRUE(held);
  EXPECT_EQ(trace.text(*held), "EXPIRE");
}

}  // namespace
}  // namespace locklab::app
