#include "sim/check/no_lost_update.h"

#include <utility>
#include <vector>

#include "sim/check/key_history.h"
#include "sim/check/troubles.h"

namespace locklab::sim {

NoLostUpdate::Access NoLostUpdate::access(const Event& event, std::size_t index) {
  return {event.at - event.since_us, event.at, index, event.acquisition, event.client, event.key};
}

/// Whether `a` certainly came before `b`. Exact times follow the order of the trace; intervals are
/// ordered only if they do not overlap.
bool NoLostUpdate::before(const Access& a, const Access& b) {
  const bool exact = a.from == a.at && b.from == b.at;
  return exact ? a.index < b.index : a.at < b.from;
}

NoLostUpdate::Access* NoLostUpdate::find(Reads& reads, const Event& event) {
  if (reads.latest[reads.last].of(event)) return &reads.latest[reads.last];
  for (Access& read : reads.latest)
    if (read.of(event)) return &read;
  return nullptr;
}

void NoLostUpdate::on_read(const Event& event, std::size_t index) {
  if (event.client == no_client) return;
  Reads& reads = reads_[event.client];
  Access* known = find(reads, event);
  if (!known) {
    reads.last = (reads.last + 1) % reads.latest.size();
    known = &reads.latest[reads.last];
  }
  *known = access(event, index);
}

void NoLostUpdate::on_write(const Event& event, std::size_t index) {
  ++writes_;
  Resource& resource = resources_[event.key];
  if (resource.last.client != event.client) resource.by_other = resource.last;
  Write write{access(event, index)};
  const bool atomic = event.detail == 1;
  if (!atomic && event.client != no_client) {
    if (Access* read = find(reads_[event.client], event)) {
      write.read_by = read->at;
      if (resource.by_other.client != no_client && !breach_) judge(write, *read, resource.by_other);
      *read = write;  // a second write of the same hold has seen the first
    }
  }
  resource.last = write;
}

void NoLostUpdate::judge(const Write& own, const Access& read, const Write& other) {
  if (before(other, read)) return;
  // If both read before either wrote, the later write replaced the earlier one.
  if (before(read, other) && (before(other, own) || other.read_by < own.from)) {
    breach_ = Breach{own.index, other.index};
    read_ = read.index;
  } else {
    order_unknown_ = true;
  }
}

namespace {

/// The events with which the two writers of a breach entered; the later write for both if no event
/// shows it. After the second, what happens to the lock's nodes decides nothing.
std::pair<std::size_t, std::size_t> entries(const Trace& trace, const Breach& breach) {
  std::vector<std::size_t> entered;
  for (std::size_t i = 0; i < breach.event; ++i)
    if (trace[i].kind == EventKind::entered &&
        (same_hold(trace[i], trace[breach.event]) || same_hold(trace[i], trace[*breach.other])))
      entered.push_back(i);
  if (entered.empty()) return {breach.event, breach.event};
  return {entered.front(), entered.back()};
}

/// The faults due to which both were inside, or a write was late. Both ask the same nodes, so a
/// freeze is told of the first inside alone.
std::vector<Sentence> faults_behind(const Trace& trace, const Breach& breach) {
  const auto [first, second] = entries(trace, breach);
  std::vector<Sentence> all{troubles_of(trace, first, second, Trouble::frozen_node)};
  for (const std::size_t write : {*breach.other, breach.event}) {
    all.push_back(troubles_of(trace, write, second, Trouble::delay));
    all.push_back(troubles_of(trace, write, breach.event,
                              Trouble::pause | Trouble::client_clock | Trouble::delay_at_resource |
                                  Trouble::cut_from_resource));
  }
  std::erase_if(all, [](const Sentence& one) { return one.empty(); });
  return all;
}

}  // namespace

Verdict NoLostUpdate::verdict(const Trace& trace, bool some_forgotten) const {
  if (breach_) {
    const Event& own = trace[breach_->event];
    const Event& other = trace[*breach_->other];
    Sentence why = say("{} wrote {} over {}'s {} unseen: {} read at {}, {} wrote at {}",
                       trace.client_name(own.client), own.value, trace.client_name(other.client),
                       other.value, trace.client_name(own.client), when(trace, read_),
                       trace.client_name(other.client), about_ms(other.at));
    for (const Sentence& fault : faults_behind(trace, *breach_)) why = say("{}; {}", why, fault);
    return broken(*breach_, std::move(why));
  }
  if (order_unknown_)
    return not_applicable(
        say("order unknown: reads and writes overlap in time, and no server tells which was "
            "first"));
  if (writes_ == 0) return kept(say("nothing was written"));
  if (writes_ == 1) return kept(say("1 write"));
  if (some_forgotten)
    return kept(
        say("{} writes, and no other came between a read and its write; but {} lost a write: see "
            "durability",
            writes_, trace.info.resource));
  return kept(say("{} writes, none over another that it had not seen", writes_));
}

}  // namespace locklab::sim
