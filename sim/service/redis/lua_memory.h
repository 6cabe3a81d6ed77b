// The memory of one Lua engine. A script makes and drops strings and small tables all the time:
// what is small comes from lists by size, and goes back to them.
//
// It is C's memory, because a world may snapshot what operator new gave.
#pragma once

#include <array>
#include <cstddef>

namespace locklab::sim {

class LuaMemory {
 public:
  LuaMemory() = default;
  ~LuaMemory() { clear(); }
  LuaMemory(const LuaMemory&) = delete;
  LuaMemory& operator=(const LuaMemory&) = delete;

  /// As lua_Alloc: grows, shrinks, gives (`block` null) or takes back (`new_size` 0). Null: none is
  /// left.
  void* resize(void* block, std::size_t old_size, std::size_t new_size);
  /// While it is on, more than the most that a script may have is refused.
  void limit(bool on) { limited_ = on; }
  /// Bytes that Lua has.
  std::size_t used() const { return used_; }
  /// Takes everything back at once, when the engine is closed.
  void clear();

 private:
  struct Free {
    Free* next;
  };
  struct Chunk {
    Chunk* next;
  };
  static constexpr std::size_t step = 16;
#if defined(__SANITIZE_ADDRESS__)
  static constexpr std::size_t largest_small = 0;  // so that a use after its end is seen
#else
  static constexpr std::size_t largest_small = 256;
#endif
  static constexpr std::size_t chunk_bytes = std::size_t{32} << 10;

  static constexpr std::size_t class_of(std::size_t bytes) { return (bytes + step - 1) / step; }
  void* move(void* block, std::size_t old_size, std::size_t new_size);
  void* take(std::size_t bytes);
  void give(void* block, std::size_t bytes);
  bool add_chunk();

  std::array<Free*, largest_small / step + 1> free_{};
  Chunk* chunks_ = nullptr;
  char* next_ = nullptr;  ///< what the newest chunk still has
  std::size_t left_ = 0;
  std::size_t used_ = 0;
  bool limited_ = false;
};

}  // namespace locklab::sim
