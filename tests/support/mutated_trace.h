// A trace file taken apart into its header, its records and its texts, changed at random, and put
// together again with matching counts and checksum.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/trace/trace.h"
#include "tests/support/fuzzing.h"

namespace locklab::test {

/// The traces of some short runs, each in pieces.
std::vector<Pieces> short_runs();

/// One of `runs` with records, fields, texts and the header changed; some taken from another.
Pieces mutated_trace(const std::vector<Pieces>& runs, std::uint64_t seed);

/// The bytes of a trace file.
std::string bytes_of_trace(const Pieces& pieces);
/// The pieces as text for a person.
std::string shown_trace(const Pieces& pieces);

}  // namespace locklab::test
