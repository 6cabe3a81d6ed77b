#include "sim/trace/trace_memory.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <new>

namespace locklab::sim {

namespace {

constexpr std::size_t usual_page = 4096;

/// Blocks of destroyed traces, for reuse. Touching memory for the first time costs more than
/// everything else that an event needs, and a benchmark runs world after world. Shared by all
/// threads: a run's trace is made on one thread and freed on the window's.
class BlockPool {
 public:
  void* take() {
    for (Slot& slot : free_) {
      if (!slot.load(std::memory_order_relaxed)) continue;
      if (void* block = slot.exchange(nullptr, std::memory_order_acquire)) return block;
    }
    return nullptr;
  }
  bool give(void* block) {
    for (Slot& slot : free_) {
      void* none = nullptr;
      if (slot.compare_exchange_strong(none, block, std::memory_order_release,
                                       std::memory_order_relaxed))
        return true;
    }
    return false;
  }

 private:
  using Slot = std::atomic<void*>;
#if defined(__SANITIZE_ADDRESS__)
  static constexpr std::size_t most = 0;  // so that a use after free is detected
#else
  static constexpr std::size_t most = 64;  // 128 MB
#endif
  std::array<Slot, most> free_{};
};

constinit BlockPool pool;  // outlives every trace: it is never destroyed

[[noreturn]] void no_memory() {
  if (const std::new_handler handler = std::get_new_handler())
    handler();  // it may end the program in an orderly way
  fmt::print(stderr, "locklab: out of memory for the trace\n");
  std::abort();
}

}  // namespace

void* TraceMemory::operator new(std::size_t bytes) {
  if (void* memory = std::malloc(bytes)) return memory;
  no_memory();
}

void TraceMemory::operator delete(void* memory) { std::free(memory); }

TraceMemory::~TraceMemory() {
  give_back(events_);
  give_back(texts_);
}

void* TraceMemory::block(List& list, std::size_t place, std::size_t bytes) const {
  bytes = (bytes + usual_block - 1) & ~(usual_block - 1);
  if (place >= list.size) {
    void* const more = std::realloc(list.blocks, (place + 1) * sizeof(Block));
    if (!more) no_memory();
    list.blocks = static_cast<Block*>(more);
    while (list.size <= place) list.blocks[list.size++] = {nullptr, 0};
  }
  Block& block = list.blocks[place];
  if (block.bytes < bytes) {
    if (block.memory) give_block(block.memory, block.bytes);
    block = {new_block(bytes), bytes};
  }
  return block.memory;
}

void* TraceMemory::new_block(std::size_t bytes) const {
  const bool huge = pages_ == Pages::huge;
  void* block = huge && bytes == usual_block ? pool.take() : nullptr;
  if (block) return block;
  block = std::aligned_alloc(huge ? usual_block : usual_page, bytes);
  if (!block) no_memory();
#ifdef MADV_HUGEPAGE
  madvise(block, bytes, huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
#endif
  return block;
}

void TraceMemory::give_block(void* block, std::size_t bytes) const {
  const bool pooled = pages_ == Pages::huge && bytes == usual_block;
  if (!pooled || !pool.give(block)) std::free(block);
}

void TraceMemory::give_back(List& list) const {
  for (std::size_t i = 0; i < list.size; ++i)
    if (list.blocks[i].memory) give_block(list.blocks[i].memory, list.blocks[i].bytes);
  std::free(list.blocks);
}

}  // namespace locklab::sim
