#include "sim/trace/state/client_course.h"

#include <gtest/gtest.h>

#include "tests/sim/trace/state/after.h"

namespace locklab::sim {
namespace {

using namespace players;

ClientCourse course_after(const Forged& forged, ClientId client = alice) {
  return after<ClientCourses>(forged).of(client);
}

Forged alices_course() { return std::move(Forged().by("alice").started()); }

TEST(ClientCourses, AProgramIsPresentFromItsStartToItsEnd) {
  EXPECT_EQ(course_after(Forged()), ClientCourse{});
  Forged f = alices_course();
  EXPECT_EQ(course_after(f), (ClientCourse{.present = true}));
  EXPECT_EQ(course_after(f, bob), ClientCourse{}) << "of one client says nothing of another";
  EXPECT_EQ(course_after(f.finished()), (ClientCourse{.finished = true}));
  EXPECT_EQ(course_after(f.started()), (ClientCourse{.present = true})) << "it begins anew";
}

TEST(ClientCourses, ATraceThatBeginsInTheMiddleShowsWhoIsThere) {
  Forged f;
  EXPECT_TRUE(course_after(f.by("alice").attempt()).present);
  EXPECT_TRUE(course_after(f.by("bob").sent(Purpose::claim), bob).present);
}

TEST(ClientCourses, AReleaseGoesOnUntilItIsDoneThoughTheLeaseOfAnotherLockIsLost) {
  Forged f = alices_course();
  EXPECT_EQ(course_after(f.gets_in().left().releasing()).phase, Phase::release);
  EXPECT_EQ(course_after(f.client_fault(EventKind::lease_lost)).phase, Phase::release);
  EXPECT_EQ(course_after(f.released()).phase, Phase::idle);
}

TEST(ClientCourses, APhaseIsThatOfTheLockThatItDoesSomethingWith) {
  Forged f = alices_course();
  const auto phase = [&] { return course_after(f).phase; };
  EXPECT_EQ(phase(), Phase::idle);
  f.attempt();
  EXPECT_EQ(phase(), Phase::acquire);
  f.refused();
  EXPECT_EQ(phase(), Phase::wait);
  f.gets_in();
  EXPECT_EQ(phase(), Phase::hold);
  f.left().releasing();
  EXPECT_EQ(phase(), Phase::release);
  f.released();
  EXPECT_EQ(phase(), Phase::idle);
}

TEST(ClientCourses, WhoReleasesOneOfTwoLocksStillHolds) {
  Forged f = alices_course();
  f.gets_in().gets_in().gets_out();
  EXPECT_EQ(course_after(f).phase, Phase::hold);
  f.attempt().refused().gave_up();
  EXPECT_EQ(course_after(f).phase, Phase::hold);
  f.gets_out();
  EXPECT_EQ(course_after(f).phase, Phase::idle);
  f.releasing().released();
  EXPECT_EQ(course_after(f).phase, Phase::idle) << "a release of what it does not hold";
}

TEST(ClientCourses, ACrashEndsTheProgramAndANewProcessBeginsAnother) {
  Forged f = alices_course();
  f.gets_in().left().releasing().crashed();
  EXPECT_EQ(course_after(f), ClientCourse{});
  EXPECT_EQ(course_after(f.started()), (ClientCourse{.present = true}));
  f.finished().crashed();
  EXPECT_TRUE(course_after(f).finished) << "a process that dies after its end had finished";
}

}  // namespace
}  // namespace locklab::sim
