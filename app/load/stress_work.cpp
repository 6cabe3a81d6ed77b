#include "app/load/stress_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/words/display_text.h"
#include "sim/scenario/fault_line.h"
#include "sim/trace/sentence.h"
#include "sim/trace/time_words.h"

namespace locklab::app {

namespace {

using sim::Problem;
using sim::wrong_fault_line;

std::optional<Problem> mistake_in_strike(const StressWork& work, const Strike& strike) {
  const std::string line = to_string(strike);
  if (strike.at() >= work.duration)
    return wrong_fault_line(line, say("the load is over before it strikes"));
  if (work.cluster > 0 && strike.at_server() && (!strike.on_links() || *strike.node > 0)) {
    Problem wrong = wrong_fault_line(
        line, say("n1 is a whole cluster here: only its links can be struck (slow, cut, reset)"));
    wrong.instead = say("write for example: {}", "--fault \"at 3s slow n1 20ms 2s\"");
    return wrong;
  }
  if (strike.at_server() && *strike.node >= work.servers)
    return wrong_fault_line(line, work.servers == 1
                                      ? say("there is only 1 server")
                                      : say("there are only {} servers", work.servers));
  if (strike.holder && work.critical_sections()) return std::nullopt;
  if (!strike.at_server() && (strike.holder || *strike.client >= work.clients))
    return wrong_fault_line(line, work.clients == 1
                                      ? say("there is only 1 client")
                                      : say("there are only {} clients", work.clients));
  return std::nullopt;
}

/// Finds a lease too short for min_validity: no client could ever acquire the lock.
std::optional<Problem> mistake_in_validity(const StressWork& work) {
  const LockConfig& lock = work.lock;
  if (!work.strategy->reads<&LockConfig::min_validity>() || !lock.check_validity)
    return std::nullopt;
  const Duration most = lock.ttl - lock.drift();
  if (most > lock.min_validity) return std::nullopt;
  return Problem{"--ttl", 0, 0,
                 say("of a lease of {} ms, less {} ms for drift, never {} ms can be left",
                     sim::ms_number(us(lock.ttl)), sim::ms_number(us(lock.drift())),
                     sim::ms_number(us(std::max<Duration>(lock.min_validity, 1us)))),
                 say("make the lease longer")};
}

std::optional<Problem> mistake_in_cluster(const StressWork& work) {
  if (work.cluster == 0) return std::nullopt;
  const Strategy& lock = *work.strategy;
  if (lock.topology != Topology::single)
    return Problem{"--cluster", 0, 0,
                   say("{} needs several servers, and a cluster counts as one", lock.id),
                   say("leave --cluster out, or choose a lock on one server: set_px_lua")};
  if (lock.traits.has(Trait::needs_replicas) || work.replicated)
    return Problem{"--cluster", 0, 0, say("the masters of the cluster have no replicas"),
                   say("leave --cluster out where a lock waits for replicas")};
  return std::nullopt;
}

/// Finds a strike that could not take effect: a restart of a running server, any other fault of a
/// dead one, or a write refusal of a frozen one.
std::optional<Problem> idle_strike(const StressWork& work) {
  struct Server {
    bool dead = false;
    std::optional<Duration> back_at;       ///< time of its automatic restart, if dead
    std::optional<Duration> frozen_until;  ///< end of its longest freeze so far; nullopt if none
  };
  std::vector<Server> servers(work.servers);
  std::vector<Strike> plan = work.strikes;
  std::ranges::stable_sort(plan, {}, &Strike::at);
  for (const Strike& strike : plan) {
    if (!strike.at_server() || *strike.node >= servers.size()) continue;
    Server& server = servers[*strike.node];
    const sim::FaultKind kind = strike.fault.kind;
    const std::uint32_t number = *strike.node + 1;
    if (server.dead && server.back_at && *server.back_at <= strike.at()) server = {};
    const bool frozen = server.frozen_until && *server.frozen_until > strike.at();
    const std::string line = to_string(strike);
    if (kind == sim::FaultKind::restart) {
      if (!server.dead && !frozen)
        return wrong_fault_line(line,
                                say("n{} runs then, so that there is nothing to restart", number));
      server = {};
    } else if (server.dead) {
      return wrong_fault_line(line, say("n{} is dead then", number));
    } else if (kind == sim::FaultKind::refuse && frozen) {
      return wrong_fault_line(line, say("n{} is frozen then, and cannot be told to", number));
    } else if (kind == sim::FaultKind::kill) {
      server.dead = true;
      if (const auto time = strike.fault.restart_after) server.back_at = strike.at() + *time;
    } else if (kind == sim::FaultKind::stop) {
      const Duration until = strike.lasts() > 0us ? strike.at() + strike.lasts() : Duration::max();
      server.frozen_until = std::max(server.frozen_until.value_or(0us), until);
    }
  }
  return std::nullopt;
}

/// Finds a setting that rules out sharing the load among several generators.
std::optional<Problem> mistake_in_part(const StressWork& work) {
  if (work.own_servers || work.servers == 0)
    return Problem{"--shard", 0, 0, say("the generators of a load need servers that all can reach"),
                   say("name them with --redis HOST:PORT,..., and a lock that uses them")};
  if (work.clients / work.part->of < work.threads)
    return Problem{"--shard", 0, 0,
                   say("{} clients leave some of {} generators with {} threads each without work",
                       work.clients, work.part->of, work.threads),
                   say("write more --clients: they are shared among all generators")};
  for (const Strike& strike : work.strikes)
    if (strike.holder)
      return wrong_fault_line(to_string(strike),
                              say("each generator would strike a holder of its own; "
                                  "name a client (client 1)"));
  return std::nullopt;
}

}  // namespace

std::string_view name(Fsync fsync) {
  static constexpr std::array<std::string_view, 4> names{"off", "no", "everysec", "always"};
  return names[static_cast<std::size_t>(fsync)];
}

std::string StressWork::label() const {
  std::string label(strategy->id);
  if (cluster > 0) label += fmt::format(" (cluster of {})", cluster);
  if (fsync != Fsync::off) label.append(" (fsync ").append(name(fsync)).append(")");
  return label;
}

std::vector<std::uint32_t> StressWork::clients_of(std::uint32_t thread) const {
  const LoadPart all = part.value_or(LoadPart{});
  std::vector<std::uint32_t> numbers;
  for (std::uint64_t i = all.number + std::uint64_t{all.of} * thread; i < clients;
       i += std::uint64_t{all.of} * threads)
    numbers.push_back(static_cast<std::uint32_t>(i));
  return numbers;
}

std::uint32_t StressWork::clients_here() const {
  const LoadPart all = part.value_or(LoadPart{});
  return (clients + all.of - 1 - all.number) / all.of;
}

Duration StressWork::limit_time() const {
  // Plus 20 us per client: with very many, even one operation of each takes longer.
  const std::uint64_t here = clients / (part ? part->of : 1);
  return std::clamp<Duration>(duration / 5, 50ms, 2s) +
         Duration(static_cast<std::int64_t>(here) * 20);
}

bool StressWork::breaks_links() const {
  return links_may_break || std::ranges::any_of(strikes, [](const Strike& strike) {
           return strike.on_links() || strike.fault.power;
         });
}

bool StressWork::has_strike(sim::FaultKind kind) const {
  return std::ranges::any_of(strikes, [&](const Strike& one) { return one.fault.kind == kind; });
}

bool can_strike(const StressWork& work, const Strike& strike) {
  if (strike.at_server()) {
    const bool may_be_struck =
        strike.on_links() ? work.breaks_links() : work.own_servers && work.cluster == 0;
    return may_be_struck && *strike.node < work.servers;
  }
  return strike.holder ? work.critical_sections() : *strike.client < work.clients;
}

std::optional<Problem> mistake_in(const StressWork& work) {
  const Strategy& strategy = *work.strategy;
  const bool awaits = strategy.traits.has(Trait::needs_replicas);
  if (work.replicated && *work.replicated > 0 && work.servers != 1)
    return Problem{"--replicas", 0, 0, say("{} locks on several masters", strategy.id),
                   say("take a lock on one server for --replicas")};
  if (work.replicated && awaits && *work.replicated < static_cast<std::size_t>(work.lock.replicas))
    return Problem{"--replicas", 0, 0,
                   say("{} waits for {} replicas", strategy.id, work.lock.replicas),
                   say("give it as many, or --set replicas={}", *work.replicated)};
  if (auto problem = mistake_in_cluster(work)) return problem;
  if (auto problem = mistake_in_validity(work)) return problem;
  if (strategy.topology == Topology::single && work.servers != 1)
    return Problem{"", 0, 0,
                   say("{} locks on one server, and {} are named", strategy.id, work.servers),
                   say("name one, or choose a lock for several masters: redlock")};
  if (auto problem = work.part ? mistake_in_part(work) : std::nullopt) return problem;
  if (work.clients < work.threads)
    return Problem{
        "--threads", 0, 0,
        say("{} threads for {} clients leave some without work", work.threads, work.clients),
        say("let a thread have at least one client")};
  for (const Strike& strike : work.strikes)
    if (auto problem = mistake_in_strike(work, strike)) return problem;
  return idle_strike(work);
}

}  // namespace locklab::app
