// The memory that a searched world lives in: one block, so that a world with coroutines on their
// way can be put back to an earlier state by copying bytes. While an Arena is in use, operator new
// takes from it; everything else of the program goes on with its own memory.
//
// What must not be rolled back stays outside: the Lua engine (its memory is C's) and the events of
// the trace, of which the world only remembers how many there are.
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

  /// This thread's operator new takes from the arena, as long as one of these lives. The last one
  /// that was made counts.
  class Use {
   public:
    explicit Use(Arena& arena);
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    Arena* before_;  ///< was in use
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
  /// Forgets everything. Nothing in it may be used any more.
  void clear();

  /// Bytes of the state: what a snapshot costs.
  std::size_t size() const;

  // For operator new and delete.
  void* allocate(std::size_t bytes);
  void* allocate(std::size_t bytes, std::size_t alignment);
  void release(void* block) noexcept;
  bool owns(const void* block) const { return block >= memory_ && block < memory_ + capacity; }
  /// Whose it is; null: no arena's.
  static Arena* of(const void* block);

 private:
  static constexpr std::size_t capacity = std::size_t{64} << 20;
  struct Head;
  Head& head() const;

  char* memory_;
};

}  // namespace locklab::sim
