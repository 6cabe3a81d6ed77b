#include "app/gui/update/keys.h"

#include <algorithm>

#include "app/changes/fault_tools.h"
#include "app/changes/spot.h"
#include "app/gui/update/challenge_keys.h"
#include "app/gui/update/comparison.h"
#include "app/gui/update/lesson_keys.h"
#include "app/gui/update/look.h"
#include "app/gui/update/navigation.h"
#include "app/gui/update/screens.h"

namespace locklab::app {

namespace {

constexpr double zoom_step = 1.4;
constexpr int scale_step = 25;  // in per cent

/// The cursor's position in the view, 0 .. 1, around which the keyboard zooms; the middle if the
/// cursor is not visible.
double cursor_anchor(const Model& model) {
  if (!model.run) return 0.5;
  const double part = (cursor_position(model) - model.view.from) / model.view.span();
  return part >= 0 && part <= 1 ? part : 0.5;
}

Panes next_panes(Panes now) {
  return static_cast<Panes>((static_cast<int>(now) + 1) % static_cast<int>(Panes::count_));
}

/// Opens the form that delays the selected message.
std::optional<Intent> delay_of_selected(const Model& model) {
  if (!model.run || !model.event) return std::nullopt;
  const auto message = message_of_event(*model.run, *model.event);
  if (!message) return std::nullopt;
  return intent::NewFault{*message, breaking_tool("delay"), {}, {}};
}

/// Ctrl+1 and so on: toggles panels in the order of the View menu.
std::optional<Intent> panel_key(char32_t character, const Model& model) {
  if (character < '1' || character >= '1' + panel_count) return std::nullopt;
  const auto panel = static_cast<Panel>(character - '1');
  return intent::ShowPanel{panel, !is_wanted(model, panel)};
}

/// Letters that work on every screen (on that of the challenges only in lower case), and '?'.
std::optional<Intent> everywhere(char32_t character, const Model& model) {
  switch (character) {
    case 'e':
    case 'E':
      return intent::ShowExplore{true};
    case 'x':
    case 'X':
      return intent::ShowScreen{next_screen(model.screen)};
    case 'n':
    case 'N':
      if (!model.lesson || model.screen != Screen::lab) return intent::OpenLesson{};
      return intent::GoToStep{+1};
    case 'l':
    case 'L':
      return intent::SetLanguage{model.settings.language == Language::chinese ? Language::english
                                                                              : Language::chinese};
    case '?':
      return intent::Help{!model.help};
    default:
      return std::nullopt;
  }
}

/// The command list, opened at one group.
std::optional<Intent> list_of(char32_t character) {
  switch (character) {
    case 'b':
    case 'B':
      return intent::ShowCommands{true, CommandGroup::breaking};
    case 'u':
    case 'U':
      return intent::ShowCommands{true, CommandGroup::faults};
    case 'g':
    case 'G':
      return intent::ShowCommands{true, CommandGroup::go};
    case 'h':
    case 'H':
      return intent::ShowCommands{true, CommandGroup::branches};
    case 'j':
    case 'J':
      return intent::ShowCommands{true, CommandGroup::stories};
    default:
      return std::nullopt;
  }
}

/// The intent of a character typed in the lab; nullopt if it has none.
std::optional<Intent> of_character(char32_t character, const Model& model) {
  if (auto list = list_of(character)) return list;
  if (character >= '1' && character <= '9') {
    const std::size_t place = character - '1';
    if (place < model.lanes.size()) return intent::SelectLane{model.lanes[place].lane};
    return std::nullopt;
  }
  switch (character) {
    case '+':
    case '=':
      return intent::Zoom{zoom_step, cursor_anchor(model)};
    case '-':
      return intent::Zoom{1 / zoom_step, cursor_anchor(model)};
    case 'f':
    case 'F':
      return intent::Fit{};
    case 'y':
    case 'Y':
      return intent::SetAxis{other_axis(model.settings.axis)};
    case '[':
      return intent::SetMark{0, {}};
    case ']':
      return intent::SetMark{1, {}};
    case 'v':
    case 'V':
      return intent::RunUntil{Until::violation};
    case 'm':
    case 'M':
      return delay_of_selected(model);
    case 'o':
    case 'O':
      return intent::OnlyMessage{!model.only_message};
    case 'k':
    case 'K':
      for (const LaneChoice& choice : model.lanes)
        if (choice.lane == model.lane) return intent::PinLane{choice.lane, !choice.pinned};
      return std::nullopt;
    case 'c':
    case 'C':
      return intent::ShowPanes{next_panes(wanted_panes(model))};
    case 't':
    case 'T':
      if (model.presenting) return std::nullopt;  // the field is hidden
      return intent::AskTime{};
    case 'd':
    case 'D': {
      if (model.comparison) return intent::Compare{};
      const auto partner = usual_partner(model);
      return partner ? std::optional<Intent>(intent::Compare{partner}) : std::nullopt;
    }
    case 'p':
    case 'P':
      return intent::Present{!model.presenting};
    case 'i':
    case 'I':
      return intent::ListLessons{true};
    case 'r':
    case 'R':
      if (!model.lesson) return std::nullopt;
      return intent::ShowAgain{};
    case 's':
    case 'S':
      return intent::SetUp{!model.setting_up};
    default:
      return everywhere(character, model);
  }
}

/// Ctrl shortcuts for runs and for the window; in the lab also for the current run.
std::optional<Intent> with_control(const KeyPress& press, const Model& model) {
  const char32_t character = press.character;
  switch (character) {
    case 'o':
      return intent::OpenDialog{false, FileKind::scenario};
    case 'p':
      return intent::ShowCommands{true};
    case 'v':
      return intent::PasteName{};
    case '+':
      return intent::SetScale{model.settings.scale_percent + scale_step};
    case '-':
      return intent::SetScale{model.settings.scale_percent - scale_step};
    default:
      break;
  }
  if (model.screen != Screen::lab) return std::nullopt;
  switch (character) {
    case 's':
      return intent::OpenDialog{
          true, model.run && model.run->recorded ? FileKind::trace : FileKind::scenario};
    case 'c':
      if (press.shift) return intent::CopyMoment{};
      return intent::CopyName{};
    case 'n':
      return intent::NoteMoment{};
    case 'b':
      return intent::ShowNotebook{!model.notebook.shown};
    case 'z':
      return intent::Undo{};
    case 'y':
      return intent::Redo{};
    default:
      return panel_key(character, model);
  }
}

/// Keys of the question whether to save first.
std::optional<Intent> to_question(const KeyPress& press) {
  switch (press.key) {
    case Key::escape:
      return intent::Leave{intent::Leaving::stay};
    case Key::enter:
      return intent::Leave{intent::Leaving::save};
    default:
      break;
  }
  if (press.control) return std::nullopt;
  switch (press.character) {
    case 's':
    case 'S':
      return intent::Leave{intent::Leaving::save};
    case 'd':
    case 'D':
      return intent::Leave{intent::Leaving::discard};
    default:
      return std::nullopt;
  }
}

/// Cycles through "worst of all" and each property.
std::optional<sim::Property> next_property(std::optional<sim::Property> now) {
  const std::size_t next = now ? static_cast<std::size_t>(*now) + 1 : 0;
  return next < sim::property_count ? std::optional(static_cast<sim::Property>(next))
                                    : std::nullopt;
}

std::optional<Intent> in_the_matrix(const KeyPress& press, const Model& model) {
  const MatrixView& view = model.matrix;
  switch (press.key) {
    case Key::left:
      return intent::SelectCell{view.row, view.column - std::min<std::size_t>(view.column, 1)};
    case Key::right:
      return intent::SelectCell{view.row, view.column + 1};
    case Key::up:
      return intent::SelectCell{view.row - std::min<std::size_t>(view.row, 1), view.column};
    case Key::down:
      return intent::SelectCell{view.row + 1, view.column};
    case Key::enter:
      return intent::OpenCell{view.row, view.column};
    case Key::escape:
      if (view.job) return intent::StopMatrix{};
      return std::nullopt;
    default:
      break;
  }
  switch (press.character) {
    case 't':
    case 'T':
      return intent::ShowTraits{!view.traits};
    case 'p':
    case 'P':
      if (view.traits) return std::nullopt;
      return intent::ShowProperty{next_property(view.property)};
    default:
      return everywhere(press.character, model);
  }
}

std::optional<Intent> in_stress(const KeyPress& press, const Model& model) {
  const StressView& view = model.stress;
  switch (press.key) {
    case Key::enter:
      return intent::StartLoad{};
    case Key::escape:
      if (view.runs()) return intent::StopLoad{};
      return std::nullopt;
    case Key::up:
      return intent::SelectViolation{view.violation.value_or(1) - (view.violation != 0u ? 1 : 0)};
    case Key::down:
      return intent::SelectViolation{view.violation ? *view.violation + 1 : 0};
    default:
      break;
  }
  if ((press.character == 'o' || press.character == 'O') && view.violation)
    return intent::OpenViolation{*view.violation};
  return everywhere(press.character, model);
}

/// Keys on screens other than the lab.
std::optional<Intent> outside_the_lab(const KeyPress& press, const Model& model) {
  if (press.key == Key::f11) return intent::SetFullScreen{!model.full_screen};
  if (press.key == Key::escape && model.help) return intent::Help{false};
  if (press.key == Key::escape && model.pending && !model.pending->stepped) return intent::Cancel{};
  switch (model.screen) {
    case Screen::matrix:
      return in_the_matrix(press, model);
    case Screen::stress:
      return in_stress(press, model);
    default:
      return everywhere(press.character, model);
  }
}

/// Whether an open dialog takes the keys.
bool has_dialog(const Model& model) {
  return model.commands || model.exploring.shown || model.live.shown || model.form ||
         model.story_form || model.lessons_listed || model.dialog;
}

std::optional<Intent> to_dialog(const KeyPress& press, const Model& model) {
  if (model.commands) {
    if (press.key == Key::escape) return intent::ShowCommands{false};
    return std::nullopt;
  }
  if (model.exploring.shown) {
    // The first Escape ends the search and keeps the dialog with its results.
    if (press.key == Key::escape && model.exploring.job) return intent::StopExploring{};
    if (press.key == Key::escape) return intent::ShowExplore{false};
    if (press.key == Key::enter) return intent::Explore{};
    return std::nullopt;
  }
  if (model.live.shown) {
    if (press.key == Key::escape) return intent::ShowLive{false};
    return std::nullopt;
  }
  if (model.form) {
    if (press.key == Key::escape) return intent::CloseForm{};
    return std::nullopt;
  }
  if (model.story_form) {  // may be open in front of the save dialog
    if (press.key == Key::escape) return intent::CloseStory{};
    return std::nullopt;
  }
  if (model.lessons_listed) {
    if (press.key == Key::escape || press.character == 'i' || press.character == 'I')
      return intent::ListLessons{false};
    if (press.character == 'n' || press.character == 'N' || press.key == Key::enter)
      return intent::OpenLesson{};
    return std::nullopt;
  }
  if (press.key == Key::escape) return intent::CloseDialog{};
  if (press.key == Key::up) return intent::MarkEntry{-1};
  if (press.key == Key::down) return intent::MarkEntry{+1};
  return std::nullopt;
}

/// The intent of Escape: cancels or closes the first active item of this list.
std::optional<Intent> leave_something(const Model& model) {
  if (model.drag || model.fault_drag || model.range) return intent::LeaveDrag{};
  if (model.tool) return intent::PickUp{};
  if (model.help) return intent::Help{false};
  if (!model.problem.empty()) return intent::PutProblemAway{};
  if (!model.done.empty()) return intent::PutDoneAway{};
  if (model.marks[0] || model.marks[1]) return intent::ClearMarks{};
  // Escape also dismisses messages, so it must not end a stepped run by accident.
  if (model.pending && !model.pending->stepped) return intent::Cancel{};
  if (model.comparison) return intent::Compare{};
  if (model.presenting) return intent::Present{false};
  return std::nullopt;
}

}  // namespace

std::optional<Intent> intent_of(const KeyPress& press, const Model& model) {
  // The question whether to save takes all other keys; Ctrl+Q asks it again.
  if (press.control && press.character == 'q') return intent::Quit{};
  if (model.leave_for) return to_question(press);
  if (has_dialog(model)) return to_dialog(press, model);
  if (press.key == Key::f1) return intent::Help{!model.help};
  if (model.screen == Screen::challenges)
    if (auto wanted = challenge_key(press, model)) return wanted;
  if (press.control) return with_control(press, model);
  if (model.screen != Screen::lab) return outside_the_lab(press, model);
  if (auto answered = question_key(press, model)) return answered;
  if (is_late_answer(press, model)) return std::nullopt;
  switch (press.key) {
    case Key::space:
      return intent::PlayOrPause{};
    case Key::left:
    case Key::right: {
      const int by = press.key == Key::left ? -1 : +1;
      if (press.shift) return intent::StepOnLane{by};
      return intent::Step{by};
    }
    case Key::backspace:
      if (!model.lesson) return std::nullopt;
      return intent::GoToStep{-1};
    case Key::page_up:  // the two keys of a presenter's remote
    case Key::page_down: {
      const int by = press.key == Key::page_up ? -1 : +1;
      if (model.lesson) return intent::GoToStep{by};
      return intent::Step{by};
    }
    case Key::home:
      return intent::GoToStart{};
    case Key::end:
      return intent::GoToEnd{};
    case Key::escape:
      return leave_something(model);
    case Key::f11:
      return intent::SetFullScreen{!model.full_screen};
    default:
      return of_character(press.character, model);
  }
}

}  // namespace locklab::app
