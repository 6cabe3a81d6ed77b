#include "app/timeline/fault_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <span>
#include <string>
#include <vector>

#include "app/timeline/wording.h"
#include "app/words/language.h"
#include "sim/scenario/trigger_words.h"
#include "sim/trace/sentence.h"
#include "tests/support/golden_text.h"

namespace locklab::app {
namespace {

sim::Scenario pause_story() {
  sim::Scenario scenario;
  scenario.clients = {{.name = "alice"}, {.name = "bob"}};
  scenario.nodes = {{.name = "n1"}};
  return scenario;
}

sim::Fault fault(sim::FaultKind kind) {
  sim::Fault one;
  one.kind = kind;
  one.trigger.at = 61ms;
  return one;
}

TEST(FaultWords, SayWhoIsStruckWhenAndForHowLong) {
  sim::Fault pause = fault(sim::FaultKind::pause);
  pause.client = ClientId{1};
  pause.duration = 450ms;
  EXPECT_THAT(fault_words(pause_story(), pause), test::IsGolden());
}

TEST(FaultWords, ALinksFaultNamesBothEndsAndItsDirection) {
  sim::Fault cut = fault(sim::FaultKind::cut);
  cut.client = ClientId{0};
  cut.requests = false;
  EXPECT_THAT(fault_words(pause_story(), cut), test::IsGolden());
}

TEST(FaultWords, ANodeThatDiesBeforeItAnswersDoesSoWithTheAnswerUnsent) {
  sim::Fault kill = fault(sim::FaultKind::kill);
  kill.node = NodeId{0};
  kill.trigger = {.event = sim::EventKind::ran, .client = ClientId{0}, .node = NodeId{0}};
  kill.trigger.purpose = Purpose::claim;
  kill.place.moment = "when = \"n1 ran alice's claim\"";
  const auto words = [&] { return fault_words(pause_story(), kill); };
  EXPECT_THAT(words(), test::IsGolden());
  kill.power = true;
  EXPECT_THAT(words(), test::IsGolden());
  kill.kind = sim::FaultKind::stop;
  kill.duration = 40ms;
  kill.power = false;
  EXPECT_THAT(words(), test::IsGolden());
  kill.trigger.plus = 1ms;
  EXPECT_THAT(words(), test::IsGolden());
}

TEST(FaultWords, OfOneMessageItSaysWhichAndWhatBecomesOfIt) {
  sim::Fault delay = fault(sim::FaultKind::delay);
  delay.client = ClientId{1};
  delay.node = NodeId{0};
  delay.count = 1;
  delay.duration = 40ms;
  delay.replies = false;
  delay.trigger.at.reset();
  delay.trigger = {.event = sim::EventKind::sent, .client = ClientId{1}, .node = NodeId{0}};
  delay.trigger.nth = 2;
  EXPECT_THAT(fault_words(pause_story(), delay), test::IsGolden());
  delay.kind = sim::FaultKind::drop;
  delay.requests = false;
  delay.replies = true;
  delay.trigger.event = sim::EventKind::ran;
  EXPECT_THAT(fault_words(pause_story(), delay), test::IsGolden());
}

/// A run that is held is struck after any event of a client or a node.
TEST(FaultWords, TheEventAfterWhichAFaultStrikesIsToldInBothLanguages) {
  sim::Fault stop = fault(sim::FaultKind::stop);
  stop.node = NodeId{0};
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
        EXPECT_TRUE(told_so_far.insert(said).second || event.words == "clock") << said;
      }
  };
  every(sim::client_events());
  every(sim::node_events());
}

TEST(FaultWords, OfAnothersMessageItSaysWhatItWaitsFor) {
  sim::Fault drop = fault(sim::FaultKind::drop);
  drop.client = ClientId{1};
  drop.node = NodeId{0};
  drop.count = 1;
  drop.replies = false;
  drop.trigger = {.event = sim::EventKind::sent, .client = ClientId{0}, .node = NodeId{0}};
  drop.place.moment = "when = \"alice's request to n1\"";
  EXPECT_THAT(fault_words(pause_story(), drop), test::IsGolden());
}

TEST(FaultWords, AFaultAtAnEventNamesTheEvent) {
  sim::Fault jump = fault(sim::FaultKind::jump);
  jump.trigger.at.reset();
  jump.trigger.event = sim::EventKind::entered;
  jump.trigger.client = ClientId{0};
  jump.place.moment = "when = \"alice entered\"";
  jump.node = NodeId{0};
  jump.amount = -20ms;
  EXPECT_THAT(fault_words(pause_story(), jump), test::IsGolden());
}

TEST(FaultWords, ADriftIsToldAsAPace) {
  sim::Fault drift = fault(sim::FaultKind::drift);
  drift.trigger.at = 5ms;
  drift.client = ClientId{0};
  drift.ppm = 400'000;
  EXPECT_THAT(fault_words(pause_story(), drift), test::IsGolden());
}

sim::Event struck(sim::EventKind kind, std::int64_t at, std::uint8_t detail = 0) {
  sim::Event event;
  event.kind = kind;
  event.at = at;
  event.detail = detail;
  return event;
}

// 「5 ms 后 已重启，断电」: what came later stood first.
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
  for (std::size_t i = 0; i < static_cast<std::size_t>(sim::FaultKind::count_); ++i) {
    sim::Fault one = fault(static_cast<sim::FaultKind>(i));
    one.client = ClientId{0};
    one.node = NodeId{0};
    const Sentence words = fault_words(pause_story(), one);
    EXPECT_TRUE(words.untranslated(chinese_catalogue()).empty()) << words.english();
  }
}

}  // namespace
}  // namespace locklab::app
