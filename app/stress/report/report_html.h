// HTML report of loads as a single page to keep or to mail: the report, charts by second, each
// client's share, and the violations. The page is self-contained: no script, no font, no network.
#pragma once

#include <string>
#include <vector>

#include "app/load/stress_result.h"
#include "app/words/language.h"

namespace locklab::app {

/// Report as a page of HTML. Several loads are compared first and overlaid in the charts.
std::string stress_html(const std::vector<StressResult>& results, Language language);

}  // namespace locklab::app
