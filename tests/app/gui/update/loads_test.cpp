// The Stress screen as plain data: the user's actions, and the progress and results of loads.
#include "app/gui/update/loads.h"

#include <gtest/gtest.h>

#include "app/load/stress_result.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"
#include "tests/support/opened_run.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

StressWork usual_work() {
  StressWork work;
  work.strategy = find_strategy("set_px_lua");
  return work;
}

ShownLoad ended(std::vector<Violation> violations = {}) {
  StressResult result{.work = usual_work()};
  result.violations = std::move(violations);
  return {.work = result.work, .result = std::make_shared<const StressResult>(result)};
}

Strike at(std::string_view whom_and_what) {
  return std::get<Strike>(parse_strike("now " + std::string(whom_and_what)));
}

class Loads : public testing::Test {
 protected:
  Loads() { update(model, intent::ShowScreen{Screen::stress}); }

  /// Starts a load. Returns its job.
  std::uint64_t begin(bool own_servers = true) {
    StressWork work = usual_work();
    work.own_servers = own_servers;
    return begin(work);
  }
  std::uint64_t begin(const StressWork& work) {
    const std::uint64_t job = update(model, intent::StartLoad{})->job;
    update(model, intent::LoadBegins{job, {.work = work}});
    return job;
  }
  /// Starts a load and ends it with these violations.
  void make(std::vector<Violation> violations = {}) {
    const std::uint64_t job = begin();
    update(model, intent::LoadEnds{job, ended(std::move(violations))});
    update(model, intent::LoadsOver{job, {}});
  }
  /// The fault sent to the load when its button is pressed; std::nullopt if nothing is sent.
  std::optional<Strike> strike(std::string_view fault) {
    const auto job = update(model, intent::StrikeLoad{at(fault)});
    return job ? std::optional(job->work.get<work::StrikeLoad>().strike) : std::nullopt;
  }

  Model model;
};

TEST_F(Loads, OneKeyStartsALoadAndAnotherStopsItOnce) {
  const auto job = press(model, Key::enter);
  ASSERT_TRUE(job);
  EXPECT_EQ(job->work.get<work::RunLoad>().form, StressForm());
  EXPECT_FALSE(press(model, Key::enter)) << "one runs";
  const auto stop = press(model, Key::escape);
  ASSERT_TRUE(stop);
  EXPECT_TRUE(stop->work.is<work::StopLoad>());
  EXPECT_FALSE(press(model, Key::escape)) << "it stops already";
}

TEST_F(Loads, LinksAreBrokenByButtonWhereTheLoadWasMadeForIt) {
  begin(false);
  model.stress.lasts_ms = "500";
  EXPECT_FALSE(strike("cut n1"));
  model.stress.loads.back().work.links_may_break = true;
  EXPECT_EQ(strike("slow n1 1ms"), at("slow n1 20ms 500ms"));
  EXPECT_TRUE(strike("reset n1"));
  EXPECT_FALSE(strike("kill n1")) << "it is not the lab's";
}

TEST_F(Loads, EveryChangeOfTheFormIsCheckedAndAMistakeKeepsItFromStarting) {
  StressForm form;
  form.clients = "0";
  const auto first = update(model, intent::SetLoad{form});
  ASSERT_TRUE(first);
  EXPECT_EQ(first->work.get<work::CheckLoad>().form.clients, "0");
  update(model, intent::LoadChecked{first->job, {{"--clients", say("'{}' is too small", "0")}}});
  EXPECT_FALSE(update(model, intent::StartLoad{}));
  form.clients = "8";
  const auto second = update(model, intent::SetLoad{form});
  update(model, intent::LoadChecked{first->job, {{"--clients", say("too late")}}});
  update(model, intent::LoadChecked{second->job, {}});
  EXPECT_TRUE(model.stress.mistakes.empty());
  EXPECT_TRUE(update(model, intent::StartLoad{}));
}

TEST_F(Loads, ALoadGrowsBySecondsAndKeepsItsNumberWhenItEnds) {
  const std::uint64_t job = begin();
  update(model, intent::LoadEnters{job, StressPhase::measuring});
  update(model, intent::LoadGrows{job, {{.locks = 100}, 1, 0, {60, 40}, 200}});
  update(model, intent::LoadGrows{job, {{.locks = 90, .violations = 3}, 2, 3, {110, 80}, 200}});
  const ShownLoad* load = model.stress.running();
  ASSERT_NE(load, nullptr);
  ASSERT_EQ(load->seconds.size(), 2u);
  EXPECT_EQ(load->seconds[1].violations, 3u);
  EXPECT_EQ(load->violations_so_far, 3u);
  EXPECT_EQ(load->shares, (std::vector<std::uint64_t>{110, 80}));
  EXPECT_EQ(model.stress.phase, StressPhase::measuring);
  update(model, intent::LoadEnds{job, ended()});
  EXPECT_EQ(model.stress.running(), nullptr);
  EXPECT_TRUE(model.stress.runs()) << "another lock may follow";
  update(model, intent::LoadsOver{job, {}});
  EXPECT_FALSE(model.stress.runs());
  ASSERT_EQ(model.stress.loads.size(), 1u);
  EXPECT_EQ(model.stress.loads[0].number, 1u);
  make();
  EXPECT_EQ(model.stress.loads[1].number, 2u);
}

TEST_F(Loads, AMistakeInAFoldedFieldUnfoldsTheForm) {
  StressForm form;
  form.clients = "0";
  const auto first = update(model, intent::SetLoad{form});
  update(model, intent::LoadChecked{first->job, {{"--clients", say("'{}' is too small", "0")}}});
  EXPECT_FALSE(model.stress.more) << "it is in sight";
  form.threads = "65";
  const auto second = update(model, intent::SetLoad{form});
  update(model, intent::LoadChecked{second->job, {{"--threads", say("'{}' is too large", "65")}}});
  EXPECT_TRUE(model.stress.more);
  update(model, intent::UnfoldLoad{false});
  EXPECT_FALSE(model.stress.more);
}

TEST_F(Loads, WhatDiffersBelowTheFoldIsKnown) {
  StressForm form;
  EXPECT_FALSE(more_is_changed(form));
  form.clients = "8";
  form.set_switch("redlock", "order", "parallel");
  EXPECT_FALSE(more_is_changed(form)) << "that lock is not chosen";
  form.strategies = {"redlock"};
  EXPECT_TRUE(more_is_changed(form));
  form.set_switch("redlock", "order", "");
  EXPECT_EQ(form.switches, StressForm().switches);
  form.replicas = "2";
  EXPECT_TRUE(more_is_changed(form));
  form.own = false;
  EXPECT_FALSE(more_is_changed(form)) << "named servers get none";
}

TEST_F(Loads, EveryPhaseMovesTheBarForwards) {
  StressWork work = usual_work();
  work.clients = 10'000;  // with so many, the limit takes 1 s
  work.duration = 4s;
  work.warm_up = 2s;
  const std::uint64_t job = begin(work);
  std::vector<double> done;
  const auto at = [&](StressPhase phase, double part) {
    update(model, intent::LoadEnters{job, phase});
    done.push_back(done_part(model.stress));
    update(model, intent::LoadGoesOn{job, part});
    done.push_back(done_part(model.stress));
  };
  at(StressPhase::preparing, 0);
  at(StressPhase::limit_before, 0.5);
  at(StressPhase::warm_up, 0.5);
  at(StressPhase::measuring, 0);
  update(model, intent::LoadGrows{job, {}});
  done.push_back(done_part(model.stress));
  at(StressPhase::limit_after, 0.5);
  at(StressPhase::cleaning, 0);
  EXPECT_EQ(done, (std::vector<double>{0, 0, 0, 0.0625, 0.125, 0.25, 0.375, 0.375, 0.5, 0.875,
                                       0.9375, 1, 1}));
}

TEST_F(Loads, WhatAnOlderLoadStillReportsIsIgnored) {
  const std::uint64_t job = begin();
  update(model, intent::LoadsOver{job, {}});
  update(model, intent::LoadGrows{job, {}});
  update(model, intent::LoadBegins{job, {}});
  EXPECT_TRUE(model.stress.loads.empty());
}

TEST_F(Loads, ALoadThatDidNotBeginLeavesNothingButTheReason) {
  make();
  const std::uint64_t job = begin();
  update(model, intent::LoadsOver{job, say("no server answers")});
  EXPECT_EQ(model.stress.loads.size(), 1u);
  EXPECT_EQ(model.stress.problem, say("no server answers"));
  EXPECT_LT(model.stress.selected, model.stress.loads.size());
  make();
  EXPECT_EQ(model.stress.loads.back().number, 2u) << "no number is left out";
}

TEST_F(Loads, AFaultByButtonGoesToTheLoadAndIsMarkedWhenItHasStruck) {
  EXPECT_FALSE(strike("kill n1")) << "nothing runs";
  const std::uint64_t job = begin();
  update(model, intent::AimAtLoad{0, "250"});
  EXPECT_EQ(strike("stop n1"), at("stop n1 250ms"));
  EXPECT_EQ(strike("refuse n1 read_only"), at("refuse n1 read_only 250ms"));
  EXPECT_EQ(strike("kill n1"), at("kill n1"));
  const Strike stop = at("stop n1 250ms");
  update(model, intent::LoadStruck{job, stop});
  EXPECT_EQ(model.stress.running()->work.strikes, std::vector{stop});
}

TEST_F(Loads, APauseNeedsALengthAndServersOfOthersAreNeverStruck) {
  begin(false);
  EXPECT_FALSE(strike("kill n1"));
  EXPECT_TRUE(strike("pause holder"));
  update(model, intent::AimAtLoad{0, "soon"});
  EXPECT_FALSE(strike("pause holder"));
  EXPECT_TRUE(strike("crash holder")) << "it needs none";
}

// Regression: a fault that could not be injected left neither a mark nor a message.
TEST_F(Loads, AFaultThatIsRefusedSaysWhyUntilTheNextOne) {
  EXPECT_FALSE(strike("kill n1"));
  EXPECT_EQ(model.stress.problem, say("no load is running"));
  const std::uint64_t job = begin(false);
  for (const char* fault : {"kill n1", "pause holder"}) {
    update(model, intent::AimAtLoad{0, "soon"});
    model.stress.problem = {};
    EXPECT_FALSE(strike(fault));
    EXPECT_FALSE(model.stress.problem.empty()) << fault;
    EXPECT_TRUE(strike("crash holder"));
    EXPECT_TRUE(model.stress.problem.empty());
  }
  update(model, intent::LoadNotStruck{job, say("no effect: {} is up", "n1")});
  update(model, intent::LoadEnds{job, ended()});
  update(model, intent::LoadsOver{job, {}});
  EXPECT_EQ(model.stress.problem, say("no effect: {} is up", "n1")) << "it may have come late";
  begin();
  EXPECT_TRUE(model.stress.problem.empty());
}

// Regression: servers that are not named yet were said to be marked in red.
TEST_F(Loads, TheHintSaysWhatStartWaitsFor) {
  EXPECT_EQ(start_hint(model.stress), "stress.hint");
  model.stress.form.own = false;
  model.stress.mistakes = {{"--redis", say("choose at least one lock")}};
  EXPECT_EQ(start_hint(model.stress), "stress.hint.servers");
  model.stress.form.named = "nowhere:99999";
  EXPECT_EQ(start_hint(model.stress), "stress.hint.wrong");
  model.stress.form.named.clear();
  model.stress.mistakes.emplace("--clients", say("'{}' is too small", "0"));
  EXPECT_EQ(start_hint(model.stress), "stress.hint.wrong");
  model.stress.mistakes.clear();
  make();
  EXPECT_EQ(start_hint(model.stress), "stress.hint.again");
}

TEST_F(Loads, OnlyLoadsThatAreCheckedAndOverAreExported) {
  EXPECT_FALSE(update(model, intent::OpenDialog{true, FileKind::load_json}));
  make();
  make();
  update(model, intent::ShowLoad{0, false});
  const auto list = update(model, intent::OpenDialog{true, FileKind::load_json});
  ASSERT_TRUE(list) << "although no run is open";
  EXPECT_EQ(model.dialog->name, "load.json");
  update(model, intent::FolderListed{list->job, "/tmp", {}, {}});
  const auto save = update(model, intent::AcceptDialog{});
  ASSERT_TRUE(save);
  const auto& wanted = save->work.get<work::SaveLoads>();
  EXPECT_EQ(wanted.path, "/tmp/load.json");
  ASSERT_EQ(wanted.results.size(), 1u);
  EXPECT_EQ(wanted.results[0], model.stress.loads[1].result);
  update(model, intent::Saved{save->job, FileKind::load_json, "/tmp/load.json", {}});
  EXPECT_FALSE(model.dialog);
  EXPECT_EQ(model.notice, "/tmp/load.json");
}

TEST_F(Loads, ThoseOfAFileAreLaidOverTheOthersAndNeverInTheWayOfTheOneThatRuns) {
  begin();
  const auto listing = update(model, intent::OpenDialog{false, FileKind::load_json});
  ASSERT_TRUE(listing);
  EXPECT_EQ(listing->work.get<work::List>().ending, "json");
  update(model, intent::FolderListed{listing->job, "/tmp", {{"old.json", false}}, {}});
  update(model, intent::TypeName{"old.json"});
  const auto job = update(model, intent::AcceptDialog{});
  ASSERT_TRUE(job);
  EXPECT_EQ(job->work.get<work::ReadLoads>().path, "/tmp/old.json");
  update(model, intent::LoadsRead{job->job, {}, say("it is not JSON")});
  ASSERT_TRUE(model.dialog);
  EXPECT_FALSE(model.dialog->problem.empty()) << "said where the file was chosen";
  update(model, intent::LoadsRead{job->job, {ended(), ended()}, {}});
  EXPECT_FALSE(model.dialog);
  ASSERT_EQ(model.stress.loads.size(), 3u);
  EXPECT_EQ(model.stress.running(), &model.stress.loads.back());
  EXPECT_EQ(model.stress.loads[0].number, 2u);
  EXPECT_EQ(model.stress.loads[1].number, 3u);
  EXPECT_EQ(model.stress.selected, 1u);
  EXPECT_EQ(chosen_results(model.stress).size(), 2u) << "both are exported with the others";
}

TEST_F(Loads, ALoadIsRemovedUnlessItRuns) {
  make();
  make();
  update(model, intent::RemoveLoad{0});
  ASSERT_EQ(model.stress.loads.size(), 1u);
  EXPECT_EQ(model.stress.loads[0].number, 2u);
  EXPECT_EQ(model.stress.selected, 0u);
  begin();
  update(model, intent::RemoveLoad{1});
  EXPECT_EQ(model.stress.loads.size(), 2u);
}

TEST_F(Loads, KeysGoThroughTheViolationsAndOneThatWasKeptOpensOnTheTimeline) {
  const Violation seen{.harm = Harm::overlap};
  Violation kept = seen;
  kept.window = std::make_shared<const sim::Trace>();
  make({seen, kept});
  press(model, Key::down);
  EXPECT_EQ(model.stress.violation, 0u);
  EXPECT_FALSE(update(model, intent::OpenViolation{0})) << "nothing was kept of it";
  press(model, Key::down);
  press(model, Key::down);
  EXPECT_EQ(model.stress.violation, 1u) << "it is the last";
  const auto job = type(model, 'o');
  ASSERT_TRUE(job);
  EXPECT_EQ(job->work.get<work::OpenViolation>().violation, 1u);
  EXPECT_EQ(model.at_violation, sim::Property::mutual_exclusion);
  update(model, intent::Opened{job->job, test::opened("F06")});
  EXPECT_EQ(model.screen, Screen::lab);
  EXPECT_TRUE(model.run);
}

TEST_F(Loads, TheViolationAskedForIsOpenedThoughALoadBeginsMeanwhile) {
  Violation kept{.harm = Harm::overlap};
  kept.window = std::make_shared<const sim::Trace>();
  make({kept});
  model.stress.wanted = {.load = 0, .violation = 0};
  model.leave_for = "";
  begin();
  const auto job = update(model, intent::Leave{intent::Leaving::discard});
  ASSERT_TRUE(job);
  EXPECT_EQ(job->work.get<work::OpenViolation>().result, model.stress.loads[0].result);
  update(model, intent::NotOpened{job->job, {}});
  EXPECT_FALSE(model.at_violation) << "it would move the next story to that verdict";
}

// Regression: a jump had no effect with a lock per client or a longer lease, and nobody was warned.
TEST_F(Loads, AJumpThatWouldShowNothingSaysWhy) {
  EXPECT_EQ(vain_jump(model.stress), "stress.jump.own") << "as the form begins";
  model.stress.form.keys = "one";
  EXPECT_EQ(vain_jump(model.stress), "stress.jump.lease") << "800 ms, and a lease of 10 s";
  model.stress.form.ttl = "500";
  EXPECT_EQ(vain_jump(model.stress), "");
  StressWork work = usual_work();
  work.lock.ttl = 200ms;
  begin(work);
  EXPECT_EQ(vain_jump(model.stress), "stress.jump.own") << "the load that runs, not the form";
}

}  // namespace
}  // namespace locklab::app
