// What the servers themselves say about a load: processor time, commands and bytes, from INFO. It
// is read each second, and before a server is killed, since its counters die with it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/load/server_reading.h"
#include "lock/redis/blocking_client.h"

namespace locklab::app {

struct StressServers;

/// Adds up the readings of one server, over its restarts.
class ServerSum {
 public:
  /// A reading, and the run of the process that it is of. The first one is the zero.
  void add(const ServerReading& reading, std::string_view run);
  /// Notes that its process is killed now: what it did was added before, if it `answered`.
  void dies(bool answered);
  /// Notes that it did not answer when it was asked for the last time.
  void is_silent();
  bool is_dead() const { return dead_; }

  /// None: some of it is not known.
  std::optional<ServerReading> sum() const { return known_ ? std::optional(sum_) : std::nullopt; }

 private:
  ServerReading sum_;
  std::optional<ServerReading> last_;
  std::string run_;
  bool known_ = true;
  bool dead_ = false;
};

class ServerMeters {
 public:
  /// The servers must outlive it.
  explicit ServerMeters(const StressServers& servers);

  /// Reads all for the first time.
  void begin();
  bool has_begun() const { return begun_us_ > 0; }
  void will_be_killed(std::size_t server);
  /// What all did since the last call; none: one could not be asked. `answers`: whether it can be.
  template <class Answers>
  std::optional<ServerSecond> end_second(Answers answers) {
    for (std::size_t i = 0; i < sums_.size(); ++i)
      if (!sums_[i].is_dead() || answers(i)) read_[i] = answers(i) && read(i);
    return second();
  }
  /// Reads all for the last time.
  std::vector<std::optional<ServerReading>> end();

 private:
  bool read(std::size_t server);
  std::optional<ServerSecond> second();

  const StressServers& servers_;
  std::int64_t begun_us_ = 0;
  std::vector<std::unique_ptr<redis::BlockingClient>> clients_;
  std::vector<ServerSum> sums_;
  std::vector<bool> read_;  ///< in the last second
  ServerSecond told_;
};

/// The version of each server: "7.0.15"; empty where it does not say.
std::vector<std::string> versions_of(const StressServers& servers);

}  // namespace locklab::app
