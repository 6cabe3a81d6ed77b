// A run in which every text of a stranger's tries to be a script.
#pragma once

#include <stdexcept>
#include <string>

#include "app/timeline/shown_run.h"
#include "sim/trace/trace_bytes.h"
#include "tests/support/forged_trace.h"

namespace locklab::test {

inline constexpr const char* strangers_text =
    "</script><script>window.caught=1</script><img src=x onerror='window.caught=1'>\"&{{data}}]]>";

/// A run with two clients inside at once, whose names appear in a verdict's sentence.
inline app::ShownRunPtr strangers_run() {
  const std::string evil = strangers_text;
  Forged f;
  f.clients({evil, evil + "\xff\x01"}).nodes({evil});
  f.info().title = f.info().scenario = f.info().run = f.info().strategy = evil;
  f.info().resource = evil;
  f.info().promises = (1u << sim::property_count) - 1;
  for (const std::string& who : {evil, evil + "\xff\x01"}) {
    f.by(who).on(evil).lock(evil).value(evil).attempt();
    f.exchange(Command("SET").add(evil).add(evil), Reply::error(evil), sim::EventKind::key_set);
    f.refused(evil).acquired().entered().read(1).timed_out(evil);
  }
  f.at(90ms).crashed().ended();
  auto copy = sim::parse_trace(sim::trace_bytes(f.trace()), "forged");
  if (const auto* problem = std::get_if<sim::Problem>(&copy))
    throw std::runtime_error(sim::to_string(*problem));
  return app::make_recorded_run(sim::Library(), std::get<sim::Trace>(std::move(copy)));
}

}  // namespace locklab::test
