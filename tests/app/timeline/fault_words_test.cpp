#include "app/timeline/fault_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <span>
#include <string>

#include "app/timeline/wording.h"
#include "app/words/language.h"
#include "sim/scenario/trigger_words.h"
#include "sim/trace/sentence.h"

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
  const Sentence words = fault_words(pause_story(), pause);
  EXPECT_EQ(words.english(), "61 ms: bob is paused for 450 ms");
  EXPECT_EQ(told(words, Language::chinese), "61 ms：bob 暂停 450 ms");
}

TEST(FaultWords, ALinksFaultNamesBothEndsAndItsDirection) {
  sim::Fault cut = fault(sim::FaultKind::cut);
  cut.client = ClientId{0};
  cut.requests = false;
  const Sentence words = fault_words(pause_story(), cut);
  EXPECT_EQ(words.english(), "61 ms: link alice – every node is cut (replies only)");
  EXPECT_EQ(told(words, Language::chinese), "61 ms：alice 与所有节点之间的链路被切断（仅应答）");
}

TEST(FaultWords, ANodeThatDiesBeforeItAnswersDoesSoWithTheAnswerUnsent) {
  sim::Fault kill = fault(sim::FaultKind::kill);
  kill.node = NodeId{0};
  kill.trigger = {.event = sim::EventKind::ran, .client = ClientId{0}, .node = NodeId{0}};
  kill.trigger.purpose = Purpose::claim;
  kill.place.moment = "when = \"n1 ran alice's claim\"";
  const auto words = [&] { return fault_words(pause_story(), kill); };
  EXPECT_EQ(words().english(), "n1 dies before it answers alice's claim");
  EXPECT_EQ(told(words(), Language::chinese), "n1 在应答 alice 的加锁请求前宕机");
  kill.power = true;
  EXPECT_EQ(words().english(), "n1 loses its power before it answers alice's claim");
  EXPECT_EQ(told(words(), Language::chinese), "n1 在应答 alice 的加锁请求前断电");
  kill.kind = sim::FaultKind::stop;
  kill.duration = 40ms;
  kill.power = false;
  EXPECT_EQ(words().english(), "n1 freezes for 40 ms before it answers alice's claim");
  EXPECT_EQ(told(words(), Language::chinese), "n1 在应答 alice 的加锁请求前冻结 40 ms");
  kill.trigger.plus = 1ms;
  EXPECT_EQ(words().english(), "n1 freezes for 40 ms, 1 ms after n1 ran alice's claim");
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
  EXPECT_EQ(fault_words(pause_story(), delay).english(),
            "bob's request no. 2 to n1: delayed by 40 ms");
  EXPECT_EQ(told(fault_words(pause_story(), delay), Language::chinese),
            "bob 的第 2 个请求（发往 n1）：延迟 40 ms");
  delay.kind = sim::FaultKind::drop;
  delay.requests = false;
  delay.replies = true;
  delay.trigger.event = sim::EventKind::ran;
  EXPECT_EQ(fault_words(pause_story(), delay).english(), "n1's reply to bob's request no. 2: lost");
  EXPECT_EQ(told(fault_words(pause_story(), delay), Language::chinese),
            "n1 对 bob 的第 2 个请求的应答：丢失");
}

/// A run that is held is struck after any event of a client or a node.
TEST(FaultWords, TheEventAfterWhichAFaultStrikesIsToldInBothLanguages) {
  sim::Fault stop = fault(sim::FaultKind::stop);
  stop.node = NodeId{0};
  const auto words = [&](sim::EventKind event, std::uint32_t nth, Language language) {
    stop.trigger = {.event = event, .client = ClientId{1}, .node = NodeId{0}};
    stop.trigger.nth = nth;
    stop.trigger.command = "SETNX";
    stop.place.moment = "when = \"whatever\"";
    return told(fault_words(pause_story(), stop), language);
  };
  using enum sim::EventKind;
  EXPECT_EQ(words(sent, 4, Language::english),
            "n1 freezes, after bob's SETNX no. 4 was sent to n1");
  EXPECT_EQ(words(sent, 4, Language::chinese), "bob 的第 4 个 SETNX 发往 n1 之后，n1 冻结");
  EXPECT_EQ(words(received, 1, Language::english),
            "n1 freezes, after n1's reply to bob's SETNX arrived");
  EXPECT_EQ(words(entered, 2, Language::english), "n1 freezes, after bob entered (no. 2)");
  EXPECT_EQ(words(entered, 2, Language::chinese), "bob 进入临界区（第 2 次）之后，n1 冻结");
  std::set<std::string> told_so_far;
  const auto every = [&](std::span<const sim::EventWords> events) {
    for (const sim::EventWords& event : events)
      for (const Language language : {Language::english, Language::chinese}) {
        const std::string said = words(event.kind, 1, language);
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
  EXPECT_THAT(fault_words(pause_story(), drop).english(),
              testing::AllOf(testing::HasSubstr("link bob – n1"),
                             testing::HasSubstr("after alice's request was sent to n1")));
}

TEST(FaultWords, AFaultAtAnEventNamesTheEvent) {
  sim::Fault jump = fault(sim::FaultKind::jump);
  jump.trigger.at.reset();
  jump.trigger.event = sim::EventKind::entered;
  jump.trigger.client = ClientId{0};
  jump.place.moment = "when = \"alice entered\"";
  jump.node = NodeId{0};
  jump.amount = -20ms;
  EXPECT_EQ(fault_words(pause_story(), jump).english(),
            "n1's clock jumps by −20 ms, after alice entered");
}

TEST(FaultWords, ADriftIsToldAsAPace) {
  sim::Fault drift = fault(sim::FaultKind::drift);
  drift.trigger.at = 5ms;
  drift.client = ClientId{0};
  drift.ppm = 400'000;
  EXPECT_EQ(fault_words(pause_story(), drift).english(), "5 ms: alice's clock runs 40 % fast");
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
  EXPECT_EQ(told(joined_fault_label(first[0], second[0]), Language::chinese), "断电，5 ms 后重启");
  EXPECT_EQ(joined_fault_label(first[0], second[0]).english(), "power lost, up again 5 ms later");
  EXPECT_EQ(told(joined_fault_label(first[1], second[1]), Language::chinese),
            "被杀死，5 ms 后成为主节点");
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
