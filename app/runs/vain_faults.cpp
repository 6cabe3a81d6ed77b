#include "app/runs/vain_faults.h"

#include <cstdint>
#include <map>
#include <optional>

#include "app/words/display_text.h"
#include "sim/scenario/fault_plan.h"
#include "sim/scenario/fault_rows.h"
#include "sim/trace/run_state.h"

namespace locklab::app {

namespace {

using sim::Fault;
using sim::FaultKind;
using sim::NoEffect;
using sim::Trace;

Sentence had_ended() { return say("the run had ended by then"); }

/// Why the moment of a fault never came.
Sentence why_never_due(const sim::Trigger& trigger, const Trace& trace) {
  if (trigger.at) return had_ended();
  const std::size_t seen = sim::matches_in(trigger, trace).size();
  if (seen >= trigger.nth) return had_ended();
  if (seen == 0) return say("the event never happened");
  return seen == 1 ? say("the event happened only once")
                   : say("the event happened only {} times", seen);
}

/// Why a fault whose moment came had no effect: there was no message, release or time left for it.
Sentence why_unmet(const Fault& fault, const Trace& trace) {
  if (trace.info.is_earlier)
    return say("an earlier version made this trace, and did not record why");
  const Sentence client = Sentence::name(printable(trace.client_name(fault.client)));
  if (sim::row_of(fault.kind).use_of(sim::FaultField::count)) return say("it met no message");
  if (fault.kind != FaultKind::foreign_release) return had_ended();
  // A paused client would release on resume.
  return sim::state_after(trace, trace.size()).clients().crashed(fault.client)
             ? say("{} crashed before it woke up", client)
             : say("{} was paused to the end", client);
}

}  // namespace

Sentence why_missed(const Trace& trace, const sim::Event& missed) {
  const Sentence client = Sentence::name(printable(trace.client_name(missed.client)));
  const Sentence node = Sentence::name(printable(trace.node_name(missed.node)));
  switch (sim::no_effect_of(missed.reason)) {
    case NoEffect::client_crashed:
      return say("{} had already crashed", client);
    case NoEffect::not_paused:
      return say("{} was not paused", client);
    case NoEffect::node_dead:
      return say("{} was dead", node);
    case NoEffect::node_frozen:
      return say("{} was frozen", node);
    case NoEffect::node_refuses:
      return say("{} refused writes", node);
    case NoEffect::just_back:
      return say("{} had just come back, and served nobody yet", node);
    case NoEffect::coming_back:
      return say("{} was already coming back", node);
    case NoEffect::not_down:
      return say("{} was neither dead nor frozen", node);
    case NoEffect::is_master:
      return say("{} was a master already", node);
    case NoEffect::other_slots:
      return say("{} did not have the lock's slot", node);
    case NoEffect::nothing_kept:
      return say("nothing was cut, slowed or held there");
    case NoEffect::nothing_held:
      return say("nothing was held there");
    case NoEffect::not_connected:
      return say("no connection was open there");
    case NoEffect::is_replica:
      return say("{} was a replica", node);
    case NoEffect::no_key:
      return say("{} had no such key", node);
    case NoEffect::none:
    case NoEffect::count_:
      break;
  }
  return {};
}

std::vector<VainFault> vain_faults(const std::vector<Fault>& faults, const Trace& trace) {
  std::vector<VainFault> vain;
  if (trace.info.lacks_beginning()) return vain;  // they may be in the missing part
  const auto moments = sim::moments_of(faults, trace);
  std::map<sim::FaultToken, std::size_t> missed;
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].kind == sim::EventKind::fault_missed) missed[trace[i].fault] = i;
  for (const std::size_t i : sim::never_struck(faults, trace)) {
    const auto told = missed.find(sim::token_of(i));
    vain.push_back({i, told != missed.end() ? why_missed(trace, trace[told->second])
                       : moments[i]         ? why_unmet(faults[i], trace)
                                            : why_never_due(faults[i].trigger, trace)});
  }
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
