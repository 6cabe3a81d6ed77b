// What was expected and did not come is said in sentences.
#include "sim/check/expectation.h"

#include <gmock/gmock.h>

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

}  // namespace
}  // namespace locklab::sim
