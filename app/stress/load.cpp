#include "app/stress/load.h"

namespace locklab::app {

Load::Load(const StressWork& its_work, std::string prefix, bool records)
    : work(its_work),
      key_prefix(std::move(prefix)),
      picker(work.choice, work.keys),
      recording(records && work.critical_sections() ? std::make_unique<Recording>(work) : nullptr),
      oracle({.locks = work.critical_sections() ? work.keys : 0,
              .fenced = work.strategy->traits.has(Trait::fenced),
              .several_threads = work.threads > 1,
              .witness = recording.get()}),
      released_us(work.critical_sections() && work.measures_hand_over() ? work.keys : 0),
      admitted(work.critical_sections() ? 0 : work.keys),
      heartbeats(work.threads) {
  for (const Strike& strike : work.strikes) strikes.add(strike);
}

std::shared_ptr<Strikes::One> Strikes::add(const Strike& strike) {
  const std::lock_guard lock(mutex_);
  all_.push_back(std::make_shared<One>());
  all_.back()->strike = strike;
  all_.back()->number = static_cast<std::uint16_t>(all_.size());
  return all_.back();
}

std::shared_ptr<Strikes::One> Strikes::after(std::size_t number) const {
  const std::lock_guard lock(mutex_);
  return number < all_.size() ? all_[number] : nullptr;
}

void Load::refused(NodeId node, const Reply& reply) {
  const std::lock_guard lock(refusing_);
  if (!first_refusal_) first_refusal_.emplace(node, reply);
}

std::optional<std::pair<NodeId, Reply>> Load::first_refusal() {
  const std::lock_guard lock(refusing_);
  return first_refusal_;
}

}  // namespace locklab::app
