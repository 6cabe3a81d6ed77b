#include "app/timeline/causes/cause_alignment.h"

#include <gtest/gtest.h>

#include "app/runs/judged_run.h"
#include "app/timeline/causes/difference_words.h"
#include "tests/support/forged_trace.h"
#include "tests/support/golden_text.h"
#include "tests/support/live_in_time.h"
#include "tests/support/opened_run.h"

namespace locklab::app {
namespace {

using namespace std::chrono_literals;
using sim::EventKind;

const Reply ok = Reply::status("OK");
const Reply nil = Reply::nil();

/// alice acquires at `start`; bob is refused `refusals` times, and acquires after her.
Forged hand_over(Duration start, int refusals) {
  Forged f;
  f.clients({"alice", "bob"}).at(start).by("alice").attempt();
  f.exchange(f.claim(), ok).acquired().entered();
  for (int i = 0; i < refusals; ++i) {
    f.by("bob").attempt();
    f.exchange(f.claim(), nil).refused("taken");
  }
  f.by("alice").left();
  f.by("bob").attempt();
  f.exchange(f.claim(), ok).acquired().entered();
  return f;
}

auto difference(const Forged& one, const Forged& other) {
  return align_by_cause(one.trace(), other.trace()).difference;
}

TEST(CauseAlignment, OtherTimesAreNoDifference) {
  const Forged first = hand_over(1ms, 1), second = hand_over(70ms, 1);
  const sim::Trace &one = first.trace(), &other = second.trace();
  const CauseAlignment found = align_by_cause(one, other);
  EXPECT_EQ(found.difference, std::nullopt);
  ASSERT_EQ(found.to_other.size(), one.size() + 1);
  for (std::size_t i = 0; i <= one.size(); ++i) EXPECT_EQ(found.to_other[i], i);
}

TEST(CauseAlignment, WhoOfTwoWasFirstIsNoDifference) {
  const auto two = [](const char* first, const char* second) {
    Forged f;
    f.clients({"alice", "bob"}).nodes({"n1", "n2"});
    for (const char* client : {first, second}) f.by(client).started();
    return f;
  };
  EXPECT_FALSE(difference(two("alice", "bob"), two("bob", "alice")));
}

TEST(CauseAlignment, HowOftenSomebodyIsRefusedIsNoneAndTheRestStillBelongsTogether) {
  const Forged first = hand_over(1ms, 2), second = hand_over(1ms, 5);
  const sim::Trace &one = first.trace(), &other = second.trace();
  const CauseAlignment found = align_by_cause(one, other);
  EXPECT_EQ(found.difference, std::nullopt);
  EXPECT_EQ(found.to_other[one.size()], other.size());
  EXPECT_EQ(found.to_one[other.size()], one.size());
  // bob's further refusals in the other run correspond to no new event of this one.
  const std::size_t first_refusal = found.to_other[one.size() - 6];
  EXPECT_LE(first_refusal, other.size() - 6);
}

TEST(CauseAlignment, WhetherAnAnswerIsReadBeforeTheNextCommandRunsIsNone) {
  const auto two_at_once = [](bool reads_first) {
    Forged f;
    f.clients({"alice"}).by("alice").attempt();
    const std::uint32_t first = f.asks(f.claim()).last_message();
    const std::uint32_t second = f.asks(get("lock")).last_message();
    f.message(first).ran(ok);
    if (reads_first) f.received(ok);
    f.message(second).ran(nil);
    if (!reads_first) f.message(first).received(ok);
    f.message(second).received(nil).refused("taken");
    return f;
  };
  EXPECT_FALSE(difference(two_at_once(true), two_at_once(false)));
}

/// A real server's reply to bob may be read before the one to alice, and shows that her command ran
/// first.
TEST(CauseAlignment, WhatAnothersAnswerGaveAwayIsPartOfItsCommand) {
  const auto releases = [](bool given_away) {
    Forged f;
    f.clients({"alice", "bob"}).by("alice").attempt();
    f.exchange(f.claim(), ok, EventKind::key_set);
    f.asks(get("lock")).at(9ms);
    if (given_away) f.key_deleted();
    f.at(10ms).ran(Reply::number(1));
    if (!given_away) f.key_deleted();
    f.received(Reply::number(1));
    return f;
  };
  EXPECT_FALSE(difference(releases(true), releases(false)));
}

/// alice renews `renewals` times; the last renewal returns `last_answer`, which is not 1 if it is
/// too late.
Forged holds_on(int renewals, std::int64_t last_answer) {
  Forged f;
  f.clients({"alice"}).by("alice").attempt();
  f.exchange(f.claim(), ok).acquired().entered();
  Command renewal = f.claim();
  renewal.purpose = Purpose::renew;
  for (int i = 1; i <= renewals; ++i) {
    const std::int64_t answer = i < renewals ? 1 : last_answer;
    f.exchange(renewal, Reply::number(answer));
    if (answer == 1) f.renewed();
  }
  return f;
}

TEST(CauseAlignment, HowOftenAHolderRenewsIsNoneButThatItFailsIs) {
  const Forged three = holds_on(3, 1), eight = holds_on(8, 1), too_late = holds_on(8, 0);
  EXPECT_FALSE(difference(three, eight));
  EXPECT_FALSE(difference(eight, three));
  const auto found = difference(eight, too_late);
  ASSERT_TRUE(found);
  EXPECT_EQ(too_late.trace()[found->other].kind, EventKind::sent);
}

TEST(CauseAlignment, AnAttemptThatGoesOnWhereTheRunEndsIsNone) {
  Forged ends;
  ends.clients({"bob"}).by("bob").attempt();
  ends.exchange(ends.claim(), nil).refused("taken").attempt();
  ends.asks(ends.claim());
  Forged goes_on;
  goes_on.clients({"bob"}).by("bob").attempt();
  goes_on.exchange(goes_on.claim(), nil).refused("taken").finished();
  const auto found = difference(ends, goes_on);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->one, ends.trace().size()) << "only what the other does later differs";
}

TEST(CauseAlignment, AnotherAnswerIsTheFirstDifferenceInBoth) {
  const auto answered = [](Duration at, const Reply& reply) {
    Forged f;
    f.clients({"alice"}).at(at).by("alice").attempt();
    f.exchange(f.claim(), reply);
    return f;
  };
  const Forged first = answered(1ms, ok), second = answered(9ms, nil);
  const auto found = difference(first, second);
  ASSERT_TRUE(found);
  EXPECT_EQ(first.trace()[found->one].kind, EventKind::ran);
  EXPECT_EQ(second.trace()[found->other].kind, EventKind::ran);
}

TEST(CauseAlignment, ATokenOfAnotherClientIsADifference) {
  const auto finds = [](const char* whose) {
    Forged f;
    f.clients({"alice", "bob"}).by("alice").attempt();
    const Command alices = f.claim();
    f.exchange(alices, ok).by("bob").attempt().acquisition(7);
    const Command bobs = f.claim();
    f.exchange(bobs, nil);
    const Command& owner = std::string_view(whose) == "alice" ? alices : bobs;
    f.exchange(get("lock"), Reply::bulk(*std::next(owner.words().begin(), 2)));
    return f;
  };
  EXPECT_FALSE(difference(finds("alice"), finds("alice")));
  EXPECT_TRUE(difference(finds("alice"), finds("bob")));
}

TEST(CauseAlignment, WhoWroteWhatANodeReadsFromItsFilesIsKnownInOneWorldOnly) {
  const auto comes_back = [](bool simulated) {
    Forged f;
    f.clients({"alice"}).by("alice").attempt();
    f.exchange(f.claim(), ok).acquired().at(20ms).killed().at(40ms);
    f.copied(simulated ? 30ms : 28ms, simulated);
    return f;
  };
  EXPECT_FALSE(difference(comes_back(true), comes_back(false)));
}

TEST(CauseAlignment, WhenAReplicaCopiesAKeyIsNoStep) {
  const auto replicated = [](bool seen) {
    Forged f;
    f.clients({"alice"}).nodes({"n1"}).replica("n2", "n1").by("alice").attempt();
    f.exchange(f.claim(), ok).acquired().at(20ms);
    if (seen) f.on("n2").copied(30ms, true);
    return f;
  };
  EXPECT_FALSE(difference(replicated(true), replicated(false)));
}

TEST(CauseAlignment, ACrashIsWhatEndsTheStepsOfAClient) {
  Forged crashes;
  crashes.by("alice").gets_in().at(5ms).crashed();
  Forged goes_on;
  goes_on.by("alice").gets_in().at(5ms).gets_out();
  const auto found = difference(crashes, goes_on);
  ASSERT_TRUE(found);
  EXPECT_EQ(crashes.trace()[found->one].kind, EventKind::client_crashed);
  EXPECT_EQ(goes_on.trace()[found->other].kind, EventKind::left);
  EXPECT_THAT(words_of_difference(crashes.trace(), found->one, goes_on.trace(), found->other),
              test::IsGolden());
}

TEST(CauseAlignment, ARunThatEndsEarlierDiffersWhereItEndsAndItIsSaidWhoDoesNothingMore) {
  Forged shorter;
  shorter.by("alice").gets_in();
  Forged longer;
  longer.by("alice").gets_in().gets_out();
  const auto found = difference(shorter, longer);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->one, shorter.trace().size());
  EXPECT_EQ(found->other, shorter.trace().size());
  EXPECT_THAT(words_of_difference(shorter.trace(), found->one, longer.trace(), found->other),
              test::IsGolden());
}

/// A live run has other times than its simulation, but the same steps and causes.
class CausesOfALiveRun : public testing::TestWithParam<const char*> {};

TEST_P(CausesOfALiveRun, AreThoseOfItsSimulation) {
  const ShownRunPtr opened = test::opened(GetParam());
  ASSERT_TRUE(opened);
  const auto [played, real, imagined] = test::live_in_time(
      opened->judged.scenario, [](const sim::Trace& live, const sim::Trace& simulated) {
        return !align_by_cause(simulated, live).difference;
      });
  const CauseAlignment found = align_by_cause(imagined, real);
  if (found.difference)
    ADD_FAILURE() << words_of_difference(imagined, found.difference->one, real,
                                         found.difference->other)
                         .english();
  EXPECT_GE(found.to_other.back() + 2, real.size()) << "all but its end has been passed";
}

INSTANTIATE_TEST_SUITE_P(Stories, CausesOfALiveRun,
                         testing::Values("F01", "F02", "F06", "F11", "F13"));

}  // namespace
}  // namespace locklab::app
