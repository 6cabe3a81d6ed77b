#include "sim/explore/arena.h"

#include <sys/mman.h>

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include "lock/assert.h"

namespace locklab::sim {

namespace {

constinit thread_local Arena* arena_in_use = nullptr;

/// The arenas, by their place in one contiguous block of memory: a block's address identifies its
/// arena in whichever thread it is freed.
constexpr std::size_t most_arenas = 64;
constinit std::array<std::atomic<Arena*>, most_arenas> arenas{};
constinit std::atomic<char*> first_arena = nullptr;
constinit std::atomic<std::size_t> room_for = 0;  ///< number of arenas that fit into it

/// Ends the program through the new-handler, which reports the reason, or with abort().
[[noreturn]] void no_memory(const char* what) {
  if (const std::new_handler handler = std::get_new_handler()) handler();
  std::fprintf(stderr, "locklab: out of memory for %s\n", what);
  std::abort();
}

constexpr std::size_t grain = 16;
/// Each multiple of `grain` up to 2 KB has its own list of free blocks. Above that, there are eight
/// size classes between one power of two and the next, so that little of a snapshot is padding.
constexpr std::size_t classes = 128;
constexpr std::size_t sizes_each = 8;
constexpr std::size_t lists = classes + 15 * sizes_each;

}  // namespace

/// The arena's bookkeeping. Stored at the beginning of its memory and saved with it.
struct Arena::Head {
  struct Free {
    Free* next;
  };
  struct Block {
    std::size_t bytes;    ///< rounded up; stored in front of each block
    std::size_t skipped;  ///< alignment padding in front of the block
  };
  [[noreturn]] static void too_large() { no_memory("a searched world that large"); }

  std::size_t used;
  std::array<Free*, lists> free;
  static const Block* before(const void* block) { return static_cast<const Block*>(block) - 1; }
  /// The difference between a large block's size and the next larger one.
  static std::size_t step_of(std::size_t bytes) { return std::bit_floor(bytes - 1) / sizes_each; }
  static std::size_t round(std::size_t bytes) {
    if (bytes > capacity) too_large();
    const std::size_t step = bytes <= grain * classes ? grain : step_of(bytes);
    return (bytes + step - 1) / step * step;
  }
  static std::size_t list_of(std::size_t rounded) {
    if (rounded <= grain * classes) return rounded / grain - 1;
    const std::size_t step = step_of(rounded);
    const std::size_t powers = static_cast<std::size_t>(std::countr_zero(step * sizes_each)) -
                               static_cast<std::size_t>(std::countr_zero(grain * classes));
    return classes + powers * sizes_each + rounded / step - sizes_each - 1;
  }
};

namespace {

/// The address space of all arenas, reserved once for the whole program: for `most_arenas`, or for
/// as many halvings fewer as a limit (ulimit -v) requires.
char* all_arenas(std::size_t each) {
  static char* const memory = [&] {
    for (std::size_t many = most_arenas; many > 0; many /= 2) {
      void* const all = mmap(nullptr, many * each, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (all == MAP_FAILED) continue;
      room_for = many;
      first_arena.store(static_cast<char*>(all), std::memory_order_release);
      return static_cast<char*>(all);
    }
    no_memory("searched worlds");
  }();
  return memory;
}

}  // namespace

Arena::Arena() : memory_(nullptr) {
  char* const all = all_arenas(capacity);
  for (std::size_t i = 0; i < room_for && !memory_; ++i) {
    Arena* none = nullptr;
    if (arenas[i].compare_exchange_strong(none, this)) memory_ = all + i * capacity;
  }
  if (!memory_) no_memory("another searched world");
  clear();
}

Arena::~Arena() {
  // Returns the pages to the system, which provides empty ones for the next arena.
  madvise(memory_, capacity, MADV_DONTNEED);
  arenas[static_cast<std::size_t>(memory_ - first_arena.load()) / capacity] = nullptr;
}

Arena* Arena::of(const void* block) {
  const char* const first = first_arena.load(std::memory_order_acquire);
  const auto offset = static_cast<std::size_t>(static_cast<const char*>(block) - first);
  if (!first || block < first || offset >= most_arenas * capacity) return nullptr;
  return arenas[offset / capacity].load(std::memory_order_relaxed);
}

Arena::Head& Arena::head() const { return *reinterpret_cast<Head*>(memory_); }

void Arena::clear() {
  Head& fresh = *new (memory_) Head{};
  fresh.used = (sizeof(Head) + grain - 1) / grain * grain;
}

std::size_t Arena::size() const { return head().used; }

void* Arena::allocate(std::size_t bytes, std::size_t alignment) {
  if (alignment <= grain) return allocate(bytes);
  if (bytes > capacity || alignment > capacity) Head::too_large();
  char* const block = static_cast<char*>(allocate(bytes + alignment));
  const std::size_t skipped = alignment - reinterpret_cast<std::uintptr_t>(block) % alignment;
  new (block + skipped - sizeof(Head::Block)) Head::Block{0, skipped};
  return block + skipped;
}

void* Arena::allocate(std::size_t bytes) {
  Head& state = head();
  const std::size_t rounded = Head::round(bytes == 0 ? 1 : bytes);
  Head::Free*& first = state.free[Head::list_of(rounded)];
  if (first) {
    void* block = first;
    first = first->next;
    return block;
  }
  if (state.used + sizeof(Head::Block) + rounded > capacity) Head::too_large();
  char* at = memory_ + state.used;
  state.used += sizeof(Head::Block) + rounded;
  new (at) Head::Block{rounded, 0};
  return at + sizeof(Head::Block);
}

void Arena::release(void* block) noexcept {
  Head& state = head();
  const Head::Block* before = Head::before(block);
  if (before->skipped > 0) [[unlikely]] {
    block = static_cast<char*>(block) - before->skipped;
    before = Head::before(block);
  }
  Head::Free*& first = state.free[Head::list_of(before->bytes)];
  first = new (block) Head::Free{first};
}

void Arena::save(Snapshot& snapshot) const {
  snapshot.bytes_.assign(memory_, memory_ + head().used);
}

void Arena::restore(const Snapshot& snapshot) {
  LOCKLAB_ASSERT(snapshot.bytes_.size() >= sizeof(Head));
  LOCKLAB_ASSERT(snapshot.bytes_.size() <= capacity);
  std::memcpy(memory_, snapshot.bytes_.data(), snapshot.bytes_.size());
}

Arena::Use::Use(Arena& arena) : before_(std::exchange(arena_in_use, &arena)) {}

Arena::Use::~Use() { arena_in_use = before_; }

namespace {

/// Takes memory for operator new. Null if there is none left and no new-handler is set.
void* find_memory(std::size_t bytes, std::size_t alignment) {
  if (arena_in_use) return arena_in_use->allocate(bytes, alignment);
  const std::size_t wanted = bytes == 0 ? 1 : bytes;
  while (true) {
    void* block = nullptr;
    if (alignment <= grain) {
      block = std::malloc(wanted);
    } else if (posix_memalign(&block, alignment, wanted) != 0) {
      block = nullptr;
    }
    if (block) return block;
    const std::new_handler handler = std::get_new_handler();
    if (!handler) return nullptr;
    handler();
  }
}

void* allocate(std::size_t bytes, std::align_val_t alignment = std::align_val_t{grain}) {
  if (void* block = find_memory(bytes, static_cast<std::size_t>(alignment))) return block;
  no_memory("the program");
}

void* try_to_allocate(std::size_t bytes, std::align_val_t alignment = std::align_val_t{grain}) {
  return find_memory(bytes, static_cast<std::size_t>(alignment));
}

/// Returns a block to the arena, or to malloc, whichever it came from.
void release(void* block) noexcept {
  if (Arena* arena = Arena::of(block)) return arena->release(block);
  std::free(block);
}

}  // namespace

}  // namespace locklab::sim

// These replace every form of new and delete for the whole program, so that any delete can free
// what any new has allocated.
namespace sim = locklab::sim;
using std::align_val_t;
using std::nothrow_t;
using std::size_t;

void* operator new(size_t bytes) { return sim::allocate(bytes); }
void* operator new[](size_t bytes) { return sim::allocate(bytes); }
void* operator new(size_t bytes, align_val_t alignment) { return sim::allocate(bytes, alignment); }
void* operator new[](size_t bytes, align_val_t alignment) {
  return sim::allocate(bytes, alignment);
}
void* operator new(size_t bytes, const nothrow_t&) noexcept { return sim::try_to_allocate(bytes); }
void* operator new[](size_t bytes, const nothrow_t&) noexcept {
  return sim::try_to_allocate(bytes);
}
void* operator new(size_t bytes, align_val_t alignment, const nothrow_t&) noexcept {
  return sim::try_to_allocate(bytes, alignment);
}
void* operator new[](size_t bytes, align_val_t alignment, const nothrow_t&) noexcept {
  return sim::try_to_allocate(bytes, alignment);
}

void operator delete(void* block) noexcept { sim::release(block); }
void operator delete[](void* block) noexcept { sim::release(block); }
void operator delete(void* block, size_t) noexcept { sim::release(block); }
void operator delete[](void* block, size_t) noexcept { sim::release(block); }
void operator delete(void* block, align_val_t) noexcept { sim::release(block); }
void operator delete[](void* block, align_val_t) noexcept { sim::release(block); }
void operator delete(void* block, size_t, align_val_t) noexcept { sim::release(block); }
void operator delete[](void* block, size_t, align_val_t) noexcept { sim::release(block); }
void operator delete(void* block, const nothrow_t&) noexcept { sim::release(block); }
void operator delete[](void* block, const nothrow_t&) noexcept { sim::release(block); }
void operator delete(void* block, align_val_t, const nothrow_t&) noexcept { sim::release(block); }
void operator delete[](void* block, align_val_t, const nothrow_t&) noexcept { sim::release(block); }
