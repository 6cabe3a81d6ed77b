// The verdicts of the run, and its longest lock-out. A click moves to the event that decided the
// verdict, or to the beginning of the lock-out; to its end while it is not revealed.
#include <fmt/format.h>

#include <algorithm>

#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/look.h"
#include "app/gui/update/navigation.h"
#include "app/gui/window/view.h"
#include "app/gui/window/widgets/rich_text.h"
#include "app/words/verdict_name.h"
#include "sim/check/lockout.h"
#include "sim/trace/time_words.h"

namespace locklab::app {

namespace {

struct Look {
  const char* sign;
  ImU32 colour;
};

bool is_known(const Model& model, const sim::Verdict& verdict) {
  return is_told(model, verdict) && is_reached(model, verdict);
}

std::string not_known(const View& view) {
  return std::string(view.say(predicts(view.model) ? "predict.later" : "verdict.not_reached"));
}

std::string reason(const View& view, const sim::Verdict& verdict) {
  return is_known(view.model, verdict) ? view.tell(verdict.sentence) : not_known(view);
}

/// The sign and colour of a verdict; an unpromised property is neutral, in brackets.
Look look_of(const View& view, const sim::Verdict& verdict) {
  if (!is_known(view.model, verdict))
    return {verdict.promised ? "?" : "(?)", view.theme.second_text};
  if (!verdict.promised)
    return {verdict.kept == sim::Kept::broken ? "(×)" : "(✓)", view.theme.second_text};
  switch (verdict.kept) {
    case sim::Kept::kept:
      return {"✓", view.theme.good};
    case sim::Kept::broken:
      return {"×", view.theme.violation};
    default:
      return {"–", view.theme.second_text};
  }
}

/// Whether the lesson's step highlights the verdict. Presenter mode shows only these verdicts, in
/// the presenter's bar.
bool is_pointed(const View& view, const sim::Verdict& verdict) {
  const LessonStep* step = step_at(view.model);
  if (!step || !step->showing) return false;
  const auto& point = step->showing->point;
  const auto is_at = [&](std::string_view name) {
    return std::find(point.begin(), point.end(), name) != point.end();
  };
  return is_at("verdicts") || is_at(fmt::format("verdict {}", name(verdict.property)));
}

/// Whether the verdict is shown. Hidden are those that are neither promised nor applicable (the
/// text timeline lists them) and, in presenter mode, those that the step does not highlight.
bool is_shown(const View& view, const sim::Verdict& verdict) {
  if (!verdict.promised && verdict.kept == sim::Kept::not_applicable) return false;
  return !is_presenting(view.model) || is_pointed(view, verdict);
}

/// The label of a verdict. `brief`: without the note that the property is not promised, which the
/// brackets around the sign show too.
std::string label_of(const View& view, const sim::Verdict& verdict, bool brief) {
  const std::string_view property = name(verdict.property);
  const sim::Kept told = is_known(view.model, verdict) ? verdict.kept : sim::Kept::not_applicable;
  const bool plain = verdict.promised || brief;
  return fmt::format("{} {}##{}", look_of(view, verdict).sign,
                     verdict_label(view.say, verdict.property, told, plain), property);
}

/// Padding around the words of a verdict's button, smaller if `brief`.
float pad_of(const View& view, bool brief) {
  return brief ? view.px(5) : ImGui::GetStyle().FramePadding.x;
}

float gap_of(const View& view, bool brief) {
  return brief ? view.px(4) : ImGui::GetStyle().ItemSpacing.x;
}

float width_of(const View& view, const std::string& label, bool brief) {
  return ImGui::CalcTextSize(label.c_str(), nullptr, true).x + 2 * pad_of(view, brief);
}

/// The longest lock-out of the run; nullptr if there is none, or the bar shows none.
const sim::Lockout* shown_lockout(const View& view) {
  const std::vector<sim::Lockout>& all = view.model.run->lockouts;
  return all.empty() || is_presenting(view.model) ? nullptr : &all.front();
}

/// Whether the lock-out may be shown: it is a fact of the whole run, as a kept promise is.
bool is_lockout_known(const View& view) {
  const auto until = told_until(view.model);
  sim::Verdict of_the_whole_run;
  of_the_whole_run.kept = sim::Kept::kept;
  return (!until || until->events == view.model.run->trace().size()) &&
         is_reached(view.model, of_the_whole_run);
}

std::string lockout_label(const View& view, const sim::Lockout& lockout) {
  const Sentence label = is_lockout_known(view) ? say("lock-out {}", sim::about_ms(lockout.waited))
                                                : say("lock-out ?");
  return view.tell(label) + "##lockout";
}

/// Draws the tooltip of the lock-out: the longest one of each lock.
void lockout_tip(const View& view) {
  ImGui::BeginTooltip();
  wrapped_text(view, std::string(view.say("lockout.tip")), view.px(460));
  ImGui::Separator();
  if (is_lockout_known(view)) {
    for (const sim::Lockout& one : view.model.run->lockouts)
      wrapped_text(view, view.tell(lockout_words(view.model.run->trace(), one)), view.px(460));
  } else {
    wrapped_text(view, not_known(view), view.px(460));
  }
  ImGui::EndTooltip();
}

}  // namespace

namespace {

/// The number of rows that the verdicts need at this width.
int rows_of(const View& view, float width, bool brief) {
  float used = 0;
  int rows = 1;
  const auto place = [&](const std::string& label) {
    const float wide = width_of(view, label, brief);
    const float gap = used > 0 ? gap_of(view, brief) : 0;
    const bool fits = used + gap + wide <= width || used == 0;
    if (!fits) ++rows;
    used = fits ? used + gap + wide : wide;
  };
  for (const sim::Verdict& verdict : view.model.run->judged.verdicts)
    if (is_shown(view, verdict)) place(label_of(view, verdict, brief));
  if (const sim::Lockout* lockout = shown_lockout(view)) place(lockout_label(view, *lockout));
  return rows;
}

bool is_brief(const View& view, float width) { return rows_of(view, width, false) > 1; }

/// Pushes the font of the verdicts: the small one if even the brief verdicts need a second row in
/// the normal one.
void push_font_of_chips(const View& view, float width) {
  const bool large = !view.model.run || rows_of(view, width, is_brief(view, width)) == 1;
  ImGui::PushFont(large ? ImGui::GetFont() : view.fonts.small);
}

}  // namespace

float verdict_bar_height(const View& view, float width) {
  push_font_of_chips(view, width);
  const int rows = view.model.run ? rows_of(view, width, is_brief(view, width)) : 1;
  const float height = static_cast<float>(rows) * ImGui::GetFrameHeightWithSpacing();
  ImGui::PopFont();
  return height;
}

float pointed_verdicts_width(const View& view) {
  if (!view.model.run) return 0;
  float used = 0;
  for (const sim::Verdict& verdict : view.model.run->judged.verdicts)
    if (is_shown(view, verdict))
      used +=
          width_of(view, label_of(view, verdict, true), true) + (used > 0 ? gap_of(view, true) : 0);
  return used;
}

void verdict_chips(const View& view, bool brief, float right) {
  const auto& verdicts = view.model.run->judged.verdicts;
  bool first = true;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      {pad_of(view, brief), ImGui::GetStyle().FramePadding.y});
  std::optional<std::uint16_t> lit_up;
  const auto chip = [&](const std::string& name, const std::string& label, ImU32 colour, bool lit) {
    if (!first) {
      ImGui::SameLine(0, gap_of(view, brief));
      if (ImGui::GetCursorPosX() + width_of(view, label, brief) > right) ImGui::NewLine();
    }
    first = false;
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    ImGui::PushStyleColor(ImGuiCol_Button, lit ? faded(colour, 0.15f) : view.theme.raised);
    const bool clicked = ImGui::Button(label.c_str());
    ImGui::PopStyleColor(2);
    view.named.push_back({name, ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
    return clicked;
  };
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    const sim::Verdict& verdict = verdicts[i];
    if (!is_shown(view, verdict)) continue;
    const bool lit = lit_verdict(view.model) == i;
    if (chip(fmt::format("verdict {}", name(verdict.property)), label_of(view, verdict, brief),
             look_of(view, verdict).colour, lit))
      view.want(intent::SeekVerdict{static_cast<std::uint16_t>(i)});
    if (ImGui::IsItemHovered()) {
      lit_up = static_cast<std::uint16_t>(i);
      ImGui::BeginTooltip();
      wrapped_text(view, view.tell(meaning(verdict.property)), view.px(460));
      ImGui::Separator();
      wrapped_text(view, reason(view, verdict), view.px(460));
      ImGui::EndTooltip();
    }
  }
  if (const sim::Lockout* lockout = shown_lockout(view)) {
    if (chip("lockout", lockout_label(view, *lockout), view.theme.second_text, false))
      view.want(intent::SeekEvent{is_lockout_known(view) ? lockout->first : lockout->last});
    if (ImGui::IsItemHovered()) lockout_tip(view);
  }
  ImGui::PopStyleVar();
  if (lit_up != view.model.lit) view.want(intent::LightVerdict{lit_up});
}

void verdict_bar(const View& view, ImVec2 size) {
  ImGui::BeginChild("verdicts", size, false, ImGuiWindowFlags_NoScrollbar);
  const float room = ImGui::GetContentRegionAvail().x;
  push_font_of_chips(view, room);
  if (view.model.run)
    verdict_chips(view, is_brief(view, room), ImGui::GetWindowContentRegionMax().x);
  ImGui::PopFont();
  ImGui::EndChild();
}

}  // namespace locklab::app
