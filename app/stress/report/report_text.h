// Text report for a terminal: one load on about a screen, or several loads compared.
#pragma once

#include <string>
#include <vector>

#include "app/load/stress_result.h"
#include "app/stress/report/report_page.h"
#include "app/words/figures.h"
#include "app/words/language.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// Throughput of the lock, and its share of the limit.
Sentence how_fast(const StressResult& result);
void write_report(Page& page, const StressResult& result);
std::string stress_report(const StressResult& result, Language language);
/// Writes one row per load, plus the median of repeated runs.
void write_comparison(Page& page, const std::vector<StressResult>& results);
std::string stress_comparison(const std::vector<StressResult>& results, Language language);

}  // namespace locklab::app
