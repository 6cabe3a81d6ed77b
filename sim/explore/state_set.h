// The states that a search has seen, by fingerprint, each with the fewest steps that reached it and
// its sleep set (sleep_sets.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace locklab::sim {

class StateSet {
 public:
  /// `slots`: initial capacity, a power of two.
  explicit StateSet(std::size_t slots = std::size_t{1} << 12) : slots_(slots) {}

  /// Returns false if the state was seen before, in no more steps and with no step asleep that is
  /// awake now. Otherwise remembers it, and reduces `asleep` to the steps that slept both times.
  bool enter(std::uint64_t state, std::uint32_t steps, std::uint32_t& asleep) {
    if (state == 0) state = 1;  // 0 marks a free slot
    if (size_ * 4 >= slots_.size() * 3) grow();
    Slot& slot = slot_of(slots_, state);
    if (slot.state == state) {
      if (slot.steps <= steps && (slot.asleep & ~asleep) == 0) return false;
      slot.steps = std::min(slot.steps, steps);
      asleep = slot.asleep &= asleep;
      return true;
    }
    slot = {state, steps, asleep};
    ++size_;
    return true;
  }

  bool enter(std::uint64_t state, std::uint32_t steps) {
    std::uint32_t nothing = 0;
    return enter(state, steps, nothing);
  }

  std::size_t size() const { return size_; }
  std::size_t memory() const { return slots_.size() * sizeof(Slot); }

 private:
  struct Slot {
    std::uint64_t state = 0;
    std::uint32_t steps = 0;
    std::uint32_t asleep = 0;
  };

  static Slot& slot_of(std::vector<Slot>& slots, std::uint64_t state) {
    std::size_t at = state & (slots.size() - 1);
    while (slots[at].state != 0 && slots[at].state != state) at = (at + 1) & (slots.size() - 1);
    return slots[at];
  }

  void grow() {
    std::vector<Slot> larger(slots_.size() * 2);
    for (const Slot& slot : slots_)
      if (slot.state != 0) slot_of(larger, slot.state) = slot;
    slots_.swap(larger);
  }

  std::vector<Slot> slots_;
  std::size_t size_ = 0;
};

}  // namespace locklab::sim
