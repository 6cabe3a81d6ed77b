#include "sim/scenario/fault_plan.h"

#include <algorithm>
#include <set>
#include <utility>

#include "lock/command.h"
#include "sim/scenario/trigger.h"

namespace locklab::sim {

namespace {

/// Whether the event, although it carries no token, may record an injection of the fault.
bool may_be_recorded_by(const Fault& fault, const Event& event) {
  return (fault.client == no_client || fault.client == event.client) &&
         (fault.node == no_node || fault.node == event.node) &&
         records_without_token(fault.kind, event.kind);
}

/// Finds the injections of faults that leave no token in the trace. In a live run, or if the client
/// is paused, the event comes later than the moment of the fault.
class StrikesWithoutToken {
 public:
  StrikesWithoutToken(const std::vector<Fault>& faults, const Trace& trace,
                      std::vector<std::vector<std::size_t>>& strikes)
      : faults_(faults),
        trace_(trace),
        moments_(moments_of(faults, trace)),
        foreign_releases_(std::any_of(
            faults.begin(), faults.end(),
            [](const Fault& fault) { return fault.kind == FaultKind::foreign_release; })),
        strikes_(strikes) {}

  void add(std::size_t index) {
    const Event& event = trace_[index];
    if (ends_fault(event.kind)) return give_to_latest(index);
    if (!foreign_releases_) return;
    if (event.kind == EventKind::attempt) attempts_.emplace(event.client, event.acquisition);
    // A release without an attempt is a foreign release.
    if (event.kind == EventKind::releasing &&
        !attempts_.contains({event.client, event.acquisition}))
      give_to_latest(index);
  }

 private:
  /// Attributes the event to the latest fault before it. Of several at one moment, the first one
  /// ends everything that is active, and the others have no effect.
  void give_to_latest(std::size_t index) {
    std::optional<std::size_t> latest;
    for (std::size_t i = 0; i < faults_.size(); ++i)
      if (may_record(i, trace_[index]) && (!latest || *moments_[i] > *moments_[*latest]))
        latest = i;
    if (latest) strikes_[*latest].push_back(index);
  }

  bool may_record(std::size_t fault, const Event& event) const {
    if (!moments_[fault] || *moments_[fault] > event.at - event.since_us) return false;
    return may_be_recorded_by(faults_[fault], event) &&
           std::all_of(strikes_[fault].begin(), strikes_[fault].end(),
                       [&](std::size_t before) { return of_one_strike(trace_[before], event); });
  }

  /// Whether one injection may cause both events: at several links, or for several locks.
  static bool of_one_strike(const Event& a, const Event& b) {
    if (a.kind == EventKind::releasing) return a.acquisition == b.acquisition;
    return subject_of(a.kind) == Subject::link && a.at == b.at &&
           (a.client != b.client || a.node != b.node);
  }

  const std::vector<Fault>& faults_;
  const Trace& trace_;
  const std::vector<std::optional<std::int64_t>> moments_;
  const bool foreign_releases_;                            ///< some fault is a foreign release
  std::set<std::pair<ClientId, std::uint32_t>> attempts_;  ///< client, acquisition
  std::vector<std::vector<std::size_t>>& strikes_;
};

}  // namespace

void MessageCommands::on_event(const Event& event, const Trace& trace) {
  if (event.kind == EventKind::sent) by_message_[event.message] = verb(trace.words(event));
}

std::string_view MessageCommands::of(const Event& event) const {
  const auto found = by_message_.find(event.message);
  return found == by_message_.end() ? std::string_view() : found->second;
}

bool matches(const Trigger& trigger, const Event& event, const MessageCommands& commands) {
  return trigger.event == event.kind &&
         (trigger.client == no_client || trigger.client == event.client) &&
         (trigger.node == no_node || trigger.node == event.node) &&
         (!trigger.purpose || *trigger.purpose == event.purpose) &&
         (trigger.command.empty() || trigger.command == commands.of(event));
}

FaultPlan::FaultPlan(std::vector<Fault> faults) : faults_(std::move(faults)) {
  for (std::size_t i = 0; i < faults_.size(); ++i) {
    const Trigger& trigger = faults_[i].trigger;
    if (trigger.at) {
      make_due(i, std::max(*trigger.at + trigger.plus, Duration(0)));
    } else {
      waiting_.push_back({i, trigger.nth});
      names_commands_ |= !trigger.command.empty();
    }
  }
}

void FaultPlan::make_due(std::size_t fault, Duration delay) {
  due_.push_back({&faults_[fault], token_of(fault), delay});
}

void FaultPlan::on_event(const Event& event, const Trace& trace) {
  if (names_commands_) commands_.on_event(event, trace);
  for (std::size_t i = 0; i < waiting_.size();) {
    const Trigger& trigger = faults_[waiting_[i].fault].trigger;
    if (matches(trigger, event, commands_) && --waiting_[i].still == 0) {
      make_due(waiting_[i].fault, std::max(trigger.plus, Duration(0)));
      waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
}

std::optional<FaultPlan::Due> FaultPlan::take_due() {
  if (due_.empty()) return std::nullopt;
  const Due first = due_.front();
  due_.pop_front();
  return first;
}

void FaultPlan::fingerprint(Fingerprint& print) const {
  for (const Waiting& waiting : waiting_) {
    print.add(std::uint64_t{waiting.fault});
    print.add(waiting.still);
  }
  for (const Due& due : due_) print.add(std::uint64_t{due.token});
}

namespace {

/// A trigger that matches this event, with nth 1; nullopt if no phrase can express it.
std::optional<Trigger> trigger_of(const Event& event, const MessageCommands& commands,
                                  const Cast& cast) {
  Trigger trigger;
  trigger.event = event.kind;
  trigger.client = event.client;
  const bool message = event.kind == EventKind::sent || event.kind == EventKind::ran ||
                       event.kind == EventKind::received;
  const bool by_node = is_key_event(event.kind) || subject_of(event.kind) == Subject::node;
  if (message || by_node) trigger.node = event.node;
  if (by_node) trigger.client = no_client;
  if (message)
    if (const auto command = command_named(commands.of(event))) trigger.command = *command;
  const bool known = trigger.client == no_client || index(trigger.client) < cast.clients.size();
  const bool placed = trigger.node == no_node || trigger.node == resource_node ||
                      index(trigger.node) < cast.nodes.size();
  if (!known || !placed || (trigger.client == no_client && !by_node)) return std::nullopt;
  return trigger_phrase(trigger, cast) ? std::optional(trigger) : std::nullopt;
}

/// The longest time after an event for which the trigger gets no `plus`.
constexpr Duration right_after{1'000};

}  // namespace

std::optional<Trigger> trigger_now(const Trace& trace, std::int64_t now_us) {
  const std::vector<std::string_view> clients(trace.info.clients.begin(), trace.info.clients.end());
  const std::vector<std::string_view> nodes(trace.info.nodes.begin(), trace.info.nodes.end());
  const Cast cast{clients, nodes, trace.info.resource};
  std::optional<Trigger> last;
  std::int64_t at = 0;
  MessageCommands commands;
  for (std::size_t i = trace.first(); i < trace.size(); ++i) {
    commands.on_event(trace[i], trace);
    if (auto trigger = trigger_of(trace[i], commands, cast)) {
      last = std::move(trigger);
      at = trace[i].at;
    }
  }
  if (!last) return std::nullopt;
  last->nth = static_cast<std::uint32_t>(matches_in(*last, trace).size());
  if (const Duration since(now_us - at); since > right_after) last->plus = since;
  return last;
}

std::vector<std::size_t> matches_in(const Trigger& trigger, const Trace& trace) {
  std::vector<std::size_t> found;
  MessageCommands commands;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    if (!trigger.command.empty()) commands.on_event(trace[i], trace);
    if (matches(trigger, trace[i], commands)) found.push_back(i);
  }
  return found;
}

std::vector<std::optional<std::int64_t>> moments_of(const std::vector<Fault>& faults,
                                                    const Trace& trace) {
  std::vector<std::optional<std::int64_t>> moments(faults.size());
  const std::int64_t end = trace.empty() ? 0 : trace.back().at;
  FaultPlan plan(faults);
  const auto note_due = [&](std::int64_t now) {
    while (const auto due = plan.take_due())
      if (now + us(due->delay) <= end) moments[due->token - 1u] = now + us(due->delay);
  };
  note_due(0);
  for (std::size_t i = 0; i < trace.size() && plan.waits_for_events(); ++i) {
    plan.on_event(trace[i], trace);
    note_due(trace[i].at);
  }
  return moments;
}

std::vector<std::vector<std::size_t>> strikes_of(const std::vector<Fault>& faults,
                                                 const Trace& trace) {
  std::vector<std::vector<std::size_t>> all(faults.size());
  StrikesWithoutToken without_token(faults, trace, all);
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const Event& event = trace[i];
    if (event.fault == 0) {
      without_token.add(i);
    } else if (event.fault <= faults.size() && strikes(event.kind)) {
      all[event.fault - 1u].push_back(i);
    }
  }
  return all;
}

std::vector<std::size_t> never_struck(const std::vector<Fault>& faults, const Trace& trace) {
  const std::vector<std::vector<std::size_t>> found = strikes_of(faults, trace);
  std::vector<std::size_t> never;
  for (std::size_t i = 0; i < faults.size(); ++i)
    if (found[i].empty()) never.push_back(i);
  return never;
}

}  // namespace locklab::sim
