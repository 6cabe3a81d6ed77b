// The set-up form of a run. Every change makes a branch; Ctrl+Z returns to its parent.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/changes/fault_tools.h"
#include "app/changes/run_settings.h"
#include "app/gui/window/widgets/fields.h"
#include "app/gui/window/widgets/strokes.h"

namespace locklab::app {

namespace {

bool milliseconds_field(const View& view, const std::string& name, Duration& time) {
  const auto ms = number_field(view, name, size_text(static_cast<double>(us(time)) / 1000));
  // Start and work times of a scenario are at most a day.
  if (ms) time = Duration(std::llround(std::min(*ms, 86'400'000.0) * 1000));
  return ms.has_value();
}

void section(const View& view, const char* key) {
  ImGui::Spacing();
  ImGui::PushTextWrapPos(0);
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.second_text), "%s", view.say.c(key));
  ImGui::PopTextWrapPos();
}

constexpr std::string_view form_row = "form row";

/// Records that a row begins at ImGui's cursor, so that the form can end above it.
void row_begins(const View& view) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  view.name_place(form_row, {at.x, at.y - ImGui::GetStyle().CellPadding.y}, {1, 1});
}

/// The greatest height of the form, within `room`, that ends with a whole row; `room` if there is
/// none.
float whole_form(const View& view, float top, float room) {
  float best = 0;
  for (const NamedRectangle& one : view.named)
    if (one.name == form_row && one.from.y - top <= room) best = std::max(best, one.from.y - top);
  return best > 0 ? best : room;
}

void setting_row(const View& view, Setting setting) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  row_begins(view);
  ImGui::AlignTextToFramePadding();
  const ImU32 colour = setting.changed ? view.theme.warning : view.theme.text;
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(colour), "%s%s",
                     view.say.c(fmt::format("setup.{}", setting.key)), setting.changed ? " *" : "");
  if (view.shows_tips() && ImGui::IsItemHovered())
    ImGui::SetTooltip("%s", std::string(view.say.tell(setting.meaning)).c_str());
  ImGui::TableNextColumn();
  const std::string id = fmt::format("##{}", setting.key);
  const std::string name = fmt::format("setting {}", setting.key);
  ImGui::SetNextItemWidth(-1);
  bool changed = false;
  switch (setting.kind) {
    case SettingKind::milliseconds:
    case SettingKind::whole:
      if (const auto typed = number_field(view, name, size_text(setting.number))) {
        setting.number = *typed;
        changed = true;
      }
      break;
    case SettingKind::yes_no: {
      bool on = setting.number != 0;
      changed = checkbox(id.c_str(), &on);
      setting.number = on ? 1 : 0;
      break;
    }
    case SettingKind::word: {
      if (ImGui::BeginCombo(id.c_str(), std::string(setting.word).c_str())) {
        for (const std::string_view word : setting.words)
          if (ImGui::Selectable(std::string(word).c_str(), word == setting.word)) {
            changed = word != setting.word;
            setting.word = word;
          }
        ImGui::EndCombo();
      }
      break;
    }
  }
  if (setting.kind == SettingKind::yes_no || setting.kind == SettingKind::word)
    view.name_last(name, view.say.tell(setting.meaning));
  if (changed) view.want(intent::ChangeSetting{setting});
}

void settings(const View& view, const ShownRun& run) {
  const std::vector<std::string> sliders = slider_rows(view);
  section(view, "setup.lock");
  if (!ImGui::BeginTable("settings", 2, ImGuiTableFlags_SizingStretchProp)) return;
  ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch, 1.35f);
  ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch, 1);
  for (const Setting& setting : settings_of(run))
    if (std::find(sliders.begin(), sliders.end(), setting.key) == sliders.end())
      setting_row(view, setting);
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(view.say.c("setup.seed"));
  ImGui::TableNextColumn();
  ImGui::SetNextItemWidth(-1);
  const std::string now = fmt::format("{}", run.judged.scenario.seed);
  if (const auto seed = number_field(view, "setting seed", now))
    view.want(intent::ChangeSeed{static_cast<std::uint64_t>(std::min(*seed, 9e15))});
  ImGui::EndTable();
}

/// Draws a count with buttons for one less and one more. Returns the change: -1, 0 or 1.
int count_buttons(const View& view, const char* what, std::size_t count, std::size_t most) {
  int by = 0;
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(
      fmt::format("{} {}", view.say(fmt::format("setup.{}", what)), count).c_str());
  ImGui::SameLine();
  ImGui::BeginDisabled(count <= 1);
  if (view.button(fmt::format("fewer {}", what), fmt::format("-##{}", what))) by = -1;
  ImGui::EndDisabled();
  ImGui::SameLine(0, view.px(4));
  ImGui::BeginDisabled(count >= most);
  if (view.button(fmt::format("more {}", what), fmt::format("+##{}", what))) by = +1;
  ImGui::EndDisabled();
  return by;
}

constexpr std::size_t most_rows = 12;  ///< rows shown; a run may have more clients or nodes
constexpr std::size_t most_players = 64;

/// Shows the programs that differ from lock, work, unlock: "alice: lock, lock, work, unlock,
/// unlock".
void programs(const View& view, const std::vector<sim::ClientSpec>& clients) {
  for (std::size_t i = 0; i < std::min(clients.size(), most_rows); ++i) {
    if (clients[i].program == sim::usual_program()) continue;
    std::string line = clients[i].name;
    for (const sim::Step& step : clients[i].program)
      line += fmt::format(
          "{}{}", view.say(&step == clients[i].program.data() ? "list.colon" : "list.comma"),
          sim::to_string(step));
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(line.c_str());
    ImGui::PopTextWrapPos();
  }
}

void clients(const View& view, const ShownRun& run) {
  std::vector<sim::ClientSpec> all = run.judged.scenario.clients;
  ImGui::Spacing();
  row_begins(view);
  const int by = count_buttons(view, "clients", all.size(), most_players);
  bool changed = by != 0;
  if (by > 0) all.push_back(next_client(run.judged.scenario));
  if (by < 0) all.pop_back();
  if (ImGui::BeginTable("clients", 5, ImGuiTableFlags_SizingStretchSame)) {
    for (const char* key :
         {"setup.client", "setup.start", "setup.work", "setup.rounds", "setup.on_fail"})
      ImGui::TableSetupColumn(view.say.c(key));
    ImGui::TableHeadersRow();
    for (std::size_t i = 0; i < std::min(run.judged.scenario.clients.size(), most_rows); ++i) {
      if (i >= all.size()) break;
      ImGui::PushID(static_cast<int>(i));
      ImGui::TableNextColumn();
      row_begins(view);
      ImGui::AlignTextToFramePadding();
      client_swatch(view, static_cast<std::uint16_t>(i), ImGui::GetCursorScreenPos(),
                    ImGui::GetFrameHeight());
      ImGui::Indent(view.px(8));
      ImGui::TextUnformatted(all[i].name.c_str());
      ImGui::Unindent(view.px(8));
      ImGui::TableNextColumn();
      ImGui::SetNextItemWidth(-1);
      changed |= milliseconds_field(view, fmt::format("start {}", all[i].name), all[i].start);
      ImGui::TableNextColumn();
      ImGui::SetNextItemWidth(-1);
      changed |= milliseconds_field(view, fmt::format("work {}", all[i].name), all[i].work);
      ImGui::TableNextColumn();
      ImGui::SetNextItemWidth(-1);
      const std::string rounds_now = fmt::format("{}", all[i].rounds);
      if (const auto rounds =
              number_field(view, fmt::format("rounds {}", all[i].name), rounds_now)) {
        all[i].rounds = static_cast<std::uint32_t>(std::clamp(*rounds, 1.0, 1e6));
        changed = true;
      }
      ImGui::TableNextColumn();
      bool goes_on = all[i].on_fail == sim::OnFail::go_on;
      if (checkbox("##on_fail", &goes_on)) {
        all[i].on_fail = goes_on ? sim::OnFail::go_on : sim::OnFail::stop;
        changed = true;
      }
      view.name_last(fmt::format("on_fail {}", all[i].name), view.say("setup.on_fail.tip"));
      ImGui::PopID();
    }
    ImGui::EndTable();
  }
  programs(view, all);
  if (changed) view.want(intent::ChangeClients{std::move(all)});
}

void nodes(const View& view, const ShownRun& run) {
  std::vector<sim::NodeSpec> all = run.judged.scenario.nodes;
  ImGui::Spacing();
  row_begins(view);
  const int by = count_buttons(view, "nodes", all.size(), most_players);
  bool changed = by != 0;
  if (by > 0) all.push_back(next_node(run.judged.scenario));
  if (by < 0) all.pop_back();
  if (ImGui::BeginTable("nodes", 3, ImGuiTableFlags_SizingStretchSame)) {
    for (const char* key : {"setup.node", "setup.role", "setup.persistence"})
      ImGui::TableSetupColumn(view.say.c(key));
    ImGui::TableHeadersRow();
    for (std::size_t i = 0; i < std::min(run.judged.scenario.nodes.size(), most_rows); ++i) {
      if (i >= all.size()) break;
      ImGui::PushID(static_cast<int>(i));
      ImGui::TableNextColumn();
      row_begins(view);
      ImGui::AlignTextToFramePadding();
      ImGui::TextUnformatted(all[i].name.c_str());
      ImGui::TableNextColumn();
      ImGui::AlignTextToFramePadding();
      ImGui::TextUnformatted(
          all[i].replica_of.empty()
              ? view.say.c("setup.master")
              : fmt::format("{} {}", view.say("setup.replica"), all[i].replica_of).c_str());
      ImGui::TableNextColumn();
      ImGui::SetNextItemWidth(-1);
      int persistence = static_cast<int>(all[i].persistence);
      const std::string words =
          fmt::format("{}{}{}{}{}{}", view.say("setup.none"), '\0', view.say("setup.everysec"),
                      '\0', view.say("setup.always"), '\0');
      if (ImGui::Combo("##persistence", &persistence, words.c_str())) {
        all[i].persistence = static_cast<sim::Persistence>(persistence);
        changed = true;
      }
      view.name_last(fmt::format("persistence {}", all[i].name));
      ImGui::PopID();
    }
    ImGui::EndTable();
  }
  if (changed) view.want(intent::ChangeNodes{std::move(all)});
}

}  // namespace

void setup_panel(const View& view, ImVec2 size) {
  ImGui::BeginChild("setup", size, false);
  ImGui::PushFont(view.fonts.large);
  ImGui::TextUnformatted(view.say.c("setup.title"));
  ImGui::PopFont();
  const ShownRun* run = view.model.run.get();
  const float buttons = ImGui::GetFrameHeightWithSpacing() + view.px(4);
  const float room = ImGui::GetContentRegionAvail().y - buttons;
  const ImVec2 top = ImGui::GetCursorScreenPos();
  // The height of the rows that were completely visible in the last frame.
  float* const whole = ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID("whole form"), room);
  ImGui::BeginChild("form", {0, std::min(*whole, room)}, false);
  view.name_place("setup form", top, {size.x, std::min(*whole, room)});
  if (run && run->recorded) {
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(view.say.c("setup.recorded"));
    ImGui::PopTextWrapPos();
  } else if (run) {
    settings(view, *run);
    clients(view, *run);
    nodes(view, *run);
  }
  const bool fits = ImGui::GetCursorPosY() <= room + ImGui::GetStyle().ItemSpacing.y;
  *whole = fits ? room : whole_form(view, top.y, room);
  ImGui::EndChild();
  ImGui::SetCursorScreenPos({top.x, top.y + room + ImGui::GetStyle().ItemSpacing.y});
  const bool changed = run && !run->recorded && changed_by_hand(*run);
  ImGui::BeginDisabled(!changed);
  if (view.button("setup reset", view.say("setup.reset"), view.say("setup.reset.tip")))
    view.want(intent::Reset{});
  ImGui::EndDisabled();
  ImGui::SameLine(0, view.px(4));
  ImGui::BeginDisabled(!run || run->recorded);
  if (view.button("setup save", view.say("setup.save"), "Ctrl+S"))
    view.want(intent::OpenDialog{true, FileKind::scenario});
  ImGui::EndDisabled();
  ImGui::SameLine(0, view.px(4));
  if (view.button("setup close", view.say("setup.close"))) view.want(intent::SetUp{false});
  ImGui::EndChild();
}

}  // namespace locklab::app
