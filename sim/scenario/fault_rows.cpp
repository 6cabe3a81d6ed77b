#include "sim/scenario/fault_rows.h"

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
    {"power", "", &Fault::power},
    {"restart_after_ms", "", &Fault::restart_after},
}};

// NOLINTNEXTLINE(readability-function-size): a table
constexpr std::array<FaultRow, static_cast<std::size_t>(FaultKind::count_)> rows_of_faults() {
  using enum FaultField;
  using enum FaultTarget;
  constexpr bool needed = true;
  return {{
      {.id = "crash", .meaning = "a client is gone at once, with everything it had not sent"},
      {.id = "pause",
       .meaning = "a client stands still while its clock runs on (ms; without it until resume)",
       .fields = {{{duration}}},
       .lasts = duration,
       .ended_by = FaultKind::resume},
      {.id = "resume",
       .meaning = "a paused client goes on",
       .without_token = {EventKind::client_resumed, EventKind::count_}},
      {.id = "jump",
       .meaning = "the wall clock of a client or node jumps (ms, negative: back)",
       .target = either,
       .fields = {{{shift, needed}}}},
      {.id = "drift",
       .meaning = "the clock of a client or node runs faster from now on (ppm, negative: slower)",
       .target = either,
       .fields = {{{pace, needed}}}},
      {.id = "kill",
       .meaning =
           "a node's process dies, or with power = true its machine (restart_after_ms: comes "
           "back)",
       .target = node,
       .fields = {{{power}, {restart_after}}},
       .lasts = restart_after,
       .ended_by = FaultKind::restart},
      {.id = "stop",
       .meaning = "a node freezes (ms; without it until restart)",
       .target = node,
       .fields = {{{duration}}},
       .lasts = duration,
       .ended_by = FaultKind::restart},
      {.id = "restart",
       .meaning = "a killed or stopped node goes on",
       .target = node,
       .without_token = {EventKind::node_continued, EventKind::node_restarted}},
      {.id = "cut",
       .meaning = "nothing passes between a client and a node (requests, replies; ms; without it "
                  "until heal)",
       .target = link,
       .fields = {{{direction}, {duration}}},
       .lasts = duration,
       .ended_by = FaultKind::heal},
      {.id = "heal",
       .meaning = "ends cut, slow and hold on a link",
       .target = link,
       .without_token = {EventKind::link_healed, EventKind::count_}},
      {.id = "slow",
       .meaning = "messages on a link take longer (ms, give or take jitter_ms; for_ms, without it "
                  "until heal)",
       .target = link,
       .fields = {{{duration, needed}, {jitter}, {slow_for}}},
       .lasts = slow_for,
       .ended_by = FaultKind::heal},
      {.id = "hold",
       .meaning = "the next messages on a link wait (count; ms; without it until release)",
       .target = link,
       .fields = {{{direction}, {count}, {command}, {duration}}},
       .lasts = duration,
       .ended_by = FaultKind::release},
      {.id = "release",
       .meaning = "held messages go on",
       .target = link,
       .without_token = {EventKind::link_released, EventKind::count_}},
      {.id = "drop",
       .meaning = "the next messages on a link are lost, and the connection with them (count)",
       .target = link,
       .fields = {{{direction}, {count}, {command}}}},
      {.id = "delay",
       .meaning =
           "the next messages on a link arrive later, and nothing overtakes them (ms; count)",
       .target = link,
       .fields = {{{direction}, {count}, {command}, {duration, needed}}}},
      {.id = "reset", .meaning = "a connection is torn down", .target = link},
      {.id = "promote",
       .meaning = "a replica becomes the master that clients talk to (after_ms: it takes so long; "
                  "client: only that one talks to it, or untold = true: all do; the old master "
                  "remains one: ms; without it until another promote)",
       .target = node_for_client,
       .fields = {{{duration}, {after}, {untold}}},
       .lasts = duration},
      {.id = "refuse",
       .meaning =
           "a node answers writes with an error (why: full, read_only or unsaved; ms; without "
           "it until its process dies)",
       .target = node,
       .fields = {{{duration}, {refusal, needed}}},
       .lasts = duration},
      {.id = "migrate",
       .meaning = "a node of a cluster gives the lock's slot with its keys to another master (to; "
                  "without it to the next one)",
       .target = node,
       .fields = {{{to}}}},
      {.id = "foreign_release",
       .meaning = "a client that does not hold runs its release",
       .without_token = {EventKind::releasing, EventKind::count_}},
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

Event missed(const Fault& fault, FaultToken token, NoEffect why) {
  return {.client = fault.client,
          .node = fault.node,
          .kind = EventKind::fault_missed,
          .fault = token,
          .reason = reason_of(why)};
}

}  // namespace locklab::sim
