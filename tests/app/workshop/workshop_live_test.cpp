// The threads of the workshop: a held run blocks no other job.
#include <gtest/gtest.h>

#include <condition_variable>
#include <fstream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "app/gui/model/job.h"
#include "app/load/stress_result.h"
#include "app/runs/late_run.h"
#include "app/runs/vain_faults.h"
#include "app/workshop/workshop.h"
#include "tests/support/golden_text.h"
#include "tests/support/in_time.h"
#include "tests/support/scratch_folder.h"

namespace locklab::app {
namespace {

using namespace std::chrono_literals;

/// A workshop whose results the test waits for.
class Waiting {
 public:
  /// The first result of this kind from now on; std::nullopt after 60 s.
  template <class Wanted>
  std::optional<Wanted> next() {
    const auto until = std::chrono::steady_clock::now() + 60s;
    std::unique_lock lock(mutex_);
    while (std::chrono::steady_clock::now() < until) {
      for (const Intent& said : workshop.finished())
        if (const auto* found = said.get_if<Wanted>()) return *found;
      woken_.wait_for(lock, 100ms);
    }
    return std::nullopt;
  }

 private:
  std::mutex mutex_;
  std::condition_variable woken_;
  const sim::Library library_;

 public:
  Workshop workshop{library_, [this] { woken_.notify_all(); }};
};

TEST(WorkshopLive, AFolderIsListedWhileARunIsHeld) {
  Waiting waiting;
  waiting.workshop.start({1, work::Live{"F02", {}, true}});
  const auto held = waiting.next<intent::LiveProgress>();
  ASSERT_TRUE(held && held->held);
  waiting.workshop.start({2, work::List{"/", {}}});
  const auto listed = waiting.next<intent::FolderListed>();
  ASSERT_TRUE(listed);
  EXPECT_EQ(listed->job, 2u);
  EXPECT_FALSE(listed->entries.empty());

  // A cancelled run ends early, and reports it.
  waiting.workshop.start({3, work::Cancel{}});
  const auto stopped = waiting.next<intent::Opened>();
  ASSERT_TRUE(stopped);
  EXPECT_TRUE(stopped->run->trace().info.cut_short);
  for (const sim::Verdict& verdict : stopped->run->judged.verdicts)
    EXPECT_NE(verdict.kept, sim::Kept::kept) << verdict.why;
}

// Regression: the violation of a load waited for the held run to end.
TEST(WorkshopLive, WhateverMakesTheNextRunEndsAHeldOne) {
  const auto load = std::make_shared<const StressResult>();
  for (const AnyOf<AllWork>& work :
       {AnyOf<AllWork>(work::Run{"no such story"}), AnyOf<AllWork>(work::OpenViolation{load, 0})}) {
    Waiting waiting;
    waiting.workshop.start({1, work::Live{"F02", {}, true}});
    const auto held = waiting.next<intent::LiveProgress>();
    ASSERT_TRUE(held && held->held);
    waiting.workshop.start({2, work});
    const auto answer = waiting.next<intent::NotOpened>();
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->job, 2u);
  }
}

TEST(WorkshopLive, AFaultThatNeverStruckIsTold) {
  const test::ScratchFolder folder;
  const std::string scenario = folder / "vain.toml";
  std::ofstream(scenario) << R"(
title = "in vain"
strategy = "set_px_lua"
[[client]]
name = "alice"
work_ms = 40
[[fault]]
at_ms = 10
restart = { node = "n1" }
)";
  for (int tries_left = test::late_tries;; --tries_left) {
    Waiting waiting;
    waiting.workshop.start({1, work::Live{scenario, {}, false}});
    const auto done = waiting.next<intent::Opened>();
    ASSERT_TRUE(done);
    const ShownRun& run = *done->run;
    if (too_late_us(run.trace(), run.judged.scenario)) {  // then the lateness is reported too
      if (tries_left > 0) continue;
      const auto vain = vain_fault_words(run.judged.scenario.faults, run.trace());
      ASSERT_EQ(vain.size(), 1u);
      EXPECT_TRUE(done->problem.english().starts_with(vain[0].english()));
      break;
    }
    EXPECT_THAT(done->problem, test::IsGolden());
    break;
  }
}

}  // namespace
}  // namespace locklab::app
