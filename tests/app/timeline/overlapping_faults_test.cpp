// What a timeline says when one of several faults ends and the others last.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/timeline/chrome_trace.h"
#include "app/timeline/text_timeline.h"
#include "app/timeline/wording.h"
#include "app/words/language.h"
#include "tests/support/faults.h"
#include "tests/support/golden_text.h"

namespace locklab::app {
namespace {

using sim::Fault;
using sim::FaultKind;
using testing::ElementsAreArray;
using testing::HasSubstr;

/// Alice alone, and patient, on one node.
sim::Trace run_with(const std::vector<Fault>& faults) {
  sim::Scenario scenario = sim::calm_world("set_px_lua", 1);
  scenario.lock.node_timeout = 1s;
  scenario.lock.ttl = 2s;
  scenario.run_for = 300ms;
  scenario.faults = faults;
  return simulate(scenario);
}

/// The fault from `from` to `until`. It ends by itself if its kind does.
Fault lasting(FaultKind kind, Duration from, Duration until) {
  Fault fault = sim::on_link(kind, from);
  if (kind == FaultKind::pause) fault = sim::on_client(kind, from);
  if (kind == FaultKind::stop) fault = sim::on_node(kind, from);
  fault.duration = until - from;
  if (kind == FaultKind::drop || kind == FaultKind::delay) fault.count = 1000;
  return fault;
}

std::vector<std::string> words_of_ends(const sim::Trace& trace, Language language) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (ends_fault(trace[i].kind)) all.push_back(told(event_words(trace, i), language));
  return all;
}

struct Overlap {
  std::vector<Fault> faults;
  std::vector<std::string> english;
  std::vector<std::string> chinese;
};

/// A fault that outlasts another one, for each kind whose end may leave others behind.
std::vector<Overlap> overlaps() {
  std::vector<Overlap> all;
  const auto twice = [](FaultKind kind) {
    return std::vector<Fault>{lasting(kind, 3ms, 23ms), lasting(kind, 5ms, 45ms)};
  };
  all.push_back({twice(FaultKind::pause),
                 {"one pause of alice ends; another lasts", "alice wakes up"},
                 {"alice 的一次暂停结束，另一次仍在持续", "alice 醒来"}});
  all.push_back({twice(FaultKind::stop),
                 {"one freeze of n1 ends; another lasts", "n1 goes on"},
                 {"n1 的一次冻结结束，另一次仍在持续", "n1 恢复运行"}});
  const std::string link = "link alice – n1";
  const std::string chinese_link = "alice 与 n1 之间的链路";
  const std::string cut = ": one cut ends; another fault lasts";
  const std::string chinese_cut = "：一次断网结束，另有故障仍在持续";
  const std::string hold = ": one hold ends; another fault lasts";
  const std::string chinese_hold = "：一次滞留结束，另有故障仍在持续";
  all.push_back({twice(FaultKind::cut),
                 {link + cut, link + " is whole again"},
                 {chinese_link + chinese_cut, chinese_link + "恢复"}});
  all.push_back({twice(FaultKind::hold),
                 {link + hold, link + " is letting messages go on"},
                 {chinese_link + chinese_hold, chinese_link + "放行滞留的消息"}});
  for (const FaultKind other : {FaultKind::slow, FaultKind::drop, FaultKind::delay}) {
    all.push_back({{lasting(other, 3ms, 13ms), lasting(FaultKind::cut, 3ms, 23ms)},
                   {link + cut},
                   {chinese_link + chinese_cut}});
    all.push_back({{lasting(other, 3ms, 13ms), lasting(FaultKind::hold, 3ms, 23ms)},
                   {link + hold},
                   {chinese_link + chinese_hold}});
  }
  all.push_back({{lasting(FaultKind::cut, 3ms, 45ms), lasting(FaultKind::hold, 5ms, 23ms)},
                 {link + hold, link + " is whole again"},
                 {chinese_link + chinese_hold, chinese_link + "恢复"}});
  all.push_back({{lasting(FaultKind::cut, 3ms, 45ms), lasting(FaultKind::hold, 5ms, 90ms),
                  sim::on_link(FaultKind::release, 20ms)},
                 {link + ": every hold ends; another fault lasts", link + " is whole again"},
                 {chinese_link + "：所有滞留结束，另有故障仍在持续", chinese_link + "恢复"}});
  for (const FaultKind other : {FaultKind::drop, FaultKind::delay})
    all.push_back(
        {{lasting(FaultKind::cut, 3ms, 45ms), lasting(other, 5ms, 15ms),
          sim::on_link(FaultKind::heal, 20ms)},
         {link + ": every cut, slow and hold ends; a drop or delay still waits for messages"},
         {chinese_link + "：断网、变慢和滞留全部结束，仍有丢失或延迟在等待消息"}});
  return all;
}

TEST(OverlappingFaults, TheEndOfOneIsNotToldAsTheEndOfAll) {
  for (const Overlap& overlap : overlaps()) {
    const sim::Trace trace = run_with(overlap.faults);
    EXPECT_THAT(words_of_ends(trace, Language::english), ElementsAreArray(overlap.english));
    EXPECT_THAT(words_of_ends(trace, Language::chinese), ElementsAreArray(overlap.chinese));
  }
}

TEST(OverlappingFaults, EveryExportTellsAnEndInTheSameWords) {
  const sim::Trace trace =
      run_with({lasting(FaultKind::pause, 3ms, 23ms), lasting(FaultKind::pause, 5ms, 45ms)});
  const std::string first = "one pause of alice ends; another lasts";
  TextOptions chinese;
  chinese.language = Language::chinese;
  EXPECT_THAT(text_timeline(trace, {}, {}), HasSubstr(first));
  EXPECT_THAT(text_timeline(trace, {}, chinese), test::IsGolden());
  EXPECT_THAT(chrome_trace(trace, {}), HasSubstr(first));
}

TEST(OverlappingFaults, LinksOfWhichOneIsWholeAndOneIsNotAreToldApart) {
  Fault everywhere = sim::fault_at(FaultKind::cut, 3ms);
  everywhere.duration = 20ms;
  sim::Scenario scenario = sim::calm_world("set_px_lua", 2);
  scenario.lock.node_timeout = 1s;
  scenario.faults = {everywhere, lasting(FaultKind::slow, 1ms, 2ms)};
  const std::string text = text_timeline(simulate(scenario), {}, {});
  EXPECT_THAT(text, test::IsGolden());
}

}  // namespace
}  // namespace locklab::app
