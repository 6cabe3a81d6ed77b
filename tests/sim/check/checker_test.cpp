#include "sim/check/checker.h"

#include <gtest/gtest.h>

#include <malloc.h>

#include <string>
#include <vector>

#include "tests/support/verdicts.h"

namespace locklab::sim {
namespace {

std::string all_words(const std::vector<Verdict>& verdicts) {
  std::string words;
  for (const Verdict& v : verdicts)
    words += std::string(name(v.property)) + " " + std::string(name(v.kept)) + ": " + v.why + "\n";
  return words;
}

/// Sixteen clients take turns on four locks, with claims, replies, keys and resource accesses as in
/// a real run.
Forged busy_run(int rounds) {
  Forged f;
  std::vector<std::string> clients, locks;
  for (int i = 0; i < 16; ++i) {
    clients.push_back("c" + std::to_string(i));
    locks.push_back("locklab:" + std::to_string(i % 4));
  }
  for (int i = 0; i < rounds; ++i) {
    f.at(i * 1ms).by(clients[i % 16]).lock(locks[i % 16]);
    f.attempt().sent(Purpose::claim).key_set(50ms).received().acquired().entered();
    f.sent(Purpose::read).read(10).ran().received();
    f.sent(Purpose::write).wrote(9).ran().received();
    f.left().releasing().sent(Purpose::release).key_deleted().received().released();
  }
  return f;
}

TEST(Checker, LocksThatATraceCannotTellApartAreNotJudged) {
  Forged f;
  f.by("alice");
  for (int i = 0; i < shared_name; ++i) f.lock("k" + std::to_string(i)).gave_up();
  f.lock("one more").gets_in().by("bob").lock("and another").gets_in();
  EXPECT_THAT(judged(f, Property::mutual_exclusion), IsNotApplicable());
  f.lock("k7").gets_in().by("alice").gets_in();
  EXPECT_THAT(judged(f, Property::mutual_exclusion), IsBroken());
}

TEST(Checker, GivesOneVerdictForEachPropertyInOrder) {
  Forged f;
  f.info().promises = Properties({Property::fencing}).bits();
  f.by("alice").gets_in();
  const std::vector<Verdict> all = check(f.trace());
  ASSERT_EQ(all.size(), property_count);
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i].property, static_cast<Property>(i));
    EXPECT_EQ(all[i].promised, all[i].property == Property::fencing);
    EXPECT_FALSE(all[i].why.empty()) << name(all[i].property);
  }
}

TEST(Checker, AnEmptyTraceIsNotJudged) {
  for (const Verdict& v : check(Trace())) EXPECT_THAT(v, IsNotApplicable());
}

TEST(Checker, ACopyGoesOnFromTheMiddle) {
  const Forged f = busy_run(100);
  const Trace& trace = f.trace();
  Checker first(trace.info);
  for (std::size_t i = 0; i < trace.size() / 2; ++i) first.on(trace, i);
  Checker second = first;
  for (std::size_t i = trace.size() / 2; i < trace.size(); ++i) second.on(trace, i);
  EXPECT_EQ(all_words(second.verdicts(trace)), all_words(check(trace)));
}

TEST(Checker, MemoryDoesNotGrowWithTheLengthOfTheTrace) {
  const Forged f = busy_run(2000);
  const Trace& trace = f.trace();
  Checker checker(trace.info);
  std::size_t warm = 0;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    if (i == trace.size() / 10) warm = mallinfo2().uordblks;
    checker.on(trace, i);
  }
  EXPECT_EQ(mallinfo2().uordblks, warm);
}

TEST(Checker, SurvivesEventsOfNobodyAboutNothing) {
  // Foreign traces: every kind of event, without client, node and key, or with ids that have no
  // name.
  Trace trace;
  for (int round = 0; round < 3; ++round)
    for (std::size_t kind = 0; kind < static_cast<std::size_t>(EventKind::count_); ++kind) {
      Event event;
      event.kind = static_cast<EventKind>(kind);
      event.at = round;
      if (round > 0) {
        event.client = ClientId{7};
        event.node = NodeId{9};
        event.key = 3;
        event.purpose = Purpose::release;
      }
      trace.add(event);
    }
  EXPECT_EQ(check(trace).size(), property_count);
}

}  // namespace
}  // namespace locklab::sim
