// An unplanned outage of one server during a load that continued on a majority of the servers.
#pragma once

#include <cstddef>
#include <optional>

#include "lock/time.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

struct Outage {
  std::size_t server = 0;
  Duration from{0};               ///< since measuring began; negative during the warm-up
  std::optional<Duration> until;  ///< nullopt if the server did not come back
  Sentence why;
};

}  // namespace locklab::app
