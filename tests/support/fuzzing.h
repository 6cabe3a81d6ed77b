// Tries out many things that were made by chance, in processes of their own: one that crashes,
// hangs or takes too much memory fails the test and no more, and is then made as small as it can
// be. LOCKLAB_FUZZ_SECONDS=n looks for so long, LOCKLAB_SEED=n repeats one.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace locklab::test {

/// What is tried, in pieces that may be left out one by one: lines, words, records.
using Pieces = std::vector<std::string>;

/// What came of it.
struct Trial {
  bool read = false;  ///< it made sense
  bool ran = false;   ///< there was something to run or to judge, and it was
  std::string wrong;  ///< empty: all is well
};

struct Fuzzed {
  std::function<Pieces(std::uint64_t seed)> make;
  std::function<Trial(const Pieces&)> judge;
  std::function<std::string(const Pieces&)> show;  ///< for a person
};

/// Tries so many, or the one of LOCKLAB_SEED. Fails the test at the first thing that is wrong: what
/// the judge says; more than 5 s of the processor; more than 2 GB of memory.
void fuzz(const Fuzzed& fuzzed, std::uint64_t how_many);

/// The same for LOCKLAB_FUZZ_SECONDS, and prints how many there were; for so many unless it is set.
void fuzz_for_a_while(const Fuzzed& fuzzed, std::uint64_t otherwise);

}  // namespace locklab::test
