#include "app/gui/model/explore_form.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "lock/strategy.h"
#include "sim/scenario/toml_value.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

sim::StrikeKind telling_strike(std::string_view strategy) {
  const Strategy* const lock = find_strategy(strategy);
  if (!lock) return sim::StrikeKind::crash;
  const Traits& traits = lock->traits;
  if (lock->topology == Topology::masters || traits.has(Trait::reads_wall_clock))
    return sim::StrikeKind::clock_jump;
  if (lock->admits != 1 || traits.has(Trait::atomic_step) || traits.has(Trait::limits_rate))
    return sim::StrikeKind::kill;
  return traits.has(Trait::leased) ? sim::StrikeKind::pause : sim::StrikeKind::crash;
}

void suit_strikes(ExploreForm& form, std::string_view before) {
  if (form.strikes == std::vector{StrikeRow{telling_strike(before)}})
    form.strikes = {StrikeRow{telling_strike(form.strategy)}};
}

Sentence wrong_settings(std::string_view set) {
  const auto read = sim::parse_toml(fmt::format("settings={{{}}}", settings_text(set)), "", 0);
  if (std::holds_alternative<sim::Value>(read)) return {};
  return say(
      "The settings cannot be read: write a name and its value, with commas between, for example "
      "work 20 ms, lease 100 ms");
}

std::string budget_text(const std::vector<StrikeRow>& strikes) {
  sim::Budget budget;
  for (const StrikeRow& row : strikes)
    budget.push_back({row.kind, row.phase, row.place, row.count});
  return sim::to_string(budget);
}

sim::Question question_of(const ExploreForm& form) {
  sim::Question question;
  question.strategy = form.strategy;
  question.clients = form.clients;
  if (form.nodes > 0) question.nodes = form.nodes;
  question.rounds = form.rounds;
  if (form.least_outage_ms > 0)
    question.least_outage = std::chrono::milliseconds(form.least_outage_ms);
  question.set = settings_text(form.set);
  question.faults = budget_text(form.strikes);
  question.property = form.property;
  question.every = form.unpromised;
  return question;
}

std::vector<std::string> places_of(const ExploreForm& form) {
  // The default names of a scenario's first clients (sim/scenario/measure.cpp).
  static constexpr std::array<std::string_view, most_explored_clients> clients{
      "alice", "bob", "carol", "dave", "erin", "frank"};
  std::vector<std::string> places(clients.begin(),
                                  clients.begin() + std::min(form.clients, most_explored_clients));
  const Strategy* strategy = find_strategy(form.strategy);
  const std::uint32_t usual = strategy && strategy->topology == Topology::masters ? 3 : 2;
  for (std::uint32_t n = 1; n <= (form.nodes > 0 ? form.nodes : usual); ++n)
    places.push_back(fmt::format("n{}", n));
  return places;
}

}  // namespace locklab::app
