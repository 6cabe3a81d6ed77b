#include "app/gui/layout/branch_tree.h"

#include "app/changes/run_story.h"

namespace locklab::app {

namespace {

void grow(const Model& model, std::size_t branch, std::vector<std::size_t>& tree) {
  tree.push_back(branch);
  for (std::size_t i = branch + 1; i < model.branches.size(); ++i)
    if (model.branches[i].parent == branch) grow(model, i, tree);
}

}  // namespace

std::vector<std::size_t> branch_tree(const Model& model) {
  std::vector<std::size_t> tree;
  if (!model.branches.empty()) grow(model, 0, tree);
  return tree;
}

std::string branch_words(const Words& say, const Model& model, std::size_t branch) {
  if (branch == 0 || branch >= model.branches.size()) return {};
  const ShownRun& run = *model.branches[branch].run;
  if (run.recorded) return std::string(say("break.live"));
  return change_from(say, run, *model.branches[model.branches[branch].parent].run);
}

}  // namespace locklab::app
