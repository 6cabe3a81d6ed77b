// The memory of one Lua engine. Scripts allocate and free many strings and small tables, so small
// blocks come from free lists by size.
//
// The memory comes from C's heap, because a world may snapshot the memory of operator new.
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

  /// Reallocates as lua_Alloc requires: grows, shrinks, allocates (`block` null) or frees
  /// (`new_size` 0). Null if out of memory.
  void* resize(void* block, std::size_t old_size, std::size_t new_size);
  /// Turns the memory limit of scripts on or off.
  void limit(bool on) { limited_ = on; }
  /// Bytes in use by Lua.
  std::size_t used() const { return used_; }
  /// Frees the memory of all small blocks at once; lua_close() must have freed the large ones.
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
  static constexpr std::size_t largest_small = 0;  // so that a use after free is detected
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
  char* next_ = nullptr;  ///< the rest of the newest chunk
  std::size_t left_ = 0;
  std::size_t used_ = 0;
  bool limited_ = false;
};

}  // namespace locklab::sim
