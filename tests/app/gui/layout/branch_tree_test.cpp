#include "app/gui/layout/branch_tree.h"
#include "tests/support/golden_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/changes/run_story.h"
#include "app/gui/update/update.h"
#include "sim/trace/sentence.h"
#include "tests/support/shown_model.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

using testing::HasSubstr;

void crash(Model& model, std::uint16_t lane) {
  work_on(model, update(model, intent::Break{Spot{SpotKind::lane, lane}, 0, {}, {}}));
}

/// The story (0), a branch of it (1), a branch of that one (2), and a second branch of the story
/// (3).
Model tree_with_branches() {
  Model model = test::showing("F06");
  crash(model, 0);
  crash(model, 1);
  update(model, intent::ShowBranch{0});
  work_on(model, update(model, intent::ChangeSeed{7}));
  return model;
}

TEST(BranchTree, EachStandsBehindTheOneThatItCameOf) {
  Model model = tree_with_branches();
  EXPECT_THAT(branch_tree(model), testing::ElementsAre(0, 1, 2, 3));
  update(model, intent::ShowBranch{1});
  crash(model, 1);
  EXPECT_EQ(model.branches[4].parent, 1u);
  EXPECT_THAT(branch_tree(model), testing::ElementsAre(0, 1, 2, 4, 3)) << "before its uncle";
}

TEST(BranchTree, ABranchSaysWhatWasDoneThere) {
  const Model model = tree_with_branches();
  const Words& say = Words::in(Language::english);
  EXPECT_EQ(branch_words(say, model, 0), "");
  EXPECT_THAT(branch_words(say, model, 1), HasSubstr("alice"));
  EXPECT_THAT(branch_words(say, model, 2), HasSubstr("bob"));
  EXPECT_THAT(branch_words(say, model, 3), HasSubstr("7"));
}

TEST(BranchTree, TheSameFaultOnceMoreIsNotOneLess) {
  Model model = test::showing("F06");
  for (int twice = 0; twice < 2; ++twice) {
    intent::Break pause{Spot{SpotKind::lane, 0}, 1, {}, {}};
    pause.at_us = 5'000;
    work_on(model, update(model, pause));
  }
  ASSERT_EQ(model.branches.size(), 3u);
  const Words& say = Words::in(Language::english);
  EXPECT_EQ(branch_words(say, model, 2), branch_words(say, model, 1));
}

TEST(BranchTree, WhatCameOfARemovedBranchStays) {
  Model model = tree_with_branches();
  update(model, intent::ShowBranch{2});
  const ShownRunPtr run = model.run;
  update(model, intent::RemoveBranch{1});
  ASSERT_EQ(model.branches.size(), 3u);
  EXPECT_EQ(model.run, run);
  EXPECT_EQ(model.branch, 1u);
  EXPECT_EQ(model.branches[1].parent, 0u);
  update(model, intent::RemoveBranch{1});
  EXPECT_EQ(model.branch, 0u);
  EXPECT_EQ(model.run, model.branches[0].run);
}

TEST(BranchTree, TheStoryItselfStays) {
  Model model = tree_with_branches();
  update(model, intent::RemoveBranch{0});
  EXPECT_EQ(model.branches.size(), 4u);
}

TEST(BranchTree, UndoneAndComparedBranchesAreStillMeantAfterOneIsGone) {
  Model model = tree_with_branches();
  update(model, intent::ShowBranch{2});
  update(model, intent::Compare{3});
  const ShownRunPtr below = model.branches[3].run;
  update(model, intent::RemoveBranch{1});
  ASSERT_TRUE(model.comparison);
  EXPECT_EQ(model.branches[model.comparison->with].run, below);
}

TEST(BranchTree, ALockIsCalledByItsNameInTheWindow) {
  Model model = test::showing("F06");
  for (const char* lock : {"fenced", "set_wait", "setnx_del"}) {
    update(model, intent::ShowBranch{0});
    work_on(model, update(model, intent::ChangeStrategy{lock}));
    for (const Language language : {Language::english, Language::chinese}) {
      const Words& say = Words::in(language);
      EXPECT_EQ(branch_words(say, model, model.branch), say(std::string("lock.") + lock));
    }
  }
}

// Regression: a slider labelled "lease" made a branch named "lease: 710 ms, drift margin 9.1 ms".
TEST(BranchTree, WhatGoesWithASettingIsNotSaidBesideIt) {
  Model model = test::showing("F12");
  work_on(model, update(model, intent::Slide{"ttl_ms", 710, true}));
  ASSERT_EQ(model.branch, 1u);
  const Words& say = Words::in(Language::english);
  EXPECT_EQ(branch_words(say, model, 1), "lease: 710 ms");
  EXPECT_THAT(story_of(*model.run, say).title, test::IsGolden());
}

}  // namespace
}  // namespace locklab::app
