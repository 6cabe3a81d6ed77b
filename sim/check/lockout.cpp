#include "sim/check/lockout.h"

#include <algorithm>
#include <array>
#include <optional>

#include "sim/check/verdict_words.h"
#include "sim/trace/state/lock_states.h"
#include "sim/trace/tables.h"

namespace locklab::sim {

namespace {

/// Measures the longest lock-out of each lock.
class LockoutClock {
 public:
  void on(const Event& event, std::size_t index);
  std::vector<Lockout> longest(const Trace& trace) const;

 private:
  struct Row {
    bool open = false;
    bool awaited = false;  ///< somebody waits; only if open
    std::int64_t awaited_since = 0;
    Lockout now;      ///< the current one, if open; `to` and `last`: when the wait last ended
    Lockout longest;  ///< `waited` is 0 if there was none
  };

  void look(std::uint16_t name, const LockStates::Lock& lock, const Event& event,
            std::size_t index);
  static void stop_waiting(Row& row, std::int64_t at, std::size_t index);
  static void close(Row& row, LockoutEnd end);

  LockStates locks_;
  ByName<Row> rows_;
};

void LockoutClock::on(const Event& event, std::size_t index) {
  if (event.client == no_client) return;  // in a trace from elsewhere
  locks_.on(event, index);
  const bool crosses = event.kind == EventKind::entered || event.kind == EventKind::left;
  if (crosses && without_lock(event)) return;  // nobody got the lock
  if (event.kind == EventKind::finished || event.kind == EventKind::client_crashed)
    return locks_.each_lock(
        [&](std::uint16_t name, const LockStates::Lock& lock) { look(name, lock, event, index); });
  switch (event.kind) {
    case EventKind::attempt:
    case EventKind::acquired:
    case EventKind::gave_up:
    case EventKind::entered:
    case EventKind::left:
      return look(event.key, locks_.lock(event.key), event, index);
    default:
      return;
  }
}

void LockoutClock::look(std::uint16_t name, const LockStates::Lock& lock, const Event& event,
                        std::size_t index) {
  Row& row = rows_[name];
  const bool got_in = event.kind == EventKind::acquired || event.kind == EventKind::entered;
  if (row.open && (got_in || lock.waiting == 0)) stop_waiting(row, event.at, index);
  if (row.open && got_in) close(row, LockoutEnd::entry);
  if (lock.inside > 0 || lock.waiting == 0 || row.awaited) return;
  if (!row.open) {
    row.now = {.lock = name, .from = event.at, .first = static_cast<std::uint32_t>(index)};
    row.open = true;
  }
  row.awaited = true;
  row.awaited_since = event.at;
}

void LockoutClock::stop_waiting(Row& row, std::int64_t at, std::size_t index) {
  if (!row.awaited) return;
  row.awaited = false;
  row.now.waited += at - row.awaited_since;
  row.now.to = at;
  row.now.last = static_cast<std::uint32_t>(index);
  if (row.now.waited == 0) row.open = false;  // it begins with the first time of waiting
}

void LockoutClock::close(Row& row, LockoutEnd end) {
  row.open = false;
  row.now.end = end;
  if (row.now.waited > row.longest.waited) row.longest = row.now;
}

std::vector<Lockout> LockoutClock::longest(const Trace& trace) const {
  std::vector<Lockout> all;
  rows_.each([&](std::uint16_t, Row row) {
    if (row.open) {
      const bool awaited = row.awaited;
      stop_waiting(row, trace.back().at, trace.size() - 1);
      close(row, awaited ? LockoutEnd::run_ended : LockoutEnd::nobody_waited);
    }
    if (row.longest.waited > 0) all.push_back(row.longest);
  });
  std::stable_sort(all.begin(), all.end(),
                   [](const Lockout& a, const Lockout& b) { return a.waited > b.waited; });
  return all;
}

}  // namespace

std::string_view name(LockoutEnd end) {
  constexpr std::array<std::string_view, 3> names{"entry", "nobody_waited", "run_ended"};
  return names[static_cast<std::size_t>(end)];
}

std::string_view name(LockoutCause cause) {
  constexpr std::array<std::string_view, static_cast<std::size_t>(LockoutCause::count_)> names{
      "node_down",     "node_frozen", "writes_refused", "cut_off",       "holder_crashed",
      "holder_paused", "key_left",    "split_vote",     "waiter_paused", "refused",
      "late_message",  "retry_pause", "on_its_way"};
  return names[static_cast<std::size_t>(cause)];
}

std::vector<Lockout> lockouts(const Trace& trace) {
  const TraceInfo& info = trace.info;
  if (trace.empty() || info.needs == 0 || info.quota_limit > 0 || info.lacks_beginning()) return {};
  LockoutClock clock;
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].key != shared_name) clock.on(trace[i], i);
  std::vector<Lockout> all = clock.longest(trace);
  // Each cause takes another pass over the trace, and a report names only a few locks.
  constexpr std::size_t most = 3;
  const bool several = all.size() > 1;
  all.resize(std::min(all.size(), most));
  for (Lockout& one : all) {
    one.named = several;
    find_cause(trace, one);
  }
  return all;
}

Sentence lockout_words(const Trace& trace, const Lockout& lockout) {
  const std::string from = about_ms(lockout.from);
  const std::string to = about_ms(lockout.to);
  Sentence words = Sentence::name(about_ms(lockout.waited));
  if (lockout.waited < lockout.to - lockout.from) words = say("{} of waiting", words);
  switch (lockout.end) {
    case LockoutEnd::entry:
      words = say("nobody got in for {}, from {} to {}", words, from, to);
      break;
    case LockoutEnd::nobody_waited:
      words =
          say("nobody got in for {}, from {} to {}, and nobody waited any longer", words, from, to);
      break;
    default:
      words = say("nobody got in for {}, from {} until the end at {}", words, from, to);
  }
  if (lockout.named) words = say("lock {}: {}", trace.name_of(lockout.lock), words);
  const bool whole = lockout.cause_us * 10 >= lockout.waited * 9;
  return whole ? say("{}: {}", words, lockout.why)
               : say("{}: {}, for {} of it", words, lockout.why, about_ms(lockout.cause_us));
}

}  // namespace locklab::sim
