// Tries many random inputs, in processes of their own. An input that crashes, hangs or takes too
// much memory only fails the test, and is then made as small as possible. LOCKLAB_FUZZ_SECONDS=n
// sets the time for a search, LOCKLAB_SEED=n repeats one input.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace locklab::test {

/// An input in pieces that may be left out one by one: lines, words, records.
using Pieces = std::vector<std::string>;

/// The result of a try.
struct Trial {
  bool read = false;  ///< the input made sense
  bool ran = false;   ///< it was run or judged
  std::string wrong;  ///< empty if nothing is
};

struct Fuzzed {
  std::function<Pieces(std::uint64_t seed)> make;
  std::function<Trial(const Pieces&)> judge;
  std::function<std::string(const Pieces&)> show;  ///< for a person
};

/// Tries `how_many` inputs, or the one of LOCKLAB_SEED. Fails the test at the first that the judge
/// rejects, or that takes more than 5 s of processor time (20 s with sanitizers) or 2 GB of memory.
void fuzz(const Fuzzed& fuzzed, std::uint64_t how_many);

/// Tries inputs for LOCKLAB_FUZZ_SECONDS and prints their number; if it is not set, tries
/// `otherwise` inputs.
void fuzz_for_a_while(const Fuzzed& fuzzed, std::uint64_t otherwise);

}  // namespace locklab::test
