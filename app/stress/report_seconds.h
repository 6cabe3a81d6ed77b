// What a report says of each second: a row for each where faults struck, else a chart in one line.
#pragma once

#include "app/stress/report_page.h"
#include "app/stress/stress_result.h"

namespace locklab::app {

void tell_seconds(Page& page, const StressResult& result);

}  // namespace locklab::app
