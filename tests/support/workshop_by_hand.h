// Does the workshop's jobs at once, in the test's own thread.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <variant>

#include "app/gui/model/job.h"
#include "app/gui/update/update.h"

namespace locklab::app {

/// Makes the run that the job asks for, and gives it, or the problem, to the model.
inline void work_on(Model& model, const std::optional<Job>& job) {
  ASSERT_TRUE(job);
  auto made = make_shown_run(sim::Library(), job->work.get<work::Run>().name);
  if (const auto* problem = std::get_if<sim::Problem>(&made)) {
    update(model, intent::NotOpened{job->job, sim::sentence(*problem)});
  } else {
    update(model, intent::Opened{job->job, std::get<ShownRunPtr>(made)});
  }
}

}  // namespace locklab::app
