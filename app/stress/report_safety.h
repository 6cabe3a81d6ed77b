// What a report says of a load's safety.
#pragma once

#include "app/load/stress_result.h"
#include "app/stress/report_page.h"

namespace locklab::app {

/// Why there is no verdict; empty: something was measured.
Sentence nothing_measured(const StressResult& result);
void tell_safety(Page& page, const StressResult& result);
/// The first of each kind.
void list_violations(Page& page, const StressResult& result);
/// The files of those whose surroundings were kept.
void list_windows(Page& page, const StressResult& result);
/// Whether it happened before the zero of the report's times.
bool in_the_warm_up(const StressResult& result, const Violation& one);

}  // namespace locklab::app
