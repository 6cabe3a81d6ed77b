#include "sim/check/owner_only_release.h"

#include <fmt/format.h>

#include <algorithm>

namespace locklab::sim {

namespace {

std::int64_t earliest(const Event& event) { return event.at - event.since_us; }

}  // namespace

void OwnerOnlyRelease::on_key(const Event& event, std::size_t index, const Situation& now) {
  if (breach_ || !locks_ || event.node == resource_node || event.node == no_node) return;
  if (locklab::index(event.node) >= nodes_.size()) nodes_.resize(locklab::index(event.node) + 1u);
  Key& key = nodes_[locklab::index(event.node)][event.key];
  if (event.purpose == Purpose::release && event.kind <= EventKind::key_deleted) {
    release(key, event, index);
    return;
  }
  switch (event.kind) {
    case EventKind::key_set:
      set(key, event, index, shared_ || now.depth(event.client, event.key) > 0);
      break;
    case EventKind::key_lease:
      lease(key, event);
      break;
    default:  // deleted for another reason, expired, lost
      key.holds.clear();
      key.replaced.reset();
      key.vague = false;
  }
}

void OwnerOnlyRelease::on_node_clock(const Event& event) {
  if (event.node == resource_node || event.node == no_node) return;
  const std::size_t node = locklab::index(event.node);
  if (node >= clock_changed_.size()) clock_changed_.resize(node + 1, INT64_MIN);
  clock_changed_[node] = event.at;
}

OwnerOnlyRelease::Hold* OwnerOnlyRelease::hold_of(Key& key, const Event& event) {
  for (Hold& hold : key.holds)
    if (hold.of(event)) return &hold;
  return nullptr;
}

std::int64_t OwnerOnlyRelease::ends(const Event& event) const {
  if (event.value < 0) return INT64_MAX;
  const std::size_t node = locklab::index(event.node);
  const bool trusted = node >= clock_changed_.size() || clock_changed_[node] == INT64_MIN;
  return trusted ? earliest(event) + event.value : INT64_MIN;
}

void OwnerOnlyRelease::lease(Key& key, const Event& event) {
  if (!key.holds.empty()) key.holds.back().ends = ends(event);
}

void OwnerOnlyRelease::set(Key& key, const Event& event, std::size_t index, bool shares) {
  if (Hold* own = hold_of(key, event)) {  // a renewal, or one more permit
    own->ends = ends(event);
    return;
  }
  const Hold hold{event.client, event.acquisition, earliest(event), event.at, ends(event), index};
  const bool interval = hold.from < hold.at;
  if (!key.holds.empty() && !shares) {
    key.replaced = key.holds.back();
    const Hold& old = *key.replaced;
    const bool overlaps = (interval || old.from < old.at) && hold.from <= old.at;
    key.vague = overlaps && old.client != hold.client;
    key.holds.clear();
  } else if (key.released) {
    // Set while the release of another was on its way: before or after? After, if that one's lease
    // still ran.
    const Hold& old = *key.released;
    const bool overlaps = (interval || old.from < old.at) && hold.from <= old.at;
    if (overlaps && old.client != hold.client && old.ends <= old.at) order_unknown_ = true;
  }
  key.released.reset();
  key.holds.push_back(hold);
}

void OwnerOnlyRelease::release(Key& key, const Event& event, std::size_t index) {
  const bool removes = event.kind == EventKind::key_deleted;
  const bool again = event.message != 0 && event.message == key.release;
  key.release = event.message;
  if (again && !removes) return;  // one release that does several things to the key
  ++releases_;

  if (const Hold* own = hold_of(key, event)) {
    if (removes) {
      key.released =
          Hold{own->client, own->acquisition, earliest(event), event.at, own->ends, index};
      key.holds.clear();
    } else {
      key.holds.erase(key.holds.begin() + (own - key.holds.data()));
    }
    key.replaced.reset();
    key.vague = false;
    return;
  }
  bool owner_stays = false;
  if (!key.holds.empty()) {
    const Hold& owner = key.holds.back();
    const bool interval = event.since_us > 0 || owner.from < owner.at;
    const bool ordered = !interval || owner.at < earliest(event);
    if (ordered && !key.vague) {
      breach_ = Breach{index, owner.index};
      return;
    }
    // If the releaser's own lease still ran, the owner's claim was granted only after this release.
    owner_stays = key.replaced && key.replaced->of(event) && key.replaced->ends > owner.at;
    order_unknown_ = order_unknown_ || !owner_stays;
  }
  if (removes && !owner_stays) key.holds.clear();
  key.replaced.reset();
  key.vague = false;
}

/// What had become of the releaser's own lock on that node.
std::string OwnerOnlyRelease::fate_of_own(const Trace& trace, const Event& release) const {
  constexpr std::size_t never = SIZE_MAX;
  std::size_t own = never;
  std::size_t gone = never;
  for (std::size_t i = 0; i < breach_->event; ++i) {
    const Event& e = trace[i];
    if (e.node != release.node || e.key != release.key) continue;
    if (e.kind < EventKind::key_set || e.kind > EventKind::key_lost) continue;
    const bool its = e.client == release.client && e.acquisition == release.acquisition;
    if (e.kind == EventKind::key_set && its) {
      own = i;
      gone = never;
    } else if (e.kind != EventKind::key_lease && own != never && gone == never) {
      gone = i;
    }
  }
  const std::string_view releaser = trace.client_name(release.client);
  if (own == never) return fmt::format("{} did not hold it", releaser);
  if (gone == never) return {};
  return fmt::format("{}'s own {} at {}", releaser,
                     trace[gone].kind == EventKind::key_expired ? "lease had run out" : "had gone",
                     when(trace, gone));
}

Verdict OwnerOnlyRelease::verdict(const Trace& trace) const {
  if (!locks_)
    return not_applicable("this strategy holds nothing on a server that could be released");
  if (breach_) {
    const Event& release = trace[breach_->event];
    const Event& owner = trace[*breach_->other];
    const bool removed = release.kind == EventKind::key_deleted;
    std::string why =
        fmt::format("{}'s release {} {}'s lock on {} (since {})", trace.client_name(release.client),
                    removed ? "removed" : "changed", trace.client_name(owner.client),
                    trace.node_name(release.node), as_ms(owner.at));
    if (release.client == owner.client)
      why += ", which is another acquisition than the one released";
    const std::string own = fate_of_own(trace, release);
    if (!own.empty()) why += "; " + own;
    return broken(*breach_, std::move(why));
  }
  if (order_unknown_)
    return not_applicable("order unknown: a release and another client's claim overlap in time");
  if (releases_ == 0) return kept("no release removed a key");
  return kept(counted(releases_, "release", "releases") + ", each of the releaser's own lock");
}

}  // namespace locklab::sim
