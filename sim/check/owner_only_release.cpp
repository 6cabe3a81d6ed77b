#include "sim/check/owner_only_release.h"

#include <algorithm>

#include "sim/check/key_history.h"
#include "sim/check/troubles.h"

namespace locklab::sim {

namespace {

/// Upper bound of a key's overwritten holds that are kept until the overwriting clients report
/// their outcomes.
constexpr std::size_t most_beneath = 8;

std::int64_t earliest(const Event& event) { return event.at - event.since_us; }

bool names(const Event& event, ClientId client, std::uint32_t acquisition) {
  return event.client == client && event.acquisition == acquisition;
}

/// What happened to the releaser's own lock on the breach's node: empty if it was still there,
/// nullopt if the releaser had none anywhere.
std::optional<Sentence> fate_of_own(const Trace& trace, const Breach& breach) {
  const Event& release = trace[breach.event];
  constexpr std::size_t never = SIZE_MAX;
  std::size_t own = never;
  std::size_t gone = never;
  Families families(trace.info);
  KeyStates states(trace.info);
  for (std::size_t i = 0; i < breach.event; ++i) {
    const Event& e = trace[i];
    families.on(e);
    if (!is_key_event(e.kind) || e.key != release.key) continue;
    states.on(trace, i, families);
    if (e.node != release.node) continue;
    const KeyState* key = states.find(e.node, e.key);
    if (key && is_of_hold(*key, release)) {
      own = key->set;
      gone = never;
    } else if (own != never && gone == never) {
      gone = i;
    }
  }
  const std::string_view releaser = trace.client_name(release.client);
  if (own == never) {
    const auto elsewhere = keys_set_by(trace, release, breach.event);
    if (elsewhere.empty()) return std::nullopt;
    const NodeId other = elsewhere.begin()->first;
    return families.related(other, release.node)
               ? say("{}'s own was lost when {} took the place of {}", releaser,
                     trace.node_name(release.node), trace.node_name(other))
               : say("{}'s own was on {}", releaser, trace.node_name(other));
  }
  if (gone == never) return Sentence();
  const bool released = trace[gone].kind == EventKind::key_deleted &&
                        trace[gone].purpose == Purpose::release &&
                        names(trace[gone], release.client, release.acquisition);
  if (released)
    return say("this release, which was sent again, had removed {}'s own at {}", releaser,
               when(trace, gone));
  const std::int64_t ended = lease_ended_us(trace[gone]);
  const std::int64_t from = trace[gone].value < 0 ? 0 : ended;
  return trace[gone].kind == EventKind::key_expired
             ? say("{}'s own lease ran out {}", releaser, at_or_by(from, ended))
             : say("{}'s own was gone since {}", releaser, when(trace, gone));
}

}  // namespace

void OwnerOnlyRelease::on_key(const Trace& trace, std::size_t index, const Situation& now) {
  const Event& event = trace[index];
  if (breach_ || !locks_ || event.node == resource_node || event.node == no_node) return;
  if (locklab::index(event.node) >= nodes_.size()) nodes_.resize(locklab::index(event.node) + 1u);
  Key& key = nodes_[locklab::index(event.node)][event.key];
  if (event.purpose == Purpose::release && event.kind <= EventKind::key_deleted) {
    release(key, event, index);
  } else if (event.kind == EventKind::key_lease) {
    if (!key.holds.empty()) set_lease(key.holds.back(), event);
  } else if (event.kind != EventKind::key_set) {
    forget(key);  // expired, lost, or deleted otherwise
  } else if (event.client == no_client) {
    copy(key, trace, index);
  } else {
    const LockStates& locks = now.locks();
    const bool shares = shared_ || locks.asks_shared(event.client, event.key);
    if (event.purpose == Purpose::renew && !shares) judge_renewal(key, event, index);
    set(key, event, index, shares || locks.depth(event.client, event.key) > 0);
  }
}

void OwnerOnlyRelease::on_node_clock(const Event& event) {
  if (event.node == resource_node || event.node == no_node) return;
  const std::size_t node = locklab::index(event.node);
  if (node >= clock_changed_.size()) clock_changed_.resize(node + 1, INT64_MIN);
  clock_changed_[node] = event.at;
  if (node >= nodes_.size()) return;
  nodes_[node].change([](Key& key) {
    for (Hold& hold : key.holds) hold.distrust_lease();
    for (Hold& hold : key.beneath) hold.distrust_lease();
    if (key.replaced) key.replaced->distrust_lease();
    if (key.released) key.released->distrust_lease();
  });
}

OwnerOnlyRelease::Hold* OwnerOnlyRelease::hold_of(Key& key, const Event& event) {
  for (Hold& hold : key.holds)
    if (hold.of(event)) return &hold;
  return nullptr;
}

/// Sets when the lease that the event grants may end.
void OwnerOnlyRelease::set_lease(Hold& hold, const Event& event) const {
  hold.ends = hold.gone_by = INT64_MAX;
  if (event.value < 0) return;
  const std::size_t node = locklab::index(event.node);
  hold.ends = earliest(event) + event.value;
  hold.gone_by = event.at + event.value;
  if (node < clock_changed_.size() && clock_changed_[node] != INT64_MIN) hold.distrust_lease();
}

void OwnerOnlyRelease::forget(Key& key) {
  overwritten_ -= !key.beneath.empty();
  key.beneath.clear();
  key.holds.clear();
  key.replaced.reset();
  key.vague = false;
}

void OwnerOnlyRelease::set(Key& key, const Event& event, std::size_t index, bool shares) {
  if (Hold* own = hold_of(key, event)) {  // a renewal, or an additional permit
    set_lease(*own, event);
    return;
  }
  Hold hold{event.client, event.acquisition, earliest(event), event.at};
  hold.index = index;
  hold.text = event.text;
  set_lease(hold, event);
  if (!key.holds.empty() && !shares) {
    overwrite(key, hold);
  } else if (key.released) {
    // The key was set while another client's release was in flight. If that client's lease was
    // still running, the release came first.
    const Hold& old = *key.released;
    const bool interval = hold.from < hold.at || old.from < old.at;
    const bool overlaps = interval && hold.from <= old.at;
    if (overlaps && old.client != hold.client && old.ends <= old.at) order_unknown_ = true;
  }
  key.released.reset();
  key.holds.push_back(hold);
}

void OwnerOnlyRelease::overwrite(Key& key, const Hold& hold) {
  const Hold old = key.holds.back();
  if (old.gone_by < hold.from) return forget(key);  // it had expired, which nobody has recorded
  const bool interval = hold.from < hold.at || old.from < old.at;
  key.vague = interval && hold.from <= old.at && old.client != hold.client;
  key.replaced = old;
  overwritten_ += key.beneath.empty();
  if (key.beneath.size() == most_beneath) key.beneath.erase(key.beneath.begin());
  key.beneath.push_back(old);
  key.holds.clear();
}

/// Notes a copy of a key (on a replica, or restored from a file) whose event names no client. The
/// copy belongs to the hold with the same value on another node, if one is known.
void OwnerOnlyRelease::copy(Key& key, const Trace& trace, std::size_t index) {
  const Event& event = trace[index];
  forget(key);
  for (const ByName<Key>& node : nodes_) {
    const Key* other = node.find(event.key);
    if (!other || other == &key) continue;
    const auto same = [&](const Hold& hold) { return trace.text(hold.text) == trace.text(event); };
    const auto held = std::find_if(other->holds.begin(), other->holds.end(), same);
    const bool gone = held == other->holds.end();
    if (gone && !(other->released && same(*other->released))) continue;
    Hold hold = gone ? *other->released : *held;
    hold.from = earliest(event);
    hold.at = event.at;
    set_lease(hold, event);
    key.holds.push_back(hold);
    return;
  }
}

void OwnerOnlyRelease::decide(const Event& event) {
  const bool acquired = event.kind == EventKind::acquired;
  std::erase_if(suspects_, [&](const Suspect& suspect) {
    if (!names(event, suspect.client, suspect.acquisition)) return false;
    if (acquired && !breach_) breach_ = suspect.breach;
    return true;
  });
  for (ByName<Key>& node : nodes_) {
    Key& key = node[event.key];
    if (key.beneath.empty()) continue;
    const bool on_top = !key.holds.empty() && key.holds.back().of(event);
    if (on_top && acquired) {
      key.beneath.clear();
    } else if (on_top) {
      key.holds.back() = key.beneath.back();
      key.beneath.pop_back();
      key.vague = false;
    } else if (!acquired) {
      std::erase_if(key.beneath, [&](const Hold& hold) { return hold.of(event); });
    }
    overwritten_ -= key.beneath.empty();
  }
}

void OwnerOnlyRelease::release(Key& key, const Event& event, std::size_t index) {
  const bool removes = event.kind == EventKind::key_deleted;
  const bool again = event.message != 0 && event.message == key.release;
  key.release = event.message;
  if (again && !removes) return;  // one release may change the key several times
  // One release removes a key on each of a lock's nodes.
  const std::uint32_t acquisition = event.acquisition + 1;
  if (std::exchange(last_released_[event.client], acquisition) != acquisition) ++releases_;

  Hold* own = hold_of(key, event);
  if (!own) {
    judge(key, event, index);
  } else if (removes) {
    Hold released = *own;
    released.from = earliest(event);
    released.at = event.at;
    forget(key);
    key.released = released;
  } else {
    key.holds.erase(key.holds.begin() + (own - key.holds.data()));
    key.replaced.reset();
    key.vague = false;
  }
}

/// Judges a release that changes the key of another hold, as far as the order of events is certain.
void OwnerOnlyRelease::judge(Key& key, const Event& event, std::size_t index) {
  if (!key.holds.empty()) {
    const Hold& owner = key.holds.back();
    const bool interval = event.since_us > 0 || owner.from < owner.at;
    const bool ordered = !interval || owner.at < earliest(event);
    const bool was_beneath = std::any_of(key.beneath.begin(), key.beneath.end(),
                                         [&](const Hold& hold) { return hold.of(event); });
    if (!ordered || key.vague) {
      // If the releaser's own lease was still running, this release preceded the owner's grant.
      if (key.replaced && key.replaced->of(event) && key.replaced->ends > owner.at) {
        key.replaced.reset();
        key.vague = false;
        return;
      }
      order_unknown_ = true;
    } else if (was_beneath) {
      suspects_.push_back({{index, owner.index}, owner.client, owner.acquisition});
    } else {
      breach_ = Breach{index, owner.index};
    }
  }
  if (event.kind == EventKind::key_deleted) {
    forget(key);
  } else {
    key.replaced.reset();
    key.vague = false;
  }
}

/// Judges a renewal that takes over another client's key. With interval times, this counts only if
/// the other key was certainly set before, and its lease cannot have ended.
void OwnerOnlyRelease::judge_renewal(Key& key, const Event& event, std::size_t index) {
  if (key.holds.empty() || hold_of(key, event)) return;
  const Hold& owner = key.holds.back();
  if (owner.client == event.client) return;
  const bool interval = event.since_us > 0 || owner.from < owner.at;
  const bool ordered = owner.at < earliest(event) && owner.ends > event.at && !key.vague;
  if (!interval || ordered) breach_ = Breach{index, owner.index};
}

Verdict OwnerOnlyRelease::verdict(const Trace& trace) const {
  if (!locks_)
    return not_applicable(say("this strategy holds nothing on a server that could be released"));
  if (breach_) {
    const Event& release = trace[breach_->event];
    const Event& owner = trace[*breach_->other];
    const std::string_view acts = trace.client_name(release.client);
    const std::string_view owns = trace.client_name(owner.client);
    const std::string_view where = trace.node_name(release.node);
    Sentence why = release.purpose == Purpose::renew
                       ? say("{}'s renewal overwrote {}'s lock on {}", acts, owns, where)
                   : release.kind == EventKind::key_deleted
                       ? say("{}'s release removed {}'s lock on {}", acts, owns, where)
                       : say("{}'s release changed {}'s lock on {}", acts, owns, where);
    if (release.client == owner.client)
      why = say("{}, which is another acquisition than the one released", why);
    const std::optional<Sentence> own = fate_of_own(trace, *breach_);
    if (own && !own->empty()) why = say("{}; {}", why, *own);
    if (!own && release.client != owner.client)
      why = say("{}; {}", why, say("{} did not hold it", acts));
    // No clock has ended a lease that never was.
    const Trouble clocks = Trouble::client_clock | Trouble::node_clock;
    const Sentence troubles = troubles_of(trace, breach_->event, breach_->event,
                                          own ? Trouble::all : without(Trouble::all, clocks));
    if (!troubles.empty()) why = say("{}; {}", why, troubles);
    return broken(*breach_, std::move(why));
  }
  if (order_unknown_)
    return not_applicable(
        say("order unknown: a release and another client's claim overlap in time"));
  if (releases_ == 0) return kept(say("no release removed a key"));
  return kept(say("{}, none of another owner's lock",
                  counted(releases_, say("{} release", releases_), say("{} releases", releases_))));
}

}  // namespace locklab::sim
