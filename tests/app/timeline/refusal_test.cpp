// A refusal names the holder of the lock, and a client without a reply was not refused.
#include "app/timeline/words/refusal.h"

#include <gtest/gtest.h>

#include "app/timeline/words/wording.h"
#include "tests/support/golden_text.h"
#include "tests/support/stories.h"

namespace locklab::app {
namespace {

/// The owner of the lock's key on the node that last ran a command of this attempt, as RunState has
/// it; std::nullopt if the key was absent.
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

std::vector<std::uint32_t> refusals(const sim::Trace& trace, std::string_view why) {
  return test::events_where(trace, [&](const sim::Event& event) {
    return event.kind == sim::EventKind::refused && trace.text(event) == why;
  });
}

TEST(Refusal, NamesTheHolderInEveryStoryInWhichTheTraceKnowsIt) {
  std::size_t named = 0;
  for (const ShownRunPtr& run : test::every_story())
    for (const std::uint32_t event : refusals(run->trace(), "somebody holds it")) {
      const auto holder = holder_at_refusal(run->trace(), event);
      if (!holder) continue;
      ++named;
      EXPECT_EQ(holder, holder_by_state(run->trace(), event))
          << run->judged.name << ", event " << event;
    }
  EXPECT_GT(named, 50u);
}

// Regression: the sentence was "bob is refused: no answer" although no node had refused him.
TEST(Refusal, IsToldWithTheHoldersNameAndIsNoWordForWhoGotNoAnswer) {
  for (const auto& [story, why] :
       {std::pair{"F06", "somebody holds it"}, {"F11/sentinel", "no answer"}}) {
    const sim::Trace trace = test::judged(story).trace;
    const auto refused = refusals(trace, why);
    ASSERT_FALSE(refused.empty()) << story;
    EXPECT_THAT(event_words(trace, refused.front()), test::IsGolden(story));
  }
}

}  // namespace
}  // namespace locklab::app
