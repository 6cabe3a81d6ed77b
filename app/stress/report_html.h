// What a load has shown, as one page to keep or to mail: the report, charts of each second, each
// client's share, and the violations. It needs nothing beside itself: no script, no font, no
// network.
#pragma once

#include <string>
#include <vector>

#include "app/load/stress_result.h"
#include "app/words/language.h"

namespace locklab::app {

/// Several loads are compared first, and laid over each other in the charts.
std::string stress_html(const std::vector<StressResult>& results, Language language);

}  // namespace locklab::app
