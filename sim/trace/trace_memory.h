// The memory of one trace's events and texts: large blocks, by their position in the trace.
//
// A search restores the bytes of a world, and with them its trace, to an earlier state again and
// again. The blocks keep their contents. The trace forgets the blocks that it has added since that
// state, and asks for the same positions again. The list of blocks is therefore on C's heap,
// because a search saves and restores the memory of operator new.
#pragma once

#include <cstddef>
#include <cstdint>

namespace locklab::sim {

class TraceMemory {
 public:
  static constexpr std::size_t usual_block = std::size_t{1} << 21;  // a huge page

  /// `huge` for a trace that grows: some blocks are kept for the next trace. `usual` for one that
  /// is only read: it occupies only the pages that are written.
  enum class Pages : std::uint8_t { huge, usual };
  explicit TraceMemory(Pages pages = Pages::huge) : pages_(pages) {}
  ~TraceMemory();
  TraceMemory(const TraceMemory&) = delete;
  TraceMemory& operator=(const TraceMemory&) = delete;
  static void* operator new(std::size_t bytes);
  static void operator delete(void* memory);

  /// The block at this position among those of the events, or of the texts: the existing one if it
  /// is large enough. The program ends if there is no memory.
  void* events(std::size_t place, std::size_t bytes) { return block(events_, place, bytes); }
  void* texts(std::size_t place, std::size_t bytes) { return block(texts_, place, bytes); }

 private:
  struct Block {
    void* memory;
    std::size_t bytes;
  };
  struct List {
    Block* blocks = nullptr;
    std::size_t size = 0;
  };
  void* block(List& list, std::size_t place, std::size_t bytes) const;
  void give_back(List& list) const;
  void* new_block(std::size_t bytes) const;
  void give_block(void* block, std::size_t bytes) const;

  Pages pages_;
  List events_;
  List texts_;
};

}  // namespace locklab::sim
