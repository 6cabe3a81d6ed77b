// The timeline when one of several overlapping faults ends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/timeline/scene/layout.h"
#include "app/timeline/text/chrome_trace.h"
#include "app/timeline/text/text_timeline.h"
#include "app/timeline/words/wording.h"
#include "app/words/language.h"
#include "tests/support/faults.h"
#include "tests/support/golden_text.h"

namespace locklab::app {
namespace {

using sim::Fault;
using sim::FaultKind;
using testing::HasSubstr;

/// A run of alice alone, on one node, with a long timeout and lease.
sim::Trace run_with(const std::vector<Fault>& faults) {
  sim::Scenario scenario = sim::calm_world("set_px_lua", 1);
  scenario.lock.node_timeout = 1s;
  scenario.lock.ttl = 2s;
  scenario.run_for = 300ms;
  scenario.faults = faults;
  return simulate(scenario);
}

/// A fault injected at `from`, with a duration until `until`; drop and delay apply to up to 1000
/// messages.
Fault lasting(FaultKind kind, Duration from, Duration until) {
  Fault fault = sim::on_link(kind, from);
  if (kind == FaultKind::pause) fault = sim::on_client(kind, from);
  if (kind == FaultKind::stop) fault = sim::on_node(kind, from);
  fault.duration = until - from;
  if (kind == FaultKind::drop || kind == FaultKind::delay) fault.count = 1000;
  return fault;
}

/// The words for each end of a fault.
std::vector<Sentence> words_of_ends(const sim::Trace& trace) {
  std::vector<Sentence> all;
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (ends_fault(trace[i].kind)) all.push_back(event_words(trace, i));
  return all;
}

/// Faults of which one outlasts another, for each kind whose end may leave others in force.
std::vector<std::vector<Fault>> overlaps() {
  std::vector<std::vector<Fault>> all;
  for (const FaultKind twice : {FaultKind::pause, FaultKind::stop, FaultKind::cut, FaultKind::hold})
    all.push_back({lasting(twice, 3ms, 23ms), lasting(twice, 5ms, 45ms)});
  for (const FaultKind other : {FaultKind::slow, FaultKind::drop, FaultKind::delay})
    for (const FaultKind first : {FaultKind::cut, FaultKind::hold})
      all.push_back({lasting(other, 3ms, 13ms), lasting(first, 3ms, 23ms)});
  const Fault cut = lasting(FaultKind::cut, 3ms, 45ms);
  all.push_back({cut, lasting(FaultKind::hold, 5ms, 23ms)});
  all.push_back({cut, lasting(FaultKind::hold, 5ms, 90ms), sim::on_link(FaultKind::release, 20ms)});
  for (const FaultKind other : {FaultKind::drop, FaultKind::delay})
    all.push_back({cut, lasting(other, 5ms, 15ms), sim::on_link(FaultKind::heal, 20ms)});
  return all;
}

TEST(OverlappingFaults, TheEndOfOneIsNotToldAsTheEndOfAll) {
  for (const std::vector<Fault>& faults : overlaps())
    EXPECT_THAT(words_of_ends(run_with(faults)), test::IsGolden());
}

TEST(OverlappingFaults, EveryExportTellsAnEndInTheSameWords) {
  const sim::Trace trace =
      run_with({lasting(FaultKind::pause, 3ms, 23ms), lasting(FaultKind::pause, 5ms, 45ms)});
  const Sentence first = words_of_ends(trace).at(0);
  for (const Language language : {Language::english, Language::chinese})
    EXPECT_THAT(text_timeline(trace, {}, {.language = language}), HasSubstr(told(first, language)));
  EXPECT_THAT(chrome_trace(trace, {}), HasSubstr(first.english()));
}

TEST(OverlappingFaults, LinksOfWhichOneIsWholeAndOneIsNotAreToldApart) {
  Fault everywhere = sim::fault_at(FaultKind::cut, 3ms);
  everywhere.duration = 20ms;
  sim::Scenario scenario = sim::calm_world("set_px_lua", 2);
  scenario.lock.node_timeout = 1s;
  scenario.faults = {everywhere, lasting(FaultKind::slow, 1ms, 2ms)};
  const sim::Trace trace = simulate(scenario);
  std::vector<std::string> ends;
  for (const Row& row : lay_out(trace, {}, {}).rows)
    if (ends_fault(trace[row.event].kind)) ends.push_back(row.text);
  EXPECT_THAT(ends, test::IsGolden());
}

}  // namespace
}  // namespace locklab::app
