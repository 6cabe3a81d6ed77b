// The time bar: steps, playback and its speed, running until an event or a time, the axis, zoom to
// fit, the filter for arrows, the panes, the number of the event, and the status.
#include <fmt/format.h>
#include <imgui/imgui.h>
#include <imgui/imgui_stdlib.h>

#include <algorithm>
#include <cmath>

#include "app/gui/update/live_run.h"
#include "app/gui/update/look.h"
#include "app/gui/update/update.h"
#include "app/gui/window/view.h"
#include "app/gui/window/widgets/bar.h"
#include "app/gui/window/widgets/fields.h"
#include "app/gui/window/widgets/icons.h"
#include "app/gui/window/widgets/rich_text.h"

namespace locklab::app {

namespace {

void run_until(const View& view, float width) {
  static constexpr std::string_view names[] = {"acquired", "entered",   "released",
                                               "lost",     "violation", "fault"};
  static_assert(std::size(names) == static_cast<std::size_t>(Until::count_));
  if (!view.menu("until", view.say("time.until"), width / view.scale, view.say("time.until.tip")))
    return;
  for (std::size_t i = 0; i < std::size(names); ++i) {
    const std::string key = fmt::format("time.until.{}", names[i]);
    if (ImGui::Selectable(view.say.c(key))) view.want(intent::RunUntil{static_cast<Until>(i)});
    view.name_last(fmt::format("until {}", names[i]));
  }
  ImGui::EndCombo();
}

/// Draws the field for a time; Enter runs until then.
void until_time(const View& view) {
  const TimeField& field = view.model.until;
  ImGui::SetNextItemWidth(view.px(84));
  std::string text = field.text;
  if (field.asked) ImGui::SetKeyboardFocusHere();
  ImGui::PushStyleColor(ImGuiCol_Text, field.wrong ? view.theme.violation : view.theme.text);
  const bool enter = ImGui::InputTextWithHint(
      "##until time", view.say.c("time.at"), &text,
      ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  ImGui::PopStyleColor();
  view.name_last("until time", field.wrong ? std::string_view() : view.say("time.at.tip"));
  if (field.wrong)
    tell_reason(view, "until time wrong", std::string(view.say("time.at.wrong")),
                view.theme.violation);
  if (text != field.text || (field.asked && ImGui::IsItemActive()))
    view.want(intent::TypeTime{text});
  if (enter) view.want(intent::RunUntilTime{});
}

/// Draws the buttons that choose timeline, cluster or both.
void panes(const View& view) {
  static constexpr std::string_view names[] = {"timeline", "both", "cluster"};
  static_assert(std::size(names) == static_cast<std::size_t>(Panes::count_));
  for (std::size_t i = 0; i < std::size(names); ++i) {
    if (i > 0) ImGui::SameLine(0, view.px(2));
    const auto shows = static_cast<Panes>(i);
    const std::string key = fmt::format("panes.{}", names[i]);
    ImGui::PushStyleColor(ImGuiCol_Button, wanted_panes(view.model) == shows
                                               ? faded(view.theme.accent, 0.45f)
                                               : view.theme.raised);
    if (view.button(key, view.say(key), view.say(key + ".tip")))
      view.want(intent::ShowPanes{shows});
    ImGui::PopStyleColor();
  }
}

/// Draws the button that switches the horizontal axis between time and steps.
void axis_button(const View& view) {
  const AxisKind axis = view.model.settings.axis;
  ImGui::PushStyleColor(ImGuiCol_Button, axis == AxisKind::events ? faded(view.theme.accent, 0.45f)
                                                                  : view.theme.raised);
  if (icon_button(view, "axis", "steps", "",
                  view.say(axis == AxisKind::events ? "time.axis.time" : "time.axis.events")))
    view.want(intent::SetAxis{other_axis(axis)});
  ImGui::PopStyleColor();
}

std::string speed_words(const View& view) {
  const double speed = view.model.speed;
  return speed < 1 ? fmt::format("{:.2f} x", speed) : fmt::format("{:.1f} x", speed);
}

/// Draws the playback speed. The number is to the right of the slider, whose knob would cover it.
void speed(const View& view) {
  ImGui::SetNextItemWidth(view.px(72));
  auto speed = static_cast<float>(view.model.speed);
  if (ImGui::SliderFloat("##speed", &speed, static_cast<float>(least_speed),
                         static_cast<float>(most_speed), "",
                         ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_NoInput))
    view.want(intent::SetSpeed{speed});
  view.name_last("speed", view.say("time.speed.tip"));
  ImGui::SameLine(0, view.px(4));
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(speed_words(view).c_str());
  view.name_last("words of the speed");
}

/// Whether the user waits for a run. The frequent runs of a slider do not count.
bool is_awaited(const Model& model) { return model.pending && !model.pending->slid; }

/// The largest count for which width is reserved, since buttons must not move while it grows.
constexpr std::uint64_t most_counted = 999'999;

std::string made_words(const View& view, const PendingRun& pending, std::uint64_t events) {
  if (is_starting_live(view.model)) return view.tell(pending.starting);
  const bool held = pending.stepped && pending.stepped->held;
  return view.say.fill(held           ? "top.held"
                       : pending.live ? "top.running_live"
                                      : "top.running",
                       events);
}

/// Shows a run in progress. The buttons come first, since the words grow.
void being_made(const View& view, const PendingRun& pending) {
  if (view.button("cancel", view.say(pending.live ? "top.stop" : "top.cancel"),
                  pending.stepped ? "" : "Esc"))
    view.want(intent::Cancel{});
  ImGui::SameLine();
  if (pending.live) {
    bool follow = view.model.follow;
    if (checkbox(view.say.c("top.follow"), &follow)) view.want(intent::Follow{follow});
    view.name_last("follow", view.say("top.follow.tip"));
    ImGui::SameLine();
  }
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.accent), "%s",
                     made_words(view, pending, view.pending_events).c_str());
  const bool held = pending.stepped && pending.stepped->held;
  view.name_last("running", held ? view.say("top.held.tip") : pending.name);
}

std::string counter_words(const View& view, std::uint64_t at, std::uint64_t of) {
  return fmt::format("{} {} / {}", view.say("time.event"), at, of);
}

std::string counter_words(const View& view) {
  return counter_words(view, view.model.cursor.events, view.model.run->trace().size());
}

/// The counter's width at its largest number, including that of a run in progress.
float counter_width(const View& view) {
  std::uint64_t most = view.model.run->trace().size();
  if (is_awaited(view.model)) most = std::max(most, most_counted);
  return ImGui::CalcTextSize(counter_words(view, most, most).c_str()).x;
}

std::string notice_words(const View& view) {
  const std::string& path = view.model.notice;
  return fmt::format("{} {}", view.say("top.saved"), path.substr(path.rfind('/') + 1));
}

float panes_width(const View& view) {
  float all = 0;
  for (const char* key : {"panes.timeline", "panes.both", "panes.cluster"})
    all += button_width(view.say(key)) + view.px(2);
  return all;
}

/// The bar's widgets from left to right. If they do not fit, those with the lowest `keep` move into
/// the menu.
std::vector<BarWidget> widgets(const View& view) {
  std::vector<BarWidget> all;
  const auto add = [&](float least, float most, int keep, float gap, auto draw) {
    all.push_back({{least, most, keep, all.empty() ? 0 : view.px(gap)}, draw});
  };
  const auto fixed = [&](float width, int keep, float gap, auto draw) {
    add(width, width, keep, gap, [draw](float) { draw(); });
  };
  const auto step = [&](const char* name, int keep, Intent wanted) {
    fixed(icon_button_width(view, ""), keep, 4, [&view, name, wanted] {
      if (icon_button(view, name, name, "", view.say(std::string("time.") + name)))
        view.want(wanted);
    });
  };
  step("start", 70, intent::GoToStart{});
  step("lane_back", 75, intent::StepOnLane{-1});
  step("back", 100, intent::Step{-1});
  fixed(play_button_width(view), 100, 4, [&view] { play_button(view); });
  step("forward", 100, intent::Step{+1});
  step("lane_forward", 75, intent::StepOnLane{+1});
  step("end", 70, intent::GoToEnd{});
  fixed(view.px(76) + ImGui::CalcTextSize("100.0 x").x, 50, 8, [&view] { speed(view); });
  const float until = View::menu_width(view.say("time.until"));
  add(until, until, 60, 8, [&view](float width) { run_until(view, width); });
  fixed(view.px(84), 65, 4, [&view] { until_time(view); });
  all.back().wanted = view.model.until.asked;
  fixed(icon_button_width(view, ""), 57, 8, [&view] { axis_button(view); });
  fixed(button_width(view.say("time.fit")), 45, 4, [&view] {
    if (view.button("fit", view.say("time.fit"), view.say("time.fit.tip")))
      view.want(intent::Fit{});
  });
  const float box = ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x;
  fixed(box + ImGui::CalcTextSize(view.say.c("time.only")).x, 40, 8, [&view] {
    bool only = view.model.only_selected;
    if (checkbox(view.say.c("time.only"), &only)) view.want(intent::OnlySelected{only});
    view.name_last("only", view.say("time.only.tip"));
  });
  fixed(panes_width(view), 55, 16, [&view] { panes(view); });
  if (view.model.run) {
    fixed(counter_width(view), 10, 8, [&view] {
      ImGui::AlignTextToFramePadding();
      ImGui::TextDisabled("%s", counter_words(view).c_str());
    });
    all.back().grows = true;
  }
  if (const float status = run_status_width(view); status > 0)
    add(is_awaited(view.model) ? status : std::min(status, view.px(150)), status, 95, 24,
        [&view](float width) { run_status(view, width); });
  return all;
}

}  // namespace

float play_button_width(const View& view) {
  return std::max(icon_button_width(view, view.say("time.play")),
                  icon_button_width(view, view.say("time.pause")));
}

void play_button(const View& view) {
  const bool plays = view.model.playing || plays_live(view.model);
  // In a lesson and at the first start, another button is the primary one.
  const bool can = view.model.run != nullptr;
  const bool first = can && !view.model.lesson && !welcomes(view.model);
  ImGui::BeginDisabled(!can);
  const ButtonLook look(view.theme, first ? ButtonKind::primary : ButtonKind::plain);
  if (icon_button(view, "play", plays ? "stand" : "play",
                  view.say(plays ? "time.pause" : "time.play"), view.say("time.play.tip"),
                  play_button_width(view)))
    view.want(intent::PlayOrPause{});
  ImGui::EndDisabled();
}

float run_status_width(const View& view) {
  const Model& m = view.model;
  const ImGuiStyle& style = ImGui::GetStyle();
  if (is_awaited(m)) {
    const bool live = m.pending->live;
    const float follow = ImGui::GetFrameHeight() + style.ItemInnerSpacing.x + style.ItemSpacing.x +
                         ImGui::CalcTextSize(view.say.c("top.follow")).x;
    const std::uint64_t most = std::max(view.pending_events, most_counted);
    // Reserves the width needed once the servers have started.
    const std::string counted = view.say.fill("top.running_live", most);
    const float words = std::max(ImGui::CalcTextSize(made_words(view, *m.pending, most).c_str()).x,
                                 ImGui::CalcTextSize(counted.c_str()).x);
    return words + style.ItemSpacing.x + button_width(view.say(live ? "top.stop" : "top.cancel")) +
           (live ? follow : 0);
  }
  return m.notice.empty() ? 0 : ImGui::CalcTextSize(notice_words(view).c_str()).x;
}

void run_status(const View& view, float width) {
  if (is_awaited(view.model)) return being_made(view, *view.model.pending);
  if (view.model.notice.empty()) return;
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.good), "%s",
                     shortened(notice_words(view), width).c_str());
  view.name_last("notice", view.model.notice);
}

std::string live_words(const View& view) {
  return made_words(view, *view.model.pending, view.pending_events);
}

void time_bar(const View& view) { bar(view, "time more", widgets(view)); }

}  // namespace locklab::app
