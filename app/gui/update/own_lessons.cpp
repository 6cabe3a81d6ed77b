#include "app/gui/update/own_lessons.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "app/gui/update/files.h"
#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/lesson_story.h"
#include "app/gui/update/lesson_work.h"

namespace locklab::app {

namespace {

bool asks_the_same(const Lesson& before, const Lesson& now, std::size_t step) {
  if (step >= before.steps.size() || step >= now.steps.size()) return false;
  const auto& a = before.steps[step].question;
  const auto& b = now.steps[step].question;
  return a && b && a->question == b->question && a->open == b->open && a->answers == b->answers;
}

/// Drops the answers and votes of steps whose question has changed or gone in the lesson's new
/// text.
void fit_place(LessonPlace& place, std::size_t lesson, const Lesson& before, const Lesson& now) {
  const auto gone = [&](const auto& given) {
    return given.first.first == lesson && !asks_the_same(before, now, given.first.second);
  };
  std::erase_if(place.answers, gone);
  std::erase_if(place.written, gone);
  std::erase_if(place.votes, gone);
  if (const auto read = place.read.find(lesson); read != place.read.end())
    read->second = std::min(read->second, now.steps.size());
  if (place.lesson == lesson) place.step = std::min(place.step, now.steps.size() - 1);
}

/// Drops the branches of steps that the lesson's new text lacks.
void fit_work(Model& model, std::size_t lesson, const Lesson& now) {
  const auto gone = [&](const auto& kept) {
    return kept.first.first == lesson && kept.first.second >= now.steps.size();
  };
  std::erase_if(model.works, gone);
  std::erase_if(model.unmade, gone);
}

}  // namespace

std::optional<Job> read_lesson_file(Model& model, const std::string& path) {
  model.problem = {};
  model.reading_lesson = ++model.jobs;
  return Job{model.jobs, work::ReadLesson{path}};
}

std::optional<Job> change_notebook(Model& model, const intent::LessonRead& read) {
  if (model.reading_lesson != read.job) return std::nullopt;
  model.reading_lesson.reset();
  if (!read.lesson) {
    model.problem = read.problem;
    return std::nullopt;
  }
  if (read.path.starts_with('/')) remember_file(model, read.path);
  keep_work(model);
  const std::size_t shipped = lessons_of(model).shipped;
  auto own = std::find_if(model.own_lessons.begin(), model.own_lessons.end(),
                          [&](const OwnLesson& one) { return one.path == read.path; });
  const auto lesson = shipped + static_cast<std::size_t>(own - model.own_lessons.begin());
  if (own == model.own_lessons.end()) {
    model.own_lessons.push_back({read.path, read.lesson});
  } else {
    const auto before = std::exchange(own->lesson, read.lesson);
    for (auto* place : {&model.lesson, &model.left})
      if (*place) fit_place(**place, lesson, *before, *read.lesson);
    fit_work(model, lesson, *read.lesson);
  }
  return open_lesson(model, lesson);
}

}  // namespace locklab::app
