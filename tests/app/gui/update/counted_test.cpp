// The number of clients and nodes, changed in the set-up form.
#include "app/gui/update/counted.h"

#include <gtest/gtest.h>

#include "app/changes/run_settings.h"
#include "tests/support/shown_model.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

using intent::ChangeClients;
using intent::ChangeNodes;
using test::showing;

std::vector<sim::ClientSpec> one_more(const Model& model) {
  auto all = model.run->judged.scenario.clients;
  all.push_back(next_client(model.run->judged.scenario));
  return all;
}

std::vector<sim::ClientSpec> one_less(const Model& model) {
  auto all = model.run->judged.scenario.clients;
  all.pop_back();
  return all;
}

// Regression: ten presses of + made ten branches, "3 clients" to "12 clients".
TEST(NumberOfClients, PlusTenTimesIsOneBranch) {
  Model model = showing("F06");
  const std::size_t before = model.run->scene.clients;
  for (int i = 0; i < 10; ++i) want(model, ChangeClients{one_more(model)});
  EXPECT_EQ(model.branches.size(), 2u);
  EXPECT_EQ(model.branch, 1u);
  EXPECT_EQ(model.run->scene.clients, before + 10);
  update(model, intent::Undo{});
  EXPECT_EQ(model.run->scene.clients, before);
}

TEST(NumberOfClients, BackToWhatItWasLeavesNoBranch) {
  Model model = showing("F06");
  want(model, ChangeClients{one_more(model)});
  update(model, ChangeClients{one_less(model)});
  EXPECT_EQ(model.branches.size(), 1u);
  EXPECT_EQ(model.branch, 0u);
  EXPECT_FALSE(model.pending);
}

TEST(NumberOfClients, ABranchThatIsChangedOtherwiseToOrIsNotTheLatestIsKept) {
  Model model = showing("F06");
  want(model, intent::Break{Spot{SpotKind::lane, 0}, 0, {}, {}});
  want(model, ChangeClients{one_more(model)});
  ASSERT_EQ(model.branches.size(), 3u) << "the fault's branch stays";
  want(model, ChangeClients{one_more(model)});
  EXPECT_EQ(model.branches.size(), 3u);
  update(model, intent::ShowBranch{0});
  want(model, ChangeClients{one_more(model)});
  update(model, intent::ShowBranch{2});
  want(model, ChangeClients{one_more(model)});
  EXPECT_EQ(model.branches.size(), 5u) << "an earlier branch is not rewritten";
}

TEST(NumberOfNodes, PlusTwiceIsOneBranch) {
  Model model = showing("F06");
  for (int i = 0; i < 2; ++i) {
    auto nodes = model.run->judged.scenario.nodes;
    nodes.push_back(next_node(model.run->judged.scenario));
    want(model, ChangeNodes{nodes});
  }
  EXPECT_EQ(model.branches.size(), 2u);
  EXPECT_EQ(model.run->judged.scenario.nodes.size(), 3u);
}

}  // namespace
}  // namespace locklab::app
