#include "sim/trace/causes.h"

#include <algorithm>
#include <optional>
#include <set>

#include "lock/reply.h"

namespace locklab::sim {

namespace {

using MaybeEvent = std::optional<EventIndex>;

bool is_removal(EventKind kind) {
  return kind == EventKind::key_deleted || kind == EventKind::key_expired ||
         kind == EventKind::key_lost;
}

/// One search for the causes of an event.
class CauseSearch {
 public:
  CauseSearch(const Trace& trace, const EventLanes& lanes, const std::vector<bool>& is_lock)
      : trace_(trace), lanes_(lanes), is_lock_(is_lock) {}

  std::vector<EventIndex> of(EventIndex i) {
    const Event& e = trace_[i];
    switch (e.kind) {
      case EventKind::entered:
        entry(i);
        break;
      case EventKind::attempt:
        add(last_of(e, i, EventKind::refused));
        for (std::size_t node = 0; causes_.empty() && node < trace_.info.nodes.size(); ++node)
          stands(static_cast<NodeId>(node), e.key, i, e.client);
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
        loss(i);
        break;
      case EventKind::released:
        decided_by(i, {Purpose::release});
        break;
      case EventKind::lease_lost:
      case EventKind::renewed:
        decided_by(i, {Purpose::renew, Purpose::claim});
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

  std::vector<EventIndex> with_own_doing(EventIndex i) {
    std::vector<EventIndex> all = of(i);
    const Event& e = trace_[i];
    MaybeEvent own;
    if (e.kind == EventKind::resource_wrote || e.kind == EventKind::resource_read)
      own = last_of(e, i, EventKind::entered);
    if (all.empty() && e.message != 0 && e.kind != EventKind::sent)
      own = of_message(lane(e.client), i, EventKind::sent);
    if (all.empty() && !own) own = went_on_from(e.client, i);
    if (own && std::find(all.begin(), all.end(), *own) == all.end()) all.push_back(*own);
    return all;
  }

  MaybeEvent went_on_from(ClientId client, EventIndex before) const {
    return last(lane(client), before, [](const Event& x) {
      return (x.kind >= EventKind::started && x.kind <= EventKind::finished) ||
             x.kind == EventKind::received || x.kind == EventKind::timed_out;
    });
  }

  MaybeEvent trouble(ClientId client, EventIndex from, EventIndex to) const {
    return last(lane(client), to, [&](const Event& x) {
      return strikes(x.kind) && subject_of(x.kind) == Subject::client && x.at >= trace_[from].at;
    });
  }

 private:
  void failover_or_end(EventIndex i) {
    const Event& e = trace_[i];
    if (e.kind == EventKind::resource_final) {
      add(last_fault_of(e.node, i));
      add(last(lane(e.node), i, [&](const Event& x) {
        return x.kind == EventKind::resource_wrote && x.key == e.key;
      }));
    } else if (e.kind == EventKind::node_promoted) {
      promotion(i);
    } else if (e.kind == EventKind::node_demoted) {
      for (std::size_t node = 0; node < trace_.info.nodes.size(); ++node)
        add(last(lane(static_cast<NodeId>(node)), i, [&](const Event& x) {
          return x.kind == EventKind::node_promoted && x.value == index(e.node);
        }));
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

  std::size_t lane(ClientId client) const {
    return index(client) < trace_.info.clients.size() ? index(client) : lanes_.size();
  }
  std::size_t lane(NodeId node) const {
    const std::size_t all = trace_.info.clients.size() + trace_.info.nodes.size();
    if (node == resource_node) return all;
    return index(node) < trace_.info.nodes.size() ? trace_.info.clients.size() + index(node)
                                                  : lanes_.size();
  }

  /// The last event of a lane before `before` that matches.
  template <class Fits>
  MaybeEvent last(std::size_t lane, EventIndex before, Fits fits) const {
    if (lane >= lanes_.size()) return std::nullopt;
    const std::vector<EventIndex>& events = lanes_[lane];
    for (auto at = std::lower_bound(events.begin(), events.end(), before); at != events.begin();)
      if (fits(trace_[*--at])) return *at;
    return std::nullopt;
  }

  MaybeEvent last_of(const Event& e, EventIndex before, EventKind kind) const {
    return last(lane(e.client), before, [&](const Event& x) { return x.kind == kind; });
  }

  MaybeEvent of_message(std::size_t lane, EventIndex of, EventKind kind) const {
    const std::uint32_t message = trace_[of].message;
    return last(lane, of, [&](const Event& x) { return x.message == message && x.kind == kind; });
  }

  /// The beginning of the attempt or hold that a client's event belongs to; `before` if it is
  /// unknown.
  std::uint32_t begin_of_hold(const Event& e, EventIndex before) const {
    const MaybeEvent attempt = last(lane(e.client), before, [&](const Event& x) {
      return x.kind == EventKind::attempt && x.acquisition == e.acquisition;
    });
    return attempt.value_or(before);
  }

  bool is_lock(const Event& x) const { return x.key < is_lock_.size() && is_lock_[x.key]; }

  /// The last key event before `from` on its node that is of the same message: a key_set of the
  /// lock, otherwise another event of the lock, otherwise one of another key (such as a script's
  /// second key).
  MaybeEvent change_by(EventIndex from) const {
    const Event& e = trace_[from];
    const auto of_message = [&](const Event& x) {
      return x.message == e.message && is_key_event(x.kind);
    };
    const auto of_lock = [&](const Event& x) { return of_message(x) && is_lock(x); };
    const MaybeEvent set = last(lane(e.node), from, [&](const Event& x) {
      return of_lock(x) && x.kind == EventKind::key_set;
    });
    const MaybeEvent lock = set ? set : last(lane(e.node), from, of_lock);
    return lock ? lock : last(lane(e.node), from, of_message);
  }

  /// The last change of the lock `key` on a node before an event, or of any lock if `key` is
  /// no_name.
  MaybeEvent lock_before(NodeId node, std::uint16_t key, EventIndex before) const {
    return last(lane(node), before, [&](const Event& x) {
      return is_key_event(x.kind) && is_lock(x) && (key == no_name || x.key == key);
    });
  }

  /// The lock that a client's report names, or that its attempt is for; no_name if unknown.
  std::uint16_t lock_of(EventIndex i) const {
    const Event& e = trace_[i];
    if (e.message == 0 && e.key != no_name) return e.key;
    const EventIndex begin = begin_of_hold(e, i);
    return begin == i ? no_name : trace_[begin].key;
  }

  /// The outcomes of an attempt's claims before `i`, in order: replies and timeouts.
  std::vector<EventIndex> answers_to_claims(EventIndex i) const {
    const Event& e = trace_[i];
    std::vector<EventIndex> answers;
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

  MaybeEvent last_fault_of(NodeId node, EventIndex before) const {
    return last(lane(node), before,
                [](const Event& x) { return subject_of(x.kind) == Subject::node; });
  }

  /// Causes of a promotion: the Sentinels' pick of this node, otherwise the last fault (or end of
  /// one) of the old master.
  void promotion(EventIndex i) {
    const Event& e = trace_[i];
    const MaybeEvent pick = last(lane(e.node), i, [&](const Event& x) {
      return x.kind == EventKind::sentinels_pick || x.kind == EventKind::node_promoted;
    });
    const bool picked = pick && trace_[*pick].kind == EventKind::sentinels_pick;
    add(picked ? pick : last_fault_of(static_cast<NodeId>(e.value), i));
  }

  /// Causes of an entry: the grant, or the grant's own causes if both happen at the same time.
  void entry(EventIndex i) {
    const Event& e = trace_[i];
    if (without_lock(e))
      return add(last(lane(e.client), i, [&](const Event& x) {
        return x.kind == EventKind::refused && x.key == e.key;
      }));
    const MaybeEvent granted = last_of(trace_[i], i, EventKind::acquired);
    if (granted && trace_[*granted].at == trace_[i].at) return votes(*granted);
    add(granted);
  }

  /// Causes of a grant: the keys and leases that its claims set; if there are none, the last reply
  /// or timeout of a claim.
  void votes(EventIndex i) {
    const std::vector<EventIndex> answers = answers_to_claims(i);
    for (const EventIndex at : answers) {
      const MaybeEvent change = change_by(at);
      if (change && !is_removal(trace_[*change].kind)) add(change);
    }
    if (causes_.empty() && !answers.empty()) add(answers.back());
  }

  void refusals(EventIndex i) {
    for (const EventIndex at : answers_to_claims(i)) {
      const Event& x = trace_[at];
      if (x.kind == EventKind::timed_out || refusing(at)) {
        add(at);
      } else if (!change_by(at)) {
        stands(x.node, lock_of(at), at, x.client);
      }
    }
    // Nothing refused the attempt: it may have been granted too late.
    if (causes_.empty()) add(trouble(trace_[i].client, begin_of_hold(trace_[i], i), i));
  }

  /// Adds the last change of the lock's key on a node. If that shows another client as the owner,
  /// adds this client's last fault since then, too.
  void stands(NodeId node, std::uint16_t lock, EventIndex before, ClientId asks) {
    const MaybeEvent key = lock_before(node, lock, before);
    if (!key) return;
    if (!is_removal(trace_[*key].kind) && trace_[*key].client != asks)
      add(trouble(trace_[*key].client, *key, before));
    add(key);
  }

  /// The event since which a node that answered with an error refuses writes; nullopt if it
  /// answered otherwise, or refuses none.
  MaybeEvent refusing(EventIndex answer) const {
    const Event& e = trace_[answer];
    if (e.detail != static_cast<std::uint8_t>(Reply::Kind::error)) return std::nullopt;
    const MaybeEvent last_word = last(lane(e.node), answer, [](const Event& x) {
      return x.kind == EventKind::node_refuses || x.kind == EventKind::node_accepts;
    });
    const bool refuses = last_word && trace_[*last_word].kind == EventKind::node_refuses;
    return refuses ? last_word : std::nullopt;
  }

  void answer(EventIndex i) {
    if (const MaybeEvent refuses = refusing(i)) return add(refuses);
    if (const MaybeEvent change = change_by(i)) return add(change);
    if (trace_[i].purpose != Purpose::other && trace_[i].purpose != Purpose::read &&
        trace_[i].purpose != Purpose::write)
      stands(trace_[i].node, lock_of(i), i, trace_[i].client);
    if (causes_.empty()) add(of_message(lane(trace_[i].client), i, EventKind::sent));
  }

  /// Causes of a client's report: those of the last reply to a command with one of these purposes,
  /// or the timeout of that command.
  void decided_by(EventIndex i, std::initializer_list<Purpose> purposes) {
    const Event& e = trace_[i];
    const MaybeEvent at = last(lane(e.client), i, [&](const Event& x) {
      return (x.kind == EventKind::received || x.kind == EventKind::timed_out) &&
             std::find(purposes.begin(), purposes.end(), x.purpose) != purposes.end();
    });
    if (!at) return;
    if (trace_[*at].kind == EventKind::timed_out || refusing(*at)) return add(at);
    answer(*at);
  }

  /// Causes of a key_set or key_lease: for a key_set of a lock, why its key was free or
  /// overwritten; for a copy, its origin; otherwise the request.
  void grant(EventIndex i) {
    const Event& e = trace_[i];
    if (!runs_here(i)) return copy(i);
    const MaybeEvent sent = of_message(lane(e.client), i, EventKind::sent);
    if (!is_lock(e) || e.kind == EventKind::key_lease) return add(sent);
    const MaybeEvent before = last(
        lane(e.node), i, [&](const Event& x) { return is_key_event(x.kind) && x.key == e.key; });
    const bool stood = before && !is_removal(trace_[*before].kind);
    if (stood && trace_[*before].client == e.client) return;
    if (stood)  // overwritten: its deadline may have passed by the client's clock
      add(last_of(e, i, EventKind::client_clock));
    if (before) return add(before);
    for (std::size_t client = 0; client < trace_.info.clients.size(); ++client)
      if (static_cast<ClientId>(client) != e.client && holds(static_cast<ClientId>(client), i))
        missing_vote(static_cast<ClientId>(client), i);
    if (causes_.empty()) add(last_fault_of(e.node, i));
  }

  /// Whether a change of a key was made by a command that its node runs, as far as the trace shows.
  bool runs_here(EventIndex i) const {
    const Event& e = trace_[i];
    if (e.kind == EventKind::key_set && e.detail == 1) return false;
    const MaybeEvent sent = of_message(lane(e.client), i, EventKind::sent);
    return sent && trace_[*sent].node == e.node;
  }

  /// Causes of a change of a key that no command on this node made: another node made it first, or
  /// a fault made this node read its file or follow another master.
  void copy(EventIndex i) {
    const Event& e = trace_[i];
    MaybeEvent origin;
    for (std::size_t node = 0; node < trace_.info.nodes.size(); ++node) {
      if (static_cast<NodeId>(node) == e.node) continue;
      const MaybeEvent there = last(lane(static_cast<NodeId>(node)), i, [&](const Event& x) {
        const bool alike =
            is_key_event(x.kind) && x.key == e.key && is_removal(x.kind) == is_removal(e.kind);
        return alike && (e.message == 0 || x.message == e.message);
      });
      if (there && (!origin || *there > *origin)) origin = there;
    }
    const MaybeEvent fault = last_fault_of(e.node, i);
    if (fault && (!origin || *fault > *origin)) return add(fault);
    add(origin);
  }

  /// Causes of a key_lost: for a moved slot, the move; for a removed key, the removal; otherwise
  /// the last fault of this node, or else of any node. None for a key that vanished.
  void loss(EventIndex i) {
    const Event& e = trace_[i];
    if (loss_of_key(e) == KeyLoss::vanished) return;
    if (loss_of_key(e) == KeyLoss::moved)
      return add(
          last(lane(e.node), i, [](const Event& x) { return x.kind == EventKind::slot_moved; }));
    if (is_removed(loss_of_key(e)))
      return add(
          last(lane(e.node), i, [](const Event& x) { return x.kind == EventKind::keys_removed; }));
    add(last_fault_of(e.node, i));
    if (!causes_.empty()) return;
    MaybeEvent fault;
    for (std::size_t node = 0; node < trace_.info.nodes.size(); ++node)
      if (const MaybeEvent other = last_fault_of(static_cast<NodeId>(node), i);
          other && (!fault || *other > *fault))
        fault = other;
    add(fault);
  }

  /// Whether the client's last report (other than `renewed`) shows that it is alive and believes
  /// that it holds a lock.
  bool holds(ClientId client, EventIndex by) const {
    const MaybeEvent word = last(lane(client), by, [](const Event& x) {
      return x.kind == EventKind::client_crashed ||
             (x.kind >= EventKind::attempt && x.kind <= EventKind::finished &&
              x.kind != EventKind::renewed);
    });
    if (!word) return false;
    const EventKind kind = trace_[*word].kind;
    if (kind == EventKind::entered || kind == EventKind::left) return !without_lock(trace_[*word]);
    return kind == EventKind::acquired;
  }

  /// Adds why a holder has no key on the node of `granted`: its claim got no reply, or a fault of
  /// the node removed the key.
  void missing_vote(ClientId client, EventIndex granted) {
    const NodeId node = trace_[granted].node;
    const MaybeEvent unanswered = last(lane(client), granted, [&](const Event& x) {
      return x.kind == EventKind::timed_out && x.node == node && x.purpose == Purpose::claim;
    });
    if (unanswered) return add(unanswered);
    add(last_fault_of(node, granted));
  }

  void expiry(EventIndex i) {
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

  void deletion(EventIndex i) {
    const Event& e = trace_[i];
    if (!runs_here(i)) return copy(i);
    const MaybeEvent request = of_message(lane(e.client), i, EventKind::sent);
    if (request) add(trouble(e.client, begin_of_hold(trace_[*request], *request), i));
    add(request);
  }

  void silence(EventIndex i) {
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

  bool has_ended(const Event& strike, std::size_t lane, EventIndex before) const {
    if (strike.fault == 0) return false;
    const MaybeEvent end = last(lane, before, [&](const Event& x) {
      return ends_fault(x.kind) && x.fault == strike.fault;
    });
    return end.has_value();
  }

  void strike(EventIndex i) {
    const Event& e = trace_[i];
    const std::size_t where = e.client != no_client ? lane(e.client) : lane(e.node);
    add(last(where, i, [&](const Event& x) {
      return strikes(x.kind) && (e.fault == 0 || x.fault == e.fault) &&
             subject_of(x.kind) == subject_of(e.kind) && x.node == e.node;
    }));
  }

  /// Causes of an access to the resource: the last fault of the client, and of its messages to the
  /// resource, since its lock was granted; the last fault of the resource's server since the last
  /// write; and, except for a read, another client's write since the grant. If there are none, how
  /// the client entered.
  void access(EventIndex i) {
    const Event& e = trace_[i];
    const std::uint32_t since = last_of(e, i, EventKind::acquired).value_or(begin_of_hold(e, i));
    add(trouble(e.client, since, i));
    add(last(lane(e.client), i, [&](const Event& x) {
      const bool of_way =
          subject_of(x.kind) == Subject::link || subject_of(x.kind) == Subject::message;
      return strikes(x.kind) && of_way && x.node == e.node && x.at >= trace_[since].at;
    }));
    const MaybeEvent wrote =
        last(lane(e.node), i, [](const Event& x) { return x.kind == EventKind::resource_wrote; });
    const MaybeEvent fault = last_fault_of(e.node, i);  // of the server that stores the resource
    if (fault && *fault > wrote.value_or(0)) add(fault);
    if (e.kind != EventKind::resource_read)
      add(last(lane(e.node), i, [&](const Event& x) {
        return x.kind == EventKind::resource_wrote && x.client != e.client &&
               x.at >= trace_[since].at;
      }));
    if (causes_.empty()) add(last_of(e, i, EventKind::entered));
  }

  const Trace& trace_;
  const EventLanes& lanes_;
  const std::vector<bool>& is_lock_;
  std::vector<EventIndex> causes_;
};

}  // namespace

EventLanes event_lanes(const Trace& trace) {
  const std::size_t clients = trace.info.clients.size();
  EventLanes lanes(clients + trace.info.nodes.size() + 1);
  for (std::size_t i = trace.first(); i < trace.size(); ++i) {
    const auto add = [&](std::size_t lane) { lanes[lane].push_back(static_cast<EventIndex>(i)); };
    const Event& e = trace[i];
    if (index(e.client) < clients) add(index(e.client));
    if (e.node == resource_node) add(lanes.size() - 1);
    if (index(e.node) < trace.info.nodes.size()) add(clients + index(e.node));
  }
  return lanes;
}

std::vector<bool> lock_names(const Trace& trace) {
  std::vector<bool> is_lock(trace.names().size());
  if (trace.info.admits == 0) return is_lock;  // a counter is not held by anybody
  for (std::size_t i = trace.first(); i < trace.size(); ++i)
    if (trace[i].kind == EventKind::attempt && trace[i].key < is_lock.size())
      is_lock[trace[i].key] = true;
  return is_lock;
}

std::vector<EventIndex> Causes::of(EventIndex event) const {
  return CauseSearch(trace_, lanes_, is_lock_).of(event);
}

std::vector<EventIndex> Causes::with_own_doing(EventIndex event) const {
  return CauseSearch(trace_, lanes_, is_lock_).with_own_doing(event);
}

std::vector<EventIndex> Causes::behind(std::optional<std::size_t> one,
                                       std::optional<std::size_t> other, std::size_t most) const {
  std::vector<EventIndex> reached;
  std::set<EventIndex> seen;
  const auto reach = [&](EventIndex event) {
    if (reached.size() < most && seen.insert(event).second) reached.push_back(event);
  };
  for (const std::optional<std::size_t> side : {one, other})
    if (side) reach(static_cast<EventIndex>(*side));
  for (std::size_t next = 0; next < reached.size(); ++next)
    for (const EventIndex cause : with_own_doing(reached[next])) reach(cause);
  return reached;
}

MaybeEvent Causes::went_on_from(ClientId client, EventIndex before) const {
  return CauseSearch(trace_, lanes_, is_lock_).went_on_from(client, before);
}

MaybeEvent Causes::trouble(ClientId client, EventIndex from, EventIndex to) const {
  return CauseSearch(trace_, lanes_, is_lock_).trouble(client, from, to);
}

}  // namespace locklab::sim
