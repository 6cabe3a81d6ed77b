#include "sim/explore/budget.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "sim/explore/targets.h"
#include "sim/scenario/read_parts.h"

namespace locklab::sim {

namespace {

Problem wrong(Sentence what, Sentence remedy) {
  return {"--faults", 0, 0, std::move(what), std::move(remedy)};
}

std::vector<std::string_view> kind_names() {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < static_cast<std::size_t>(StrikeKind::count_); ++i)
    names.push_back(name(static_cast<StrikeKind>(i)));
  return names;
}

std::vector<std::string_view> phases() {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < static_cast<std::size_t>(Phase::count_); ++i)
    names.push_back(name(static_cast<Phase>(i)));
  return names;
}

std::vector<std::string_view> places(const Scenario& scenario) {
  std::vector<std::string_view> names = phases();
  for (const ClientSpec& client : scenario.clients) names.push_back(client.name);
  for (const NodeSpec& node : scenario.nodes) names.push_back(node.name);
  names.push_back(scenario.resource);
  return names;
}

// A budget may only name faults that can occur: otherwise a promise would seem kept because nothing
// was injected.

std::optional<Problem> wrong_phase(const Allowance& allowed, const Scenario& scenario) {
  if (!allowed.phase) return std::nullopt;
  if (strikes_nodes(allowed.kind) && !strikes_clients(allowed.kind, scenario))
    return wrong(say("'{}' strikes nodes, and a phase such as '{}' is a client's",
                     name(allowed.kind), name(*allowed.phase)),
                 say("name a node instead, or leave the phase out"));
  if (allowed.kind == StrikeKind::foreign_release && *allowed.phase != Phase::idle &&
      *allowed.phase != Phase::wait)
    return wrong(
        say("a foreign release comes from a client that is idle or waits, never in phase '{}'",
            name(*allowed.phase)),
        say("write foreign_release@idle or foreign_release@wait"));
  return std::nullopt;
}

std::optional<Problem> wrong_place(const Allowance& allowed, const Scenario& scenario) {
  if (allowed.place.empty() || strikes_links(allowed.kind)) return std::nullopt;
  std::vector<std::string_view> possible;
  if (strikes_clients(allowed.kind, scenario)) possible = client_names(scenario);
  if (strikes_nodes(allowed.kind) && !allowed.phase)
    for (const std::string_view node : node_names(scenario)) possible.push_back(node);
  if (std::find(possible.begin(), possible.end(), allowed.place) != possible.end())
    return std::nullopt;
  return wrong(say("'{}' cannot strike {}", name(allowed.kind), allowed.place),
               use_instead(allowed.place, possible));
}

std::optional<Problem> impossible(const Allowance& allowed, const Scenario& scenario) {
  if (strikes_masters(allowed.kind) && !scenario.has_replicas())
    return wrong(say("no replica can take a master's place"),
                 say("leave '{}' out, or search with a lock on one master and two nodes",
                     name(allowed.kind)));
  if (auto problem = wrong_phase(allowed, scenario)) return problem;
  return wrong_place(allowed, scenario);
}

/// Parses "pause@acquire=1", "hold@n2=1" or "pause@acquire@bob=1".
std::variant<Allowance, Problem> allowance_from(std::string_view text, const Scenario& scenario) {
  Allowance allowed;
  const std::size_t equals = text.find('=');
  if (equals != std::string_view::npos) {
    const std::string_view number = text.substr(equals + 1);
    const auto [end, error] =
        std::from_chars(number.data(), number.data() + number.size(), allowed.count);
    if (error != std::errc{} || end != number.data() + number.size() || allowed.count < 1 ||
        allowed.count > most_strikes)
      return wrong(say("'{}' is not a valid number of faults", number),
                   say("write 1 .. {}, for example pause=1", most_strikes));
  }
  std::string_view kind = text.substr(0, equals);
  const std::size_t at = kind.find('@');
  std::string_view where = at == std::string_view::npos ? "" : kind.substr(at + 1);
  kind = kind.substr(0, at);
  const std::vector<std::string_view> kinds = kind_names();
  const auto found = std::find(kinds.begin(), kinds.end(), kind);
  if (found == kinds.end()) return unknown_kind(kind);
  allowed.kind = static_cast<StrikeKind>(found - kinds.begin());
  if (at == std::string_view::npos) return allowed;
  const std::vector<std::string_view> known = places(scenario);
  const std::vector<std::string_view> stages = phases();
  while (true) {
    const std::size_t next = where.find('@');
    const std::string_view place = where.substr(0, next);
    const auto phase = std::find(stages.begin(), stages.end(), place);
    const bool is_phase = phase != stages.end();
    if (!is_phase && std::find(known.begin(), known.end(), place) == known.end())
      return wrong(say("'{}' is not a phase, a client or a node", place),
                   use_instead(place, known));
    if (is_phase ? allowed.phase.has_value() : !allowed.place.empty())
      return wrong(say("'{}' is one phase or one place too many", place),
                   say("write each by itself: pause@alice=1,pause@bob=1"));
    if (is_phase) {
      allowed.phase = static_cast<Phase>(phase - stages.begin());
    } else {
      allowed.place = place;
    }
    if (next == std::string_view::npos) return allowed;
    where.remove_prefix(next + 1);
  }
}

}  // namespace

Problem unknown_kind(std::string_view word) {
  if (word == removed_fault)
    return wrong(say("'{}' is no longer a fault", word), say("write {}", name(StrikeKind::stop)));
  return wrong(say("'{}' is not a fault for a search", word),
               word == name(FaultKind::migrate)
                   ? say("write it in a scenario, as F39_slot_moves does")
                   : use_instead(word, kind_names()));
}

namespace {

/// A problem if the budget's last allowance has the same kind, phase and place as an earlier one.
std::optional<Problem> allowed_twice(const Budget& budget) {
  Allowance both = budget.back();
  for (std::size_t i = 0; i + 1 < budget.size(); ++i) {
    both.count = budget[i].count;
    if (both != budget[i]) continue;
    both.count = std::min(both.count + budget.back().count, most_strikes);
    return wrong(say("'{}' is allowed twice", to_string({budget.back()})),
                 say("write {}", to_string({both})));
  }
  return std::nullopt;
}

}  // namespace

std::variant<Budget, Problem> budget_from(std::string_view text, const Scenario& scenario) {
  Budget budget;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    auto allowed = allowance_from(text.substr(0, comma), scenario);
    if (const auto* problem = std::get_if<Problem>(&allowed)) return *problem;
    budget.push_back(std::get<Allowance>(std::move(allowed)));
    if (auto problem = allowed_twice(budget)) return *problem;
    if (auto problem = impossible(budget.back(), scenario)) return *problem;
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
  }
  if (budget.size() > most_strikes)
    return wrong(say("a search strikes with at most {} kinds of faults", most_strikes),
                 say("take some out, and search for them by themselves"));
  return budget;
}

std::string to_string(const Budget& budget) {
  std::string text;
  for (const Allowance& allowed : budget) {
    text += fmt::format("{}{}", text.empty() ? "" : ",", name(allowed.kind));
    if (allowed.phase) text += fmt::format("@{}", name(*allowed.phase));
    if (!allowed.place.empty()) text += fmt::format("@{}", allowed.place);
    text += fmt::format("={}", allowed.count);
  }
  return text;
}

}  // namespace locklab::sim
