// The states that a search has seen, by fingerprint, with the fewest steps in which each was
// reached.
#pragma once

#include <cstdint>
#include <vector>

namespace locklab::sim {

class StateSet {
 public:
  StateSet() : slots_(std::size_t{1} << 12) {}

  /// False: it was seen before in as few steps. Else it is remembered.
  bool enter(std::uint64_t state, std::uint32_t steps) {
    if (state == 0) state = 1;  // 0 marks a free slot
    if (size_ * 4 >= slots_.size() * 3) grow();
    Slot& slot = slot_of(slots_, state);
    if (slot.state == state) {
      if (slot.steps <= steps) return false;
      slot.steps = steps;
      return true;
    }
    slot = {state, steps};
    ++size_;
    return true;
  }

  std::size_t size() const { return size_; }
  std::size_t memory() const { return slots_.size() * sizeof(Slot); }

 private:
  struct Slot {
    std::uint64_t state = 0;
    std::uint32_t steps = 0;
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
