// What a load has shown, for a terminal: one load so that it fits on a screen, or several beside
// each other.
#pragma once

#include <string>
#include <vector>

#include "app/load/stress_result.h"
#include "app/stress/report_page.h"
#include "app/words/figures.h"
#include "app/words/language.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// How fast the lock was, and beside which limit.
Sentence how_fast(const StressResult& result);
void write_report(Page& page, const StressResult& result);
std::string stress_report(const StressResult& result, Language language);
/// One line a load, and one for the middle of its runs if there are several.
void write_comparison(Page& page, const std::vector<StressResult>& results);
std::string stress_comparison(const std::vector<StressResult>& results, Language language);

}  // namespace locklab::app
