// The faults of a load as lines: read as all lines are that tell faults, and written again.
#include <fmt/format.h>

#include <cmath>

#include "app/stress/stress_work.h"
#include "app/words/display_text.h"
#include "sim/scenario/fault_line.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

using sim::FaultKind;
using sim::line_time;
using sim::wrong_fault_line;

/// The name for a resource in a load, which has none.
constexpr std::string_view no_resource = "stock";

/// Why no load can have such a fault; empty: it can.
Sentence beyond_a_load(const sim::FaultLine& line) {
  if (!line.when.empty())
    return say("in a load of many clients a fault waits for a time, not for an event: at 3s");
  if (line.resource)
    return say("a load has no stock to reach: it judges critical sections in memory");
  const bool client = line.client || line.holder;
  switch (line.fault.kind) {
    case FaultKind::promote:
      return say("the clients of a load stay with the servers that they began with");
    case FaultKind::foreign_release:
      return say("the clients of a load release what they hold, and nothing else");
    case FaultKind::drift:
      return client
                 ? say("the clients of a load share the clock of this machine: its pace is right")
                 : Sentence();
    case FaultKind::migrate:
      return say("the slots of a load do not move");
    case FaultKind::cut:
    case FaultKind::slow:
    case FaultKind::hold:
    case FaultKind::drop:
    case FaultKind::delay:
    case FaultKind::heal:
    case FaultKind::release:
    case FaultKind::reset:
      return client ? say("the clients of a load share their connections: only all links of a "
                          "server are struck (n1)")
                    : Sentence();
    default:
      return {};
  }
}

Strike strike_of(const sim::FaultLine& line) {
  const sim::Fault& fault = line.fault;
  Strike strike;
  strike.at = *fault.trigger.at;
  strike.kind = fault.kind;
  strike.who = line.holder ? any_holder : line.client.value_or(line.node.value_or(0));
  strike.of_client = fault.kind == FaultKind::jump && !line.node;
  strike.called_pause = line.called_pause;
  strike.lasts = fault.duration.value_or(Duration(0));
  if (fault.kind == FaultKind::jump) strike.by = fault.amount;
  if (fault.kind == FaultKind::slow || fault.kind == FaultKind::delay) {
    strike.by = strike.lasts;
    strike.lasts = fault.slow_for.value_or(Duration(0));
  }
  strike.refusal = fault.refusal;
  strike.ppm = fault.ppm;
  strike.power = fault.power;
  strike.restart_after = fault.restart_after.value_or(Duration(0));
  strike.jitter = fault.jitter;
  strike.requests = fault.requests;
  strike.replies = fault.replies;
  strike.count = fault.count;
  strike.command = fault.command;
  return strike;
}

std::string strike_words(const Strike& strike, const std::string& at) {
  std::string who = "holder";
  if (strike.who != any_holder)
    who = fmt::format("{}{}", strike.at_server() ? "n" : "client ", std::uint64_t{strike.who} + 1);
  std::string line = fmt::format(
      "at {} {} {}", at, name(strike.called_pause ? sim::FaultKind::pause : strike.kind), who);
  const auto add = [&](std::string_view word) { line.append(" ").append(word); };
  if (strike.kind == sim::FaultKind::refuse) add(name(strike.refusal));
  if (strike.power) add("power");
  if (strike.requests != strike.replies) add(strike.requests ? "requests" : "replies");
  const bool is_one =
      strike.count == 1 && strike.kind != sim::FaultKind::hold;  // unless it is said
  if (strike.count > 0 && !is_one) add(std::to_string(strike.count));
  if (!strike.command.empty()) add(strike.command);
  if (strike.kind == sim::FaultKind::drift) add(fmt::format("{}ppm", strike.ppm));
  if (strike.by != 0us) add(line_time(strike.by));
  if (strike.jitter > 0us) add("jitter " + line_time(strike.jitter));
  if (strike.lasts > 0us) add(line_time(strike.lasts));
  if (strike.restart_after > 0us) add("restart_after " + line_time(strike.restart_after));
  return line;
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
  return strike_of(told);
}

std::string to_string(const Strike& strike) { return strike_words(strike, line_time(strike.at)); }

std::string shown(const Strike& strike) {
  if (strike.at < 1s) return to_string(strike);
  return strike_words(
      strike, fmt::format("{}s", std::floor(static_cast<double>(us(strike.at)) / 1e3) / 1e3));
}

}  // namespace locklab::app
