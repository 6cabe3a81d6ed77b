#include "sim/scenario/fault_rows.h"

#include <algorithm>
#include <array>

#include "lock/assert.h"
#include "sim/scenario/fault_target.h"

namespace locklab::sim {

namespace {

constexpr std::array<FieldRow, static_cast<std::size_t>(FaultField::count_)> field_rows{{
    {"to", "", &Fault::to},
    {"direction", "", {}},
    {"count", "", &Fault::count},
    {"command", "", &Fault::command},
    {"ms", "50", &Fault::amount},
    {"ppm", "10000", &Fault::ppm},
    {"ms", "50", &Fault::duration},
    {"jitter_ms", "", &Fault::jitter},
    {"for_ms", "", &Fault::slow_for},
    {"after_ms", "", &Fault::after},
    {"untold", "", &Fault::untold},
    {"why", "\"full\"", &Fault::refusal},
    {"why", "", &Fault::removal},
    {"power", "", &Fault::power},
    {"restart_after_ms", "", &Fault::restart_after},
}};

// NOLINTNEXTLINE(readability-function-size): a table
constexpr std::array<FaultRow, static_cast<std::size_t>(FaultKind::count_)> rows_of_faults() {
  using enum FaultField;
  using enum FaultTarget;
  constexpr bool needed = true;
  return {{
      {.id = "crash",
       .meaning = "a client is gone at once, with everything it had not sent",
       .effect = "{} crashes",
       .label = "crash",
       .tip = "The client is gone at once"},
      {.id = "pause",
       .meaning = "a client stands still while its clock runs on (ms; without it until resume)",
       .effect = "{} is paused",
       .label = "pause",
       .tip = "The client stands still; its clock runs on",
       .fields = {{{duration}}},
       .lasts = duration,
       .ended_by = FaultKind::resume},
      {.id = "resume",
       .meaning = "a paused client goes on",
       .effect = "{} wakes up",
       .without_token = {EventKind::client_resumed, EventKind::count_}},
      {.id = "jump",
       .meaning = "the wall clock of a client or node jumps (ms, negative: back)",
       .effect = "{}'s clock jumps by {}",
       .label = "clock jump",
       .tip = "Its wall clock jumps ahead, back if negative",
       .target = either,
       .fields = {{{shift, needed}}}},
      {.id = "drift",
       .meaning = "the clock of a client or node runs faster from now on (ppm, negative: slower)",
       .effect = "{}'s clock runs {}",
       .label = "drift",
       .tip = "Its clock runs faster from now on, slower if negative",
       .target = either,
       .fields = {{{pace, needed}}}},
      {.id = "kill",
       .meaning =
           "a node's process dies, or with power = true its machine (restart_after_ms: comes "
           "back)",
       .effect = "{}'s process is killed",
       .label = "kill",
       .tip = "The server's process dies",
       .target = node,
       .fields = {{{power}, {restart_after}}},
       .lasts = restart_after,
       .ended_by = FaultKind::restart},
      {.id = "stop",
       .meaning = "a node freezes (ms; without it until restart)",
       .effect = "{} freezes",
       .label = "freeze",
       .tip = "The server stands still (SIGSTOP)",
       .target = node,
       .fields = {{{duration}}},
       .lasts = duration,
       .ended_by = FaultKind::restart},
      {.id = "restart",
       .meaning = "a killed or stopped node goes on",
       .effect = "{} goes on",
       .label = "restart",
       .tip = "A killed or stopped server goes on",
       .target = node,
       .without_token = {EventKind::node_continued, EventKind::node_restarted}},
      {.id = "cut",
       .meaning = "nothing passes between a client and a node (requests, replies; ms; without it "
                  "until heal)",
       .effect = "cut",
       .label = "cut link",
       .tip = "Nothing passes in either direction",
       .tool_has_size = false,
       .target = link,
       .fields = {{{direction}, {duration}}},
       .lasts = duration,
       .ended_by = FaultKind::heal},
      {.id = "heal",
       .meaning = "ends cut, slow and hold on a link",
       .effect = "whole again",
       .label = "heal",
       .tip = "Cut and slow links work again, held messages go on",
       .target = link,
       .without_token = {EventKind::link_healed, EventKind::count_}},
      {.id = "slow",
       .meaning = "messages on a link take longer (ms, give or take jitter_ms; for_ms, without it "
                  "until heal)",
       .effect = "slower by {}",
       .label = "slow",
       .tip = "Its messages take longer",
       .target = link,
       .fields = {{{duration, needed}, {jitter}, {slow_for}}},
       .lasts = slow_for,
       .ended_by = FaultKind::heal},
      {.id = "hold",
       .meaning = "the next messages on a link wait (count; ms; without it until release)",
       .effect = "holding {} back",
       .label = "hold",
       .tip = "Its messages wait this long. Dropped on a message, only that one waits",
       .target = link,
       .fields = {{{direction}, {count}, {command}, {duration}}},
       .lasts = duration,
       .ended_by = FaultKind::release},
      {.id = "release",
       .meaning = "held messages go on",
       .effect = "letting messages go on",
       .target = link,
       .without_token = {EventKind::link_released, EventKind::count_}},
      {.id = "drop",
       .meaning = "the next messages on a link are lost, and the connection with them (count)",
       .effect = "losing {}",
       .label = "lose",
       .tip = "One message is lost, and its connection with it. Drop it on a message",
       .target = link,
       .fields = {{{direction}, {count}, {command}}}},
      {.id = "delay",
       .meaning =
           "the next messages on a link arrive later, and nothing overtakes them (ms; count)",
       .effect = "delaying {} by {}",
       .label = "delay",
       .tip = "One message arrives later, and nothing overtakes it. Drop it on a message, or "
              "select the message and drag its head",
       .target = link,
       .fields = {{{direction}, {count}, {command}, {duration, needed}}}},
      {.id = "reset",
       .meaning = "a connection is torn down",
       .effect = "reset",
       .label = "drop connection",
       .tip = "The connection is torn down",
       .target = link},
      {.id = "promote",
       .meaning = "a replica becomes the master that clients talk to (after_ms: it takes so long; "
                  "client: only that one talks to it, or untold = true: all do; the old master "
                  "remains one: ms; without it until another promote)",
       .label = "promote",
       .tip = "This replica becomes the master that clients talk to",
       .beyond_loads = "the clients of a load stay with the servers that they began with",
       .tool_has_size = false,
       .target = node_for_client,
       .fields = {{{duration}, {after}, {untold}}},
       .lasts = duration},
      {.id = "refuse",
       .meaning =
           "a node answers writes with an error (why: full, read_only or unsaved; ms; without "
           "it until its process dies)",
       .effect = "{} refuses writes, {}",
       .target = node,
       .fields = {{{duration}, {refusal, needed}}},
       .lasts = duration},
      {.id = "migrate",
       .meaning = "a node of a cluster gives the lock's slot with its keys to another master (to; "
                  "without it to the next one)",
       .label = "move slot",
       .tip = "The lock's slot and its keys go to the next master of the cluster; a client that "
              "still asks here is sent on (MOVED)",
       .beyond_loads = "the slots of a load do not move",
       .target = node,
       .fields = {{{to}}}},
      {.id = "foreign_release",
       .meaning = "a client that does not hold runs its release",
       .effect = "{} releases a lock that it does not hold",
       .label = "foreign release",
       .tip = "It runs its release although it does not hold the lock",
       .beyond_loads = "the clients of a load release what they hold, and nothing else",
       .without_token = {EventKind::releasing, EventKind::count_}},
      {.id = "duplicate",
       .meaning = "a client's driver misses the replies to the next commands and sends them again "
                  "(count; command)",
       .effect = "{}'s driver sends {} twice",
       .label = "duplicate",
       .tip = "Its driver misses a reply and sends the command again: the server runs it twice",
       .icon = "lane_forward",
       .beyond_loads = "the clients of a load send each command once",
       .fields = {{{count}, {command}}}},
      {.id = "delete",
       .meaning = "somebody outside the run removes the lock's keys from a node (why: del, flush "
                  "for all keys, or evicted for all that have a lease; without it del)",
       .label = "delete key",
       .tip = "Somebody outside the run sends DEL with the lock's key. Nothing is published",
       .beyond_loads = "a load has many locks, and keeps no list of their keys",
       .target = node,
       .fields = {{{removal}}}},
  }};
}

constexpr auto fault_rows = rows_of_faults();

}  // namespace

const FaultRow& row_of(FaultKind kind) {
  LOCKLAB_ASSERT(kind < FaultKind::count_);
  return fault_rows[static_cast<std::size_t>(kind)];
}

const FieldRow& row_of(FaultField field) {
  LOCKLAB_ASSERT(field < FaultField::count_);
  return field_rows[static_cast<std::size_t>(field)];
}

std::string_view name(FaultKind kind) { return row_of(kind).id; }
std::string_view meaning(FaultKind kind) { return row_of(kind).meaning; }

std::optional<FaultKind> fault_named(std::string_view name) {
  for (std::size_t i = 0; i < fault_rows.size(); ++i)
    if (fault_rows[i].id == name) return static_cast<FaultKind>(i);
  return std::nullopt;
}

Subject target_of(const Fault& fault) {
  switch (row_of(fault.kind).target) {
    case FaultTarget::client:
      return Subject::client;
    case FaultTarget::node:
    case FaultTarget::node_for_client:
      return Subject::node;
    case FaultTarget::either:
      return fault.client != no_client ? Subject::client : Subject::node;
    case FaultTarget::link:
      break;
  }
  return Subject::link;
}

bool records_without_token(FaultKind kind, EventKind event) {
  const auto& events = row_of(kind).without_token;
  return event != EventKind::count_ && (event == events[0] || event == events[1]);
}

std::optional<Duration> lasts(const Fault& fault) {
  const FaultField field = row_of(fault.kind).lasts;
  if (field == FaultField::count_) return std::nullopt;
  return fault.*std::get<std::optional<Duration> Fault::*>(row_of(field).member);
}

std::optional<FaultKind> end_of(FaultKind kind) {
  const FaultKind end = row_of(kind).ended_by;
  return end == FaultKind::count_ ? std::nullopt : std::optional(end);
}

bool may_be_replica(const Scenario& scenario, NodeId node) {
  const NodeSpec& spec = scenario.nodes[index(node)];
  if (!spec.replica_of.empty()) return true;
  const auto follows_it = [&](const NodeSpec& other) { return other.replica_of == spec.name; };
  if (scenario.sentinels > 0)
    return std::any_of(scenario.nodes.begin(), scenario.nodes.end(), follows_it);
  return std::any_of(scenario.faults.begin(), scenario.faults.end(), [&](const Fault& fault) {
    return fault.kind == FaultKind::promote && follows_it(scenario.nodes[index(fault.node)]);
  });
}

Event missed(const Fault& fault, FaultToken token, NoEffect why) {
  return {.client = fault.client,
          .node = fault.node,
          .kind = EventKind::fault_missed,
          .fault = token,
          .reason = reason_of(why)};
}

}  // namespace locklab::sim
