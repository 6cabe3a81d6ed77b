// The form for a live run: on the lab's own servers or the user's, with clients as processes, or
// step by step.
#include <imgui/imgui.h>
#include <imgui/imgui_stdlib.h>

#include <algorithm>
#include <optional>
#include <variant>

#include "app/gui/window/view.h"
#include "app/gui/window/widgets/fields.h"
#include "app/runs/live_target.h"
#include "app/workshop/refused_live.h"

namespace locklab::app {

namespace {

void field(const View& view, const char* name, std::string_view label, std::string& text,
           bool wrong = false, ImGuiInputTextFlags flags = 0) {
  ImGui::TextUnformatted(label.data(), label.data() + label.size());
  ImGui::SetNextItemWidth(-1);
  const std::string id = std::string("##") + name;
  focus_if_wrong(wrong, id);
  ImGui::InputText(id.c_str(), &text, flags);
  view.name_last(name);
  if (wrong) frame_wrong(view);
}

void remark(const View& view, const char* key) {
  ImGui::PushTextWrapPos(0);
  ImGui::TextDisabled("%s", view.say.c(key));
  ImGui::PopTextWrapPos();
}

/// Moves ImGui's cursor down to at least `height` below `from`, so that a shorter text between them
/// does not move what follows.
void reserve(float from, float height) {
  ImGui::SetCursorPosY(std::max(ImGui::GetCursorPosY(), from + height));
}

void as_processes(const View& view, LiveForm& form) {
  ImGui::Spacing();
  bool is_so = view.model.run && view.model.run->judged.scenario.processes;
  const char* const why = is_so ? "live.processes.scenario" : "live.processes.text";
  ImGui::BeginDisabled(is_so);
  checkbox(view.say.c("live.processes"), is_so ? &is_so : &form.processes);
  view.name_last("live processes");
  ImGui::EndDisabled();
  remark(view, why);
}

/// Draws the option to step through the run. It is disabled, with the reason below it, for servers
/// that the lab does not start: their clocks cannot be stopped.
void step_by_step(const View& view, LiveForm& form) {
  ImGui::Spacing();
  ImGui::BeginDisabled(!form.own);
  bool stepped = form.steps();
  if (checkbox(view.say.c("live.stepped"), &stepped)) form.stepped = stepped;
  view.name_last("live stepped");
  ImGui::EndDisabled();
  const float from = ImGui::GetCursorPosY();
  const float width = ImGui::GetContentRegionAvail().x;
  float height = 0;
  for (const char* key : {"live.stepped.text", "live.stepped.named"})
    height = std::max(height, ImGui::CalcTextSize(view.say.c(key), nullptr, false, width).y);
  remark(view, form.own ? "live.stepped.text" : "live.stepped.named");
  reserve(from, height + ImGui::GetStyle().ItemSpacing.y);
}

void problem(const View& view, const char* name, const Sentence& words) {
  ImGui::PushTextWrapPos(0);
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.violation), "%s",
                     view.tell(words).c_str());
  ImGui::PopTextWrapPos();
  view.name_last(name);
}

/// Says why the form cannot be run, or the last run failed, in reserved lines: a message that comes
/// or goes must not move the dialog.
void why_not(const View& view, const LiveForm& form, const std::optional<LiveProblem>& refused) {
  constexpr float lines = 2;
  const float from = ImGui::GetCursorPosY();
  if (refused) {
    problem(view, "live refused", sentence(*refused));
  } else if (!form.problem.empty()) {
    problem(view, "live problem", form.problem);
  } else if (!form.own && form.servers.empty()) {
    remark(view, "live.no_server");
  }
  reserve(from, lines * ImGui::GetTextLineHeight() + ImGui::GetStyle().ItemSpacing.y);
}

/// Whether the last run failed because the list of servers cannot be read.
bool is_misread(const LiveForm& form) {
  return !form.own && !form.problem.empty() &&
         std::holds_alternative<LiveProblem>(parse_servers(form.servers));
}

}  // namespace

void live_form(const View& view) {
  if (!view.model.live.shown) return;
  LiveForm form = view.model.live;
  const ImGuiViewport& screen = *ImGui::GetMainViewport();
  begin_dialog(view, "live", {std::min(view.px(480), screen.Size.x - view.px(16)), 0});
  ImGui::PushFont(view.fonts.large);
  ImGui::TextUnformatted(view.say.c("live.title"));
  ImGui::PopFont();
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(view.say.c("live.text"));
  ImGui::PopTextWrapPos();
  ImGui::Spacing();
  if (radio(view.say.c("live.own"), form.own)) form.own = true;
  view.name_last("live own");
  if (radio(view.say.c("live.named"), !form.own)) form.own = false;
  view.name_last("live named");
  ImGui::BeginDisabled(form.own);
  const std::optional<LiveProblem> refused = refused_live(view.model);
  field(view, "live servers", view.say("live.servers"), form.servers, is_misread(view.model.live));
  ImGui::EndDisabled();
  why_not(view, view.model.live, refused);
  ImGui::BeginDisabled(form.own);
  field(view, "live user", view.say("live.user"), form.user);
  field(view, "live password", view.say("live.password"), form.password, false,
        ImGuiInputTextFlags_Password);
  ImGui::EndDisabled();
  as_processes(view, form);
  step_by_step(view, form);
  ImGui::Spacing();
  const LiveForm& before = view.model.live;
  if (form.own != before.own || form.servers != before.servers || form.user != before.user ||
      form.password != before.password || form.stepped != before.stepped ||
      form.processes != before.processes)
    view.want(intent::SetLive{form});
  const bool can = !refused && (form.own || !form.servers.empty());
  ImGui::BeginDisabled(!can);
  if (view.button("live run", view.say("live.run"), {}, ButtonKind::primary) ||
      (enter_pressed(view) && can))
    view.want(intent::RunLive{});
  ImGui::EndDisabled();
  ImGui::SameLine();
  if (view.button("live close", view.say("dialog.cancel"))) view.want(intent::ShowLive{false});
  end_dialog();
}

}  // namespace locklab::app
