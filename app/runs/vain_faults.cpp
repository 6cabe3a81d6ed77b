#include "app/runs/vain_faults.h"

#include <cstdint>
#include <optional>

#include "app/words/display_text.h"
#include "sim/scenario/cluster_slots.h"
#include "sim/scenario/fault_plan.h"
#include "sim/trace/run_state.h"

namespace locklab::app {

namespace {

using sim::Fault;
using sim::FaultKind;
using sim::RunState;
using sim::Trace;

Sentence had_ended() { return say("the run had ended by then"); }

/// Why the moment of a fault that waits for an event never came.
Sentence why_never_due(const sim::Trigger& trigger, const Trace& trace) {
  if (trigger.at) return had_ended();
  const std::size_t seen = sim::matches_in(trigger, trace).size();
  if (seen >= trigger.nth) return had_ended();
  if (seen == 0) return say("the event never happened");
  return seen == 1 ? say("the event happened only once")
                   : say("the event happened only {} times", seen);
}

/// The state of the run when all events before `us` have happened.
RunState state_before(const Trace& trace, std::int64_t us) {
  std::size_t events = 0;
  while (events < trace.size() && trace[events].at < us) ++events;
  return sim::state_after(trace, events);
}

/// A fault whose moment came, and which found nothing. Others may have struck at the same instant,
/// before it or after it, so two states may be the one that it found.
class StruckMoment {
 public:
  StruckMoment(const Fault& fault, const Trace& trace, std::int64_t at)
      : fault_(fault),
        trace_(trace),
        at_(at),
        client_(Sentence::name(printable(trace.client_name(fault.client)))),
        node_(Sentence::name(printable(trace.node_name(fault.node)))) {}

  Sentence why_nothing() const {
    switch (fault_.kind) {
      case FaultKind::crash:
      case FaultKind::pause:
        return had_crashed();
      case FaultKind::jump:
      case FaultKind::drift:
        return fault_.client == no_client ? had_ended() : had_crashed();
      case FaultKind::resume:
        return crashed(after()) ? had_crashed() : say("{} was not paused", client_);
      case FaultKind::foreign_release:
        return why_nothing_released();
      case FaultKind::refuse:
        return dead(before()) || dead(after()) ? say("{} was dead", node_)
                                               : say("{} was frozen", node_);
      case FaultKind::stop:
        return say("{} was dead", node_);
      case FaultKind::restart:
        return dead(before()) && dead(after()) ? say("{} was already coming back", node_)
                                               : say("{} was neither dead nor frozen", node_);
      case FaultKind::promote:
        if (leads(before()) || leads(after())) return say("{} was a master already", node_);
        return dead(before()) || dead(after()) ? say("{} was dead", node_)
                                               : say("{} was frozen", node_);
      case FaultKind::migrate:
        return why_nothing_moved();
      case FaultKind::heal:
        return say("nothing was cut, slowed or held there");
      case FaultKind::release:
        return say("nothing was held there");
      case FaultKind::drop:
      case FaultKind::delay:
        return say("it met no message");
      case FaultKind::reset:
        return say("no connection was open there");
      case FaultKind::kill:
      case FaultKind::cut:
      case FaultKind::slow:
      case FaultKind::hold:
      case FaultKind::count_:
        break;
    }
    return had_ended();  // they strike whatever they find
  }

 private:
  RunState before() const { return state_before(trace_, at_); }
  RunState after() const { return state_before(trace_, at_ + 1); }
  bool crashed(const RunState& state) const { return state.clients().crashed(fault_.client); }
  bool leads(const RunState& state) const {
    return state.families().master(fault_.node) == no_node;
  }
  static bool refuses(const RunState& state, NodeId node) {
    return state.nodes().condition(node) == sim::NodeCondition::refusing;
  }
  bool dead(const RunState& state) const { return dead(state, fault_.node); }
  static bool dead(const RunState& state, NodeId node) {
    const sim::NodeCondition condition = state.nodes().condition(node);
    return condition == sim::NodeCondition::killed ||
           condition == sim::NodeCondition::without_power;
  }

  /// Both nodes have to answer while the slot moves.
  Sentence why_nothing_moved() const {
    for (const NodeId node : {fault_.node, sim::receiver_of(fault_, trace_.info.nodes.size())}) {
      const Sentence who = Sentence::name(printable(trace_.node_name(node)));
      if (before().nodes().down(node) || after().nodes().down(node))
        return dead(before(), node) || dead(after(), node) ? say("{} was dead", who)
                                                           : say("{} was frozen", who);
      if (refuses(before(), node) || refuses(after(), node)) return say("{} refused writes", who);
      if (came_back_just_now(node)) return say("{} had just come back, and served nobody yet", who);
    }
    return say("{} did not have the lock's slot", node_);
  }
  bool came_back_just_now(NodeId node) const {
    for (std::size_t i = 0; i < trace_.size() && trace_[i].at <= at_; ++i)
      if (trace_[i].kind == sim::EventKind::node_restarted && trace_[i].node == node &&
          trace_[i].at > at_ - us(sim::cluster_comeback))
        return true;
    return false;
  }
  Sentence had_crashed() const { return say("{} had already crashed", client_); }
  /// A client that is paused would release when it wakes.
  Sentence why_nothing_released() const {
    if (crashed(after())) return had_crashed();
    return crashed(sim::state_after(trace_, trace_.size()))
               ? say("{} crashed before it woke up", client_)
               : say("{} was paused to the end", client_);
  }

  const Fault& fault_;
  const Trace& trace_;
  const std::int64_t at_;
  const Sentence client_, node_;
};

}  // namespace

Sentence why_nothing(const Fault& fault, const Trace& trace, std::int64_t at) {
  return StruckMoment(fault, trace, at).why_nothing();
}

std::vector<VainFault> vain_faults(const std::vector<Fault>& faults, const Trace& trace) {
  std::vector<VainFault> vain;
  if (trace.info.lacks_beginning()) return vain;  // it may have struck before
  const auto moments = sim::moments_of(faults, trace);
  for (const std::size_t i : sim::never_struck(faults, trace))
    vain.push_back({i, moments[i] ? why_nothing(faults[i], trace, *moments[i])
                                  : why_never_due(faults[i].trigger, trace)});
  return vain;
}

std::vector<Sentence> vain_fault_words(const std::vector<Fault>& faults, const Trace& trace) {
  constexpr std::size_t most_listed = 10;  // there may be hundreds
  std::vector<Sentence> words;
  std::vector<VainFault> vain = vain_faults(faults, trace);
  const std::size_t more = vain.size() > most_listed + 1 ? vain.size() - most_listed : 0;
  vain.resize(vain.size() - more);
  for (const auto& [i, why] : vain) {
    const sim::FaultPlace& place = faults[i].place;
    const std::string moment = printable(place.moment);
    words.push_back(place.line > 0 ? say("fault {} (line {}: {}) never struck: {}", i + 1,
                                         place.line, moment, why)
                                   : say("fault {} ({}) never struck: {}", i + 1, moment, why));
  }
  if (more > 0) words.push_back(say("{} more faults never struck", more));
  return words;
}

}  // namespace locklab::app
