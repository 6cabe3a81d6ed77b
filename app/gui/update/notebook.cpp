#include "app/gui/update/notebook.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>

#include "app/gui/update/branches.h"
#include "app/gui/update/headline.h"
#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/navigation.h"
#include "app/gui/update/screens.h"
#include "app/lessons/seek.h"
#include "app/words/words.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

constexpr std::string_view of_lane = "lane ";
constexpr std::string_view of_verdict = "verdict ";
constexpr double least_margin_us = 10;  ///< minimum margin of around(), in us or steps

double rounded_ms(double us) { return std::round(us) / 1000; }

/// The zoom that a step must name to show this part of the axis, given that around() adds a margin.
std::string zoom_to_show(const Axis& axis, const TimeView& view) {
  double margin = std::max(view.span() / (5 + 2), least_margin_us);
  if (view.span() - 2 * margin < 1) margin = (view.span() - 1) / 2;
  return fmt::format("{:.3f}..{:.3f}", rounded_ms(axis.time(view.from + margin)),
                     rounded_ms(axis.time(view.to - margin)));
}

/// The name that reopens the run, or the file of its recording.
std::string name_to_open(const Model& model) {
  const std::string& saved_as = model.branches[model.branch].saved_as;
  if (model.run->recorded && is_live(*model.run)) return saved_as;
  return model.run->judged.name;
}

void show_points(Model& model, const std::vector<std::string>& points) {
  const std::vector<Lane>& lanes = model.run->scene.lanes;
  for (const std::string_view point : points) {
    if (point.starts_with(of_lane))
      for (std::size_t i = 0; i < lanes.size(); ++i)
        if (lanes[i].name == point.substr(of_lane.size()))
          model.lane = static_cast<std::uint16_t>(i);
    if (point.starts_with(of_verdict))
      for (std::size_t i = 0; i < model.run->judged.verdicts.size(); ++i)
        if (name(model.run->judged.verdicts[i].property) == point.substr(of_verdict.size()))
          model.verdict = static_cast<std::uint16_t>(i);
  }
}

NotedMoment* moment_at(Model& model, std::size_t i) {
  return i < model.notebook.moments.size() ? &model.notebook.moments[i] : nullptr;
}

}  // namespace

std::string name_of_notebook(const Model& model) {
  if (!model.notebook.name.empty()) return model.notebook.name;
  return std::string(Words::in(model.settings.language)("notebook.title"));
}

std::string text_of_notebook(const Model& model) {
  return notebook_text(name_of_notebook(model), model.notebook.moments);
}

double time_of(const NotedMoment& moment) { return moment.showing.seek_ms.value_or(0); }

std::optional<NotedMoment> moment_on_screen(const Model& model) {
  if (!model.run) return std::nullopt;
  NotedMoment moment;
  Showing& showing = moment.showing;
  showing.scenario = name_to_open(model);
  if (showing.scenario.empty()) return std::nullopt;
  showing.seek_ms = rounded_ms(model.cursor.at_us);
  showing.events = model.cursor.events;
  if (!(model.view == whole_view(model))) showing.zoom = zoom_to_show(axis_of(model), model.view);
  if (model.lane && *model.lane < model.run->scene.lanes.size())
    showing.point.push_back(std::string(of_lane) + model.run->scene.lanes[*model.lane].name);
  if (model.verdict)
    showing.point.push_back(std::string(of_verdict) +
                            std::string(name(model.run->judged.verdicts[*model.verdict].property)));
  const Headline said = headline_of(model);
  moment.title = told(said.now, model.settings.language);
  if (moment.title.empty()) moment.title = told(said.title, model.settings.language);
  if (moment.title.empty()) moment.title = model.run->judged.scenario.name;
  return moment;
}

std::optional<Job> change_notebook(Model& model, const intent::ShowNotebook& show) {
  model.notebook.shown = show.shown;
  model.notebook.asks = false;
  if (show.shown) show_screen(model, Screen::lab);
  return std::nullopt;
}

std::optional<Job> change_notebook(Model& model, const intent::NoteMoment&) {
  if (!model.run || model.screen != Screen::lab) return std::nullopt;
  auto moment = moment_on_screen(model);
  if (!moment) {
    model.problem = say("a live run cannot be made again by its name: save its trace first");
    return std::nullopt;
  }
  Notebook& notebook = model.notebook;
  model.playing = false;
  notebook.moments.push_back(std::move(*moment));
  notebook.unsaved = notebook.shown = true;
  notebook.asks = false;
  ++notebook.noted;
  return std::nullopt;
}

std::optional<Job> change_notebook(Model& model, const intent::NameNotebook& name) {
  model.notebook.unsaved = model.notebook.unsaved || model.notebook.name != name.name;
  model.notebook.name = name.name;
  return std::nullopt;
}

std::optional<Job> change_notebook(Model& model, const intent::NameMoment& name) {
  if (NotedMoment* moment = moment_at(model, name.moment)) {
    moment->title = name.title;
    model.notebook.unsaved = true;
  }
  return std::nullopt;
}

std::optional<Job> change_notebook(Model& model, const intent::WriteNote& write) {
  if (NotedMoment* moment = moment_at(model, write.moment)) {
    moment->note = write.note;
    model.notebook.unsaved = true;
  }
  return std::nullopt;
}

std::optional<Job> change_notebook(Model& model, const intent::MoveMoment& move) {
  std::vector<NotedMoment>& moments = model.notebook.moments;
  const auto to = static_cast<std::int64_t>(move.moment) + move.by;
  if (move.moment >= moments.size() || to < 0 || to >= std::ssize(moments)) return std::nullopt;
  NotedMoment moved = std::move(moments[move.moment]);
  moments.erase(moments.begin() + static_cast<std::ptrdiff_t>(move.moment));
  moments.insert(moments.begin() + to, std::move(moved));
  model.notebook.unsaved = true;
  return std::nullopt;
}

std::optional<Job> change_notebook(Model& model, const intent::RemoveMoment& remove) {
  Notebook& notebook = model.notebook;
  if (remove.moment >= notebook.moments.size()) return std::nullopt;
  const auto at = notebook.moments.begin() + static_cast<std::ptrdiff_t>(remove.moment);
  notebook.removed = {remove.moment, std::move(*at)};
  notebook.moments.erase(at);
  notebook.going.reset();
  notebook.unsaved = true;
  return std::nullopt;
}

std::optional<Job> change_notebook(Model& model, const intent::BringMomentBack&) {
  Notebook& notebook = model.notebook;
  if (!notebook.removed) return std::nullopt;
  auto [place, moment] = *std::exchange(notebook.removed, std::nullopt);
  place = std::min(place, notebook.moments.size());
  notebook.moments.insert(notebook.moments.begin() + static_cast<std::ptrdiff_t>(place),
                          std::move(moment));
  notebook.unsaved = true;
  return std::nullopt;
}

std::optional<Job> change_notebook(Model& model, const intent::BeginNotebook& begin) {
  Notebook& notebook = model.notebook;
  if (notebook.unsaved && !notebook.moments.empty() && !begin.asked) {
    notebook.asks = true;
    return std::nullopt;
  }
  const bool shown = notebook.shown;
  notebook = {};
  notebook.shown = shown;
  return std::nullopt;
}

std::optional<Job> change_notebook(Model& model, const intent::KeepNotebook&) {
  model.notebook.asks = false;
  return std::nullopt;
}

std::optional<Job> change_notebook(Model& model, const intent::TakeUpLesson&) {
  if (!step_at(model)) return std::nullopt;
  Notebook& notebook = model.notebook;
  const Lesson& lesson = *lessons_of(model).all[model.lesson->lesson];
  if (notebook.moments.empty() && notebook.name.empty()) notebook.name = lesson.title;
  for (NotedMoment& moment : moments_of(lesson)) {
    notebook.moments.push_back(std::move(moment));
    notebook.unsaved = true;
  }
  return std::nullopt;
}

bool go_within_story(Model& model, std::size_t moment, std::optional<Job>& job) {
  show_screen(model, Screen::lab);
  model.notebook.going = moment;
  const std::string& name = model.notebook.moments[moment].showing.scenario;
  for (std::size_t i = 0; i < model.branches.size(); ++i) {
    const ShownRun& run = *model.branches[i].run;
    if (run.judged.name != name && model.branches[i].saved_as != name) continue;
    if (i != model.branch) show_branch(model, i);
    arrive_at_moment(model);
    return true;
  }
  if (model.branches.empty() || model.branches[0].run->recorded) return false;
  const auto parsed = sim::parse_run_name(name);
  const auto* run = std::get_if<sim::RunName>(&parsed);
  if (!run) return false;
  const std::string story =
      run->variation.empty() ? run->scenario : run->scenario + "/" + run->variation;
  if (story != model.branches[0].run->judged.scenario.name) return false;
  job = make_run(model, name, 0);
  return true;
}

void arrive_at_moment(Model& model) {
  if (!model.notebook.going || !model.run) return;
  const std::size_t going = *std::exchange(model.notebook.going, std::nullopt);
  if (going >= model.notebook.moments.size()) return;
  const Showing& showing = model.notebook.moments[going].showing;
  if (const auto events = events_at(showing, *model.run)) {
    model.playing = false;
    stand_at_moment(model, showing, *events);
    select_event(model, event_at_cursor(model));
  }
  const auto zoom = zoom_of(showing, *model.run);
  model.view = zoom ? view_around(model, zoom->from, zoom->to) : whole_view(model);
  show_points(model, showing.point);
}

}  // namespace locklab::app
