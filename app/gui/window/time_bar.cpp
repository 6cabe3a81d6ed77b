// Moving through the run: step, play, run until, and where the cursor stands.
#include <fmt/format.h>
#include <imgui/imgui.h>
#include <imgui/imgui_stdlib.h>

#include <algorithm>
#include <cmath>

#include "app/gui/update.h"
#include "app/gui/window/view.h"

namespace locklab::app {

namespace {

void run_until(const View& view) {
  static constexpr std::string_view names[] = {"acquired", "entered",   "released",
                                               "lost",     "violation", "fault"};
  static_assert(std::size(names) == static_cast<std::size_t>(Until::count_));
  ImGui::SameLine();
  if (!view.menu("until", view.say("time.until"), 122, view.say("time.until.tip"))) return;
  for (std::size_t i = 0; i < std::size(names); ++i) {
    const std::string key = fmt::format("time.until.{}", names[i]);
    if (ImGui::Selectable(view.say.c(key))) view.want(intent::RunUntil{static_cast<Until>(i)});
    view.name_last(fmt::format("until {}", names[i]));
  }
  ImGui::EndCombo();
}

/// What is wrong with the time, right below its field and above everything else.
void wrong_time(const View& view, ImVec2 at) {
  const char* words = view.say.c("time.at.wrong");
  const ImVec2 pad = ImGui::GetStyle().WindowPadding;
  const float most = ImGui::GetMainViewport()->Size.x - ImGui::CalcTextSize(words).x - 2 * pad.x;
  ImGui::SetNextWindowPos({std::clamp(at.x, 0.0f, std::max(most, 0.0f)), at.y});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, view.theme.raised);
  ImGui::PushStyleColor(ImGuiCol_Border, view.theme.violation);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, view.px(1));
  ImGui::Begin("wrong time", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                   ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.violation), "%s", words);
  view.name_last("until time wrong");
  ImGui::End();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(2);
}

/// Run until the time that is typed.
void until_time(const View& view) {
  const TimeField& field = view.model.until;
  ImGui::SameLine(0, view.px(4));
  ImGui::SetNextItemWidth(view.px(84));
  std::string text = field.text;
  if (field.asked) ImGui::SetKeyboardFocusHere();
  ImGui::PushStyleColor(ImGuiCol_Text, field.wrong ? view.theme.violation : view.theme.text);
  const bool enter = ImGui::InputTextWithHint(
      "##until time", view.say.c("time.at"), &text,
      ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  ImGui::PopStyleColor();
  view.name_last("until time", field.wrong ? std::string_view() : view.say("time.at.tip"));
  const ImVec2 below{ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y + view.px(4)};
  if (text != field.text || (field.asked && ImGui::IsItemActive()))
    view.want(intent::TypeTime{text});
  if (enter) view.want(intent::RunUntilTime{});
  if (field.wrong) wrong_time(view, below);
}

/// Which of timeline and cluster is shown.
void panes(const View& view) {
  static constexpr std::string_view names[] = {"timeline", "both", "cluster"};
  static_assert(std::size(names) == static_cast<std::size_t>(Panes::count_));
  for (std::size_t i = 0; i < std::size(names); ++i) {
    ImGui::SameLine(0, view.px(i == 0 ? 16 : 2));
    const auto shows = static_cast<Panes>(i);
    const std::string key = fmt::format("panes.{}", names[i]);
    ImGui::PushStyleColor(ImGuiCol_Button, view.model.settings.layout.panes == shows
                                               ? faded(view.theme.accent, 0.45f)
                                               : view.theme.raised);
    if (view.button(key, view.say(key), view.say(key + ".tip")))
      view.want(intent::ShowPanes{shows});
    ImGui::PopStyleColor();
  }
}

void speed(const View& view) {
  ImGui::SameLine();
  ImGui::SetNextItemWidth(view.px(90));
  auto speed = static_cast<float>(view.model.speed);
  if (ImGui::SliderFloat("##speed", &speed, static_cast<float>(least_speed),
                         static_cast<float>(most_speed), speed < 1 ? "%.2f x" : "%.1f x",
                         ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_NoInput))
    view.want(intent::SetSpeed{speed});
  view.name_last("speed", view.say("time.speed.tip"));
}

void being_made(const View& view, const Pending& pending) {
  const std::string how_far =
      fmt::format("{} {} {}", view.say(pending.live ? "top.running_live" : "top.running"),
                  view.pending_events, view.say("top.events"));
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.accent), "%s", how_far.c_str());
  view.name_last("running", pending.name);
  ImGui::SameLine();
  if (view.button("cancel", view.say(pending.live ? "top.stop" : "top.cancel"), "Esc"))
    view.want(intent::Cancel{});
  if (!pending.live) return;
  ImGui::SameLine();
  bool follow = view.model.follow;
  if (ImGui::Checkbox(view.say.c("top.follow"), &follow)) view.want(intent::Follow{follow});
  view.name_last("follow", view.say("top.follow.tip"));
}

/// What goes on besides, and what was done lately: beside everything else, so that nothing moves.
void status(const View& view) {
  if (!view.model.pending && view.model.notice.empty()) return;
  ImGui::SameLine(0, view.px(24));
  if (view.model.pending) return being_made(view, *view.model.pending);
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.good), "%s",
                     fmt::format("{} {}", view.say("top.saved"), view.model.notice).c_str());
  view.name_last("notice", view.model.notice);
}

}  // namespace

void time_bar(const View& view) {
  const auto step = [&](const char* name, const char* label, Intent wanted) {
    if (view.button(name, label, view.say(std::string("time.") + name))) view.want(wanted);
    ImGui::SameLine(0, view.px(4));
  };
  step("start", "|<", intent::GoToStart{});
  step("lane_back", "<<", intent::StepOnLane{-1});
  step("back", "<", intent::Step{-1});
  const std::string_view play = view.say(view.model.playing ? "time.pause" : "time.play");
  ImGui::PushStyleColor(ImGuiCol_Button, faded(view.theme.accent, 0.45f));
  if (view.button("play", play, view.say("time.play.tip"))) view.want(intent::PlayOrPause{});
  ImGui::PopStyleColor();
  ImGui::SameLine(0, view.px(4));
  step("forward", ">", intent::Step{+1});
  step("lane_forward", ">>", intent::StepOnLane{+1});
  step("end", ">|", intent::GoToEnd{});
  speed(view);
  run_until(view);
  until_time(view);
  ImGui::SameLine();
  if (view.button("fit", view.say("time.fit"), view.say("time.fit.tip"))) view.want(intent::Fit{});
  ImGui::SameLine();
  bool only = view.model.only_selected;
  if (ImGui::Checkbox(view.say.c("time.only"), &only)) view.want(intent::OnlySelected{only});
  view.name_last("only", view.say("time.only.tip"));
  panes(view);
  if (view.model.run) {
    ImGui::SameLine();
    ImGui::TextDisabled("%s", fmt::format("{} {} / {}", view.say("time.event"),
                                          view.model.cursor.events, view.model.run->trace().size())
                                  .c_str());
  }
  status(view);
}

}  // namespace locklab::app
