#include "app/timeline/words/fault_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "app/timeline/words/wording.h"
#include "app/words/language.h"
#include "sim/scenario/read_scenario.h"
#include "sim/scenario/trigger_words.h"
#include "sim/trace/sentence.h"
#include "tests/support/faults.h"
#include "tests/support/golden_text.h"
#include "tests/support/read.h"

namespace locklab::app {
namespace {

sim::Scenario pause_story() {
  sim::Scenario scenario;
  scenario.clients = {{.name = "alice"}, {.name = "bob"}};
  scenario.nodes = {{.name = "n1"}};
  return scenario;
}

/// The words for a fault given as in a scenario.
Sentence words_of(const std::string& fault) {
  const auto scenario = sim::value_of(sim::read_scenario(
      "strategy = 'set_px_lua'\n[[client]]\nname = 'alice'\n[[client]]\nname = 'bob'\n[[fault]]\n" +
          fault,
      "struck.toml"));
  return fault_words(scenario, scenario.faults.at(0));
}

TEST(FaultWords, SayWhoIsStruckWhenAndForHowLong) {
  std::vector<Sentence> said;
  for (const char* fault :
       {"at_ms = 61\npause = { client = 'bob', ms = 450 }",
        "at_ms = 61\ncut = { client = 'alice', direction = 'replies' }",
        "at_ms = 5\ndrift = { client = 'alice', ppm = 400000 }",
        "when = 'alice entered'\njump = { node = 'n1', ms = -20 }",
        // A node killed before it replies takes the unsent reply with it.
        "when = \"n1 ran alice's claim\"\nkill = { node = 'n1' }",
        "when = \"n1 ran alice's claim\"\nkill = { node = 'n1', power = true }",
        "when = \"n1 ran alice's claim\"\nstop = { node = 'n1', ms = 40 }",
        "when = \"n1 ran alice's claim\"\nplus_ms = 1\nstop = { node = 'n1', ms = 40 }",
        // A fault of one message names the message and its fate.
        "when = \"bob's 2nd request to n1\"\ndelay = { client = 'bob', node = 'n1', "
        "direction = 'requests', count = 1, ms = 40 }",
        "when = \"n1 ran bob's 2nd request\"\ndrop = { client = 'bob', node = 'n1', "
        "direction = 'replies', count = 1 }",
        // A fault triggered by another client's message names that one.
        "when = \"alice's request to n1\"\ndrop = { client = 'bob', node = 'n1', "
        "direction = 'requests', count = 1 }"})
    said.push_back(words_of(fault));
  EXPECT_THAT(said, test::IsGolden());
  // Regression: in a narrow label the time was left, and the fault was cut off.
  for (const Sentence& one : said)
    for (const Language language : {Language::english, Language::chinese})
      EXPECT_FALSE(std::isdigit(static_cast<unsigned char>(told(one, language)[0])))
          << told(one, language);
}

/// In a held run a fault can be triggered by any event of a client or node.
TEST(FaultWords, TheEventAfterWhichAFaultStrikesIsToldInBothLanguages) {
  sim::Fault stop = sim::on_node(sim::FaultKind::stop, 61ms);
  const auto words = [&](sim::EventKind event, std::uint32_t nth) {
    stop.trigger = {.event = event, .client = ClientId{1}, .node = NodeId{0}};
    stop.trigger.nth = nth;
    stop.trigger.command = "SETNX";
    stop.place.moment = "when = \"whatever\"";
    return fault_words(pause_story(), stop);
  };
  using enum sim::EventKind;
  EXPECT_THAT((std::vector{words(sent, 4), words(received, 1), words(entered, 2)}),
              test::IsGolden());
  std::set<std::string> told_so_far;
  const auto every = [&](std::span<const sim::EventWords> events) {
    for (const sim::EventWords& event : events)
      for (const Language language : {Language::english, Language::chinese}) {
        const std::string said = told(words(event.kind, 1), language);
        EXPECT_EQ(said.find("whatever"), std::string::npos) << event.words;
        EXPECT_TRUE(said.starts_with("n1")) << said << ": the fault comes first";
        EXPECT_TRUE(told_so_far.insert(said).second || event.words == "clock") << said;
      }
  };
  every(sim::client_events());
  every(sim::node_events());
}

sim::Event struck(sim::EventKind kind, std::int64_t at, std::uint8_t detail = 0) {
  return {.at = at, .kind = kind, .detail = detail};
}

// Regression: 「5 ms 后 已重启，断电」 put the later event first.
TEST(FaultWords, OfTwoInOneLabelTheEarlierStandsFirstInBothLanguages) {
  using sim::EventKind;
  const sim::Event first[] = {
      struck(EventKind::node_killed, 1000, 1), struck(EventKind::node_killed, 1000),
      struck(EventKind::node_stopped, 1000), struck(EventKind::client_crashed, 1000)};
  const sim::Event second[] = {
      struck(EventKind::node_restarted, 6000), struck(EventKind::node_promoted, 6000),
      struck(EventKind::link_cut, 6000), struck(EventKind::node_restarted, 1000)};
  for (const sim::Event& one : first)
    for (const sim::Event& other : second)
      for (const Language language : {Language::english, Language::chinese}) {
        const std::string words = told(joined_fault_label(one, other), language);
        EXPECT_TRUE(words.starts_with(told(fault_label(one), language))) << words;
      }
  EXPECT_THAT((std::vector{joined_fault_label(first[0], second[0]),
                           joined_fault_label(first[1], second[1])}),
              test::IsGolden());
}

TEST(FaultWords, EveryKindHasItsChinese) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(sim::EventKind::count_); ++i) {
    const sim::Event one = struck(static_cast<sim::EventKind>(i), 1000);
    if (!sim::strikes(one.kind) && !sim::ends_fault(one.kind)) continue;
    const Sentence label = fault_label(one);
    EXPECT_TRUE(label.untranslated(chinese_catalogue()).empty()) << label.english();
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(sim::FaultKind::count_); ++i) {
    const sim::Fault one = sim::on_link(static_cast<sim::FaultKind>(i), 61ms);
    const Sentence words = fault_words(pause_story(), one);
    EXPECT_TRUE(words.untranslated(chinese_catalogue()).empty()) << words.english();
  }
}

}  // namespace
}  // namespace locklab::app
