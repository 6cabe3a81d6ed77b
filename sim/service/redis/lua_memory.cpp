#include "sim/service/redis/lua_memory.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

namespace locklab::sim {

namespace {

/// Upper limit of an engine's memory in bytes: more than a reasonable script needs, and harmless to
/// the lab's machine.
constexpr std::size_t most_memory = 128u << 20;

}  // namespace

void* LuaMemory::resize(void* block, std::size_t old_size, std::size_t new_size) {
  if (!block) old_size = 0;
  if (new_size > old_size && limited_ && used_ + (new_size - old_size) > most_memory)
    return nullptr;
  void* const moved = move(block, old_size, new_size);
  if (moved || new_size == 0) used_ += new_size - old_size;
  return moved;
}

void* LuaMemory::move(void* block, std::size_t old_size, std::size_t new_size) {
  if (std::min(old_size, new_size) > largest_small) return std::realloc(block, new_size);
  if (old_size > 0 && class_of(old_size) == class_of(new_size)) return block;
  void* const moved = new_size > 0 ? take(new_size) : nullptr;
  const bool failed = new_size > 0 && !moved;
  if (old_size == 0 || failed) return moved;
  if (moved) std::memcpy(moved, block, std::min(old_size, new_size));
  give(block, old_size);
  return moved;
}

void* LuaMemory::take(std::size_t bytes) {
  if (bytes > largest_small) return std::malloc(bytes);
  Free*& first = free_[class_of(bytes)];
  if (first) {
    void* block = first;
    first = first->next;
    return block;
  }
  const std::size_t rounded = class_of(bytes) * step;
  if (left_ < rounded && !add_chunk()) return nullptr;
  left_ -= rounded;
  void* block = next_;
  next_ += rounded;
  return block;
}

void LuaMemory::give(void* block, std::size_t bytes) {
  if (bytes > largest_small) return std::free(block);
  Free*& first = free_[class_of(bytes)];
  first = new (block) Free{first};
}

/// Adds a chunk. The rest of the previous chunk, too small for the requested block, is lost.
bool LuaMemory::add_chunk() {
  void* memory = std::malloc(chunk_bytes);
  if (!memory) return false;
  chunks_ = new (memory) Chunk{chunks_};
  next_ = static_cast<char*>(memory) + step;
  left_ = chunk_bytes - step;
  return true;
}

void LuaMemory::clear() {
  free_ = {};
  while (chunks_) std::free(std::exchange(chunks_, chunks_->next));
  next_ = nullptr;
  left_ = 0;
}

}  // namespace locklab::sim
