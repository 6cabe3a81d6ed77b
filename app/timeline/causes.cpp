#include "app/timeline/causes.h"

#include <algorithm>
#include <optional>

#include "lock/reply.h"

namespace locklab::app {

namespace {

using sim::Event;
using sim::EventKind;
using sim::Subject;
using MaybeEvent = std::optional<std::uint32_t>;

bool is_removal(EventKind kind) {
  return kind == EventKind::key_deleted || kind == EventKind::key_expired ||
         kind == EventKind::key_lost;
}

/// One search for the causes of one event.
class Causes {
 public:
  Causes(const sim::Trace& trace, const Scene& scene) : trace_(trace), scene_(scene) {}

  std::vector<std::uint32_t> of(std::uint32_t i) {
    const Event& e = trace_[i];
    switch (e.kind) {
      case EventKind::entered:
        entry(i);
        break;
      case EventKind::attempt:
        add(last_of(e, i, EventKind::refused));
        for (std::uint16_t node = 0; causes_.empty() && node < trace_.info.nodes.size(); ++node)
          stands(NodeId{node}, i, e.client);
        break;
      case EventKind::acquired:
        votes(i);
        break;
      case EventKind::refused:
        refusals(i);
        break;
      case EventKind::ran:
      case EventKind::received:
        answer(i);
        break;
      case EventKind::sent:
        add(trouble(e.client, begin_of_hold(e, i), i));
        break;
      case EventKind::timed_out:
      case EventKind::message_lost:
        silence(i);
        break;
      case EventKind::key_set:
      case EventKind::key_lease:
        grant(i);
        break;
      case EventKind::key_expired:
        expiry(i);
        break;
      case EventKind::key_deleted:
        deletion(i);
        break;
      case EventKind::key_lost:
        add(last_fault_of(e.node, i));
        break;
      case EventKind::released:
      case EventKind::lease_lost:
      case EventKind::renewed:
        add_causes_of_last_answer(i);
        break;
      case EventKind::gave_up:
        add(last_of(e, i, EventKind::refused));
        break;
      case EventKind::pushed:
        add(last(lane(e.node), i, [](const Event& x) { return is_key_event(x.kind); }));
        break;
      case EventKind::push_received:
        add(of_message(lane(e.node), i, EventKind::pushed));
        break;
      case EventKind::resource_wrote:
      case EventKind::resource_rejected:
      case EventKind::resource_read:
        access(i);
        break;
      default:
        failover_or_end(i);
    }
    return std::move(causes_);
  }

  /// The last fault of a client itself between two events.
  MaybeEvent trouble(ClientId client, std::uint32_t from, std::uint32_t to) const {
    return last(lane(client), to, [&](const Event& x) {
      return strikes(x.kind) && subject_of(x.kind) == Subject::client && x.at >= trace_[from].at;
    });
  }

 private:
  void failover_or_end(std::uint32_t i) {
    const Event& e = trace_[i];
    if (e.kind == EventKind::node_promoted) {
      promotion(i);
    } else if (e.kind == EventKind::sentinels_pick) {
      add(last(lane(static_cast<NodeId>(e.value)), i,
               [](const Event& x) { return x.kind == EventKind::sentinels_agree; }));
    } else if (e.kind == EventKind::sentinels_agree) {
      add(last_fault_of(e.node, i));
    } else if (ends_fault(e.kind)) {
      strike(i);
    }
  }

  void add(MaybeEvent event) {
    if (event && std::find(causes_.begin(), causes_.end(), *event) == causes_.end())
      causes_.push_back(*event);
  }

  template <class Id>
  std::size_t lane(Id of) const {
    return scene_.lane_of(of);
  }

  /// The last event of a lane before `before` that fits.
  template <class Fits>
  MaybeEvent last(std::size_t lane, std::uint32_t before, Fits fits) const {
    if (lane >= scene_.events.size()) return std::nullopt;
    const std::vector<std::uint32_t>& events = scene_.events[lane];
    for (auto at = std::lower_bound(events.begin(), events.end(), before); at != events.begin();)
      if (fits(trace_[*--at])) return *at;
    return std::nullopt;
  }

  MaybeEvent last_of(const Event& e, std::uint32_t before, EventKind kind) const {
    return last(lane(e.client), before, [&](const Event& x) { return x.kind == kind; });
  }

  MaybeEvent of_message(std::size_t lane, std::uint32_t of, EventKind kind) const {
    const std::uint32_t message = trace_[of].message;
    return last(lane, of, [&](const Event& x) { return x.message == message && x.kind == kind; });
  }

  /// The beginning of the attempt or hold that an event of a client belongs to.
  std::uint32_t begin_of_hold(const Event& e, std::uint32_t before) const {
    const MaybeEvent attempt = last(lane(e.client), before, [&](const Event& x) {
      return x.kind == EventKind::attempt && x.acquisition == e.acquisition;
    });
    return attempt.value_or(before);
  }

  bool is_lock(const Event& x) const {
    return x.key < scene_.is_lock.size() && scene_.is_lock[x.key];
  }

  /// What the command of a message has changed on its node before `from`, an event of that message:
  /// the lock, or else what a script keeps beside it.
  MaybeEvent change_by(std::uint32_t from) const {
    const Event& e = trace_[from];
    const auto of_message = [&](const Event& x) {
      return x.message == e.message && is_key_event(x.kind);
    };
    const MaybeEvent lock =
        last(lane(e.node), from, [&](const Event& x) { return of_message(x) && is_lock(x); });
    return lock ? lock : last(lane(e.node), from, of_message);
  }

  /// What the last change of the lock on this node was.
  MaybeEvent lock_before(NodeId node, std::uint32_t before) const {
    return last(lane(node), before,
                [&](const Event& x) { return is_key_event(x.kind) && is_lock(x); });
  }

  /// The answers to the claims of an attempt, or that there were none: the events before `i`, the
  /// first one first.
  std::vector<std::uint32_t> answers_to_claims(std::uint32_t i) const {
    const Event& e = trace_[i];
    std::vector<std::uint32_t> answers;
    const auto is_answer = [&](const Event& x) {
      return (x.kind == EventKind::received || x.kind == EventKind::timed_out) &&
             x.acquisition == e.acquisition && x.purpose == Purpose::claim;
    };
    const std::uint32_t begin = begin_of_hold(e, i);
    for (MaybeEvent at = last(lane(e.client), i, is_answer); at && *at > begin;
         at = last(lane(e.client), *at, is_answer))
      answers.push_back(*at);
    std::reverse(answers.begin(), answers.end());
    return answers;
  }

  MaybeEvent last_fault_of(NodeId node, std::uint32_t before) const {
    return last(lane(node), before,
                [](const Event& x) { return subject_of(x.kind) == Subject::node; });
  }

  /// By Sentinel, or by the scenario's will when its old master fails.
  void promotion(std::uint32_t i) {
    const Event& e = trace_[i];
    const MaybeEvent pick = last(lane(e.node), i, [&](const Event& x) {
      return x.kind == EventKind::sentinels_pick || x.kind == EventKind::node_promoted;
    });
    const bool picked = pick && trace_[*pick].kind == EventKind::sentinels_pick;
    add(picked ? pick : last_fault_of(static_cast<NodeId>(e.value), i));
  }

  /// A client that enters in the moment of its grant does so for the grant's reasons.
  void entry(std::uint32_t i) {
    const MaybeEvent granted = last_of(trace_[i], i, EventKind::acquired);
    if (granted && trace_[*granted].at == trace_[i].at) return votes(*granted);
    add(granted);
  }

  /// The keys that granted the lock, node by node.
  void votes(std::uint32_t i) {
    const std::vector<std::uint32_t> answers = answers_to_claims(i);
    for (const std::uint32_t at : answers) {
      const MaybeEvent change = change_by(at);
      if (change && !is_removal(trace_[*change].kind)) add(change);
    }
    if (causes_.empty() && !answers.empty()) add(answers.back());
  }

  void refusals(std::uint32_t i) {
    for (const std::uint32_t at : answers_to_claims(i)) {
      const Event& x = trace_[at];
      if (x.kind == EventKind::timed_out) {
        add(at);
      } else if (const MaybeEvent refuses = refusing(at)) {
        add(refuses);
      } else if (!change_by(at)) {
        stands(x.node, at, x.client);
      }
    }
    // It had the votes, and too late.
    if (causes_.empty()) add(trouble(trace_[i].client, begin_of_hold(trace_[i], i), i));
  }

  /// The lock's key on a node, or how it went; and what keeps its owner from releasing it.
  void stands(NodeId node, std::uint32_t before, ClientId asks) {
    const MaybeEvent key = lock_before(node, before);
    if (!key) return;
    if (!is_removal(trace_[*key].kind) && trace_[*key].client != asks)
      add(trouble(trace_[*key].client, *key, before));
    add(key);
  }

  /// Why a node answered with an error: since when it refuses all writes.
  MaybeEvent refusing(std::uint32_t answer) const {
    const Event& e = trace_[answer];
    if (e.detail != static_cast<std::uint8_t>(Reply::Kind::error)) return std::nullopt;
    const MaybeEvent last_word = last(lane(e.node), answer, [](const Event& x) {
      return x.kind == EventKind::node_refuses || x.kind == EventKind::node_accepts;
    });
    const bool refuses = last_word && trace_[*last_word].kind == EventKind::node_refuses;
    return refuses ? last_word : std::nullopt;
  }

  void answer(std::uint32_t i) {
    if (const MaybeEvent refuses = refusing(i)) return add(refuses);
    if (const MaybeEvent change = change_by(i)) return add(change);
    if (trace_[i].purpose != Purpose::other && trace_[i].purpose != Purpose::read &&
        trace_[i].purpose != Purpose::write)
      stands(trace_[i].node, i, trace_[i].client);
    if (causes_.empty()) add(of_message(lane(trace_[i].client), i, EventKind::sent));
  }

  void add_causes_of_last_answer(std::uint32_t i) {
    const Event& e = trace_[i];
    const MaybeEvent at = last(lane(e.client), i, [](const Event& x) {
      return x.kind == EventKind::received || x.kind == EventKind::timed_out;
    });
    if (!at) return;
    if (trace_[*at].kind == EventKind::timed_out) return add(at);
    answer(*at);
  }

  /// Why a node had room: the lock's key was gone, or had never been there.
  void grant(std::uint32_t i) {
    const Event& e = trace_[i];
    if (!is_lock(e) || e.kind == EventKind::key_lease)
      return add(of_message(lane(e.client), i, EventKind::sent));
    const MaybeEvent before = last(
        lane(e.node), i, [&](const Event& x) { return is_key_event(x.kind) && x.key == e.key; });
    if (before && trace_[*before].client == e.client && !is_removal(trace_[*before].kind)) return;
    if (before && !is_removal(trace_[*before].kind))  // overwritten: its deadline had seemed past
      add(last_of(e, i, EventKind::client_clock));
    if (before) return add(before);
    for (std::uint16_t client = 0; client < scene_.clients; ++client)
      if (client != index(e.client) && is_inside(client, e.at)) missing_vote(client, i);
    if (causes_.empty()) add(last_fault_of(e.node, i));
  }

  bool is_inside(std::uint16_t client, std::int64_t at) const {
    const auto span = last_begun(scene_.bars[client], at);
    if (!span) return false;
    const Bar bar = scene_.bars[client][*span].bar;
    return bar == Bar::inside || bar == Bar::believes || bar == Bar::paused_holding;
  }

  /// Why a holder has no key on the node of `granted`: its claim got no answer, or the node is
  /// another one than that which had its key.
  void missing_vote(std::uint16_t client, std::uint32_t granted) {
    const NodeId node = trace_[granted].node;
    const MaybeEvent unanswered = last(client, granted, [&](const Event& x) {
      return x.kind == EventKind::timed_out && x.node == node && x.purpose == Purpose::claim;
    });
    if (unanswered) return add(unanswered);
    add(last_fault_of(node, granted));
  }

  void expiry(std::uint32_t i) {
    const Event& e = trace_[i];
    const MaybeEvent set = last(lane(e.node), i, [&](const Event& x) {
      return (x.kind == EventKind::key_set || x.kind == EventKind::key_lease) && x.key == e.key;
    });
    if (!set) return;
    add(last(lane(e.node), i, [&](const Event& x) {
      return x.kind == EventKind::node_clock && x.at >= trace_[*set].at;
    }));
    add(trouble(trace_[*set].client, *set, i));
    add(set);
  }

  void deletion(std::uint32_t i) {
    const Event& e = trace_[i];
    const MaybeEvent request = of_message(lane(e.client), i, EventKind::sent);
    if (request) add(trouble(e.client, begin_of_hold(trace_[*request], *request), i));
    add(request);
  }

  void silence(std::uint32_t i) {
    const Event& e = trace_[i];
    if (e.kind == EventKind::timed_out) {
      add(of_message(lane(e.client), i, EventKind::message_lost));
      if (!causes_.empty()) return;
    }
    const MaybeEvent sent = of_message(lane(e.client), i, EventKind::sent);
    const std::uint32_t since = sent.value_or(i);
    add(last(lane(e.node), i, [&](const Event& x) {
      const bool here =
          subject_of(x.kind) == Subject::node || x.client == e.client || x.client == no_client;
      return strikes(x.kind) && here && !has_ended(x, lane(e.node), since);
    }));
    if (causes_.empty()) add(sent);
  }

  bool has_ended(const Event& strike, std::size_t lane, std::uint32_t before) const {
    if (strike.fault == 0) return false;
    const MaybeEvent end = last(lane, before, [&](const Event& x) {
      return ends_fault(x.kind) && x.fault == strike.fault;
    });
    return end.has_value();
  }

  void strike(std::uint32_t i) {
    const Event& e = trace_[i];
    const std::size_t where = e.client != no_client ? lane(e.client) : lane(e.node);
    add(last(where, i, [&](const Event& x) {
      return strikes(x.kind) && (e.fault == 0 || x.fault == e.fault) &&
             subject_of(x.kind) == subject_of(e.kind) && x.node == e.node;
    }));
  }

  /// An access that is stale: somebody else has been there since this client was granted the lock.
  void access(std::uint32_t i) {
    const Event& e = trace_[i];
    const std::uint32_t since = last_of(e, i, EventKind::acquired).value_or(begin_of_hold(e, i));
    add(trouble(e.client, since, i));
    add(last(lane(e.client), i, [&](const Event& x) {
      const bool of_way =
          subject_of(x.kind) == Subject::link || subject_of(x.kind) == Subject::message;
      return strikes(x.kind) && of_way && x.node == e.node && x.at >= trace_[since].at;
    }));
    if (e.kind != EventKind::resource_read)
      add(last(lane(e.node), i, [&](const Event& x) {
        return x.kind == EventKind::resource_wrote && x.client != e.client &&
               x.at >= trace_[since].at;
      }));
    if (causes_.empty()) add(last_of(e, i, EventKind::entered));
  }

  const sim::Trace& trace_;
  const Scene& scene_;
  std::vector<std::uint32_t> causes_;
};

}  // namespace

std::vector<std::uint32_t> causes_of(const sim::Trace& trace, const Scene& scene,
                                     std::uint32_t event) {
  return Causes(trace, scene).of(event);
}

std::optional<std::uint32_t> trouble_between(const sim::Trace& trace, const Scene& scene,
                                             ClientId client, std::uint32_t from,
                                             std::uint32_t to) {
  return Causes(trace, scene).trouble(client, from, to);
}

}  // namespace locklab::app
