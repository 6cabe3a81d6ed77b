// Polls the Sentinels of a live run, like a client that asks them for its master: the first to
// report a change is believed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/live/servers/sentinel_fleet.h"
#include "lock/redis/connection.h"
#include "lock/redis/loop.h"

namespace locklab::app {

class SentinelWatch {
 public:
  /// Called when the master that was first at `node` is now at that port.
  using Moved = std::function<void(NodeId node, std::uint16_t port)>;

  /// Called when the Sentinels agree that the master at `node` is down.
  using Agreed = std::function<void(NodeId node)>;

  /// Called when a Sentinel has not replied within the polling interval (10 ms), or its reply was
  /// lost.
  using Missed = std::function<void(ServerProcess& sentinel)>;

  /// Polls until destroyed, and calls all three from the loop. All references must outlive it.
  SentinelWatch(redis::Loop& loop, SentinelFleet& sentinels, Agreed agreed, Moved moved,
                Missed missed);
  ~SentinelWatch() { loop_.stop(alarm_); }
  SentinelWatch(const SentinelWatch&) = delete;
  SentinelWatch& operator=(const SentinelWatch&) = delete;

 private:
  /// The connection to one Sentinel.
  struct Talk final : redis::Connection::Listener {
    void answered(redis::Connection::Ticket ticket, Reply reply) override;
    ServerProcess* sentinel = nullptr;
    redis::Login login;
    std::size_t pending = 0;
    bool gave_no_answer = false;                    ///< since the last tick
    std::vector<std::uint16_t> heard;               ///< by master: the port last reported
    std::vector<std::uint16_t> before;              ///< the same, at the last tick
    std::vector<bool> down;                         ///< by master: it has reported an agreement
    std::unique_ptr<redis::Connection> connection;  ///< destroyed before the rest
  };

  void tick();
  void ask(Talk& talk);

  redis::Loop& loop_;
  const std::vector<SentinelFleet::Watched>& masters_;
  const Agreed agreed_;
  const Moved moved_;
  const Missed missed_;
  std::vector<std::uint16_t> ports_;  ///< by master: its current port
  std::vector<bool> down_;            ///< by master: Agreed was called
  std::vector<std::unique_ptr<Talk>> talks_;
  redis::Alarm alarm_{[this] { tick(); }};
};

}  // namespace locklab::app
