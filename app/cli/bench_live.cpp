// Measures the cost of a lock on a real Redis on this machine: locks per second, and processor time
// per lock, for one client and for many. It measures the shared pool without recording, as a load
// uses it; recorded live runs with inference of the server's state, with and without client
// processes; the proxy that such a run uses; and its steps.
#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/cli/bench.h"
#include "app/cli/bench_proxy.h"
#include "app/cli/bench_step.h"
#include "app/cli/exit_status.h"
#include "app/cli/output.h"
#include "app/live/live_limits.h"
#include "app/live/run/live_world.h"
#include "app/live/servers/server_fleet.h"
#include "lock/redis/pooled_env.h"
#include "lock/strategy.h"
#include "sim/scenario/describe.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

constexpr const char* strategy_id = "set_px_lua";
constexpr Duration patience = 10s;
constexpr int repetitions = 3;
/// Number of locks acquired for each measurement, independent of the number of clients.
constexpr std::uint32_t pooled_locks = 64'000;
constexpr std::uint32_t recorded_locks = 12'800;
constexpr std::uint32_t locks_of_processes = 1'600;
/// Maximum processor time per lock with 64 clients, relative to one client.
constexpr double ratio_limit = 1.5;

struct LiveMeasure {
  std::string path;  ///< "pool", "recorded", or "processes": recorded, with client processes
  std::uint32_t clients = 0;
  std::uint64_t locks = 0;
  double seconds = 0;
  double processor_s = 0;        ///< of the lab's thread that serves all clients
  std::size_t client_bytes = 0;  ///< memory per client; 0 if not measured
  std::uint64_t said = 0;        ///< messages of client processes to the lab, each answered

  double rate() const { return static_cast<double>(locks) / seconds; }
  double processor_us() const { return processor_s * 1e6 / static_cast<double>(locks); }
};

double wall_seconds() { return static_cast<double>(redis::Loop::now_us()) * 1e-6; }

std::size_t memory_in_use() {
  const struct mallinfo2 now = mallinfo2();
  return now.uordblks + now.hblkhd;
}

struct Counter final : redis::PooledEnv::Observer {
  std::uint64_t locks = 0;
  void noted(redis::PooledEnv&, const Note& note) override {
    locks += note.kind == NoteKind::released;
  }
};

Task<> lock_again_and_again(Env& env, const Strategy* strategy, Lock lock, std::uint32_t rounds) {
  for (std::uint32_t i = 0; i < rounds; ++i) {
    Grant grant = co_await acquire(env, *strategy, lock, env.monotonic_now() + patience);
    if (grant.granted) co_await release(env, *strategy, lock, std::move(grant.held));
  }
}

/// Each client has its own lock: the benchmark measures the path to the server, not the queue.
std::string key_of(std::uint32_t client) { return fmt::format("locklab:lock{}", client + 1); }

LiveMeasure measure_pool(redis::Loop& loop, const redis::Endpoint& server,
                         const redis::Login& login, std::uint32_t clients) {
  const Strategy* strategy = find_strategy(strategy_id);
  std::vector<LockConfig> locks(clients);
  for (std::uint32_t i = 0; i < clients; ++i) {
    locks[i].key = key_of(i);
    locks[i].node_timeout = patience;
  }
  redis::Pool pool(loop, {server}, login);
  pool.connect();
  while (!pool.connected()) loop.run_once();

  Counter counter;
  std::vector<std::unique_ptr<redis::PooledEnv>> envs(clients);
  std::vector<Task<>> tasks(clients);
  const std::uint32_t rounds = std::max(pooled_locks / clients, 1u);
  const std::size_t bytes_before = memory_in_use();
  const double start = wall_seconds();
  const double processor_start = processor_seconds();
  for (std::uint32_t i = 0; i < clients; ++i) {
    envs[i] = std::make_unique<redis::PooledEnv>(pool, &counter);
    tasks[i] = lock_again_and_again(*envs[i], strategy, &locks[i], rounds);
    tasks[i].start();
  }
  const std::size_t bytes = memory_in_use() - bytes_before;
  const std::uint64_t all = std::uint64_t{clients} * rounds;
  const auto done = [](const Task<>& task) { return task.done(); };
  while (counter.locks < all && !std::all_of(tasks.begin(), tasks.end(), done)) loop.run_once();
  return {"pool",
          clients,
          counter.locks,
          wall_seconds() - start,
          processor_seconds() - processor_start,
          bytes / clients};
}

sim::Scenario recorded_scenario(std::uint32_t clients, std::uint32_t locks) {
  sim::Scenario scenario;
  scenario.name = "bench";
  scenario.strategy = strategy_id;
  scenario.lock.ttl = patience;
  scenario.lock.node_timeout = patience;
  sim::NodeSpec node;
  node.name = "n1";
  scenario.nodes.push_back(node);
  for (std::uint32_t i = 0; i < clients; ++i) {
    sim::ClientSpec client;
    client.name = fmt::format("c{}", i + 1);
    client.lock = key_of(i);
    client.rounds = std::max(locks / clients, 1u);
    client.touch = false;
    scenario.clients.push_back(client);
  }
  return scenario;
}

std::variant<LiveMeasure, LiveProblem> measure_recorded(const LiveServers& servers,
                                                        std::uint32_t clients) {
  const sim::Scenario scenario =
      recorded_scenario(clients, servers.processes ? locks_of_processes : recorded_locks);
  sim::Trace trace;
  trace.info = sim::describe(scenario, "live", "");
  LiveWorld world(scenario, servers, trace);
  const double processor_start = processor_seconds();
  if (std::optional<LiveProblem> problem = world.run()) return *problem;
  LiveMeasure result{servers.processes ? "processes" : "recorded", clients, 0,
                     static_cast<double>(trace.back().at) * 1e-6,
                     processor_seconds() - processor_start};
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const sim::EventKind kind = trace[i].kind;
    result.locks += kind == sim::EventKind::released;
    // In addition to its own events, a client process sends two messages for each command: the
    // command's number and its connection.
    const bool of_node = kind == sim::EventKind::ran || sim::is_key_event(kind);
    if (trace[i].client != no_client && !of_node) ++result.said;
    if (kind == sim::EventKind::sent) result.said += 2;
  }
  return result;
}

BenchmarkRun lock_run(const LiveMeasure& m) {
  BenchmarkRun run{fmt::format("live/{}/{}", m.path, m.clients),
                   1e6 / m.rate(),
                   "us",
                   m.locks,
                   m.processor_us(),
                   {{"items_per_second", m.rate()}}};
  if (m.client_bytes > 0)
    run.counters.emplace_back("client_bytes", static_cast<double>(m.client_bytes));
  return run;
}

const LiveMeasure& of(const std::vector<LiveMeasure>& all, std::string_view path,
                      std::uint32_t clients) {
  return *std::find_if(all.begin(), all.end(), [&](const LiveMeasure& m) {
    return m.path == path && m.clients == clients;
  });
}

double cost_ratio(const std::vector<LiveMeasure>& all, std::string_view path) {
  return of(all, path, 64).processor_us() / of(all, path, 1).processor_us();
}

/// Mean time that a client process waits for a reply of the lab process, in us.
double round_trip_us(const std::vector<LiveMeasure>& all) {
  const LiveMeasure& processes = of(all, "processes", 1);
  const double more_s = 1 / processes.rate() - 1 / of(all, "recorded", 1).rate();
  return more_s * 1e6 * static_cast<double>(processes.locks) / static_cast<double>(processes.said);
}

void print_table(const std::vector<LiveMeasure>& all) {
  fmt::print("{} on a redis-server of its own, one thread; a lock is an acquire and a release:\n",
             strategy_id);
  fmt::print("{:<10}{:>9}{:>12}{:>24}{:>18}\n", "path", "clients", "locks/s", "processor us a lock",
             "bytes a client");
  for (const LiveMeasure& m : all)
    fmt::print("{:<10}{:>9}{:>12.0f}{:>24.1f}{:>18}\n", m.path, m.clients, m.rate(),
               m.processor_us(), m.client_bytes > 0 ? fmt::to_string(m.client_bytes) : "");
  for (const char* path : {"pool", "recorded"})
    fmt::print("{}: with 64 clients a lock costs {:.2f} times what it costs with one (limit {})\n",
               path, cost_ratio(all, path), ratio_limit);
  fmt::print("processes: one waits {:.0f} us for its lab whenever it does something\n",
             round_trip_us(all));
}

/// Keeps the run with the least processor time per lock, to exclude interference from other
/// processes.
void keep_best(std::optional<LiveMeasure>& best, LiveMeasure next) {
  if (!best || next.processor_us() < best->processor_us()) best = std::move(next);
}

}  // namespace

int bench_live(const sim::Library& library, const BenchOptions& options) {
  const auto failed = [](const LiveProblem& problem) {
    complain(sentence(problem), Language::english);
    return problem.exit_status;
  };
  Janitor janitor;
  std::string why;
  const std::unique_ptr<redis::Loop> loop = redis::Loop::open(why);
  if (!loop) return failed({say("nothing can be run live: {}", why), raise_limit()});
  auto started = ServerFleet::start({{.name = "n1"}}, janitor, random_password());
  if (const auto* problem = std::get_if<LiveProblem>(&started)) return failed(*problem);
  ServerFleet& fleet = *std::get<0>(started);
  const LiveServers servers{.loop = loop.get(),
                            .endpoints = {fleet.server(0).endpoint()},
                            .login = fleet.login(),
                            .fleet = &fleet,
                            .janitor = &janitor};

  std::vector<LiveMeasure> all;
  for (const std::uint32_t clients : {1u, 64u, 1'000u}) {
    std::optional<LiveMeasure> best;
    for (int i = 0; i < repetitions; ++i)
      keep_best(best, measure_pool(*loop, servers.endpoints[0], servers.login, clients));
    all.push_back(*best);
  }
  LiveServers with_processes = servers;
  with_processes.processes = true;
  for (const LiveServers* where : {&servers, &std::as_const(with_processes)})
    for (const std::uint32_t clients : {1u, 64u}) {
      std::optional<LiveMeasure> best;
      for (int i = 0; i < repetitions; ++i) {
        auto measured = measure_recorded(*where, clients);
        if (const auto* problem = std::get_if<LiveProblem>(&measured)) return failed(*problem);
        keep_best(best, std::get<LiveMeasure>(measured));
      }
      all.push_back(*best);
    }

  const ProxyCost proxy = measure_proxy(*loop, servers.endpoints[0], servers.login);
  const auto steps = measure_steps(library);
  if (const auto* why_not = std::get_if<Sentence>(&steps))
    return failed({*why_not, Sentence(), exit_missing});

  if (options.runs) {
    for (const LiveMeasure& m : all) options.runs->push_back(lock_run(m));
    add_proxy(proxy, *options.runs);
    add_steps(std::get<StepCost>(steps), *options.runs);
  } else {
    print_table(all);
    print_proxy(proxy);
    print_steps(std::get<StepCost>(steps));
  }
  return exit_as_expected;
}

}  // namespace locklab::app
