// Opens a run as the window shows it, or without its shapes. A run that cannot be opened fails the
// test.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "app/timeline/shown_run.h"

namespace locklab::test {

inline app::ShownRunPtr opened(const std::string& name) {
  auto made = app::make_shown_run(sim::Library(), name);
  if (const auto* problem = std::get_if<sim::Problem>(&made)) {
    ADD_FAILURE() << name << ": " << sim::to_string(*problem);
    return nullptr;
  }
  return std::get<app::ShownRunPtr>(made);
}

inline app::JudgedRun judged(const std::string& name) {
  const auto opened = app::open_named(sim::Library(), name);
  if (const auto* problem = std::get_if<sim::Problem>(&opened)) {
    ADD_FAILURE() << name << ": " << sim::to_string(*problem);
    return {};
  }
  return app::simulate_and_judge(std::get<sim::OpenedRun>(opened));
}

}  // namespace locklab::test
