// The part of Node at which somebody outside the run removes keys.
#include <algorithm>
#include <optional>

#include "sim/world/node.h"
#include "sim/world/world.h"

namespace locklab::sim {

/// DEL and FLUSHALL are writes, which a full memory does not stop. A node whose memory counts as
/// full has a policy that evicts nothing.
NoEffect Node::remove_keys(FaultToken token, KeyRemoval how,
                           const std::vector<std::string>& locks) {
  if (!up()) return absence();
  if (master_) return NoEffect::is_replica;
  const bool evicts = how == KeyRemoval::evicted;
  if (refuses(WriteRefusal::read_only) ||
      refuses(evicts ? WriteRefusal::full : WriteRefusal::unsaved))
    return NoEffect::node_refuses;
  if (how == KeyRemoval::del && !serves()) return NoEffect::just_back;
  LOCKLAB_ASSERT(changes_.empty());
  const std::optional<std::size_t> count = service_->remove_keys(how, locks, now_us());
  if (!count) return NoEffect::node_refuses;
  Event removed = event(EventKind::keys_removed);
  removed.value = static_cast<std::int64_t>(*count);
  removed.detail = static_cast<std::uint8_t>(how);
  removed.fault = token;
  for (Event& change : changes_)
    if (change.kind == EventKind::key_lost) change.detail = static_cast<std::uint8_t>(loss_by(how));
  if (removed.value > 0) world_.record(removed);
  tell_changes();
  replicate();
  arm_expiry();
  return removed.value > 0 ? NoEffect::none : NoEffect::no_key;
}

bool Node::has_any(const std::vector<std::string>& keys) const {
  return std::any_of(keys.begin(), keys.end(),
                     [&](const std::string& key) { return service_->has_key(key); });
}

}  // namespace locklab::sim
