#include "app/gui/update/update.h"

#include <fmt/format.h>

#include <algorithm>
#include <typeindex>
#include <unordered_map>
#include <utility>

#include "app/changes/fault_tools.h"
#include "app/gui/model/matrix_cells.h"
#include "app/gui/update/axis_view.h"
#include "app/gui/update/branches.h"
#include "app/gui/update/challenge_moves.h"
#include "app/gui/update/class_votes.h"
#include "app/gui/update/commands.h"
#include "app/gui/update/counted.h"
#include "app/gui/update/files.h"
#include "app/gui/update/first_strike.h"
#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/lesson_story.h"
#include "app/gui/update/lesson_work.h"
#include "app/gui/update/live_run.h"
#include "app/gui/update/loads.h"
#include "app/gui/update/look.h"
#include "app/gui/update/moments.h"
#include "app/gui/update/navigation.h"
#include "app/gui/update/notebook.h"
#include "app/gui/update/open_answers.h"
#include "app/gui/update/own_lessons.h"
#include "app/gui/update/placed_faults.h"
#include "app/gui/update/screens.h"
#include "app/gui/update/searches.h"
#include "app/gui/update/shown_part.h"
#include "app/gui/update/sliding.h"
#include "app/gui/update/story_form.h"
#include "app/gui/update/tale.h"
#include "app/lessons/lesson_file.h"
#include "app/words/window_words.h"

namespace locklab::app {

namespace {

/// Applies an intent: one overload for each type or group of types.
struct Updater {
  Model& model;

  std::optional<Job> operator()(const intent::Open& open) {
    model.dialog.reset();
    model.at_violation.reset();
    model.instead.clear();
    // A lesson asks later, when its first step opens another run.
    if (names_lesson(open.name)) return read_lesson_file(model, open.name);
    if (is_unsaved(model)) {
      model.leave_for = open.name;
      return std::nullopt;
    }
    return make_run(model, open.name, std::nullopt);
  }
  std::optional<Job> operator()(const intent::OpenBroken& open) {
    auto job = (*this)(intent::Open{open.name});
    model.at_violation = open.property;
    model.instead = open.instead;
    model.exploring.shown = false;
    return job;
  }
  std::optional<Job> operator()(const intent::OpenCell& open) {
    search_by_hand(model, intent::SelectCell{open.row, open.column});
    const auto broken = run_behind_cell(model);
    return broken ? (*this)(*broken) : std::nullopt;
  }
  template <class Searching>
  requires Searches<Searching> std::optional<Job>
  operator()(const Searching& wanted) { return search_by_hand(model, wanted); }
  template <class OfLoads>
  requires ChangesLoads<OfLoads> std::optional<Job>
  operator()(const OfLoads& wanted) { return change_loads(model, wanted); }
  std::optional<Job> operator()(const intent::Cancel&) {
    if (!model.pending) return std::nullopt;
    if (model.pending->kept) model.unmade.erase(*model.shown_step);
    // A live run stays pending until the report of its end arrives.
    if (model.pending->slid) stop_sliding(model);
    if (model.pending && !model.pending->live) model.pending.reset();
    model.notebook.going.reset();
    return Job{++model.jobs, work::Cancel{}};
  }
  std::optional<Job> operator()(const intent::ShowLive& show) {
    model.live.shown = show.shown;
    model.live.problem = {};  // it was about another run, or other servers
    return std::nullopt;
  }
  std::optional<Job> operator()(const intent::SetLive& set) {
    model.live = set.form;
    model.live.problem = {};
    return std::nullopt;
  }
  std::optional<Job> operator()(const intent::RunLive&) { return run_live(model); }
  std::optional<Job> operator()(const intent::LiveProgress& progress) {
    if (model.pending && model.pending->job == progress.job)
      show_live(model, progress.run, progress.held);
    return std::nullopt;
  }
  std::optional<Job> operator()(const intent::NotStruck& failed) {
    not_struck(model, failed.problem);
    return std::nullopt;
  }
  std::optional<Job> operator()(const intent::Follow& follow) {
    model.follow = follow.on;
    return std::nullopt;
  }
  std::optional<Job> operator()(const intent::Opened& opened) {
    if (!model.pending || model.pending->job != opened.job) return std::nullopt;
    if (model.pending->live) {
      show_live(model, opened.run, true, opened.problem);
      model.pending.reset();
      return std::nullopt;
    }
    if (model.pending->kept) {
      take_kept_branch(model, opened.run);
      return std::nullopt;
    }
    if (model.pending->slid) return slid(model, opened.run);
    model.instead.clear();
    const PendingRun wanted = *std::exchange(model.pending, std::nullopt);
    model.form.reset();
    if (wanted.branch && model.run) {
      take_branch(model, opened.run, wanted.parent, wanted.replaces);
      if (wanted.fault) stand_after_strike(model, *wanted.fault);
      if (wanted.saves) stand_where_saved(model);
    } else {
      // Keeps a problem that arose meanwhile, such as a lesson that could not be read.
      const Sentence problem = model.problem;
      show_screen(model, Screen::lab);
      leave_step(model);
      show_story(model, opened.run);
      model.problem = problem;
      model.saved_runs.insert(opened.run->judged.name);
      remember_opened(model, wanted.name);
      arrive_at_first_strike(model, wanted.name);
      if (const auto property = std::exchange(model.at_violation, std::nullopt))
        go_to_answer(model, static_cast<std::uint16_t>(*property));
      if (!wanted.moment.empty()) model.problem = go_to_moment(model, wanted.moment);
    }
    if (model.showing) seek_for_step(model);
    arrive_at_moment(model);
    return std::nullopt;
  }
  std::optional<Job> operator()(const intent::NotOpened& failed) {
    if (!model.pending || model.pending->job != failed.job) return std::nullopt;
    if (model.pending->kept) {
      take_kept_branch(model, nullptr);
      return std::nullopt;
    }
    if (model.pending->slid) return not_slid(model, failed.problem);
    const PendingRun wanted = *std::exchange(model.pending, std::nullopt);
    model.notebook.going.reset();
    if (const std::string instead = std::exchange(model.instead, {}); !instead.empty())
      return make_run(model, instead, std::nullopt);
    model.at_violation.reset();
    if (wanted.live) {
      live_failed(model, failed.problem);
    } else if (model.form) {
      model.form->problem = told(in_window(failed.problem), model.settings.language);
    } else if (!wanted.field.empty()) {
      model.wrong_field = {wanted.field, wanted.typed, failed.problem};
    } else {
      model.problem = failed.problem;
    }
    return std::nullopt;
  }
  std::optional<Job> operator()(const intent::FoundFault& found) {
    model.problem = found.problem;
    return std::nullopt;
  }
  template <class Breaking>
  requires BreaksByHand<Breaking> std::optional<Job>
  operator()(const Breaking& wanted) { return break_by_hand(model, wanted); }
  bool can_change() const { return model.run && !model.run->recorded; }
  std::optional<Job> branch(const std::string& name) { return make_run(model, name, model.branch); }

  std::optional<Job> operator()(const intent::SetUp& set) {
    model.setting_up = set.shown;
    if (set.shown && model.lesson) model.notebook.shown = false;  // both are on the right
    return std::nullopt;
  }
  std::optional<Job> operator()(const intent::ChangeSetting& change) {
    if (!can_change()) return std::nullopt;
    model.wrong_field.reset();
    auto job = branch(with_setting(*model.run, change.setting));
    model.pending->field = fmt::format("setting {}", change.setting.key);
    model.pending->typed = size_text(change.setting.number);
    return job;
  }
  template <class OfNumber>
  requires requires(Model& m, const OfNumber& wanted) { change_number(m, wanted); }
  std::optional<Job> operator()(const OfNumber& wanted) { return change_number(model, wanted); }
  std::optional<Job> operator()(const intent::ChangeStrategy& change) {
    if (!can_change()) return std::nullopt;
    return branch(with_strategy(*model.run, change.strategy));
  }
  std::optional<Job> operator()(const intent::ChangeSeed& change) {
    if (!can_change()) return std::nullopt;
    return branch(with_seed(*model.run, change.seed));
  }
  std::optional<Job> operator()(const intent::TryRemedy& wanted) {
    return can_change() ? try_remedy(model, wanted.remedy) : std::nullopt;
  }
  std::optional<Job> operator()(const intent::Reset&) {
    if (!can_change() || !changed_by_hand(*model.run)) return std::nullopt;
    return branch(as_told(*model.run));
  }

  std::optional<Job> operator()(const intent::Slide& to) { return slide(model, to); }
  template <class OfStory>
  requires requires(Model& m, const OfStory& wanted) { change_story(m, wanted); }
  std::optional<Job> operator()(const OfStory& wanted) {
    change_story(model, wanted);
    return std::nullopt;
  }

  std::optional<Job> operator()(const intent::CopyName&) { return copy_name(model); }
  std::optional<Job> operator()(const intent::CopyMoment&) { return copy_moment(model); }
  std::optional<Job> operator()(const intent::CopyWords& wanted) {
    return Job{++model.jobs, work::Copy{wanted.words}};
  }
  std::optional<Job> operator()(const intent::PasteName&) {
    return Job{++model.jobs, work::Paste{}};
  }

  std::optional<Job> operator()(const intent::OpenDialog& open) { return open_dialog(model, open); }
  std::optional<Job> operator()(const intent::ChooseFolder& choose) {
    return choose_folder(model, choose.folder);
  }
  std::optional<Job> operator()(const intent::TypeName& type) {
    type_name(model, type.name);
    return std::nullopt;
  }
  std::optional<Job> operator()(const intent::MarkEntry& mark) {
    mark_entry(model, mark.by);
    return std::nullopt;
  }
  std::optional<Job> operator()(const intent::AcceptDialog&) {
    if (!model.dialog) return std::nullopt;
    if (const auto folder = marked_folder(*model.dialog)) return choose_folder(model, *folder);
    if (model.dialog->saving) return save_from_dialog(model);
    const std::optional<std::string> path = path_to_open(model);
    if (!path) return std::nullopt;
    if (is_of_loads(model.dialog->kind)) return read_loads(model, *path);
    return (*this)(intent::Open{*path});
  }
  std::optional<Job> operator()(const intent::CloseDialog&) {
    model.dialog.reset();
    if (model.leaving) stay_for_now(model);
    model.leaving.reset();
    return std::nullopt;
  }
  std::optional<Job> operator()(const intent::FolderListed& listed) {
    return folder_listed(model, listed);
  }
  std::optional<Job> operator()(const intent::Saved& done) {
    saved(model, done);
    const bool kept = done.kind == FileKind::scenario || done.kind == FileKind::trace;
    if (!model.leaving || !kept) return std::nullopt;
    model.leave_for = std::exchange(model.leaving, std::nullopt);
    if (is_unsaved(model)) return std::nullopt;  // asks about the next unsaved run
    return leave();
  }
  std::optional<Job> operator()(const intent::NotSaved& failed) {
    not_saved(model, failed);
    return std::nullopt;
  }
  std::optional<Job> operator()(const intent::Leave& answer) {
    if (!model.leave_for) return std::nullopt;
    switch (answer.how) {
      case intent::Leaving::stay:
        stay(model);
        return std::nullopt;
      case intent::Leaving::discard:
        return leave();
      case intent::Leaving::save:
        break;
    }
    model.leaving = std::exchange(model.leave_for, std::nullopt);
    return save_before_leaving(model);
  }

  /// Performs the request that raised the question about unsaved work.
  std::optional<Job> leave() {
    const std::string next = *std::exchange(model.leave_for, std::nullopt);
    if (model.stress.wanted) return open_wanted_violation(model);
    if (!next.empty()) return make_run(model, next, std::nullopt);
    model.quit = true;
    return std::nullopt;
  }

  std::optional<Job> operator()(const intent::InChallenge& in) { return play_on(model, in.wish); }
  std::optional<Job> operator()(const intent::ShowScreen& show) {
    show_screen(model, show.screen);
    return work_for_screen(model);
  }
  std::optional<Job> operator()(const intent::OpenLesson& open) {
    return open_lesson(model, open.lesson);
  }
  std::optional<Job> operator()(const intent::ListLessons& list) {
    model.lessons_listed = list.shown;
    return std::nullopt;
  }
  std::optional<Job> operator()(const intent::CloseLesson&) {
    if (!model.lesson) return std::nullopt;
    keep_work(model);
    model.left = std::exchange(model.lesson, std::nullopt);
    model.lesson_panels = {};
    model.lesson_panes.reset();
    return std::nullopt;
  }
  std::optional<Job> operator()(const intent::GoToStep& go) {
    if (!model.lesson) return std::nullopt;
    move_step(*model.lesson, go.by, lessons_of(model));
    return show_step(model, go.by < 0);
  }
  std::optional<Job> operator()(const intent::Answer& answer) {
    const LessonStep* step = step_at(model);
    if (step && step->question && answer.choice < step->question->answers.size())
      if (model.lesson->answers.try_emplace(model.lesson->id(), answer.choice).second)
        reveal(model);
    return std::nullopt;
  }
  std::optional<Job> operator()(const intent::ShowAgain&) { return reset_step(model); }
  template <class InLesson>
  requires ChangesLesson<InLesson> std::optional<Job>
  operator()(const InLesson& wanted) { return change_lesson(model, wanted); }

  template <class OfNotebook>
  requires ChangesNotebook<OfNotebook> std::optional<Job>
  operator()(const OfNotebook& wanted) { return change_notebook(model, wanted); }

  std::optional<Job> operator()(const intent::GoToMoment& go) {
    if (go.moment >= model.notebook.moments.size()) return std::nullopt;
    std::optional<Job> job;
    if (go_within_story(model, go.moment, job)) return job;
    return (*this)(intent::Open{model.notebook.moments[go.moment].showing.scenario});
  }

  /// Shows or hides a panel. For the lesson, opens or closes it, which changes the story.
  std::optional<Job> operator()(const intent::ShowPanel& show) {
    if (show.panel != Panel::lesson) {
      change_look(model, show);
      return std::nullopt;
    }
    if (show.shown) return (*this)(intent::OpenLesson{});
    return (*this)(intent::CloseLesson{});
  }
  template <class Change>
  requires requires(Model& m, const Change& change) { change_commands(m, change); }
  std::optional<Job> operator()(const Change& wanted) {
    change_commands(model, wanted);
    return std::nullopt;
  }
  template <class Look>
  requires requires(Model& m, const Look& look) { change_look(m, look); }
  std::optional<Job> operator()(const Look& wanted) {
    change_look(model, wanted);
    return std::nullopt;
  }
  std::optional<Job> operator()(const intent::Quit&) {
    // Quitting closes the dialogs in front of the lab.
    model.stress.wanted.reset();
    model.exploring.shown = false;
    model.dialog.reset();
    model.story_form.reset();
    model.live.shown = false;
    model.lessons_listed = false;
    model.commands.reset();
    model.leaving.reset();
    if (is_unsaved(model)) {
      model.leave_for = "";
    } else {
      model.quit = true;
    }
    return std::nullopt;
  }
  /// All other intents require a run.
  template <class OfTheRun>
  std::optional<Job> operator()(const OfTheRun& wanted) {
    if (model.run) change_shown(model, wanted);
    return std::nullopt;
  }
};

using Handler = std::optional<Job> (*)(Updater, const Intent&);
using Handlers = std::unordered_map<std::type_index, Handler>;

template <class... All>
void add(Handlers& to, TypeList<All...>) {
  ((to[typeid(All)] = [](Updater updater,
                         const Intent& intent) { return updater(*intent.get_if<All>()); }),
   ...);
}

const Handlers& handlers() {
  static const Handlers all = [] {
    Handlers made;
    add(made, RunIntents());
    add(made, SearchIntents());
    add(made, StressIntents());
    add(made, FileIntents());
    add(made, FaultIntents());
    add(made, StepIntents());
    add(made, ViewIntents());
    add(made, LookIntents());
    add(made, StoryIntents());
    add(made, LessonIntents());
    add(made, NotebookIntents());
    add(made, TypeList<intent::InChallenge>());
    return made;
  }();
  return all;
}

}  // namespace

std::optional<Job> update(Model& model, const Intent& intent) {
  if (is_of_board(model, intent)) return look_at_board(model, intent);
  const Cursor before = model.cursor;
  const ShownRunPtr run = model.run;
  const TimeView view = model.view;
  if (auto order = order_live(model, intent)) return order;
  const auto with_live_run = before_end_of_live_run(model, intent);
  auto job = handlers().at(intent.type())(Updater{model}, intent);
  if (with_live_run) job = spare_live_run(model, *with_live_run, std::move(job));
  keep_future_hidden(model, run, view);
  if (!job) job = make_kept_branch(model);
  note_move(model, before, intent);
  if (model.run && model.branch < model.branches.size()) {
    std::size_t& reached = model.branches[model.branch].reached;
    reached = std::max(reached, model.cursor.events);
  }
  return job ? job : work_for_tale(model);
}

}  // namespace locklab::app
