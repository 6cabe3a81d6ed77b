// A fault of a client, a node or a link, or the end of one, and when it is injected.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lock/ids.h"
#include "lock/time.h"
#include "sim/scenario/key_removal.h"
#include "sim/scenario/write_refusal.h"
#include "sim/trace/event.h"

namespace locklab::sim {

enum class FaultKind : std::uint8_t {
  crash,    ///< client: gone at once, with everything that it had not sent
  pause,    ///< client: frozen for `duration` (unset: until `resume`); its clock keeps running
  resume,   ///< client: ends every pause
  jump,     ///< client or node: wall clock jumps by `amount`
  drift,    ///< client or node: clock runs `ppm` faster (negative: slower) from now on
  kill,     ///< node: its process dies (with `power`: its machine), for `restart_after` or until
            ///< `restart`
  stop,     ///< node: frozen (SIGSTOP), for `duration` or until `restart`
  restart,  ///< node: starts again after kill, continues after stop
  cut,      ///< link: nothing passes (in `requests` and/or `replies` direction), for `duration` or
            ///< until heal
  heal,     ///< link: ends every cut, slow and hold on it
  slow,  ///< link: adds `duration` to the one-way latency, plus or minus `jitter`, for `slow_for`
         ///< or until heal
  hold,  ///< link: the next `count` messages (0: all) wait until `release`, or for `duration`
  release,  ///< link: held messages continue
  drop,     ///< link: the next `count` messages are lost with their connection
  delay,    ///< link: the next `count` messages arrive `duration` later
  reset,    ///< link: the connection is torn down
  promote,  ///< node: this replica becomes the master that clients use, after a delay of `after`;
            ///< an old master that does not learn of it (for `duration`, or until another promote
            ///< of the node) remains a master, and only `client` (unset: every client) uses the new
            ///< one
  refuse,   ///< node: answers writes with the error of `refusal`, for `duration` or until its
            ///< process dies
  migrate,  ///< node: its slots of the lock's keys, with the keys, move to the master `to`. Clients
            ///< that still ask it are redirected
  foreign_release,  ///< client: releases the lock by its strategy although it does not hold it
  duplicate,  ///< client: its driver misses the replies to the next `count` commands, and sends
              ///< each of them again
  remove,     ///< node: somebody outside the run removes keys, as `removal` says
  count_,
};

/// The kind as written in scenarios: "foreign_release".
std::string_view name(FaultKind kind);
/// One sentence about the effect of a kind of fault, with the fields that it takes.
std::string_view meaning(FaultKind kind);
std::optional<FaultKind> fault_named(std::string_view name);

/// The name of a fault of earlier versions, DEBUG SLEEP, which a client cannot distinguish from
/// stop.
inline constexpr std::string_view removed_fault = "sleep";

/// When a fault is injected: at a time, or at an event of the trace.
struct Trigger {
  std::optional<Duration> at;  ///< world time; if unset, the event below counts
  EventKind event = EventKind::started;
  ClientId client = no_client;  ///< no_client: any
  NodeId node = no_node;        ///< no_node: any
  std::optional<Purpose> purpose;
  std::string command;    ///< only requests with this verb(), and their replies; empty for any
  std::uint32_t nth = 1;  ///< the nth such event, from 1
  Duration plus{0};       ///< time from the event to the injection

  bool operator==(const Trigger&) const = default;
};

/// The place where a scenario states a fault's moment, for messages. Places are ignored in
/// comparisons: faults that differ only in them are equal.
struct FaultPlace {
  std::uint32_t line = 0;  ///< in the scenario's file; 0 if it was added or changed from outside
  std::string moment;      ///< as written in the file: when = "alice entered"
  bool operator==(const FaultPlace&) const { return true; }
};

struct Fault {
  FaultPlace place;
  std::string name;  ///< for variations that change it; may be empty
  FaultKind kind = FaultKind::crash;
  Trigger trigger;
  ClientId client = no_client;  ///< for link faults no_client: every client
  NodeId node = no_node;        ///< for link faults no_node: every node
  NodeId to = no_node;          ///< migrate; no_node for the next master
  bool requests = true;         ///< direction client -> node
  bool replies = true;          ///< direction node -> client
  std::optional<Duration> duration;
  Duration amount{0};
  Duration after{0};    ///< promote
  bool untold = false;  ///< promote: the old master does not learn of it
  std::int64_t ppm = 0;
  bool power = false;
  WriteRefusal refusal = WriteRefusal::full;  ///< refuse
  KeyRemoval removal = KeyRemoval::del;       ///< remove
  std::optional<Duration> restart_after;
  std::optional<Duration> slow_for;
  Duration jitter{0};  ///< slow
  std::uint32_t count = 0;
  std::string command;  ///< hold, drop, delay, duplicate: only commands with this verb(), and their
                        ///< replies; empty for any

  bool operator==(const Fault&) const = default;
};

/// Identifies one injection of a fault, in Event::fault, from 1. The end of a fault carries the
/// token of its beginning, and ends nothing else.
using FaultToken = std::uint16_t;
/// The token that ends all faults of a kind, whatever began them.
inline constexpr FaultToken every_fault = 0;

/// Removes the fault with that token, or all (every_fault), from the active ones. Returns false if
/// there was none.
inline bool end_fault(std::vector<FaultToken>& standing, FaultToken token) {
  const std::size_t before = standing.size();
  std::erase_if(standing, [&](FaultToken one) { return token == every_fault || one == token; });
  return standing.size() < before;
}

/// Whether the promotion leaves two masters.
inline bool splits(const Fault& promote) {
  return promote.untold || promote.client != no_client || promote.duration.has_value();
}

/// The time after which the fault ends by itself; nullopt if it does not.
std::optional<Duration> lasts(const Fault& fault);

/// Whether an event of kind `event` records the injection of a fault of kind `kind` without a
/// token: the fault ends all active ones, or makes a client do what it also does without faults.
bool records_without_token(FaultKind kind, EventKind event);

/// The kind of fault that ends one of `kind`, such as resume for pause; nullopt if none does.
std::optional<FaultKind> end_of(FaultKind kind);

}  // namespace locklab::sim
