// Parsing and formatting of a load's faults, in the grammar of sim/scenario/fault_line.h.
#include <fmt/format.h>

#include <cmath>

#include "app/load/stress_work.h"
#include "app/words/display_text.h"
#include "sim/scenario/fault_line.h"
#include "sim/scenario/fault_rows.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

using sim::FaultKind;
using sim::wrong_fault_line;

/// Resource name for the parser; a load has no resource.
constexpr std::string_view no_resource = "stock";

/// Reason why a load cannot have this fault; empty if it can.
Sentence beyond_a_load(const sim::FaultLine& line) {
  if (!line.when.empty())
    return say("in a load of many clients a fault waits for a time, not for an event: at 3s");
  if (line.resource)
    return say("a load has no stock to reach: it judges critical sections in memory");
  const bool client = line.client || line.holder;
  const sim::FaultRow& row = sim::row_of(line.fault.kind);
  if (!row.beyond_loads.empty()) return say(row.beyond_loads);
  if (client && line.fault.kind == FaultKind::drift)
    return say("the clients of a load share the clock of this machine: its pace is right");
  if (client && row.target == sim::FaultTarget::link)
    return say(
        "the clients of a load share their connections: only all links of a server are "
        "struck (n1)");
  return {};
}

}  // namespace

std::variant<Strike, sim::Problem> parse_strike(std::string_view line) {
  const auto read = sim::parse_fault_line(line, {.resource = no_resource});
  if (const auto* problem = std::get_if<sim::Problem>(&read)) return *problem;
  const auto& told = std::get<sim::FaultLine>(read);
  if (const Sentence why = beyond_a_load(told); !why.empty())
    return sim::Problem{std::string(sim::of_fault_option), 0, 0,
                        say("'{}' is not for a load: {}", printable(line), why),
                        told.fault.kind == FaultKind::migrate
                            ? say("write it in a scenario, as F39_slot_moves does")
                            : say("strike a single run: locklab run SCENARIO --fault")};
  if (!told.client && !told.node && !told.holder)
    return wrong_fault_line(line, say("it strikes a server (n1), a client (client 1) or the "
                                      "holder"));
  if (told.holder && (told.fault.kind == FaultKind::resume || told.fault.kind == FaultKind::jump))
    return wrong_fault_line(line, say("name a client (client 1)"));
  return Strike{told};
}

std::string to_string(const Strike& strike) { return sim::to_line(strike); }

std::string shown(const Strike& strike) {
  if (strike.at() < 1s) return to_string(strike);
  return fmt::format("at {}s {}", std::floor(static_cast<double>(us(strike.at())) / 1e3) / 1e3,
                     sim::action_of_line(strike));
}

}  // namespace locklab::app
