// Fingerprints the part of the past that can still decide which properties will break. A search
// does not enter a state twice, so the fingerprint must distinguish everything that some check
// distinguishes. Facts used only in the words of a verdict (counts, the longest wait) are left out.
// Of positions in the trace, only their order is added.
#include <algorithm>

#include "sim/check/checker.h"
#include "sim/trace/fingerprint.h"

namespace locklab::sim {

void EntryWindow::fingerprint(Fingerprint& print) const {
  print.add(complete_.has_value());
  if (complete_) return;
  rows_.each([&](std::uint16_t lock, const Row& row) {
    if (!runs(row)) return;
    print.add(std::uint64_t{lock});
    print.add(span(lock, row, 0).from);
  });
}

void Situation::fingerprint(Fingerprint& print) const {
  faults_.fingerprint(print);
  locks_.fingerprint(print);
  for (const std::uint32_t message : timed_out_to_) print.add(message);
  for (const Family& family : families_.of_lock()) print.add(std::uint64_t{index(family.serving)});
}

void NoLostUpdate::fingerprint(Fingerprint& print) const {
  print.add(is_broken());
  if (is_broken()) return;
  const auto add = [&](const Access& access) {
    print.add(access.at);
    print.add(access.acquisition);
    print.add(std::uint64_t{index(access.client)});
  };
  for (std::uint16_t c = 0; const Reads* reads = reads_.find(static_cast<ClientId>(c)); ++c)
    for (const Access& read : reads->latest) {
      if (read.client == no_client) {
        print.add(false);
        continue;
      }
      add(read);
      // Within one instant, only the trace order tells which came first.
      if (const Resource* resource = resources_.find(read.resource)) {
        print.add(read.index < resource->last.index);
        print.add(read.index < resource->by_other.index);
      }
    }
  resources_.each([&](std::uint16_t, const Resource& resource) {
    add(resource.last);
    add(resource.by_other);
    print.add(resource.last.read_by);
    print.add(resource.last.index < resource.by_other.index);
  });
}

void OwnerOnlyRelease::fingerprint(Fingerprint& print, const Trace& trace) const {
  print.add(is_broken());
  if (is_broken() || !locks_) return;
  const auto add = [&](const Hold& hold) {
    print.add(std::uint64_t{index(hold.client)});
    print.add(hold.acquisition);
    print.add(hold.at);
    print.add(hold.ends);
    print.add(trace.text(hold.text));
  };
  for (const ByName<Key>& keys : nodes_) {
    keys.each([&](std::uint16_t name, const Key& key) {
      print.add(std::uint64_t{name});
      for (const Hold& hold : key.holds) add(hold);
      print.add(std::uint64_t{key.beneath.size()});
      for (const Hold& hold : key.beneath) add(hold);
      print.add(key.replaced.has_value());
      if (key.replaced) add(*key.replaced);
      print.add(key.released.has_value());
      if (key.released) add(*key.released);
      print.add(key.release);
      print.add(key.vague);
    });
  }
  for (const Suspect& suspect : suspects_) {
    print.add(std::uint64_t{index(suspect.client)});
    print.add(suspect.acquisition);
  }
  for (const std::int64_t changed : clock_changed_) print.add(changed);
}

void CleanFailure::fingerprint(Fingerprint& print) const {
  print.add(is_broken());
  if (is_broken() || !locks_) return;
  for (const NodeId node : odd_clocks_) print.add(std::uint64_t{index(node)} + 1);
  const auto add = [&](const Attempt& attempt) {
    print.add(attempt.acquisition);
    print.add(attempt.failed);
    if (attempt.failed && !may_leave(attempt)) return;
    for (const Claim& claim : attempt.claims) {
      print.add(std::uint64_t{index(claim.node)});
      for (const std::uint32_t part :
           {claim.first, claim.last, claim.old_value, claim.release.message})
        print.add(part);
      for (const std::uint32_t message : claim.on_their_way) print.add(message);
      print.add(static_cast<std::uint64_t>(claim.release.state));
    }
  };
  for (std::uint16_t c = 0; const Attempt* attempt = latest_.find(static_cast<ClientId>(c)); ++c)
    add(*attempt);
  for (const Attempt& attempt : past_) {
    print.add(std::uint64_t{index(attempt.client)});
    add(attempt);
  }
  for (const Key& key : keys_) {
    print.add(std::uint64_t{index(key.client)});
    print.add(key.acquisition);
    print.add(std::uint64_t{index(key.node)});
    print.add(std::uint64_t{key.name});
    print.add(key.message);
  }
}

bool Fencing::is_broken() const {
  if (tokens_.breach) return true;
  return with_token_ == 0 && exclusive_ && !limits_rate_ && grants_.breach.has_value();
}

void Fencing::fingerprint(Fingerprint& print) const {
  print.add(is_broken());
  if (is_broken()) return;
  std::vector<std::size_t> places;
  const auto note = [&](const Hold& hold) {
    if (hold.held) places.push_back(hold.granted);
  };
  for (std::uint16_t c = 0; const Holds* holds = holds_.find(static_cast<ClientId>(c)); ++c) {
    for (const Hold& hold : holds->latest) note(hold);
    note(holds->claim.hold);
  }
  by_lock_.each([&](std::uint16_t, const Seen& seen) { note(seen.hold); });
  by_resource_.each([&](std::uint16_t, const Seen& seen) { note(seen.hold); });
  std::sort(places.begin(), places.end());
  const auto add = [&](const Hold& hold) {
    print.add(hold.held);
    print.add(hold.acquisition);
    if (!hold.held) return;
    const auto rank = std::lower_bound(places.begin(), places.end(), hold.granted);
    print.add(static_cast<std::uint64_t>(rank - places.begin()));
    print.add(hold.at);
  };
  for (std::uint16_t c = 0; const Holds* holds = holds_.find(static_cast<ClientId>(c)); ++c) {
    for (std::size_t i = 0; i < holds->latest.size(); ++i)
      add(holds->latest[(holds->last + i) % holds->latest.size()]);
    add(holds->claim.hold);
    print.add(holds->claim.grants);
  }
  by_lock_.each([&](std::uint16_t, const Seen& seen) {
    add(seen.hold);
    print.add(seen.at);
    print.add(seen.last_at);
  });
  by_resource_.each([&](std::uint16_t, const Seen& seen) {
    print.add(seen.newest);
    print.add(seen.at);
    print.add(seen.last_at);
    add(seen.hold);
  });
  given_.each([&](std::uint16_t, const Given& given) {
    print.add(given.top);
    for (const Given::Span& span : given.missing) {
      print.add(span.from);
      print.add(span.to);
    }
  });
  for (const bool flag : {with_token_ > 0, tokens_.order_unknown, grants_.order_unknown})
    print.add(flag);
}

void Quota::fingerprint(Fingerprint& print) const {
  print.add(is_broken());
  if (is_broken() || !applies()) return;
  for (std::uint16_t c = 0; const Visitor* visitor = visitors_.find(static_cast<ClientId>(c));
       ++c) {
    print.add(visitor->attempt);
    print.add(visitor->counted);
    print.add(visitor->unanswered);
    print.add(visitor->from);
    print.add(visitor->at);
    print.add(visitor->ran_at.has_value());
    print.add(visitor->overdue);
    if (!visitor->counted) continue;
    const std::vector<std::int64_t>& counts = windows_.find(visitor->key)->counts;
    print.add(std::uint64_t{counts.size() - visitor->window});
    print.add(counts[visitor->window]);
  }
  windows_.each([&](std::uint16_t, const Window& window) {
    print.add(window.begun);
    print.add(window.presumed);
    print.add(window.from);
    print.add(window.counts.back());
  });
}

void Reentrancy::fingerprint(Fingerprint& print) const {
  print.add(is_broken());
  print.add(pending_);
}

void Durability::fingerprint(Fingerprint& print) const {
  print.add(is_broken());
  if (is_broken()) return;
  resources_.each([&](std::uint16_t, const Resource& resource) {
    print.add(resource.begun);
    for (const Write& write : resource.writes) {
      print.add(write.value);
      print.add(write.acknowledged);
      print.add(is_awaited(write));
      if (is_awaited(write)) print.add(std::uint64_t{index(write.client)});
    }
  });
  for (std::uint16_t c = 0; const Latest* latest = latest_.find(static_cast<ClientId>(c)); ++c) {
    if (!latest->awaited) continue;  // equivalent to having written nothing
    print.add(std::uint64_t{c});
    print.add(latest->loss.has_value());
  }
}

void Checker::fingerprint(Fingerprint& print, const Trace& trace, Properties wanted) const {
  situation_.fingerprint(print);
  const auto is = [&](Property property) { return wanted.has(property); };
  if (is(Property::mutual_exclusion)) print.add(mutual_exclusion_.is_broken());
  if (is(Property::no_lost_update)) no_lost_update_.fingerprint(print);
  if (is(Property::owner_only_release)) owner_only_release_.fingerprint(print, trace);
  if (is(Property::no_deadlock)) no_deadlock_.fingerprint(print);
  if (is(Property::fault_tolerance)) fault_tolerance_.fingerprint(print);
  if (is(Property::prompt_hand_over)) prompt_hand_over_.fingerprint(print);
  if (is(Property::clean_failure)) clean_failure_.fingerprint(print);
  if (is(Property::fencing)) fencing_.fingerprint(print);
  if (is(Property::quota)) quota_.fingerprint(print);
  if (is(Property::reentrancy)) reentrancy_.fingerprint(print);
  if (is(Property::fairness)) print.add(fairness_.is_broken());
  if (is(Property::durability)) durability_.fingerprint(print);
  if (is(Property::availability)) availability_.fingerprint(print);
}

Properties Checker::broken(std::int64_t now) const {
  std::uint32_t bits = 0;
  const auto note = [&](Property property, bool broken) {
    bits |= static_cast<std::uint32_t>(broken) << static_cast<unsigned>(property);
  };
  note(Property::mutual_exclusion, mutual_exclusion_.is_broken());
  note(Property::no_lost_update, no_lost_update_.is_broken());
  note(Property::owner_only_release, owner_only_release_.is_broken());
  note(Property::no_deadlock, !quota_.applies() && no_deadlock_.is_broken(now));
  note(Property::fault_tolerance, !quota_.applies() && fault_tolerance_.is_broken(now));
  note(Property::prompt_hand_over, prompt_hand_over_.is_broken(now));
  note(Property::clean_failure, clean_failure_.is_broken());
  note(Property::fencing, fencing_.is_broken());
  note(Property::quota, quota_.is_broken());
  note(Property::reentrancy, reentrancy_.is_broken());
  note(Property::fairness, fairness_.is_broken());
  note(Property::durability, durability_.is_broken());
  note(Property::availability, availability_.is_broken(now));
  return Properties(bits);
}

}  // namespace locklab::sim
