// What a load has shown, for a terminal: one load so that it fits on a screen, or several beside
// each other.
#pragma once

#include <string>
#include <vector>

#include "app/stress/stress_result.h"
#include "app/words/figures.h"
#include "app/words/language.h"

namespace locklab::app {

std::string stress_report(const StressResult& result, Language language);
/// One line a load.
std::string stress_comparison(const std::vector<StressResult>& results, Language language);

}  // namespace locklab::app
