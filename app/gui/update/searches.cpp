#include "app/gui/update/searches.h"

#include <utility>

#include "app/gui/model/matrix_cells.h"
#include "lock/strategy.h"

namespace locklab::app {

namespace {

/// Chooses the lock for the dialog: `wanted` if not empty, the lock of the last search, or that of
/// the current run.
void take_strategy(Model& model, const std::string& wanted) {
  ExploreForm& form = model.exploring.form;
  const std::string before = form.strategy;
  if (!wanted.empty()) {
    form.strategy = wanted;
  } else if (!model.exploring.found && !model.exploring.job && model.run) {
    form.strategy = model.run->judged.scenario.strategy;
  }
  if (!find_strategy(form.strategy)) form.strategy = "redlock";
  suit_strikes(form, before);
}

std::optional<Job> stop_exploring(Model& model) {
  if (!model.exploring.job) return std::nullopt;
  return Job{++model.jobs, work::StopExploring{}};
}

}  // namespace

std::optional<Job> search_by_hand(Model& model, const intent::ShowExplore& show) {
  Exploring& exploring = model.exploring;
  if (show.shown) {
    if (!exploring.shown) take_strategy(model, show.strategy);
    exploring.shown = true;
    return std::nullopt;
  }
  exploring.shown = false;
  exploring.problem = {};
  auto job = stop_exploring(model);
  exploring.job.reset();  // its answer is no longer needed
  return job;
}

std::optional<Job> search_by_hand(Model& model, const intent::SetExplore& set) {
  model.exploring.form = set.form;
  model.exploring.problem = {};
  return std::nullopt;
}

std::optional<Job> search_by_hand(Model& model, const intent::Explore&) {
  Exploring& exploring = model.exploring;
  if (exploring.job) return std::nullopt;
  exploring.problem = {};
  exploring.found.reset();
  exploring.now = {};
  exploring.stopping = false;
  exploring.problem = wrong_settings(exploring.form.set);
  if (!exploring.problem.empty()) return std::nullopt;
  exploring.job = ++model.jobs;
  return Job{model.jobs, work::Explore{exploring.form}};
}

std::optional<Job> search_by_hand(Model& model, const intent::StopExploring&) {
  model.exploring.stopping = model.exploring.job.has_value();
  return stop_exploring(model);
}

std::optional<Job> search_by_hand(Model& model, const intent::ExploreProgress& progress) {
  if (model.exploring.job == progress.job) model.exploring.now = progress.now;
  return std::nullopt;
}

std::optional<Job> search_by_hand(Model& model, const intent::Explored& explored) {
  if (model.exploring.job != explored.job) return std::nullopt;
  model.exploring.job.reset();
  model.exploring.found = explored.found;
  return std::nullopt;
}

std::optional<Job> search_by_hand(Model& model, const intent::NotExplored& failed) {
  if (model.exploring.job != failed.job) return std::nullopt;
  model.exploring.job.reset();
  model.exploring.problem = failed.problem;
  return std::nullopt;
}

std::optional<Job> search_by_hand(Model& model, const intent::MakeMatrix& make) {
  MatrixView& view = model.matrix;
  if (view.job) return std::nullopt;
  if (view.matrix && !make.again) return std::nullopt;
  view.done = view.of = 0;
  view.problem = {};
  view.job = ++model.jobs;
  return Job{model.jobs, work::MakeMatrix{make.again}};
}

std::optional<Job> search_by_hand(Model& model, const intent::StopMatrix&) {
  if (!model.matrix.job) return std::nullopt;
  model.matrix.job.reset();
  return Job{++model.jobs, work::StopMatrix{}};
}

std::optional<Job> search_by_hand(Model& model, const intent::MatrixGrows& grows) {
  if (model.matrix.job != grows.job) return std::nullopt;
  model.matrix.matrix = grows.matrix;
  model.matrix.done = grows.done;
  model.matrix.of = grows.of;
  return std::nullopt;
}

std::optional<Job> search_by_hand(Model& model, const intent::MatrixMade& made) {
  if (model.matrix.job != made.job) return std::nullopt;
  model.matrix.job.reset();
  model.matrix.matrix = made.matrix;
  return std::nullopt;
}

std::optional<Job> search_by_hand(Model& model, const intent::MatrixNotMade& failed) {
  if (model.matrix.job != failed.job) return std::nullopt;
  model.matrix.job.reset();
  model.matrix.problem = failed.problem;
  return std::nullopt;
}

std::optional<Job> search_by_hand(Model& model, const intent::ShowTraits& show) {
  model.matrix.traits = show.shown;
  return search_by_hand(model, intent::SelectCell{model.matrix.row, model.matrix.column});
}

std::optional<Job> search_by_hand(Model& model, const intent::ShowProperty& show) {
  model.matrix.property = show.property;
  return std::nullopt;
}

std::optional<Job> search_by_hand(Model& model, const intent::SelectCell& select) {
  const MatrixSize size = size_of(model.matrix);
  if (size.rows == 0 || size.columns == 0) return std::nullopt;
  model.matrix.row = std::min(select.row, size.rows - 1);
  model.matrix.column = std::min(select.column, size.columns - 1);
  return std::nullopt;
}

bool is_progress(const Intent& intent) {
  const auto* game = intent.get_if<intent::InChallenge>();
  if (game) return std::holds_alternative<challenge::Progress>(game->wish);
  return intent.is<intent::ExploreProgress>() || intent.is<intent::MatrixGrows>() ||
         intent.is<intent::LoadGrows>();
}

std::optional<Job> work_for_screen(Model& model) {
  const bool wanted = model.screen == Screen::matrix && !model.matrix.matrix;
  return wanted ? search_by_hand(model, intent::MakeMatrix{false}) : std::nullopt;
}

}  // namespace locklab::app
