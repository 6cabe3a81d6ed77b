#include "app/explore/make_matrix.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <system_error>
#include <thread>

#include "app/matrix/grounds.h"
#include "app/words/language.h"
#include "lock/first_broken.h"
#include "lock/strategy.h"
#include "sim/scenario/check_together.h"
#include "sim/scenario/promises.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

using SteadyClock = std::chrono::steady_clock;

double seconds_since(SteadyClock::time_point start) {
  return std::chrono::duration<double>(SteadyClock::now() - start).count();
}

/// Whether a kind of fault can affect a strategy. Some need replicas, which a lock on several
/// masters or without a server does not have.
bool can_strike(const Strategy& strategy, std::string_view kind) {
  return !strikes_masters(kind) || strategy.topology == Topology::single;
}

/// The cell before any search: each property counts as kept until a search breaks it, or is not
/// finished.
MatrixCell open_cell(const Strategy& strategy, const std::string& kind) {
  MatrixCell cell;
  cell.strategy = strategy.id;
  cell.faults = kind.empty() ? "" : kind + "=1";
  cell.applies = can_strike(strategy, kind);
  if (!cell.applies) return cell;
  for (std::size_t i = 0; i < sim::property_count; ++i) {
    PropertyCell& one = cell.properties.emplace_back();
    one.property = static_cast<sim::Property>(i);
    one.promised = sim::promised_by(strategy.id).has(one.property);
    one.standing = Standing::kept;
  }
  return cell;
}

sim::Question question_on(const Ground& ground, const Strategy& strategy, const std::string& kind,
                          const MatrixCell& cell) {
  sim::Question question;
  question.strategy = strategy.id;
  question.faults = cell.faults;
  question.set = ground.settings;
  question.clients = ground.clients;
  question.every = true;
  // With two replicas, a failover can promote the one for which the client did not wait.
  if (strikes_masters(kind) && strategy.traits.has(Trait::needs_replicas) && !ground.lists_nodes)
    question.nodes = 3;
  return question;
}

/// The promises not broken on any ground so far, which are searched on the next one. Properties
/// that the lock does not promise are searched on the first ground only.
sim::Properties still_standing(const MatrixCell& cell) {
  sim::Properties some;
  for (const PropertyCell& one : cell.properties)
    if (one.promised && one.standing != Standing::broken)
      some = some | sim::Properties{one.property};
  return some;
}

/// Adds the result of a search for `asked` on a ground.
void add(MatrixCell& cell, const std::string& ground, sim::Properties asked,
         const sim::Answer& answer) {
  if (!answer.exhausted)
    for (PropertyCell& one : cell.properties)
      if (asked.has(one.property) && one.standing == Standing::kept)
        one.standing = Standing::not_finished;
  for (const sim::Counterexample& example : answer.broken) {
    PropertyCell& one = cell.properties[static_cast<std::size_t>(example.property)];
    one.standing = Standing::broken;
    one.ground = ground;
    one.run = example.run;
    one.why = example.why;
    one.why_in_chinese = told(example.sentence, Language::chinese);
  }
}

/// How often the cell's fault struck, by the phase of the client that it hit; zero without a fault.
sim::StrikeCounts struck_by(const sim::Budget& budget, const sim::Answer& answer) {
  return budget.empty() ? sim::StrikeCounts{} : answer.struck.of(budget.front().kind);
}

/// Marks kept properties as vacuous if the cell's fault never hit a client that used the lock.
void grey_what_nothing_struck(MatrixCell& cell) {
  if (cell.faults.empty() || !cell.struck().vacuous()) return;
  for (PropertyCell& one : cell.properties)
    if (one.standing == Standing::kept) one.standing = Standing::vacuous;
}

std::variant<MatrixCell, sim::Problem> search_cell(const sim::Library& library,
                                                   const Strategy& strategy,
                                                   const std::string& kind, const MatrixTask& task,
                                                   const std::atomic<bool>& cancelled) {
  MatrixCell cell = open_cell(strategy, kind);
  cell.done = true;
  if (!cell.applies) return cell;
  for (const Ground& ground : grounds_for(strategy, kind)) {
    const auto start = SteadyClock::now();
    auto understood = sim::understand(library, question_on(ground, strategy, kind, cell));
    if (const auto* problem = std::get_if<sim::Problem>(&understood)) return *problem;
    sim::SearchSpec& spec = std::get<sim::SearchSpec>(understood);
    if (!cell.grounds.empty()) spec.wanted = still_standing(cell);
    if (spec.wanted.bits() == 0) break;
    sim::SearchTask search = spec.task();
    search.most_states = task.most_states;
    const sim::SearchResult found =
        sim::search(search, [&](const sim::SearchCounts&) { return !cancelled; });
    const sim::Answer answer = sim::answer(spec, found);
    add(cell, std::string(ground.id), spec.wanted, answer);
    cell.grounds.push_back({std::string(ground.id), answer.counts.states,
                            struck_by(spec.budget, answer), answer.exhausted,
                            seconds_since(start)});
    if (cancelled) break;
  }
  cell.done = !cancelled;
  if (cell.done) {
    grey_what_nothing_struck(cell);
    return cell;
  }
  for (PropertyCell& one : cell.properties)
    if (one.standing == Standing::kept) one.standing = Standing::not_finished;
  return cell;
}

std::variant<std::vector<std::string>, sim::Problem> rows_of(const MatrixTask& task) {
  std::vector<std::string_view> all;
  for (const Strategy& strategy : strategies()) all.push_back(strategy.id);
  if (task.strategies.empty()) return std::vector<std::string>(all.begin(), all.end());
  for (const std::string& id : task.strategies)
    if (!find_strategy(id))
      return sim::Problem{"--strategy", 0, 0, say("'{}' is not a strategy", id),
                          sim::use_instead(id, all)};
  return task.strategies;
}

std::variant<std::vector<std::string>, sim::Problem> columns_of(const MatrixTask& task) {
  std::vector<std::string_view> all;
  for (std::size_t i = 0; i < static_cast<std::size_t>(sim::StrikeKind::count_); ++i)
    all.push_back(sim::name(static_cast<sim::StrikeKind>(i)));
  if (task.faults.empty()) {
    std::vector<std::string> columns(all.begin(), all.end());
    columns.insert(columns.begin(), "");
    return columns;
  }
  for (const std::string& kind : task.faults)
    if (std::find(all.begin(), all.end(), kind) == all.end())
      return sim::unknown_kind(std::string_view(kind).substr(0, kind.find('=')));
  return task.faults;
}

}  // namespace

std::variant<Matrix, sim::Problem> make_matrix(
    const sim::Library& library, const MatrixTask& task, const std::atomic<bool>& cancelled,
    const std::function<void(const MatrixProgress&)>& progress) {
  const auto start = SteadyClock::now();
  auto rows = rows_of(task);
  if (const auto* problem = std::get_if<sim::Problem>(&rows)) return *problem;
  auto columns = columns_of(task);
  if (const auto* problem = std::get_if<sim::Problem>(&columns)) return *problem;
  Matrix matrix;
  matrix.strategies = std::get<std::vector<std::string>>(std::move(rows));
  matrix.faults = std::get<std::vector<std::string>>(std::move(columns));
  matrix.cells.resize(matrix.strategies.size() * matrix.faults.size());

  std::atomic<std::size_t> next = 0;
  std::size_t done = 0;
  std::mutex mutex;
  std::optional<sim::Problem> wrong;
  FirstBroken broken;
  const auto work = [&] {
    for (std::size_t i = next++; i < matrix.cells.size() && !broken.any(); i = next++) {
      // The cells of the last rows take longest, so they are started first.
      const std::size_t at = matrix.cells.size() - 1 - i;
      const Strategy& strategy = *find_strategy(matrix.strategies[at / matrix.faults.size()]);
      auto cell =
          search_cell(library, strategy, matrix.faults[at % matrix.faults.size()], task, cancelled);
      const std::lock_guard lock(mutex);
      if (const auto* problem = std::get_if<sim::Problem>(&cell)) {
        wrong = *problem;
        return;
      }
      matrix.cells[at] = std::get<MatrixCell>(std::move(cell));
      if (progress) progress({++done, matrix.cells.size(), matrix});
    }
  };
  const auto guarded = [&] { broken.guard(work); };
  {
    std::vector<std::jthread> others;
    try {
      for (std::uint32_t thread = 1; thread < task.threads; ++thread) others.emplace_back(guarded);
    } catch (const std::system_error&) {
      // Threads or memory are limited: the threads that have started do the work.
    }
    guarded();
  }
  broken.rethrow();
  if (wrong) return *wrong;
  matrix.seconds = seconds_since(start);
  return matrix;
}

}  // namespace locklab::app
