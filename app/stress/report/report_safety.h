// Safety section of a load's report: the verdict, and the first violations.
#pragma once

#include "app/load/stress_result.h"
#include "app/stress/report/report_page.h"

namespace locklab::app {

/// Reason why nothing was measured; empty if something was.
Sentence nothing_measured(const StressResult& result);
void tell_safety(Page& page, const StressResult& result);
/// Lists the first violation of each kind.
void list_violations(Page& page, const StressResult& result);
/// Lists the files of the saved trace windows.
void list_windows(Page& page, const StressResult& result);
/// True if the second hold entered before measuring began.
bool in_the_warm_up(const StressResult& result, const Violation& one);

}  // namespace locklab::app
