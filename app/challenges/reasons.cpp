#include "app/challenges/reasons.h"

#include "app/timeline/words/fault_words.h"
#include "app/timeline/words/wording.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

/// Adds to a reason the latest time, in us, at which it ends; `until` is negative if unknown.
Sentence lasting_until(const Sentence& reason, std::int64_t until) {
  return until < 0 ? reason : say("{}, until {} at the latest", reason, span_text(until));
}

Sentence only_in(sim::Phase phase) {
  switch (phase) {
    case sim::Phase::idle:
      return say("this strikes only a client that has nothing to do with the lock");
    case sim::Phase::acquire:
      return say("this strikes only a client that is taking the lock");
    case sim::Phase::wait:
      return say("this strikes only a client that waits before it tries again");
    case sim::Phase::hold:
      return say("this strikes only a client that holds the lock");
    default:
      return say("this strikes only a client that is releasing the lock");
  }
}

/// Why a client cannot release the lock as a non-holder.
Sentence why_it_holds(const Sentence& client, sim::Phase phase) {
  switch (phase) {
    case sim::Phase::acquire:
      return say("{} is taking the lock: choose a client that has nothing to do with it", client);
    case sim::Phase::release:
      return say("{} is releasing the lock itself", client);
    default:
      return say("{} holds the lock: choose a client that does not", client);
  }
}

Sentence sleeping(const sim::Scenario& scenario, const Sentence& client, sim::Phase phase,
                  std::int64_t until) {
  const std::string at = span_text(until);
  if (phase == sim::Phase::wait) return say("{} waits until {}", client, at);
  if (phase != sim::Phase::hold) return say("{} sleeps until {}", client, at);
  return watches_lease(scenario) ? say("a timer of {} runs until {}", client, at)
                                 : say("{} is at work until {}", client, at);
}

class Reasons {
 public:
  Reasons(const sim::Scenario& scenario, const sim::Budget& budget, const sim::Trace& trace,
          const sim::DisabledMove& blocked)
      : scenario_(scenario), budget_(budget), trace_(trace), blocked_(blocked) {}

  Sentence what() const {
    if (blocked_.event && is_wake_up(*blocked_.event)) return say("{} goes on", client());
    if (blocked_.event) return due_words(scenario_, trace_, *blocked_.event);
    if (blocked_.fault) return effect_words(scenario_, *blocked_.fault);
    return kind_words(budget_[*blocked_.allowance].kind);
  }

  Sentence why() const {
    switch (blocked_.why) {
      case sim::WhyDisabled::later:
        return later(*blocked_.event);
      case sim::WhyDisabled::behind:
        return say("at the same instant, but something else comes first: {}", first());
      case sim::WhyDisabled::held:
        return lasting_until(say("it is held back"), blocked_.until);
      case sim::WhyDisabled::cut:
        return lasting_until(say("the link {} – {} is cut", client(), node()), blocked_.until);
      case sim::WhyDisabled::overtakes:
        return say("it cannot overtake what stands before it: {}", first());
      case sim::WhyDisabled::frozen:
        return lasting_until(
            blocked_.until < 0 ? say("{} is busy", node()) : say("{} is frozen", node()),
            blocked_.until);
      case sim::WhyDisabled::asleep:
      case sim::WhyDisabled::paused:
        return lasting_until(say("{} is paused", client()), blocked_.until);
      default:
        return why_no_strike();
    }
  }

 private:
  static bool is_wake_up(const sim::PendingEvent& event) {
    return event.kind == sim::TimerKind::other;
  }
  Sentence client() const {
    const ClientId id = blocked_.event   ? blocked_.event->client
                        : blocked_.fault ? blocked_.fault->client
                                         : no_client;
    return id == no_client ? Sentence() : client_called(scenario_, id);
  }
  Sentence node() const {
    const NodeId id = blocked_.event   ? blocked_.event->node
                      : blocked_.fault ? blocked_.fault->node
                                       : no_node;
    return id == no_node ? Sentence() : node_called(scenario_, id);
  }
  Sentence first() const {
    return blocked_.first ? due_words(scenario_, trace_, *blocked_.first) : say("time goes on");
  }
  Sentence doing() const {
    return doing_words(scenario_, trace_, blocked_.fault->client, blocked_.doing);
  }

  Sentence later(const sim::PendingEvent& event) const {
    const std::string at = span_text(event.at);
    switch (event.kind) {
      case sim::TimerKind::wire:
        return event.stage == sim::Stage::at_node
                   ? say("{} waits for its replicas until {}", node(), at)
                   : say("it is on its way until {}", at);
      case sim::TimerKind::sleep:
        if (event.paused) return say("not before {}", at);
        return event.phase == sim::Phase::idle
                   ? say("{} begins at {}", client(), at)
                   : sleeping(scenario_, client(), event.phase, event.at);
      case sim::TimerKind::replication:
        return say("the copy is on its way until {}", at);
      default:
        return say("not before {}", at);
    }
  }

  Sentence why_no_strike() const {
    switch (blocked_.why) {
      case sim::WhyDisabled::spent:
        return say("you have none left");
      case sim::WhyDisabled::mid_instant:
        return say("no fault strikes in the middle of an instant, first: {}", first());
      case sim::WhyDisabled::crashed:
      case sim::WhyDisabled::finished:
        return doing();
      case sim::WhyDisabled::holds:
        return why_it_holds(client(), blocked_.doing.phase);
      case sim::WhyDisabled::phase:
        return say("{}: {}", only_in(*budget_[*blocked_.allowance].phase), doing());
      case sim::WhyDisabled::down:
        return lasting_until(say("{} is down", node()), blocked_.until);
      case sim::WhyDisabled::stopped:
        return lasting_until(say("{} is frozen", node()), blocked_.until);
      case sim::WhyDisabled::no_reply:
        return say("{} owes {} no reply now: {}", node(), client(), doing());
      case sim::WhyDisabled::has_left:
        return say("{}'s reply to {} is on its way already", node(),
                   command_words(trace_, blocked_.fault->client, blocked_.doing.message));
      case sim::WhyDisabled::no_master:
        return say("{} is the master already", node());
      case sim::WhyDisabled::too_soon:
        return say("not before {}", span_text(blocked_.until));
      case sim::WhyDisabled::no_key:
        return say("{} has no key of the lock", node());
      default:
        return say("it has begun at this very instant: let something happen first");
    }
  }

  const sim::Scenario& scenario_;
  const sim::Budget& budget_;
  const sim::Trace& trace_;
  const sim::DisabledMove& blocked_;
};

}  // namespace

Refusal refusal_words(const sim::Scenario& scenario, const sim::Budget& budget,
                      const sim::Trace& trace, const sim::DisabledMove& blocked) {
  const Reasons reasons(scenario, budget, trace, blocked);
  return {reasons.what(), reasons.why()};
}

Sentence doing_words(const sim::Scenario& scenario, const sim::Trace& trace, ClientId id,
                     const sim::Doing& doing) {
  const Sentence client = client_called(scenario, id);
  switch (doing.kind) {
    case sim::Doing::Kind::not_begun:
      return say("{} begins at {}", client, span_text(doing.until));
    case sim::Doing::Kind::awaits_reply:
      return say("{} waits for {}'s reply to {}", client, node_called(scenario, doing.node),
                 command_words(trace, id, doing.message));
    case sim::Doing::Kind::sleeps:
      return sleeping(scenario, client, doing.phase, doing.until);
    case sim::Doing::Kind::paused:
      return lasting_until(say("{} is paused", client), doing.until);
    case sim::Doing::Kind::crashed:
      return say("{} has crashed", client);
    case sim::Doing::Kind::finished:
      return say("{} is done", client);
    default:
      return say("{} goes on now", client);
  }
}

}  // namespace locklab::app
