// A reply that was lost on its way and one that was never sent are two stories.
#include <gmock/gmock.h>

#include "app/timeline/layout.h"
#include "app/timeline/wording.h"
#include "app/words/language.h"
#include "sim/scenario/read_scenario.h"
#include "sim/world/simulate.h"

namespace locklab::app {
namespace {

using testing::Contains;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

/// One claim, and a fault in the moment in which its node has run it.
sim::Trace struck_after_the_run(const std::string& fault) {
  const auto read = sim::read_scenario(
      "strategy = 'set_px_lua'\nttl_ms = 50\nclients = 1\nbound_ms = 200\n[[fault]]\n"
      "when = \"n1 ran alice's claim\"\n" +
          fault,
      "struck.toml");
  if (const auto* problem = std::get_if<sim::Problem>(&read)) {
    ADD_FAILURE() << sim::to_string(*problem);
    return {};
  }
  return sim::simulate(std::get<sim::Scenario>(read));
}

std::vector<std::string> told(const sim::Trace& trace, const LayoutOptions& options = {}) {
  std::vector<std::string> texts;
  for (const Row& row : lay_out(trace, {}, options).rows) texts.push_back(row.text);
  return texts;
}

/// The words for each message that was lost, as the window tells it by itself.
std::vector<std::string> losses(const sim::Trace& trace, Language language) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].kind == sim::EventKind::message_lost)
      all.push_back(app::told(event_words(trace, i), language));
  return all;
}

constexpr const char* power = "kill = { node = 'n1', power = true, restart_after_ms = 5 }";
constexpr const char* process = "kill = { node = 'n1', restart_after_ms = 5 }";
constexpr const char* dropped = "drop = { client = 'alice', node = 'n1', direction = 'replies' }";

TEST(LostReply, ANodeThatDiesBeforeItRepliesHasSentNothing) {
  for (const char* fault : {power, process}) {
    const auto rows = told(struck_after_the_run(fault));
    EXPECT_THAT(rows, Contains(EndsWith("⇒ OK, but the reply never left"))) << fault;
    EXPECT_THAT(rows, Not(Contains(HasSubstr("is lost")))) << fault;
  }
  const auto chinese = told(struck_after_the_run(power), {.language = Language::chinese});
  EXPECT_THAT(chinese, Contains(EndsWith("⇒ OK，但应答从未发出")));
}

TEST(LostReply, WithAllItsLegsTheLossIsOfTheReply) {
  LayoutOptions all;
  all.all = true;
  const auto rows = told(struck_after_the_run(power), all);
  EXPECT_THAT(rows, Contains("the reply to alice never left: the node lost its power"));
  EXPECT_THAT(rows, Not(Contains(HasSubstr("request is lost"))));
}

TEST(LostReply, TheEventByItselfSaysTheSame) {
  const sim::Trace trace = struck_after_the_run(power);
  EXPECT_THAT(losses(trace, Language::english), Contains("n1's reply to alice never leaves it"));
  EXPECT_THAT(losses(trace, Language::chinese), Contains(HasSubstr("没能发出")));
}

TEST(LostReply, OneThatIsDroppedOnItsWayIsLost) {
  const sim::Trace trace = struck_after_the_run(dropped);
  EXPECT_THAT(told(trace), Contains(EndsWith("⇒ OK, but the reply is lost")));
  EXPECT_THAT(losses(trace, Language::english), Contains("n1's reply to alice is lost"));
}

TEST(LostReply, ARequestThatDiesWithItsNodeIsARequest) {
  // The node is frozen when the claim comes, and loses its power before it runs it.
  const auto read = sim::read_scenario(
      "strategy = 'set_px_lua'\nttl_ms = 50\nclients = 1\nbound_ms = 200\n[[fault]]\n"
      "at_ms = 0\nstop = { node = 'n1' }\n[[fault]]\nat_ms = 20\n"
      "kill = { node = 'n1', power = true, restart_after_ms = 5 }",
      "frozen.toml");
  const sim::Trace trace = sim::simulate(std::get<sim::Scenario>(read));
  EXPECT_THAT(losses(trace, Language::english), Contains("alice's request to n1 is lost"));
  EXPECT_THAT(told(trace), Not(Contains(HasSubstr("never left"))));
}

}  // namespace
}  // namespace locklab::app
