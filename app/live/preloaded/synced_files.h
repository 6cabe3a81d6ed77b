// The size up to which a server has synced each of its files to the disk, in memory shared with the
// lab: what a power loss would leave. Redis does not report it. The library in the server
// (syncs.cpp) writes, from any thread and without a lock; the lab reads once the server's process
// is gone.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace locklab::app {

class SyncedFiles {
 public:
  /// Notes that the first `size` bytes of the file with that inode count as synced.
  void note(std::uint64_t inode, std::int64_t size) {
    Slot* slot = find(inode);
    if (!slot) slot = &slots_[next_.fetch_add(1, std::memory_order_relaxed) % slots_.size()];
    slot->inode.store(inode, std::memory_order_relaxed);
    slot->size.store(size, std::memory_order_release);
  }

  /// Returns the synced size of a file; nullopt if it was never synced, or so many files ago that
  /// its slot was reused.
  std::optional<std::int64_t> size_of(std::uint64_t inode) const {
    for (const Slot& slot : slots_)
      if (slot.inode.load(std::memory_order_acquire) == inode)
        return slot.size.load(std::memory_order_acquire);
    return std::nullopt;
  }

 private:
  struct Slot {
    std::atomic<std::uint64_t> inode;  ///< 0 if unused
    std::atomic<std::int64_t> size;
  };
  Slot* find(std::uint64_t inode) {
    for (Slot& slot : slots_)
      if (slot.inode.load(std::memory_order_relaxed) == inode) return &slot;
    return nullptr;
  }

  std::atomic<std::size_t> next_;
  std::array<Slot, 64> slots_;  ///< a server syncs about five files in a run
};

}  // namespace locklab::app
