#include "sim/check/durability.h"

#include <algorithm>

#include "lock/assert.h"
#include "sim/check/forgotten.h"

namespace locklab::sim {

namespace {

/// The value that an atomic command found, computed from the value that it left and its change.
/// Traces may come from elsewhere and hold any numbers, so the subtraction must not overflow.
std::int64_t before(std::int64_t value, std::int64_t change) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(value) -
                                   static_cast<std::uint64_t>(change));
}

}  // namespace

void Durability::on_access(const Event& event, std::size_t index, const Situation& now) {
  if (breach_ || event.client == no_client) return;
  Resource& resource = resources_[event.key];
  if (!resource.begun && initial_) resource.writes.push_back({*initial_, {}, {}, {}, true});
  resource.begun = true;
  const bool wrote = event.kind == EventKind::resource_wrote;
  const bool atomic = wrote && event.detail == 1;
  if (!wrote) found_ += look(resource, event.value, event, index);
  if (atomic && change_ != 0) found_ += look(resource, before(event.value, change_), event, index);
  if (wrote) add(resource, event, index, now);
  resource.at = event.at;
}

void Durability::on_final(const Event& event, std::size_t index) {
  if (!breach_ && !order_unknown_)
    is_there_ = look(resources_[event.key], event.value, event, index);
}

/// Compares the value that an access found with the writes before it. Missing writes are marked as
/// lost. Returns whether the access found a client's latest write.
bool Durability::look(Resource& resource, std::int64_t found, const Event& event,
                      std::size_t index) {
  std::vector<Write>& writes = resource.writes;
  if (writes.empty()) return false;
  if (writes.back().value == found) return writes.back().index.has_value();
  if (event.since_us > 0 && event.at - event.since_us <= resource.at) {
    order_unknown_ = true;
    writes.clear();
    return false;
  }
  const auto still_there = std::find_if(writes.rbegin(), writes.rend(),
                                        [&](const Write& one) { return one.value == found; });
  while (writes.rbegin() != still_there && !writes.empty()) {
    lose(writes.back(), index);
    writes.pop_back();
  }
  return false;
}

void Durability::lose(const Write& write, std::size_t missed) {
  lost_ += write.index.has_value();
  const Breach loss{missed, write.index};
  if (write.acknowledged) {
    if (!breach_) breach_ = loss;
    return;
  }
  if (is_awaited(write)) latest_[write.client].loss = loss;
}

void Durability::add(Resource& resource, const Event& event, std::size_t index,
                     const Situation& now) {
  // A live run records an atomic write from its reply, so the write is already acknowledged.
  const bool acknowledged = event.since_us > 0;
  if (acknowledged) resource.writes.clear();
  resource.writes.push_back({event.value, index, event.client, event.message, acknowledged});
  // A write that its client has given up on arrives late: the client may already wait for its next
  // one.
  if (now.abandoned(event)) return;
  Latest& latest = latest_[event.client];
  awaited_ -= latest.awaited;
  latest = {event.message, event.key, !acknowledged, {}};
  awaited_ += latest.awaited;
}

void Durability::answered(const Event& event) {
  const Latest* known = latest_.find(event.client);
  if (!known || !known->awaited || known->message != event.message) return;
  Latest& latest = latest_[event.client];
  LOCKLAB_ASSERT(awaited_ > 0u);
  latest.awaited = false;
  --awaited_;
  if (event.kind != EventKind::received) return;
  if (latest.loss && !breach_) breach_ = latest.loss;
  if (!latest.loss) acknowledge(resources_[latest.resource].writes, event);
}

void Durability::on_crash(const Event& event) {
  const Latest* known = latest_.find(event.client);
  if (!known || !known->awaited) return;
  latest_[event.client].awaited = false;
  --awaited_;
}

bool Durability::is_awaited(const Write& write) const {
  const Latest* latest = latest_.find(write.client);
  return latest && latest->awaited && latest->message == write.message;
}

/// Acknowledges a write and forgets those before it, which it has replaced.
void Durability::acknowledge(std::vector<Write>& writes, const Event& reply) {
  const auto write = std::find_if(writes.begin(), writes.end(), [&](const Write& one) {
    return one.client == reply.client && one.message == reply.message;
  });
  if (write == writes.end()) return;
  write->acknowledged = true;
  writes.erase(writes.begin(), write);
}

Sentence Durability::seen_at(const Trace& trace, const Event& access) const {
  if (access.kind == EventKind::resource_final)
    return say("at the end {} has {}: {}", trace.node_name(access.node), trace.info.resource,
               access.value);
  const bool wrote = access.kind == EventKind::resource_wrote;
  return say("{} found {} at {}", trace.client_name(access.client), trace.info.resource,
             wrote ? before(access.value, change_) : access.value);
}

Verdict Durability::verdict(const Trace& trace) const {
  if (breach_) {
    const Event& access = trace[breach_->event];
    const Sentence seen = seen_at(trace, access);
    const Sentence loss = breach_->other
                              ? say("{}'s write of {} at {} was acknowledged, and got lost: {}",
                                    who(trace, *breach_->other), trace[*breach_->other].value,
                                    when(trace, *breach_->other), seen)
                              : say("{} had {} at the beginning, and lost it: {}",
                                    trace.info.resource, initial_.value_or(0), seen);
    const Sentence cause =
        why_forgotten(trace, breach_->other.value_or(0), access.node, breach_->event);
    return broken(*breach_, cause.empty() ? loss : say("{}, because {}", loss, cause));
  }
  if (order_unknown_)
    return not_applicable(
        say("order unknown: reads and writes overlap in time, and no server tells which was "
            "first"));
  if (found_ == 0 && !is_there_)
    return not_applicable(say("nobody looked at {} after a write", trace.info.resource));
  const Sentence why =
      found_ == 0 ? say("the latest write is there at the end")
                  : counted(found_, say("1 access after a write found it"),
                            say("{} accesses after a write, and each found the latest", found_));
  return kept(lost_ == 0
                  ? why
                  : say("{}; {}", why,
                        counted(lost_, say("1 write got lost that nobody had been told of"),
                                say("{} writes got lost that nobody had been told of", lost_))));
}

}  // namespace locklab::sim
