// Random intents of a user, for properties that hold whatever the user does.
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "app/changes/fault_tools.h"
#include "app/gui/model/model.h"
#include "app/gui/update/sliding.h"

namespace locklab::test {

/// A random intent, except those that end a run or leave the lab.
inline app::Intent any_wish(const app::Model& model, std::mt19937& random) {
  using namespace app;
  using namespace app::intent;
  const auto below = [&](std::size_t end) { return random() % std::max<std::size_t>(end, 1); };
  const auto tool = static_cast<std::uint16_t>(below(breaking_tools().size()));
  const Spot spot{SpotKind::lane, static_cast<std::uint16_t>(below(4))};
  const std::size_t branch = below(model.branches.size());
  std::vector<Intent> wishes{GoToStep{+1},
                             GoToStep{-1},
                             OpenLesson{below(16)},
                             OpenLesson{},
                             CloseLesson{},
                             ShowAgain{},
                             Answer{below(3)},
                             ShowTruth{},
                             ResetAnswers{},
                             ResetAnswers{below(16)},
                             BringAnswersBack{},
                             Undo{},
                             Redo{},
                             ShowBranch{branch},
                             RemoveBranch{branch},
                             Compare{},
                             Compare{branch},
                             EditFault{0, branch},
                             Reset{},
                             ChangeSeed{below(9)},
                             ChangeStrategy{"set_px"},
                             ChangeSetting{{.key = "ttl_ms", .number = 70}},
                             Break{spot, tool, {}, {}},
                             Break{spot, tool, {}, branch},
                             NewFault{spot, tool, {}, branch},
                             AcceptForm{},
                             CloseForm{},
                             RemoveFault{0, branch},
                             BreakFirst{},
                             Open{"F12"},
                             OpenBroken{"F06", sim::Property::mutual_exclusion, {}},
                             Leave{Leaving::stay},
                             RunLive{},
                             Step{+1},
                             Step{-1},
                             GoToStart{},
                             GoToEnd{},
                             PlayOrPause{},
                             NoteMoment{},
                             GoToMoment{0},
                             TryRemedy{0},
                             ShowScreen{static_cast<Screen>(below(4))}};
  const std::vector<Slider> sliders = shown_sliders(model);
  if (!sliders.empty()) {
    const Slider& slider = sliders[below(sliders.size())];
    wishes.push_back(Slide{slider.key, slider.now + 10, below(2) == 0});
  }
  return wishes[below(wishes.size())];
}

}  // namespace locklab::test
