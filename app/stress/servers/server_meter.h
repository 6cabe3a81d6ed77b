// Server-side metrics of a load from INFO: processor time, commands and bytes. They are read once
// per second, and before a server is killed, since its counters are lost with it.
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

/// Sum of the readings of one server, across restarts.
class ServerSum {
 public:
  /// Adds a reading; `run` is the run id of its process. The first reading serves as the zero.
  void add(const ServerReading& reading, std::string_view run);
  /// Notes that the process is killed now. The sum stays known only if it `answered` just before.
  void dies(bool answered);
  /// Notes that the first or last reading failed: the sum becomes unknown, unless the process was
  /// read before and is dead.
  void is_silent();
  bool is_dead() const { return dead_; }

  /// The sum so far; nullopt if a part of it is unknown.
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

  /// Reads all servers for the first time.
  void begin();
  bool has_begun() const { return begun_us_ > 0; }
  void will_be_killed(std::size_t server);
  /// Usage of all servers since the last call; nullopt if one could not be read. `answers(i)` is
  /// true if server i can be asked.
  template <class Answers>
  std::optional<ServerSecond> end_second(Answers answers) {
    for (std::size_t i = 0; i < sums_.size(); ++i)
      if (!sums_[i].is_dead() || answers(i)) read_[i] = answers(i) && read(i);
    return second();
  }
  /// Reads all servers for the last time; nullopt where a sum is unknown.
  std::vector<std::optional<ServerReading>> end();

 private:
  bool read(std::size_t server);
  std::optional<ServerSecond> second();

  const StressServers& servers_;
  std::int64_t begun_us_ = 0;
  std::vector<std::unique_ptr<redis::BlockingClient>> clients_;
  std::vector<ServerSum> sums_;
  std::vector<bool> read_;  ///< by server: the last second's reading succeeded
  ServerSecond told_;
};

/// Redis version of each server: "7.0.15"; empty if unknown.
std::vector<std::string> versions_of(const StressServers& servers);

}  // namespace locklab::app
