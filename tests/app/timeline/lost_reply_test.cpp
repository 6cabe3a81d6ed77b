// A reply lost in flight and a reply that was never sent have different texts.
#include <gmock/gmock.h>

#include "app/timeline/scene/layout.h"
#include "app/timeline/words/wording.h"
#include "app/words/language.h"
#include "sim/scenario/read_scenario.h"
#include "sim/world/simulate.h"
#include "tests/support/golden_text.h"
#include "tests/support/read.h"
#include "tests/support/stories.h"

namespace locklab::app {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

sim::Trace simulated_with(const std::string& faults) {
  return sim::simulate(sim::value_of(sim::read_scenario(
      "strategy = 'set_px_lua'\nttl_ms = 50\nclients = 1\nbound_ms = 200\n[[fault]]\n" + faults,
      "struck.toml")));
}

/// A run with one claim, and a fault just after its node has run it.
sim::Trace struck_after_the_run(const std::string& fault) {
  return simulated_with("when = \"n1 ran alice's claim\"\n" + fault);
}

std::vector<std::string> told(const sim::Trace& trace, const LayoutOptions& options = {}) {
  std::vector<std::string> texts;
  for (const Row& row : lay_out(trace, {}, options).rows) texts.push_back(row.text);
  return texts;
}

/// The words for each lost message.
std::vector<Sentence> losses(const sim::Trace& trace) {
  std::vector<Sentence> all;
  for (const std::uint32_t event : test::events_of(trace, sim::EventKind::message_lost))
    all.push_back(event_words(trace, event));
  return all;
}

constexpr const char* power = "kill = { node = 'n1', power = true, restart_after_ms = 5 }";
constexpr const char* process = "kill = { node = 'n1', restart_after_ms = 5 }";
constexpr const char* dropped = "drop = { client = 'alice', node = 'n1', direction = 'replies' }";

TEST(LostReply, ANodeThatDiesBeforeItRepliesHasSentNothing) {
  for (const char* fault : {power, process})
    EXPECT_THAT(told(struck_after_the_run(fault)), test::IsGolden()) << fault;
  const LayoutOptions chinese{.language = Language::chinese};
  EXPECT_THAT(told(struck_after_the_run(power), chinese), test::IsGolden("Chinese"));
}

TEST(LostReply, WithAllItsLegsAndByItselfTheLossIsOfTheReply) {
  const sim::Trace trace = struck_after_the_run(power);
  std::vector<std::string> lost;
  for (const Row& row : lay_out(trace, {}, {.all = true}).rows)
    if (trace[row.event].kind == sim::EventKind::message_lost) lost.push_back(row.text);
  EXPECT_THAT(lost, test::IsGolden());
  EXPECT_THAT(losses(trace), test::IsGolden());
}

TEST(LostReply, OneThatIsDroppedOnItsWayIsLost) {
  const sim::Trace trace = struck_after_the_run(dropped);
  EXPECT_THAT(told(trace), test::IsGolden());
  EXPECT_THAT(losses(trace), test::IsGolden());
}

TEST(LostReply, ARequestThatDiesWithItsNodeIsARequest) {
  // The node is frozen when the claim arrives, and loses power before it runs it.
  const sim::Trace trace = simulated_with(
      "at_ms = 0\nstop = { node = 'n1' }\n[[fault]]\nat_ms = 20\n" + std::string(power));
  EXPECT_THAT(losses(trace), test::IsGolden());
  EXPECT_THAT(told(trace), Not(Contains(HasSubstr("never left"))));
}

}  // namespace
}  // namespace locklab::app
