// The memory that a searched world lives in. It is one block, so a world with suspended coroutines
// can be restored to an earlier state by copying bytes. While an Arena is in use, operator new
// takes from it; everything else in the program keeps its own memory.
//
// State that must not be rolled back stays outside: the Lua engine, whose memory comes from C, and
// the trace's blocks, of which the world stores only the number filled.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace locklab::sim {

class Arena {
 public:
  Arena();
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  /// While a Use exists, this thread's operator new allocates from its arena. Uses may be nested;
  /// the innermost counts.
  class Use {
   public:
    explicit Use(Arena& arena);
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    Arena* before_;  ///< the arena that was in use before, or nullptr
  };

  class Snapshot {
   public:
    std::size_t size() const { return bytes_.size(); }

   private:
    friend class Arena;
    std::vector<char> bytes_;
  };
  void save(Snapshot& snapshot) const;
  void restore(const Snapshot& snapshot);
  /// Empties the arena and invalidates everything in it.
  void clear();

  /// The size of a snapshot, in bytes.
  std::size_t size() const;

  // For operator new and delete.
  void* allocate(std::size_t bytes);
  void* allocate(std::size_t bytes, std::size_t alignment);
  void release(void* block) noexcept;
  bool owns(const void* block) const { return block >= memory_ && block < memory_ + capacity; }
  /// The arena that owns the block; nullptr if none does.
  static Arena* of(const void* block);

 private:
  static constexpr std::size_t capacity = std::size_t{64} << 20;
  struct Head;
  Head& head() const;

  char* memory_;
};

}  // namespace locklab::sim
