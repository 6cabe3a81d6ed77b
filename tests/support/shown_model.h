// A model that shows a run, as after opening it in the window.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "app/gui/update/update.h"

namespace locklab::test {

inline app::Model showing(const std::string& name) {
  app::Model model;
  const auto job = app::update(model, app::intent::Open{name});
  auto made = app::make_shown_run(sim::Library(), job->work.get<app::work::Run>().name);
  app::update(model, app::intent::Opened{job->job, std::get<app::ShownRunPtr>(made)});
  return model;
}

}  // namespace locklab::test
