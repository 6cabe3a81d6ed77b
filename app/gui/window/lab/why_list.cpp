// Explains an event: its chain of causes, back to a fault if there is one, and below it the
// remedies.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/changes/run_story.h"
#include "app/gui/update/tale.h"
#include "app/gui/window/lab/tale_rows.h"
#include "app/gui/window/widgets/bar.h"
#include "app/gui/window/widgets/rich_text.h"
#include "app/timeline/words/wording.h"
#include "lock/strategy.h"

namespace locklab::app {

namespace {

/// A remedy in words: its setting with the new value, its title, or its lock; and its limits in
/// brackets.
std::string remedy_words(const View& view, const Remedy& remedy) {
  std::string words;
  if (remedy.setting) {
    words = setting_words(view.say, *remedy.setting);
  } else if (!remedy.title.empty()) {
    words = view.tell(remedy.title);
  } else {
    words = view.tell(say("use {} instead", view.say.lock_name(remedy.strategy)));
  }
  std::string but;
  const Strategy* const lock = find_strategy(remedy.strategy);
  const bool fences = lock && lock->traits.has(Trait::fenced);
  if (!remedy.left_broken.empty()) but = view.say(fences ? "tale.fences" : "tale.data_only");
  if (remedy.sure_of_data && but.empty()) but = view.say("tale.data_only");
  if (remedy.by_luck && !but.empty()) but += view.say("list.comma");
  if (remedy.by_luck) but += view.say("tale.by_luck");
  if (remedy.needs_servers && !but.empty()) but += view.say("list.comma");
  if (remedy.needs_servers) but += view.say("tale.needs_servers");
  return but.empty() ? words : words + view.say.fill("list.brackets", but);
}

/// A remedy's button, and its position.
struct RemedyButton {
  std::string words, shown;
  std::size_t row = 0;
  float x = 0;
};

/// The buttons of all remedies in rows of this width.
std::vector<RemedyButton> remedy_buttons(const View& view, float width) {
  std::vector<RemedyButton> buttons;
  const float gap = view.px(6);
  float x = 0;
  for (const Remedy& remedy : view.model.remedies.found) {
    RemedyButton button;
    button.words = remedy_words(view, remedy);
    button.shown = shortened(button.words, width - 2 * ImGui::GetStyle().FramePadding.x);
    const float wide = button_width(button.shown);
    if (!buttons.empty()) {
      const bool fits = x + wide <= width;
      button.row = buttons.back().row + (fits ? 0 : 1);
      if (!fits) x = 0;
    }
    button.x = x;
    x += wide + gap;
    buttons.push_back(std::move(button));
  }
  return buttons;
}

std::size_t rows_of(const std::vector<RemedyButton>& buttons) {
  return buttons.empty() ? 1 : buttons.back().row + 1;
}

/// The area of the remedies: a heading and whole rows of buttons.
struct RemedyRoom {
  float head = 0, row = 0;
  float height(std::size_t rows) const { return head + row * static_cast<float>(rows); }
};

RemedyRoom remedy_room(const View& view) {
  return {ImGui::GetTextLineHeight() + view.px(16), ImGui::GetFrameHeight() + view.px(4)};
}

/// Draws the heading, with a button that counts the hidden remedies. Returns true if it was
/// pressed.
bool remedies_heading(const View& view, std::size_t hidden) {
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + view.px(6));
  second_text(view, view.say("tale.saved_by"));
  view.name_last("saved by");
  if (hidden == 0) return false;
  const std::string more = view.say.fill("tale.more_remedies", hidden);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {view.px(6), 0});
  ImGui::PushStyleColor(ImGuiCol_Text, view.theme.accent);
  ImGui::SameLine(0, view.px(8));
  const bool clicked = view.button("remedies more", more, view.say("tale.more_remedies.tip"));
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  return clicked;
}

void remedy_button(const View& view, const RemedyButton& button, std::size_t i) {
  const Remedy& remedy = view.model.remedies.found[i];
  const Strategy* const lock = find_strategy(remedy.strategy);
  std::string tip = remedy.by_luck ? std::string(view.say("tale.by_luck.tip"))
                    : lock         ? view.tell(lock->title)
                                   : std::string(view.say("tale.remedy.tip"));
  // If the button cuts off the words, the tooltip contains all of them.
  if (button.shown != button.words) tip = fmt::format("{}\n{}", button.words, tip);
  if (view.button(fmt::format("remedy {}", i), fmt::format("{}##remedy{}", button.shown, i), tip))
    view.want(intent::TryRemedy{i});
}

/// Draws the remedies, each as a button that runs it as a branch: the first `shown` rows or, after
/// a click on the heading's button, the last ones.
void remedies(const View& view, const std::vector<RemedyButton>& buttons, const RemedyRoom& room,
              std::size_t shown) {
  const Remedies& known = view.model.remedies;
  const std::size_t rows = rows_of(buttons);
  bool* const last = ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID("last remedies"), false);
  const std::size_t first = *last && rows > shown ? rows - shown : 0;
  const auto is_hidden = [&](const RemedyButton& one) {
    return one.row < first || one.row >= first + shown;
  };
  const auto hidden = std::count_if(buttons.begin(), buttons.end(), is_hidden);
  if (remedies_heading(view, static_cast<std::size_t>(hidden))) *last = !*last;
  ImGui::BeginChild("remedies", {0, room.row * static_cast<float>(shown)}, false,
                    ImGuiWindowFlags_NoScrollbar);
  if (known.job) ImGui::TextDisabled("%s", view.say.c("tale.finding"));
  if (!known.job && known.found.empty()) ImGui::TextDisabled("%s", view.say.c("tale.no_remedy"));
  for (std::size_t i = 0; i < buttons.size(); ++i) {
    const RemedyButton& one = buttons[i];
    if (is_hidden(one)) continue;
    ImGui::SetCursorPos({one.x, static_cast<float>(one.row - first) * room.row + view.px(1)});
    remedy_button(view, one, i);
  }
  ImGui::EndChild();
}

/// The numbers of rows of reasons and of remedies that fit a height. Two rows of remedies are
/// reserved, or one if otherwise fewer than four reasons would fit. Reasons get the rest, at least
/// two rows, and further remedies get the rows that reasons leave free. There are no remedies if
/// not even one row of them fits.
struct WhyRows {
  std::size_t reasons = 0, remedies = 0;
};

WhyRows why_rows(std::size_t reasons, std::size_t remedies, float height, float row,
                 const RemedyRoom& room) {
  const auto that_fit = [&](std::size_t below) {
    return static_cast<std::size_t>(std::max((height - room.height(below)) / row, 0.0f));
  };
  WhyRows rows;
  rows.remedies = std::min<std::size_t>(remedies, 2);
  while (rows.remedies > 1 && that_fit(rows.remedies) < std::min<std::size_t>(reasons, 4))
    --rows.remedies;
  rows.reasons = std::min(reasons, std::max<std::size_t>(that_fit(rows.remedies), 2));
  const float left = height - static_cast<float>(rows.reasons) * row;
  while (rows.remedies < remedies && room.height(rows.remedies + 1) <= left) ++rows.remedies;
  if (room.height(1) > left) rows.remedies = 0;  // no heading without the first remedy
  return rows;
}

}  // namespace

void why_list(const View& view) {
  const std::vector<WhyStep> steps = why_shown(view.model);
  const std::string design = view.tell(design_shown(view.model));
  const std::size_t told = steps.size() + (steps.size() <= 1 ? 1 : 0) +  // the "no cause" line
                           (design.empty() ? 0 : 1);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float row = tale_row_height(view);
  const RemedyRoom of_remedies = remedy_room(view);
  std::vector<RemedyButton> buttons;
  WhyRows rows;
  if (tells_remedies(view.model)) {
    buttons = remedy_buttons(view, room.x);
    rows = why_rows(told, rows_of(buttons), room.y, row, of_remedies);
  }
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  const float list = rows.reasons > 0 ? static_cast<float>(rows.reasons) * row : whole_rows(row);
  ImGui::BeginChild("why list", {0, std::min(list, room.y)}, false);
  if (steps.empty()) ImGui::TextDisabled("%s", view.say.c("event.start"));
  constexpr std::uint16_t deepest = 6;
  for (const WhyStep& step : steps) {
    const bool first = &step == &steps.front();
    tale_row(view, {step.event, step.event == steps.front().event,
                    view.px(14) * static_cast<float>(std::min(step.depth, deepest)),
                    step.event == steps.front().event, &step});
    if (!first || design.empty()) continue;
    second_text(view, design);
    view.name_last("why design");
  }
  if (steps.size() == 1)
    ImGui::TextDisabled("%s", view.say.c(beginning_of(*view.model.run, steps.front().event)));
  ImGui::EndChild();
  view.name_last("told rows");
  if (!steps.empty()) view.name_last("why");
  if (rows.remedies > 0) remedies(view, buttons, of_remedies, rows.remedies);
  ImGui::PopStyleVar();
}

}  // namespace locklab::app
