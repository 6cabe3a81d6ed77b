// Does the workshop's jobs at once, in the test's own thread.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <variant>

#include "app/gui/model/job.h"
#include "app/gui/update/keys.h"
#include "app/gui/update/update.h"
#include "app/quiz/judge_answer.h"
#include "app/workshop/file_work.h"

namespace locklab::app {

/// The workshop's result of a job; std::nullopt for kinds whose result the test gives.
inline std::optional<Intent> answer_to(const Job& job) {
  const sim::Library library;
  if (const auto* run = job.work.get_if<work::Run>()) {
    auto made = make_shown_run(library, run->name);
    if (const auto* problem = std::get_if<sim::Problem>(&made))
      return intent::NotOpened{job.job, sim::sentence(*problem)};
    return intent::Opened{job.job, std::get<ShownRunPtr>(std::move(made))};
  }
  if (const auto* file = job.work.get_if<work::ReadLesson>()) return read(library, *file, job.job);
  if (const auto* notes = job.work.get_if<work::SaveNotebook>()) return saved(*notes, job.job);
  if (const auto* folder = job.work.get_if<work::List>()) return listed(*folder, job.job);
  if (const auto* lease = job.work.get_if<work::JudgeLease>())
    return intent::AnswerJudged{job.job, is_least_lease(library, *lease->run, lease->ms)};
  return std::nullopt;
}

/// Makes the run of a job, and passes it, or its problem, to the model.
inline void work_on(Model& model, const std::optional<Job>& job) {
  ASSERT_TRUE(job && job->work.is<work::Run>());
  update(model, *answer_to(*job));
}

/// Carries out an intent and the jobs that follow. A run that cannot be made fails the test.
/// Returns the first job that is left to the test.
inline std::optional<Job> want(Model& model, const Intent& wanted) {
  auto job = update(model, wanted);
  while (job) {
    const auto answer = answer_to(*job);
    if (!answer) return job;
    if (const auto* failed = answer->get_if<intent::NotOpened>())
      ADD_FAILURE() << failed->problem.english();
    job = update(model, *answer);
  }
  return std::nullopt;
}

/// Carries out the intent of a key, if it has one.
inline std::optional<Job> press(Model& model, const KeyPress& key) {
  const auto wanted = intent_of(key, model);
  return wanted ? want(model, *wanted) : std::nullopt;
}
inline std::optional<Job> press(Model& model, Key key) {
  return press(model, KeyPress{.key = key});
}
inline std::optional<Job> type(Model& model, char32_t character) {
  return press(model, KeyPress{.character = character});
}

}  // namespace locklab::app
