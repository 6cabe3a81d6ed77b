// What every view of the window is given, and where it says what the user wants. A view draws the
// model and changes nothing.
#pragma once

#include <imgui/imgui.h>

#include <string>
#include <string_view>
#include <vector>

#include "app/gui/layout/glow.h"
#include "app/gui/model/intent.h"
#include "app/gui/window/fonts.h"
#include "app/gui/window/theme.h"
#include "app/words/words.h"
#include "sim/scenario/library.h"

namespace locklab::app {

/// A widget's place, by name: how a test, or a lesson that points at something, finds it.
struct NamedRectangle {
  std::string name;
  ImVec2 from, to;
  bool cut = false;        ///< part of it cannot be seen, and no scrolling shows it
  bool button = false;     ///< two of them never lie over each other
  unsigned id = 0;         ///< ImGui's, of what can be clicked or typed in now; else 0
  void* window = nullptr;  ///< ImGui's, in which it stands
  bool field = false;      ///< it is typed in
};

struct View {
  const Model& model;
  const Theme& theme;
  const Words& say;
  const Fonts& fonts;
  float scale = 1;
  const std::vector<sim::ScenarioEntry>& scenarios;
  std::vector<Intent>& wants;
  std::vector<NamedRectangle>& named;
  std::uint64_t pending_events = 0;  ///< of the run that is being made
  const Change* changed = nullptr;   ///< by the last step
  float glow = 0;                    ///< how strongly that glows: 1 .. 0
  bool covered = false;              ///< by a dialog: it has no tooltips
  bool ring = false;                 ///< a widget has the keyboard's ring: Enter is meant for it
  bool scale_cut = false;            ///< the window has no room for the size that is wanted

  float px(float at_100_percent) const { return at_100_percent * scale; }
  /// A sentence, or a text such as a title, in the user's language.
  std::string tell(const Sentence& sentence) const {
    return told(sentence, model.settings.language);
  }
  std::string tell(std::string_view text) const {
    return std::string(told(text, model.settings.language));
  }
  void want(Intent intent) const { wants.push_back(std::move(intent)); }
  /// Gives the last widget a name, and a tooltip.
  void name_last(std::string_view name, std::string_view tooltip = {}) const {
    named.push_back(last_widget(name));
    if (!tooltip.empty() && !covered && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
      ImGui::SetTooltip("%.*s", static_cast<int>(tooltip.size()), tooltip.data());
      named.push_back({"tooltip", ImGui::GetMousePos(), ImGui::GetMousePos()});
    }
  }
  /// Names a place that is no widget.
  void name_place(std::string_view name, ImVec2 from, ImVec2 size) const {
    named.push_back({std::string(name), from, {from.x + size.x, from.y + size.y}});
  }
  static NamedRectangle last_widget(std::string_view name);
  /// Whether something in the window that is being drawn is out of sight for good.
  static bool is_cut(ImVec2 from, ImVec2 to);
  /// A menu that is open if it returns true; then ImGui::EndCombo ends it.
  bool menu(std::string_view name, std::string_view shown, float width,
            std::string_view tooltip) const {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size{px(width), ImGui::GetFrameHeight()};
    ImGui::SetNextItemWidth(size.x);
    const bool open = ImGui::BeginCombo(("##" + std::string(name)).c_str(),
                                        std::string(shown).c_str(), ImGuiComboFlags_HeightLargest);
    if (!open) name_last(name, tooltip);
    if (open) named.push_back({std::string(name), at, {at.x + size.x, at.y + size.y}});
    return open;
  }
  /// A button with a name for tests; pressed: it returns true.
  bool button(std::string_view name, std::string_view label, std::string_view tooltip = {}) const {
    const bool pressed = ImGui::Button(std::string(label).c_str());
    name_last(name, tooltip);
    named.back().button = true;
    return pressed;
  }
};

void top_bar(const View& view);
/// What is wrong with the program or with what was wanted; nothing where nothing is.
void said_above(const View& view);
/// The button and the menu of what is done with runs as a whole.
void lab_menu(const View& view);
/// The button and the menu of what is on the screen and how it looks.
void view_menu(const View& view);
/// The tab of a screen.
void screen_tab(const View& view, Screen screen);
/// Every lock against every kind of fault.
void matrix_screen(const View& view);
/// The list of challenges, or the one that is being played.
void challenges_screen(const View& view);
/// Whether a menu or a list of choices stands open.
bool menu_is_open();
/// False: there was none.
bool close_menus();
/// Whether a field takes what is typed next. ImGui's own word for it is a frame old.
bool is_typing();
void time_bar(const View& view);
void play_button(const View& view);
/// What goes on besides, and what was done lately, no wider than that.
void run_status(const View& view, float width);
/// How wide that wants to be; 0: there is nothing to say.
float run_status_width(const View& view);
/// Before a class, instead of all bars: which promise is broken, step and play, and the way out.
void presenter_bar(const View& view);
void timeline(const View& view, ImVec2 size);
/// The least height at which all of it is in sight.
float least_timeline_height(const View& view);
void cluster(const View& view, ImVec2 size);
/// There must be a comparison.
void comparison(const View& view, ImVec2 size);
void source_panel(const View& view, ImVec2 size);
void event_panel(const View& view, ImVec2 size);
/// Returns the height at which nothing of it has to scroll.
float break_panel(const View& view, ImVec2 size);
void lesson_list(const View& view);
void lesson_panel(const View& view, ImVec2 size);
void setup_panel(const View& view, ImVec2 size);
void verdict_bar(const View& view, ImVec2 size);
/// What it needs at that width: a row or two.
float verdict_bar_height(const View& view, float width);
void help_overlay(const View& view);
void live_form(const View& view);
/// Where does this lock break?
void explore_dialog(const View& view);
/// The form in which a fault is changed, or a new one made.
void fault_dialog(const View& view);
/// A window in the middle of the screen, above everything else; no height: as much as it needs.
void begin_dialog(const View& view, const char* name, ImVec2 size);
void end_dialog();
/// Enter was pressed for the dialog as a whole, not for the widget with the ring or for a menu.
bool enter_pressed(const View& view);
void file_dialog(const View& view);
/// Everything that can be done, by name.
void command_list(const View& view);
/// Whether to save what was set or broken by hand.
void leave_question(const View& view);
/// Around what the lesson's step points at; after everything else has its place.
void pointing(const View& view);
/// At the first start: what to try.
void welcome(const View& view);

/// All of them, in their places.
void shell(const View& view);

}  // namespace locklab::app
