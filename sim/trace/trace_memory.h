// The memory of one trace's events and texts: large blocks, by their place in the trace.
//
// A search puts the bytes of a world, and with them its trace, back to an earlier state, again and
// again. The blocks stay as they are. The trace forgets those that it has needed since, and asks
// for the same places once more. So the list of blocks lies on C's heap, because a search saves and
// restores what operator new gave.
#pragma once

#include <cstddef>
#include <cstdint>

namespace locklab::sim {

class TraceMemory {
 public:
  static constexpr std::size_t usual_block = std::size_t{1} << 21;  // a huge page

  /// Of a trace that grows: huge pages, some of which are kept for the next trace. Of one that is
  /// only read: usual pages, of which it takes up those that are written.
  enum class Pages : std::uint8_t { huge, usual };
  explicit TraceMemory(Pages pages = Pages::huge) : pages_(pages) {}
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
  void* block(List& list, std::size_t place, std::size_t bytes) const;
  void give_back(List& list) const;
  void* new_block(std::size_t bytes) const;
  void give_block(void* block, std::size_t bytes) const;

  Pages pages_;
  List events_;
  List texts_;
};

}  // namespace locklab::sim
