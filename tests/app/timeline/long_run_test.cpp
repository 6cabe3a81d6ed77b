// Timelines of very long runs, laid out and exported piece by piece.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/timeline/text/chrome_trace.h"
#include "app/timeline/text/text_timeline.h"
#include "sim/check/check.h"
#include "sim/trace/sentence.h"
#include "tests/support/forged_trace.h"

namespace locklab::app {
namespace {

using testing::HasSubstr;
using testing::Not;

/// alice acquires and releases `rounds` times.
Forged long_run(int rounds) {
  Forged f;
  f.clients({"alice", "bob"}).nodes({"n1", "n2"});
  for (int i = 1; i <= rounds; ++i) {
    f.at(i * 10ms).by("alice").on("n1").attempt();
    f.exchange(f.claim(), Reply::status("OK"), sim::EventKind::key_set).acquired(48ms).entered();
    f.left();
    f.on("n1")
        .exchange(del("locklab:lock"), Reply::number(1), sim::EventKind::key_deleted)
        .released();
  }
  return f;
}

TEST(LongRun, WithEveryEventIsTheSameInPartsAsAtOnce) {
  const Forged f = long_run(300);
  for (const std::size_t most : {1000u, 97u, 8u})
    EXPECT_EQ(text_timeline(f.trace(), {}, {.all = true, .most_events = most}),
              text_timeline(f.trace(), {}, {.all = true}))
        << most;
}

TEST(LongRun, IsToldAtItsBeginningAtItsEndAndWhereAPromiseBroke) {
  const Forged f = long_run(3000);
  ASSERT_GT(f.trace().size(), 20'000u);
  sim::Verdict broken{.kept = sim::Kept::broken, .event = f.trace().size() / 2};
  broken.sentence = say("nothing happened");
  const Timeline timeline = lay_out(f.trace(), {broken}, {.most_events = 200});
  const auto is = [](RowKind kind) { return testing::Field("kind", &Row::kind, kind); };
  EXPECT_THAT(timeline.rows, testing::Contains(is(RowKind::gap)).Times(2));
  EXPECT_THAT(timeline.rows, testing::Contains(is(RowKind::violation)).Times(1));
  EXPECT_TRUE(std::is_sorted(timeline.rows.begin(), timeline.rows.end(),
                             [](const Row& a, const Row& b) { return a.event < b.event; }));
  EXPECT_GT(timeline.rows.back().event, f.trace().size() - 100);
  EXPECT_LT(timeline.rows.front().event, 20u);

  EXPECT_THAT(text_timeline(f.trace(), {broken}, {.most_events = 200}),
              testing::AllOf(HasSubstr(" events until "), HasSubstr("left out")));
  EXPECT_THAT(text_timeline(f.trace(), {broken}, {.most_events = f.trace().size()}),
              Not(HasSubstr(" events until ")));
}

TEST(LongRun, GoesToPerfettoPieceByPiece) {
  const Forged f = long_run(2000);
  std::string whole;
  std::size_t largest = 0;
  write_chrome_trace(f.trace(), sim::check(f.trace()), [&](std::string_view piece) {
    largest = std::max(largest, piece.size());
    whole += piece;
    return true;
  });
  EXPECT_LT(largest, 4096u);
  EXPECT_GT(nlohmann::json::parse(whole)["traceEvents"].size(), 10'000u);
  std::size_t taken = 0;
  write_chrome_trace(f.trace(), {}, [&](std::string_view) { return ++taken < 10; });
  EXPECT_LT(taken, 20u) << "it goes on though nobody takes it";
}

}  // namespace
}  // namespace locklab::app
