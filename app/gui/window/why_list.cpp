// Why something happened: the chain of events back to the fault, and below it what would have saved
// the run.
#include <fmt/format.h>

#include <algorithm>

#include "app/changes/run_story.h"
#include "app/gui/update/tale.h"
#include "app/gui/window/bar.h"
#include "app/gui/window/rich_text.h"
#include "app/gui/window/tale_rows.h"
#include "app/timeline/wording.h"
#include "lock/strategy.h"

namespace locklab::app {

namespace {

/// A remedy in words: its setting with the new value, its variation's title, or its lock.
std::string remedy_words(const View& view, const Remedy& remedy) {
  std::string words;
  if (remedy.setting) {
    words = setting_words(view.say, *remedy.setting);
  } else if (!remedy.variation.empty()) {
    words = view.tell(remedy.variation);
  } else {
    words = view.tell(say("use {} instead", view.say(fmt::format("lock.{}", remedy.strategy))));
  }
  std::string but;
  const Strategy* const lock = find_strategy(remedy.strategy);
  const bool fences = lock && lock->traits.has(Trait::fenced);
  if (!remedy.left_broken.empty()) but = view.say(fences ? "tale.fences" : "tale.data_only");
  if (remedy.by_luck && !but.empty()) but += view.say("list.comma");
  if (remedy.by_luck) but += view.say("tale.by_luck");
  return but.empty() ? words : words + view.say.fill("list.brackets", but);
}

/// What would have saved the run, each as a button that runs it as a branch.
void remedies(const View& view) {
  const Remedies& known = view.model.remedies;
  ImGui::Spacing();
  second_text(view, view.say("tale.saved_by"));
  view.name_last("saved by");
  if (known.job) ImGui::TextDisabled("%s", view.say.c("tale.finding"));
  if (!known.job && known.found.empty()) ImGui::TextDisabled("%s", view.say.c("tale.no_remedy"));
  const float right = ImGui::GetWindowContentRegionMax().x;
  for (std::size_t i = 0; i < known.found.size(); ++i) {
    const Remedy& remedy = known.found[i];
    const std::string words = remedy_words(view, remedy);
    const Strategy* const lock = find_strategy(remedy.strategy);
    std::string tip = remedy.by_luck ? std::string(view.say("tale.by_luck.tip"))
                      : lock         ? view.tell(lock->title)
                                     : std::string(view.say("tale.remedy.tip"));
    if (i > 0) {
      ImGui::SameLine(0, view.px(6));
      if (ImGui::GetCursorPosX() + button_width(words) > right) ImGui::NewLine();
    }
    // A narrow panel has no room for what a remedy costs: the tip says it too.
    const float room = right - ImGui::GetCursorPosX() - 2 * ImGui::GetStyle().FramePadding.x;
    const std::string shown = shortened(words, room);
    if (shown != words) tip = fmt::format("{}\n{}", words, tip);
    if (view.button(fmt::format("remedy {}", i), fmt::format("{}##remedy{}", shown, i), tip))
      view.want(intent::TryRemedy{i});
  }
}

/// The height of their heading and of a row of buttons, which stay in sight below the chain.
float remedies_height(const View& view) {
  return ImGui::GetTextLineHeight() + ImGui::GetFrameHeight() + view.px(14);
}

}  // namespace

void why_list(const View& view) {
  const std::vector<WhyStep> steps = why_shown(view.model);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  const float row = tale_row_height(view);
  const float room = ImGui::GetContentRegionAvail().y;
  const float below = tells_remedies(view.model) ? remedies_height(view) : 0;
  // As many whole rows as there are, or as the remedies leave; two at the least.
  const float rows = static_cast<float>(steps.size() + 1) * row;
  const float list = std::min(rows, std::max(std::floor((room - below) / row), 2.0f) * row);
  ImGui::BeginChild("why list", {0, below > 0 ? std::min(list, room) : whole_rows(row)}, false);
  if (steps.empty()) ImGui::TextDisabled("%s", view.say.c("event.start"));
  constexpr std::uint16_t deepest = 6;
  for (const WhyStep& step : steps)
    tale_row(view, {step.event, step.event == steps.front().event,
                    view.px(14) * static_cast<float>(std::min(step.depth, deepest)),
                    step.event == steps.front().event, true});
  if (steps.size() == 1) ImGui::TextDisabled("%s", view.say.c("tale.no_cause"));
  ImGui::EndChild();
  view.name_last("told rows");
  if (!steps.empty()) view.name_last("why");
  ImGui::PopStyleVar();
  // No heading without the first of them, or only a part of it.
  if (below == 0 || room - list < below - view.px(10)) return;
  ImGui::BeginChild("remedies", {0, 0}, false);
  remedies(view);
  ImGui::EndChild();
}

}  // namespace locklab::app
