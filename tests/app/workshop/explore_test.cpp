#include "app/gui/model/explore_form.h"

#include <gmock/gmock.h>

#include <future>

#include "app/words/words.h"
#include "app/workshop/long_work.h"
#include "app/workshop/search_work.h"
#include "sim/trace/sentence.h"
#include "tests/support/golden_text.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

using testing::ElementsAre;

TEST(ExploreForm, IsTheQuestionThatTheCommandLineWouldAsk) {
  ExploreForm form;
  form.strategy = "set_px_lua";
  form.clients = 3;
  form.rounds = 2;
  form.set = "work_ms=20";
  form.strikes = {{sim::StrikeKind::pause, 2, sim::Phase::acquire, "bob"},
                  {sim::StrikeKind::crash, 1, {}, ""}};
  const sim::Question question = question_of(form);
  EXPECT_EQ(question.faults, "pause@acquire@bob=2,crash=1");
  EXPECT_EQ(question.clients, 3u);
  EXPECT_FALSE(question.nodes);
  EXPECT_FALSE(question.least_outage);
  EXPECT_TRUE(std::holds_alternative<sim::SearchSpec>(sim::understand(sim::Library(), question)));
  form.least_outage_ms = 1;
  EXPECT_EQ(question_of(form).least_outage, 1ms);
}

TEST(ExploreForm, EveryPlaceThatItOffersIsOne) {
  for (const char* strategy : {"redlock", "set_px_lua"}) {
    ExploreForm form;
    form.strategy = strategy;
    form.clients = most_explored_clients;
    form.nodes = 3;
    const auto places = places_of(form);
    EXPECT_EQ(places.size(), most_explored_clients + 3);
    for (const std::string& place : places) {
      form.strikes = {{sim::StrikeKind::cut, 1, {}, place}};
      EXPECT_TRUE(std::holds_alternative<sim::SearchSpec>(
          sim::understand(sim::Library(), question_of(form))))
          << place;
    }
  }
}

TEST(ExploreDialog, AsksAboutTheLockThatIsShown) {
  Model model;
  want(model, intent::Open{"F01"});
  update(model, intent::ShowExplore{true});
  EXPECT_EQ(model.exploring.form.strategy, model.run->judged.scenario.strategy);
  update(model, intent::ShowExplore{false});
  update(model, intent::ShowExplore{true, "fenced"});
  EXPECT_EQ(model.exploring.form.strategy, "fenced");
}

TEST(ExploreDialog, EnterStartsAndEscapeEndsTheSearchAndThenCloses) {
  Model model;
  update(model, intent::ShowExplore{true});
  const auto job = press(model, Key::enter);
  ASSERT_TRUE(job);
  EXPECT_TRUE(job->work.is<work::Explore>());
  EXPECT_FALSE(update(model, intent::Explore{})) << "one at a time";
  update(model, intent::ExploreProgress{job->job, {{.states = 7}, 1.0}});
  EXPECT_EQ(model.exploring.now.counts.states, 7u);
  const auto stop = press(model, Key::escape);
  ASSERT_TRUE(stop);
  EXPECT_TRUE(stop->work.is<work::StopExploring>());
  EXPECT_TRUE(model.exploring.stopping);
  EXPECT_TRUE(model.exploring.shown);
  const auto found = std::make_shared<const Found>();
  update(model, intent::Explored{job->job, found});
  EXPECT_EQ(model.exploring.found, found) << "what was found until then stays";
  EXPECT_FALSE(model.exploring.job);
  press(model, Key::escape);
  EXPECT_FALSE(model.exploring.shown);
}

TEST(ExploreDialog, EveryWordOfItIsThereInBothLanguages) {
  for (const Language language : {Language::english, Language::chinese}) {
    const Words& say = Words::in(language);
    std::vector<std::string> keys{"strike.none", "strike.none.tip", "phase.any"};
    for (std::size_t i = 0; i < static_cast<std::size_t>(sim::StrikeKind::count_); ++i) {
      keys.push_back("strike." + std::string(sim::name(static_cast<sim::StrikeKind>(i))));
      keys.push_back(keys.back() + ".tip");
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(sim::Phase::count_); ++i)
      keys.push_back("phase." + std::string(sim::name(static_cast<sim::Phase>(i))));
    for (std::size_t i = 0; i < static_cast<std::size_t>(sim::SearchKind::count_); ++i)
      keys.push_back("explore.search." + std::string(name(static_cast<sim::SearchKind>(i))));
    for (const std::string& key : keys) EXPECT_NE(say(key), key);
  }
}

// ---- the search itself

std::shared_ptr<const Found> explored(const ExploreForm& form, bool stop = false) {
  std::shared_ptr<const Found> found;
  std::atomic<bool> stopped = stop;
  explore(sim::Library(), form, 1, stopped, [&](const Intent& told) {
    if (const auto* done = told.get_if<intent::Explored>()) found = done->found;
  });
  return found;
}

TEST(ExploreWork, FindsWhatBreaksAndSaysWhatHolds) {
  ExploreForm form;
  form.strategy = "set_px_lua";
  form.strikes = {StrikeRow{sim::StrikeKind::crash}};
  const auto promised = explored(form);
  ASSERT_TRUE(promised);
  EXPECT_TRUE(promised->exhausted);
  for (const FoundProperty& one : promised->properties) EXPECT_FALSE(one.broken);
  form.strategy = "setnx_del";
  form.unpromised = true;
  const auto all = explored(form);
  ASSERT_TRUE(all);
  EXPECT_EQ(all->properties.size() + all->not_applicable.size(), sim::property_count);
  EXPECT_FALSE(all->not_applicable.empty());
  const FoundProperty& first = all->properties.front();
  EXPECT_TRUE(first.broken);
  EXPECT_FALSE(first.promised);
  EXPECT_EQ(first.property, sim::Property::no_deadlock);
  EXPECT_FALSE(first.run.empty());
  EXPECT_FALSE(first.why.empty());
}

TEST(ExploreWork, ACancelledSearchSaysThatItIsNotFinished) {
  ExploreForm form;
  form.strikes = {{sim::StrikeKind::pause, 2, {}, ""}};
  const auto found = explored(form, true);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->stopped);
  EXPECT_FALSE(found->exhausted);
}

TEST(ExploreWork, AQuestionThatCannotBeAskedSaysWhy) {
  ExploreForm form;
  form.set = "wrok_ms=20";
  Sentence problem;
  const std::atomic<bool> stopped = false;
  explore(sim::Library(), form, 1, stopped, [&](const Intent& told) {
    if (const auto* failed = told.get_if<intent::NotExplored>()) problem = failed->problem;
  });
  EXPECT_THAT(problem, test::IsGolden());
}

void nobody_is_told(const BrokenInvariant&) {}

TEST(LongWork, TheNextOneEndsTheOneBeforeAndBeginsAfterIt) {
  std::vector<std::string> happened;
  std::promise<void> begun;
  std::promise<void> done;
  LongWork bench;
  bench.start(
      [&](const std::atomic<bool>& stopped) {
        begun.set_value();
        while (!stopped) std::this_thread::yield();
        happened.emplace_back("first ended");
      },
      nobody_is_told);
  begun.get_future().wait();
  bench.start(
      [&](const std::atomic<bool>&) {
        happened.emplace_back("second");
        done.set_value();
      },
      nobody_is_told);
  done.get_future().wait();
  EXPECT_THAT(happened, ElementsAre("first ended", "second"));
}

TEST(LongWork, SaysThatItHasBrokenAnInvariantAndAnotherMayFollow) {
  throw_broken_invariants();
  LongWork bench;
  std::promise<std::string> told;
  bench.start([&](const std::atomic<bool>& stopped) { LOCKLAB_ASSERT(stopped); },
              [&](const BrokenInvariant& broken) { told.set_value(broken.what()); });
  EXPECT_THAT(told.get_future().get(), testing::HasSubstr("stopped"));
  std::promise<void> done;
  bench.start([&](const std::atomic<bool>&) { done.set_value(); }, nobody_is_told);
  done.get_future().wait();
}

TEST(LongWork, EndsWithItsBench) {
  bool ended = false;
  {
    LongWork bench;
    std::promise<void> begun;
    bench.start(
        [&](const std::atomic<bool>& stopped) {
          begun.set_value();
          while (!stopped) std::this_thread::yield();
          ended = true;
        },
        nobody_is_told);
    begun.get_future().wait();
  }
  EXPECT_TRUE(ended);
}

}  // namespace
}  // namespace locklab::app
