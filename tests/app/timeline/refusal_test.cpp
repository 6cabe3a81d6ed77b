// Who is refused is told who holds the lock, and who got no answer was not refused.
#include "app/timeline/refusal.h"

#include <gtest/gtest.h>

#include "app/runs/judged_run.h"
#include "app/timeline/wording.h"
#include "tests/support/golden_text.h"
#include "tests/support/opened_run.h"

namespace locklab::app {
namespace {

/// The client whose key the node of the last answer before `refused` had then, by the state of the
/// run.
std::optional<ClientId> holder_by_state(const sim::Trace& trace, std::size_t refused) {
  const sim::Event& e = trace[refused];
  std::uint16_t lock = sim::no_name;
  std::optional<ClientId> holder;
  sim::RunState run(trace.info);
  for (std::size_t i = 0; i < refused; ++i) {
    run.on(trace, i);
    const sim::Event& x = trace[i];
    if (x.client != e.client || x.acquisition != e.acquisition) continue;
    if (x.kind == sim::EventKind::attempt) lock = x.key;
    if (x.kind != sim::EventKind::ran) continue;
    const sim::KeyState* key = run.keys().find(x.node, lock);
    holder = key ? std::optional(key->owner) : std::nullopt;
  }
  return holder;
}

TEST(Refusal, NamesTheHolderInEveryStoryInWhichTheTraceKnowsIt) {
  std::size_t named = 0;
  for (const std::string& name : library_runs(sim::Library()).names) {
    const JudgedRun run = test::judged(name);
    for (std::size_t i = 0; i < run.trace.size(); ++i) {
      const sim::Event& e = run.trace[i];
      if (e.kind != sim::EventKind::refused || run.trace.text(e) != "somebody holds it") continue;
      const auto holder = holder_at_refusal(run.trace, i);
      if (!holder) continue;
      ++named;
      EXPECT_EQ(holder, holder_by_state(run.trace, i)) << name << ", event " << i;
    }
  }
  EXPECT_GT(named, 50u);
}

TEST(Refusal, IsToldWithTheHoldersName) {
  const JudgedRun run = test::judged("F06");
  for (std::size_t i = 0; i < run.trace.size(); ++i)
    if (run.trace[i].kind == sim::EventKind::refused) {
      EXPECT_THAT(event_words(run.trace, i), test::IsGolden());
      return;
    }
  FAIL() << "nobody is refused in F06";
}

// "bob is refused: no answer": nobody had said no.
TEST(Refusal, IsNoWordForWhoGotNoAnswer) {
  const JudgedRun run = test::judged("F11/sentinel");
  bool told = false;
  for (std::size_t i = 0; i < run.trace.size(); ++i)
    if (run.trace[i].kind == sim::EventKind::refused &&
        run.trace.text(run.trace[i]) == "no answer") {
      EXPECT_THAT(event_words(run.trace, i), test::IsGolden());
      told = true;
    }
  EXPECT_TRUE(told);
}

}  // namespace
}  // namespace locklab::app
