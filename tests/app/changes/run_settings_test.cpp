// Settings, clients and nodes that the user changes, written as run names.
#include "app/changes/run_settings.h"

#include <gmock/gmock.h>

#include <fstream>
#include <tuple>

#include "lock/strategy.h"
#include "sim/trace/sentence.h"
#include "tests/support/golden_text.h"
#include "tests/support/opened_run.h"
#include "tests/support/read.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/shown_model.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

using test::opened;
using test::showing;
using testing::HasSubstr;
using testing::Not;

Setting setting(const ShownRun& run, std::string_view key) {
  for (const Setting& one : settings_of(run))
    if (one.key == key) return one;
  ADD_FAILURE() << "no setting " << key;
  return {};
}

bool has(const ShownRun& run, std::string_view key) {
  for (const Setting& one : settings_of(run))
    if (one.key == key) return true;
  return false;
}

TEST(SettingUp, AChangedLeaseIsInTheNameAndInTheRunAndBackAsToldItIsNoChange) {
  const ShownRunPtr run = opened("F06");
  Setting ttl = setting(*run, "ttl_ms");
  const double told = ttl.number;
  ttl.number += 25;
  const ShownRunPtr changed = opened(with_setting(*run, ttl));
  ASSERT_TRUE(changed);
  EXPECT_EQ(changed->judged.scenario.lock.ttl, run->judged.scenario.lock.ttl + 25ms);
  EXPECT_TRUE(setting(*changed, "ttl_ms").changed);
  EXPECT_FALSE(setting(*changed, "latency_ms").changed);
  EXPECT_TRUE(changed_by_hand(*changed));
  EXPECT_FALSE(changed_by_hand(*run));
  ttl.number = told;
  EXPECT_EQ(with_setting(*changed, ttl), run->judged.name);
  EXPECT_EQ(as_told(*changed).substr(0, as_told(*changed).find(' ')),
            run->judged.name.substr(0, run->judged.name.find(' ')));
}

TEST(SettingUp, EveryValueOfEverySettingOfEveryStrategyCanBeRun) {
  for (const Strategy& strategy : strategies()) {
    const ShownRunPtr run = opened(with_strategy(*opened("F06"), strategy.id));
    ASSERT_TRUE(run) << strategy.id;
    for (Setting one : settings_of(*run)) {
      if (one.kind == SettingKind::yes_no) one.number = 1 - one.number;
      // One replica more than the cluster has is refused with a message.
      if (one.kind == SettingKind::whole) one.number += one.key == "replicas" ? -1 : 1;
      // Redlock refuses a lease shorter than five timeouts, with a message.
      if (one.kind == SettingKind::milliseconds && one.key != "node_timeout_ms") one.number += 1;
      const std::size_t words = one.kind == SettingKind::word ? one.words.size() : 1;
      for (std::size_t word = 0; word < words; ++word) {
        if (one.kind == SettingKind::word) one.word = one.words[word];
        const auto made = make_shown_run(sim::Library(), with_setting(*run, one));
        const auto* problem = std::get_if<sim::Problem>(&made);
        // Jitter above the latency is refused.
        if (one.key == "jitter_ms" && problem) continue;
        EXPECT_FALSE(problem) << strategy.id << " " << one.key << ": "
                              << (problem ? sim::to_string(*problem) : "");
      }
    }
  }
}

TEST(SettingUp, OnlyTheSwitchesThatTheStrategyReadsAreShown) {
  EXPECT_TRUE(has(*opened("F12"), "check_validity"));
  EXPECT_FALSE(has(*opened("F06"), "check_validity"));
  EXPECT_TRUE(has(*opened("F21"), "renew"));
}

TEST(SettingUp, AnotherStrategyLosesWhatItDoesNotRead) {
  const ShownRunPtr run = opened("F12");
  Setting check = setting(*run, "check_validity");
  check.number = 0;
  const ShownRunPtr changed = opened(with_setting(*run, check));
  const std::string name = with_strategy(*changed, "set_px_lua");
  EXPECT_THAT(name, Not(HasSubstr("check_validity")));
  EXPECT_EQ(opened(name)->judged.scenario.strategy, "set_px_lua");
  EXPECT_EQ(opened(with_strategy(*opened(name), "redlock"))->judged.scenario.strategy, "redlock");
}

TEST(SettingUp, AStrategyThatWaitsForAReplicaGetsOne) {
  const ShownRunPtr run = opened(with_strategy(*opened("F06"), "set_wait"));
  ASSERT_TRUE(run);
  ASSERT_EQ(run->judged.scenario.nodes.size(), 2u);
  EXPECT_EQ(run->judged.scenario.nodes[1].replica_of, "n1");
  EXPECT_EQ(opened(with_strategy(*run, "set_px_lua"))->judged.scenario.strategy, "set_px_lua");
}

TEST(SettingUp, AClientJoinsAndLeaves) {
  const ShownRunPtr run = opened("F06");
  auto clients = run->judged.scenario.clients;
  clients.push_back(next_client(run->judged.scenario));
  EXPECT_EQ(clients.back().name, "carol");
  const ShownRunPtr three = opened(with_clients(*run, clients));
  ASSERT_TRUE(three);
  EXPECT_EQ(three->scene.clients, 3u);
  EXPECT_EQ(three->judged.scenario.clients, clients);
  clients.pop_back();
  EXPECT_EQ(with_clients(*three, clients), run->judged.name);
}

TEST(SettingUp, ClientsKeepTheirProgramsAlsoTheUsualOneWhereOthersHaveAnother) {
  const std::string twice = R"(["lock", "lock", "work", "unlock", "unlock"])";
  const std::string usual = sim::to_toml(sim::usual_program());
  for (const auto& [set, client, program] :
       {std::tuple{"client={alice={program=" + twice + "}}", 0u, twice},
        {"program=[\"lock\", \"unlock\"], client.bob.program=" + usual, 1u, usual}}) {
    const ShownRunPtr run = opened("F06 set={" + set + "}");
    ASSERT_TRUE(run);
    auto clients = run->judged.scenario.clients;
    EXPECT_EQ(sim::to_toml(clients[client].program), program);
    clients[1 - client].start += 5ms;
    const ShownRunPtr later = opened(with_clients(*run, clients));
    ASSERT_TRUE(later);
    EXPECT_EQ(later->judged.scenario.clients, clients);
  }
}

TEST(SettingUp, NodesKeepWhatTheyAre) {
  const ShownRunPtr run = opened("F11");
  auto nodes = run->judged.scenario.nodes;
  nodes[0].persistence = sim::Persistence::always;
  const ShownRunPtr changed = opened(with_nodes(*run, nodes));
  ASSERT_TRUE(changed);
  EXPECT_EQ(changed->judged.scenario.nodes, nodes);
}

TEST(SettingUp, AClientMayFailOpenOrNoLonger) {
  for (const auto& [name, on_fail] :
       {std::pair{"F06", sim::OnFail::go_on}, std::pair{"F41", sim::OnFail::stop}}) {
    const ShownRunPtr run = opened(name);
    auto clients = run->judged.scenario.clients;
    clients[1].on_fail = on_fail;
    const ShownRunPtr changed = opened(with_clients(*run, clients));
    ASSERT_TRUE(changed);
    EXPECT_EQ(changed->judged.scenario.clients, clients) << name;
  }
}

TEST(SettingUp, ANameWithASetBeforeKeepsIt) {
  const ShownRunPtr run = opened("F06 set={bound_ms=900}");
  Setting ttl = setting(*run, "ttl_ms");
  ttl.number += 1;
  EXPECT_THAT(with_setting(*run, ttl), HasSubstr("bound_ms=900"));
}

TEST(SettingUp, AChangeIsABranchThatIsUndone) {
  Model model = showing("F06");
  const std::size_t lanes = model.lanes.size();
  auto clients = model.run->judged.scenario.clients;
  clients.push_back(next_client(model.run->judged.scenario));
  want(model, intent::ChangeClients{clients});
  EXPECT_EQ(model.lanes.size(), lanes + 1);
  EXPECT_EQ(model.branches.size(), 2u);
  model.lane = static_cast<std::uint16_t>(lanes);
  update(model, intent::Undo{});
  EXPECT_EQ(model.lanes.size(), lanes);
  EXPECT_FALSE(model.lane);
  update(model, intent::Redo{});
  EXPECT_EQ(model.lanes.size(), lanes + 1);
}

TEST(SettingUp, WhatWasChangedByHandIsNotLeftWithoutAQuestion) {
  Model model = showing("F06");
  EXPECT_TRUE(update(model, intent::Open{"F07"}));
  model.pending.reset();
  Setting ttl = setting(*model.run, "ttl_ms");
  ttl.number += 25;
  want(model, intent::ChangeSetting{ttl});
  EXPECT_FALSE(update(model, intent::Open{"F07"}));
  EXPECT_EQ(model.leave_for, "F07");
  update(model, intent::Leave{intent::Leaving::stay});
  EXPECT_FALSE(model.leave_for);
  update(model, intent::Quit{});
  EXPECT_FALSE(model.quit);
  update(model, intent::Leave{intent::Leaving::discard});
  EXPECT_TRUE(model.quit);
}

TEST(SettingUp, SavingGoesOnToWhatWasWanted) {
  Model model = showing("F06 set={ttl_ms=90}");
  // Changes in the opened name are not unsaved changes.
  EXPECT_TRUE(update(model, intent::Open{"F07"}));
  model.pending.reset();
  Setting ttl = setting(*model.run, "ttl_ms");
  ttl.number += 25;
  want(model, intent::ChangeSetting{ttl});
  update(model, intent::Open{"F07"});
  const auto list = update(model, intent::Leave{intent::Leaving::save});
  ASSERT_TRUE(list && list->work.is<work::List>());
  update(model, intent::FolderListed{list->job, "/x", {}, {}});
  const auto save = update(model, intent::AcceptDialog{});
  ASSERT_TRUE(save && save->work.is<work::Save>());
  const auto next = update(
      model, intent::Saved{save->job, FileKind::scenario, "/x/a.toml", model.run->judged.name});
  ASSERT_TRUE(next);
  EXPECT_EQ(next->work.get<work::Run>().name, "F07");
  EXPECT_EQ(model.settings.recent, std::vector<std::string>{"/x/a.toml"});
}

TEST(SettingUp, OnlyAFileThatCouldBeOpenedIsRemembered) {
  Model model;
  const auto bad = update(model, intent::Open{"/x/bad.toml"});
  update(model, intent::NotOpened{bad->job, say("it is broken")});
  EXPECT_TRUE(model.settings.recent.empty());
  const auto good = update(model, intent::Open{"/x/good.toml"});
  update(model, intent::Opened{good->job, opened("F06")});
  EXPECT_EQ(model.settings.recent, std::vector<std::string>{"/x/good.toml"});
}

TEST(SettingUp, AFileOfAnotherKindIsCalledSo) {
  const test::ScratchFolder folder;
  for (const char* name : {"notes.txt", "notes.trace"}) {
    const std::string file = folder / name;
    std::ofstream(file) << "no trace";
    const auto made = make_shown_run(sim::Library(), file);
    ASSERT_TRUE(std::holds_alternative<sim::Problem>(made));
    const sim::Problem& problem = std::get<sim::Problem>(made);
    EXPECT_EQ(problem.file, file);
    EXPECT_THAT(problem.what, test::IsGolden(name));
  }
}

}  // namespace
}  // namespace locklab::app
