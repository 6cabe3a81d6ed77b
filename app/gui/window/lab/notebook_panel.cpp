// The notebook: the user's moments, each with its note, to edit, sort and revisit.
#include <fmt/format.h>
#include <imgui/imgui.h>
#include <imgui/imgui_stdlib.h>

#include <algorithm>
#include <string>
#include <variant>

#include "app/gui/layout/branch_tree.h"
#include "app/gui/update/comparison.h"
#include "app/gui/update/notebook.h"
#include "app/gui/window/view.h"
#include "app/gui/window/widgets/bar.h"
#include "app/gui/window/widgets/rich_text.h"
#include "sim/scenario/run_name.h"

namespace locklab::app {

namespace {

constexpr float lines_of_note = 3.4f;

/// Draws a button next to the previous one, or below it if the row is full. Returns true if it was
/// pressed.
bool in_row(const View& view, std::string_view name, std::string_view label,
            std::string_view tip = {}) {
  ImGui::SameLine(0, view.px(4));
  if (ImGui::GetContentRegionAvail().x < button_width(label)) ImGui::NewLine();
  return view.button(name, label, tip);
}

/// Whether the user changed a field's text. If Escape leaves the field, ImGui restores the old
/// text: that is not taken as a change, so that no note is lost.
bool was_typed(bool changed) {
  return changed && !ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape));
}

void heading_of_notebook(const View& view) {
  ImGui::PushFont(view.fonts.large);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(view.say.c("notebook.title"));
  ImGui::PopFont();
  const std::string_view leave = view.say("notebook.close");
  ImGui::SameLine(0, view.px(4));
  ImGui::SetCursorPosX(
      std::max(ImGui::GetContentRegionMax().x - button_width(leave), ImGui::GetCursorPosX()));
  if (view.button("notebook close", leave, "Ctrl+B")) view.want(intent::ShowNotebook{false});
  std::string name = view.model.notebook.name;
  ImGui::SetNextItemWidth(-1);
  if (was_typed(ImGui::InputTextWithHint("##notebook name", view.say.c("notebook.name"), &name)))
    view.want(intent::NameNotebook{name});
  view.name_last("notebook name", view.say("notebook.name.tip"));
}

void begin_question(const View& view) {
  ImGui::PushStyleColor(ImGuiCol_Text, view.theme.warning);
  wrapped_text(view, view.say("notebook.asks"), ImGui::GetContentRegionAvail().x);
  ImGui::PopStyleColor();
  if (view.button("notebook save first", view.say("notebook.save")))
    view.want(intent::OpenDialog{true, FileKind::notebook});
  if (in_row(view, "notebook discard", view.say("notebook.discard")))
    view.want(intent::BeginNotebook{true});
  if (in_row(view, "notebook keep", view.say("notebook.keep"))) view.want(intent::KeepNotebook{});
}

void whole_notebook(const View& view) {
  const Notebook& notebook = view.model.notebook;
  ImGui::PushStyleColor(ImGuiCol_Button, faded(view.theme.accent, 0.45f));
  if (view.button("notebook note", view.say("notebook.note"), view.say("notebook.note.tip")))
    view.want(intent::NoteMoment{});
  ImGui::PopStyleColor();
  ImGui::BeginDisabled(notebook.moments.empty());
  if (in_row(view, "notebook save", view.say("notebook.save"), view.say("notebook.save.tip")))
    view.want(intent::OpenDialog{true, FileKind::notebook});
  if (in_row(view, "notebook begin", view.say("notebook.begin"), view.say("notebook.begin.tip")))
    view.want(intent::BeginNotebook{});
  ImGui::EndDisabled();
  if (view.model.lesson && in_row(view, "notebook take up", view.say("notebook.take_up"),
                                  view.say("notebook.take_up.tip")))
    view.want(intent::TakeUpLesson{});
  if (notebook.removed && in_row(view, "notebook bring back", view.say("notebook.bring_back")))
    view.want(intent::BringMomentBack{});
  if (notebook.asks) return begin_question(view);
  ImGui::PushFont(view.fonts.small);
  second_text(view, view.say(notebook.moments.empty() ? "notebook.empty"
                             : notebook.unsaved       ? "notebook.unsaved"
                                                      : "notebook.saved"));
  ImGui::PopFont();
}

void buttons_of_moment(const View& view, std::size_t i, bool last) {
  const std::string number = fmt::format("{}", i + 1);
  if (view.button("moment go " + number, fmt::format("{}##go", view.say("notebook.go")),
                  view.say("notebook.go.tip")))
    view.want(intent::GoToMoment{i});
  ImGui::BeginDisabled(i == 0);
  if (in_row(view, "moment up " + number, fmt::format("{}##up", view.say("notebook.up"))))
    view.want(intent::MoveMoment{i, -1});
  ImGui::EndDisabled();
  ImGui::BeginDisabled(last);
  if (in_row(view, "moment down " + number, fmt::format("{}##down", view.say("notebook.down"))))
    view.want(intent::MoveMoment{i, +1});
  ImGui::EndDisabled();
  if (in_row(view, "moment remove " + number,
             fmt::format("{}##remove", view.say("notebook.remove"))))
    view.want(intent::RemoveMoment{i});
}

/// Shows a note in a multi-line field. The field does not wrap, so a note with a line that is too
/// wide is repeated below it.
void note_of_moment(const View& view, const NotedMoment& moment, std::size_t i, bool begins) {
  std::string note = moment.note;
  const float width = ImGui::GetContentRegionAvail().x;
  if (begins) ImGui::SetKeyboardFocusHere();
  if (was_typed(ImGui::InputTextMultiline("##note", &note,
                                          {width, lines_of_note * ImGui::GetTextLineHeight()})))
    view.want(intent::WriteNote{i, note});
  if (begins) ImGui::SetScrollHereY();
  view.name_last(fmt::format("moment note {}", i + 1), view.say("notebook.note_field.tip"));
  if (ImGui::CalcTextSize(note.c_str()).x <= width - view.px(12)) return;
  ImGui::PushFont(view.fonts.small);
  second_text(view, note);
  ImGui::PopFont();
}

/// Ends the text of an unfocused field with an ellipsis if it is too long.
void end_of_field(const View& view, const std::string& words) {
  const ImVec2 pad = ImGui::GetStyle().FramePadding;
  const ImVec2 from = ImGui::GetItemRectMin();
  const ImVec2 to = ImGui::GetItemRectMax();
  const float room = to.x - from.x - 2 * pad.x;
  const std::string shown = shortened(words, room);
  if (shown == words) return;
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  canvas.AddRectFilled(from, to, ImGui::GetColorU32(ImGuiCol_FrameBg),
                       ImGui::GetStyle().FrameRounding);
  canvas.AddText({from.x + pad.x, from.y + pad.y}, view.theme.text, shown.c_str());
  view.name_place("shortened title", from, {to.x - from.x, to.y - from.y});
}

/// The title of the scenario or variation in a run's name; empty if it has none or is not in the
/// library.
std::string story_words(const View& view, const sim::RunName& run) {
  for (const sim::ScenarioEntry& entry : view.scenarios) {
    if (entry.name != run.scenario) continue;
    for (const sim::VariationName& variation : entry.variations)
      if (variation.name == run.variation) return view.tell(variation.title);
    return view.tell(entry.title);
  }
  return {};
}

/// A run's name in readable form: the story's title and, for an open branch, its changes; for
/// another changed run, only that it is changed. A run without a title keeps its name.
std::string run_words(const View& view, const std::string& run) {
  const Model& m = view.model;
  for (std::size_t i = 0; i < m.branches.size(); ++i) {
    const JudgedRun& judged = m.branches[i].run->judged;
    if (judged.name != run || judged.scenario.title.empty()) continue;
    const std::string title = view.tell(judged.scenario.title);
    const std::string done = branch_words(view.say, m, i);
    return done.empty() ? title
                        : fmt::format("{} · {}{}{}", title, branch_name(view.say, m, i),
                                      view.say("list.colon"), done);
  }
  const auto parsed = sim::parse_run_name(run);
  const auto* const of = std::get_if<sim::RunName>(&parsed);
  const std::string title = of ? story_words(view, *of) : std::string();
  if (title.empty()) return run;
  const sim::Changes& changes = of->changes;
  const bool changed = !changes.set.empty() || !changes.faults.empty() || !changes.strategy.empty();
  return changed ? fmt::format("{} · {}", title, view.say("break.branch.changed")) : title;
}

void moment_row(const View& view, std::size_t i, bool begins) {
  const std::vector<NotedMoment>& moments = view.model.notebook.moments;
  const NotedMoment& moment = moments[i];
  ImGui::PushID(static_cast<int>(i));
  ImGui::Separator();
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.accent), "%zu", i + 1);
  ImGui::SameLine(0, view.px(6));
  std::string title = moment.title;
  ImGui::SetNextItemWidth(-1);
  if (was_typed(ImGui::InputText("##title", &title))) view.want(intent::NameMoment{i, title});
  if (!ImGui::IsItemActive()) end_of_field(view, title);
  view.name_last(fmt::format("moment title {}", i + 1), view.say("notebook.title_field.tip"));
  ImGui::PushFont(view.fonts.small);
  const std::string when = view.say.fill("notebook.when", fmt::format("{:.1f}", time_of(moment)),
                                         run_words(view, moment.showing.scenario));
  second_text(view, when);
  view.name_last("moment of " + when, moment.showing.scenario);
  ImGui::PopFont();
  note_of_moment(view, moment, i, begins);
  buttons_of_moment(view, i, i + 1 == moments.size());
  ImGui::PopID();
}

}  // namespace

void notebook_panel(const View& view, ImVec2 size) {
  const Notebook& notebook = view.model.notebook;
  ImGui::BeginChild("notebook", size, false, ImGuiWindowFlags_NoScrollbar);
  heading_of_notebook(view);
  whole_notebook(view);
  ImGui::BeginChild("moments", {0, 0}, false);
  // A moment added just now gets the focus, so that its note can be typed at once.
  int* noted = ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("noted"));
  const bool begins = *noted != static_cast<int>(notebook.noted) && !notebook.moments.empty();
  *noted = static_cast<int>(notebook.noted);
  for (std::size_t i = 0; i < notebook.moments.size(); ++i)
    moment_row(view, i, begins && i + 1 == notebook.moments.size());
  ImGui::EndChild();
  ImGui::EndChild();
}

}  // namespace locklab::app
