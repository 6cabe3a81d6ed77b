// A run of any length is told in memory that its events could be held in.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/timeline/chrome_trace.h"
#include "app/timeline/text_timeline.h"
#include "sim/check/check.h"
#include "sim/trace/sentence.h"
#include "tests/support/forged_trace.h"

namespace locklab::app {
namespace {

using testing::HasSubstr;
using testing::Not;

/// alice gets in and out, again and again.
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

std::string text(const sim::Trace& trace, const std::vector<sim::Verdict>& verdicts,
                 const TextOptions& options) {
  return text_timeline(trace, verdicts, options);
}

TEST(LongRun, WithEveryEventIsTheSameInPartsAsAtOnce) {
  const Forged f = long_run(300);
  TextOptions at_once;
  at_once.all = true;
  TextOptions in_parts = at_once;
  for (const std::size_t most : {1000u, 97u, 8u}) {
    in_parts.most_events = most;
    EXPECT_EQ(text(f.trace(), {}, in_parts), text(f.trace(), {}, at_once)) << most;
  }
}

TEST(LongRun, IsToldAtItsBeginningAtItsEndAndWhereAPromiseBroke) {
  const Forged f = long_run(3000);
  ASSERT_GT(f.trace().size(), 20'000u);
  sim::Verdict broken;
  broken.kept = sim::Kept::broken;
  broken.event = f.trace().size() / 2;
  broken.sentence = say("nothing happened");
  LayoutOptions few;
  few.most_events = 200;
  const Timeline timeline = lay_out(f.trace(), {broken}, few);
  std::size_t gaps = 0;
  std::size_t violations = 0;
  std::size_t last = 0;
  for (const Row& row : timeline.rows) {
    gaps += row.kind == RowKind::gap;
    violations += row.kind == RowKind::violation;
    EXPECT_GE(row.event, last);
    last = row.event;
  }
  EXPECT_EQ(gaps, 2u);
  EXPECT_EQ(violations, 1u);
  EXPECT_GT(timeline.rows.back().event, f.trace().size() - 100);
  EXPECT_LT(timeline.rows.front().event, 20u);

  TextOptions options;
  options.most_events = 200;
  const std::string told = text(f.trace(), {broken}, options);
  EXPECT_THAT(told, HasSubstr(" events until "));
  EXPECT_THAT(told, HasSubstr("left out"));
  options.most_events = f.trace().size();
  EXPECT_THAT(text(f.trace(), {broken}, options), Not(HasSubstr(" events until ")));
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
