// Unmet expectations, as sentences.
#include "sim/check/expectation.h"

#include <gmock/gmock.h>

#include "tests/support/forged_trace.h"
#include "tests/support/golden_text.h"

namespace locklab::sim {
namespace {

using testing::IsEmpty;

Trace trace_of(std::initializer_list<Event> events) {
  Trace trace;
  trace.info.clients = {"alice", "bob"};
  for (const Event& event : events) trace.add(event);
  return trace;
}

Event released(ClientId client, Released outcome) {
  return {
      .client = client, .kind = EventKind::released, .detail = static_cast<std::uint8_t>(outcome)};
}

Event wrote(std::int64_t value) { return {.value = value, .kind = EventKind::resource_wrote}; }

std::vector<Verdict> verdicts(Kept mutual_exclusion, std::string_view why) {
  Verdict verdict{.property = Property::mutual_exclusion, .kept = mutual_exclusion};
  verdict.sentence = Sentence::text(why);
  return {verdict};
}

TEST(Expectation, IsMetByWhatItSays) {
  Expectation expect;
  expect.verdicts[0] = Kept::broken;
  expect.reported["alice"] = "not_owner";
  expect.final_value = 8;
  const Trace trace = trace_of({released(ClientId{0}, Released::released), wrote(9),
                                released(ClientId{0}, Released::not_owner), wrote(8)});
  EXPECT_THAT(unmet(expect, trace, verdicts(Kept::broken, "two")), IsEmpty());
}

TEST(Expectation, SaysEachDifferenceInASentence) {
  Expectation expect;
  expect.verdicts[0] = Kept::broken;
  expect.reported["alice"] = "released";
  expect.reported["bob"] = "released";
  expect.final_value = 8;
  const Trace trace = trace_of({released(ClientId{0}, Released::not_owner), wrote(9)});
  EXPECT_THAT(unmet(expect, trace, verdicts(Kept::kept, "")), test::IsGolden());
}

TEST(Expectation, AVerdictThatIsMissingIsNotApplicable) {
  Expectation expect;
  expect.verdicts[1] = Kept::kept;
  expect.final_value = 1;
  EXPECT_THAT(unmet(expect, trace_of({}), verdicts(Kept::kept, "")), test::IsGolden());
}

TEST(Expectation, TheVerdictsOwnReasonFollows) {
  Expectation expect;
  expect.verdicts[0] = Kept::kept;
  EXPECT_THAT(unmet(expect, trace_of({}), verdicts(Kept::broken, "bob entered beside alice")),
              test::IsGolden());
}

/// alice enters twice, the second time after waiting 30 ms, and writes once; bob gives up after 50
/// ms; carol waits until the run ends; dave never starts.
Trace a_crowd() {
  Forged f;
  f.clients({"alice", "bob", "carol", "dave"}).by("alice").gets_in().gets_out();
  f.by("bob").attempt().refused().by("alice").attempt().at(30ms).acquired().entered();
  f.read(10).wrote(9).gets_out().by("carol").attempt().at(50ms).by("bob").gave_up().finished();
  f.at(130ms).ended();
  return f.trace().copy();
}

TEST(Expectation, IsMetByWhatEachClientMet) {
  Expectation expect;
  expect.entered = 2;
  expect.entered_by = {{"alice", 2}, {"bob", 0}, {"dave", 0}};
  expect.refused = {{"alice", false}, {"bob", true}, {"dave", false}};
  expect.waited = {{"alice", 30ms}, {"bob", 50ms}, {"carol", 100ms}, {"dave", 0ms}};
  expect.written = 1;
  EXPECT_THAT(unmet(expect, a_crowd(), {}), IsEmpty());
}

TEST(Expectation, SaysWhichCountOfWhomIsAnother) {
  Expectation expect;
  expect.entered = 0;
  expect.entered_by = {{"alice", 1}, {"bob", 1}};
  expect.refused = {{"alice", true}, {"bob", false}};
  expect.waited = {{"alice", 29ms}, {"bob", 49ms}, {"carol", 99ms}};
  expect.written = 0;
  EXPECT_THAT(unmet(expect, a_crowd(), {}), test::IsGolden());
}

TEST(Expectation, WhoReleasesNothingHasReportedNothing) {
  Expectation expect;
  expect.reported["alice"] = "nothing";
  EXPECT_THAT(unmet(expect, trace_of({}), {}), IsEmpty());
  EXPECT_THAT(unmet(expect, trace_of({released(ClientId{0}, Released::nothing)}), {}), IsEmpty());
  expect.reported["alice"] = "released";
  EXPECT_THAT(unmet(expect, trace_of({}), {}), test::IsGolden());
}

TEST(Expectation, ACounterThatNobodyTouchedEndsAsItBegan) {
  Trace trace = trace_of({});
  trace.info.initial_value = 10;
  Expectation expect;
  expect.final_value = 10;
  EXPECT_THAT(unmet(expect, trace, {}), IsEmpty());
  expect.final_value = 9;
  EXPECT_EQ(unmet(expect, trace, {}).size(), 1u);
}

}  // namespace
}  // namespace locklab::sim
