// A model of the locks on one Redis node that shares nothing with the lab: clients that retry,
// messages with a fixed latency, a key with a lease, and a few faults. Its own search covers every
// retry pause and every time of a fault on a grid of half a millisecond, and every order of
// simultaneous events. A test puts the same questions to it and to the explorer.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace locklab::timed {

using Us = std::int64_t;  ///< microseconds

enum class ModelLock : std::uint8_t {
  setnx_del,
  setnx_expire,
  setnx_expire_lua,
  getset_timestamp,
  set_px_del,
  set_px_get_del,
  set_px_lua,
  watchdog,
  set_wait,  ///< with one replica, of which only acknowledgements count
  count_,
};

/// Faults. With set_wait `kill` hits the replica, and `jump` hits nothing.
enum class ModelFault : std::uint8_t { crash, pause, jump, drift, lose, hold, kill, count_ };

enum class ModelPromise : std::uint8_t {
  mutual_exclusion,
  no_lost_update,
  owner_only_release,
  count_
};
inline constexpr std::size_t model_promises = static_cast<std::size_t>(ModelPromise::count_);

inline constexpr std::size_t most_model_clients = 3;

struct ModelQuestion {
  ModelLock lock = ModelLock::setnx_del;
  std::uint8_t clients = 2;
  std::uint8_t rounds = 1;
  std::array<Us, most_model_clients> start{};
  Us ttl = 0, latency = 0, node_timeout = 0, retry_delay = 0, retry_jitter = 0, work = 0, wait = 0;
  Us renew_period = 0;           ///< watchdog
  Us wait_timeout = 0, lag = 0;  ///< set_wait
  std::array<std::uint8_t, static_cast<std::size_t>(ModelFault::count_)> budget{};
  std::vector<Us> jumps;                    ///< sizes, each forward and back
  std::vector<std::int64_t> drifts;         ///< ppm, each faster and slower
  Us longest = 0;                           ///< of a pause or a held message
  Us least_outage = 0, longest_outage = 0;  ///< of a killed node
  std::size_t most_states = 200'000;
};

struct ModelAnswer {
  bool finished = false;  ///< within `most_states`
  std::size_t states = 0;
  /// How each promise breaks, a line per step; empty if no violation was found.
  std::array<std::string, model_promises> broken;
};

ModelAnswer answer_of(const ModelQuestion& question);

}  // namespace locklab::timed
