// A server that was lost in the middle of a load while the others, a majority, went on.
#pragma once

#include <cstddef>
#include <optional>

#include "lock/time.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

struct Outage {
  std::size_t server = 0;
  Duration from{0};               ///< since the load is measured; below zero: in its warm-up
  std::optional<Duration> until;  ///< none: it did not come back
  Sentence why;
};

}  // namespace locklab::app
