// The memory of one trace's events and texts: large blocks, by their place in the trace.
//
// A search puts the bytes of a world, and with them its trace, back to an earlier state, again and
// again. The blocks stay as they are. The trace forgets those that it has needed since, and asks
// for the same places once more. So the list of blocks lies on C's heap, because a search saves and
// restores what operator new gave.
#pragma once

#include <cstddef>

namespace locklab::sim {

class TraceMemory {
 public:
  static constexpr std::size_t usual_block = std::size_t{1} << 21;  // a huge page

  TraceMemory() = default;
  ~TraceMemory();
  TraceMemory(const TraceMemory&) = delete;
  TraceMemory& operator=(const TraceMemory&) = delete;
  static void* operator new(std::size_t bytes);
  static void operator delete(void* memory);

  /// The block at this place among those of the events, or of the texts: the one that was there
  /// before if it is large enough. The program ends when there is no memory.
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
  static void* block(List& list, std::size_t place, std::size_t bytes);
  static void give_back(List& list);

  List events_;
  List texts_;
};

}  // namespace locklab::sim
