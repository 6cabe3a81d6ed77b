// Lock-outs: how long nobody could get in. A lock-out of a lock begins when a client waits and
// nobody is inside, and ends when the next client acquires the lock or enters. A waiter that gives
// up does not end it, but only the time in which somebody waits counts.
//
// The properties of waiting (NoDeadlock, Availability, ...) leave out the time in which every
// waiter is paused or cannot reach the nodes that it needs. A lock-out includes that time: it is a
// measurement, not a verdict.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// How a lock-out ended.
enum class LockoutEnd : std::uint8_t {
  entry,          ///< a client acquired the lock or entered
  nobody_waited,  ///< the last waiter gave up, finished or crashed, and nobody entered later
  run_ended,      ///< somebody still waited when the run ended
};

/// What kept the waiters out for the longest part of a lock-out; of equal parts, the first in this
/// order.
enum class LockoutCause : std::uint8_t {
  node_down,       ///< a node that they need was dead
  node_frozen,     ///< such a node was frozen, or busy with an endless script
  writes_refused,  ///< such a node refused writes
  cut_off,         ///< their link to such a node was cut or held
  holder_crashed,  ///< a node had the key of a client that had crashed
  holder_paused,   ///< a node had the key of a paused client
  key_left,        ///< a node had the key of a client that was not inside
  split_vote,      ///< the nodes' votes were split, so that nobody had enough
  waiter_paused,   ///< they were paused
  refused,         ///< their attempts failed for a reason other than a holder
  late_message,    ///< their attempt was under way, and a fault delayed or lost its messages
  retry_pause,     ///< the lock was free, and their next attempt was due later
  on_its_way,      ///< an attempt was under way that was not refused before the end
  count_,
};

std::string_view name(LockoutEnd end);
std::string_view name(LockoutCause cause);

/// The longest lock-out of one lock. Times in us.
struct Lockout {
  std::uint16_t lock = no_name;
  std::int64_t from = 0;
  std::int64_t to = 0;
  std::int64_t waited = 0;  ///< the part of it in which somebody waited
  LockoutEnd end = LockoutEnd::entry;
  std::uint32_t first = 0;  ///< index of the event with which it begins
  std::uint32_t last = 0;   ///< index of the event with which it ends
  LockoutCause cause = LockoutCause::on_its_way;
  std::int64_t cause_us = 0;  ///< the part of `waited` that is due to the cause
  Sentence why;               ///< the cause: "n1 was dead"
  bool named = false;         ///< another lock of the run had a lock-out, too
};

/// The longest lock-outs of at most three locks, one for each, the longest (by `waited`) first.
/// Empty for an empty trace, a rate limiter, a strategy that holds no lock on a node, and a trace
/// without its beginning, which does not show who was inside.
std::vector<Lockout> lockouts(const Trace& trace);

/// Sets `cause`, `cause_us` and `why` of a lock-out whose other members are set, from facts of the
/// trace (nodes that were down, keys on the nodes, refusals). At each moment the waiter that was
/// closest to getting in counts; the cause with the most time is chosen.
void find_cause(const Trace& trace, Lockout& lockout);

/// "nobody got in for 989 ms, from 16 ms to 1005 ms: n1 refused writes". Names the lock if several
/// locks had lock-outs.
Sentence lockout_words(const Trace& trace, const Lockout& lockout);

}  // namespace locklab::sim
