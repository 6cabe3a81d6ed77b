// The input of every view, and the list to which it adds the user's intents. A view draws the model
// without changing it.
#pragma once

#include <imgui/imgui.h>

#include <string>
#include <string_view>
#include <vector>

#include "app/gui/layout/glow.h"
#include "app/gui/model/intent.h"
#include "app/gui/window/fonts.h"
#include "app/gui/window/theme.h"
#include "app/words/violation_title.h"
#include "app/words/window_words.h"
#include "app/words/words.h"
#include "sim/scenario/library.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// The rectangle of a named widget, for tests and for lessons that highlight it.
struct NamedRectangle {
  std::string name;
  ImVec2 from, to;
  bool cut = false;        ///< partly or completely hidden, and no scrolling can show it
  bool button = false;     ///< a completely visible button; overlaps others only under a dialog
  unsigned id = 0;         ///< ImGui's id if it can be clicked or typed into; otherwise 0
  void* window = nullptr;  ///< ImGui's window that contains it; null for a named area
  bool field = false;      ///< a text field
  bool primary = false;    ///< the default button
};

struct View {
  const Model& model;
  const Theme& theme;
  const Words& say;
  const Fonts& fonts;
  float scale = 1;  ///< screen pixels per pixel at 100 %
  const std::vector<sim::ScenarioEntry>& scenarios;
  std::vector<Intent>& wants;
  std::vector<NamedRectangle>& named;
  std::uint64_t pending_events = 0;  ///< events so far of the run in progress
  const Change* changed = nullptr;   ///< changes of the last step; null if none
  float glow = 0;                    ///< brightness of the changes: 1 at the step, falling to 0
  bool covered = false;              ///< a dialog covers the view, which has no tooltips then
  bool ring = false;                 ///< a widget has the keyboard focus, and Enter applies to it
  bool scale_cut = false;            ///< the window is too small for the wanted scale
  bool looks = true;                 ///< the pointer has moved since the last key press or click
  bool rests = true;                 ///< the pointer has rested for PointerRest::rest_s

  float px(float at_100_percent) const { return at_100_percent * scale; }
  /// A sentence, or a text such as a title, in the user's language.
  std::string tell(const Sentence& sentence) const {
    return with_labels(told(in_window(sentence), model.settings.language), say);
  }
  std::string tell(std::string_view text) const {
    return told(title_words(text), model.settings.language);
  }
  void want(Intent intent) const { wants.push_back(std::move(intent)); }
  /// Gives the last widget a name and a tooltip.
  void name_last(std::string_view name, std::string_view tooltip = {}) const {
    const NamedRectangle widget = last_widget(name);
    if (!tooltip.empty() && shows_tips() &&
        ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
      tip_on_last(tooltip);
    named.push_back(widget);
  }
  /// Whether tooltips are shown: not in presenter mode, nor behind a dialog, nor before the pointer
  /// moves again after a key press or click, since they would cover what is being read.
  bool shows_tips() const;
  /// Names an area that is not a widget.
  void name_place(std::string_view name, ImVec2 from, ImVec2 size) const {
    named.push_back({std::string(name), from, {from.x + size.x, from.y + size.y}});
  }
  /// Draws the tooltip of the last widget, above it if there is room, so that the next widgets stay
  /// visible and clickable.
  void tip_on_last(std::string_view tooltip) const;
  static NamedRectangle last_widget(std::string_view name);
  /// Whether the whole rectangle is inside the visible part of the window.
  static bool in_sight(ImVec2 from, ImVec2 to);
  /// Whether a part of the rectangle is hidden and scrolling cannot show it.
  static bool is_cut(ImVec2 from, ImVec2 to);
  /// Draws a drop-down menu `width` pixels wide at 100 %. Returns true while it is open: the caller
  /// then draws the items and ends it with ImGui::EndCombo.
  bool menu(std::string_view name, std::string_view shown, float width,
            std::string_view tooltip) const;
  /// The width in pixels at which a menu shows all of its words.
  static float menu_width(std::string_view shown) {
    const float words = ImGui::CalcTextSize(shown.data(), shown.data() + shown.size()).x;
    return std::ceil(words) + ImGui::GetFrameHeight() + 2 * ImGui::GetStyle().FramePadding.x;
  }
  /// Draws a named button; returns true if it was pressed. A size of 0 fits the label.
  bool button(std::string_view name, std::string_view label, std::string_view tooltip = {},
              ButtonKind kind = ButtonKind::plain, ImVec2 size = {}) const {
    bool pressed = false;
    {
      const ButtonLook look(theme, kind);
      pressed = ImGui::Button(std::string(label).c_str(), size);
    }
    name_last(name, tooltip);
    named.back().button = in_sight(named.back().from, named.back().to);
    named.back().primary = kind == ButtonKind::primary;
    return pressed;
  }
};

/// Draws a check box with an outline, visible on any background. Returns whether it was changed.
bool checkbox(const char* label, bool* on);
/// Draws a radio button with an outline. Returns whether it was pressed.
bool radio(const char* label, bool chosen);

void top_bar(const View& view);
/// Draws the problem, the warning and the success message, if any, in front of the current screen.
void toasts(const View& view);
/// The File button and its menu, which also offers set-up, search, notebook, clipboard and export.
void lab_menu(const View& view);
/// The View button and its menu: panels, theme, language, scale and motion.
void view_menu(const View& view);
void screen_tab(const View& view, Screen screen);
/// The matrix: every lock against every kind of fault, or against the textbook traits.
void matrix_screen(const View& view);
/// The list of challenges, or the one in progress.
void challenges_screen(const View& view);
/// Load on a real Redis, with charts that grow while it runs.
void stress_screen(const View& view);
/// Whether a menu or a list of choices is open.
bool menu_is_open();
/// Closes open menus. Returns false if none was open.
bool close_menus();
/// Whether a text field has the focus. ImGui's own flag is a frame old.
bool is_typing();
/// The story's title, and a sentence about the cursor's event, the outcome or a lesson's question.
void headline(const View& view);
void time_bar(const View& view);
void play_button(const View& view);
/// The width of the play button, the same whether or not the run plays.
float play_button_width(const View& view);
/// Shows the progress of the awaited run or, if there is none, the name of the file just written,
/// shortened to `width` pixels.
void run_status(const View& view, float width);
/// The state of the live run in progress, which must exist: starting, held, or running.
std::string live_words(const View& view);
/// The preferred width of run_status; 0 if there is nothing to show.
float run_status_width(const View& view);
/// The bar of the presenter mode: step, play, status, highlighted verdicts, and leave.
void presenter_bar(const View& view);
inline constexpr float overview_height = 16;  ///< of the strip above a timeline, in pixels at 100 %
void timeline(const View& view, ImVec2 size);
/// The preferred minimum height of the whole timeline, with lanes that can still shrink.
float least_timeline_height(const View& view);
/// The minimum height at which a class can read all lanes of the timeline, in presenter mode.
float shown_timeline_height(const View& view);
/// The minimum height of the whole timeline, with lanes as short as in a comparison.
float low_timeline_height(const View& view);
void cluster(const View& view, ImVec2 size);
/// The height at which all nodes are in one column.
float least_cluster_height(const View& view);
/// Two runs, one above the other. A comparison must be open.
void comparison(const View& view, ImVec2 size);
/// The height of a comparison in which both runs show all their lanes, with the list of
/// differences.
float compared_height(const View& view);
void source_panel(const View& view, ImVec2 size);
/// The run in words: events, explanation, and story.
void tale_panel(const View& view, ImVec2 size);
void break_panel(const View& view, ImVec2 size);
/// The height of the branch row and, if they are shown, of the fault tools below it.
float break_panel_height(const View& view);
/// The height of the row of fault tools; 0 if it is not shown.
float tool_row_height(const View& view);
void lesson_list(const View& view);
void lesson_panel(const View& view, ImVec2 size);
void setup_panel(const View& view, ImVec2 size);
void notebook_panel(const View& view, ImVec2 size);
void verdict_bar(const View& view, ImVec2 size);
/// The width of the highlighted verdicts in the presenter's bar; 0 if there are none. Only for
/// presenter mode.
float pointed_verdicts_width(const View& view);
/// Draws the verdicts in rows that end at `right`, an x position in the current window. `brief`:
/// with less padding and shorter words. The model must have a run.
void verdict_chips(const View& view, bool brief, float right);
/// The height of the verdicts at a width, in as many rows as they need.
float verdict_bar_height(const View& view, float width);
void help_overlay(const View& view);
void live_form(const View& view);
/// The Explore dialog, which searches for runs that break a lock.
void explore_dialog(const View& view);
/// The form for title, story and notes.
void story_dialog(const View& view);
/// The story of the run, the notes, and the button to edit them. The model must have a run.
void story_page(const View& view);
/// The form that edits a fault or makes a new one.
void fault_dialog(const View& view);
/// Dims everything behind the current window, and fills the window's background.
void dim_behind(const View& view);
/// Begins a dialog in the middle of the screen, above everything else. A height of 0 fits its
/// content.
void begin_dialog(const View& view, const char* name, ImVec2 size);
void end_dialog();
/// Whether Enter was pressed for the dialog, not for the focused widget or a menu.
bool enter_pressed(const View& view);
void file_dialog(const View& view);
/// The list of all commands by name.
void command_list(const View& view);
/// Asks whether to save unsaved work or, during a live run, whether to end it.
void leave_question(const View& view);
/// Draws the highlights of the lesson's step. Must be called after the widgets that they surround.
void pointing(const View& view);
/// Whether the hints of the first start are shown in place of the source panel.
bool welcomes(const Model& model);
/// Draws the hints of the first start, and returns the height of their content. `brief`: a shorter
/// text, for a panel of little height.
float welcome(const View& view, ImVec2 size, bool brief);
/// The approximate height of the content of welcome().
float welcome_height(const View& view, bool brief);

/// The whole window.
void shell(const View& view);

}  // namespace locklab::app
