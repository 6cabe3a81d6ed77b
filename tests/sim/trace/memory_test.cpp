// Memory of traces and of searched worlds; AddressSanitizer has an allocator of its own, so other
// builds run these.
#include <gtest/gtest.h>

#include <cstddef>
#include <new>
#include <optional>
#include <set>
#include <thread>

#include "sim/trace/trace.h"

namespace locklab::sim {
namespace {

TEST(Trace, MemoryThatAnotherThreadGaveBackIsUsedAgain) {
  std::set<const Event*> places;
  for (int i = 0; i < 20; ++i) {
    std::optional<Trace> made;
    std::thread([&] { made.emplace().add(Event{}); }).join();
    places.insert(&made->back());
  }
  EXPECT_LE(places.size(), 2u) << "the window gives back what workers have made";
}

/// Volatile, because the compiler would reject the constant.
volatile std::size_t far_too_large = std::size_t{1} << 62;

TEST(Arena, OutsideWhatIsOnlyTriedMayFail) {
  EXPECT_EQ(operator new(far_too_large, std::nothrow), nullptr);
  EXPECT_EQ(operator new (far_too_large, std::align_val_t{64}, std::nothrow), nullptr);
}

}  // namespace
}  // namespace locklab::sim
