// Listens to the Sentinels of a live run, as a client does that asks them for its master: what any
// one of them says first is believed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/live/sentinel_fleet.h"
#include "lock/redis/connection.h"
#include "lock/redis/loop.h"

namespace locklab::app {

class SentinelWatch {
 public:
  /// Learns that the master which was first at `node` is now at that port.
  using Moved = std::function<void(NodeId node, std::uint16_t port)>;

  /// Learns that they agree that the master at `node` is down.
  using Agreed = std::function<void(NodeId node)>;

  /// Learns that a Sentinel owes an answer. It may only be slow.
  using Missed = std::function<void(ServerProcess& sentinel)>;

  /// Asks until it is destroyed. All three are called from the loop. All of it outlives the watch.
  SentinelWatch(redis::Loop& loop, SentinelFleet& sentinels, Agreed agreed, Moved moved,
                Missed missed);
  ~SentinelWatch() { loop_.stop(alarm_); }
  SentinelWatch(const SentinelWatch&) = delete;
  SentinelWatch& operator=(const SentinelWatch&) = delete;

 private:
  /// The talk with one Sentinel.
  struct Talk final : redis::Connection::Listener {
    void answered(redis::Connection::Ticket ticket, Reply reply) override;
    ServerProcess* sentinel = nullptr;
    redis::Login login;
    std::size_t pending = 0;
    bool gave_no_answer = false;                    ///< since it was last looked at
    std::vector<std::uint16_t> heard;               ///< by master: the port that it has named
    std::vector<std::uint16_t> before;              ///< and when it was last looked at
    std::vector<bool> down;                         ///< by master: they agree that it is
    std::unique_ptr<redis::Connection> connection;  ///< goes before what it answers to
  };

  void tick();
  void ask(Talk& talk);

  redis::Loop& loop_;
  const std::vector<SentinelFleet::Watched>& masters_;
  const Agreed agreed_;
  const Moved moved_;
  const Missed missed_;
  std::vector<std::uint16_t> ports_;  ///< by master: where it is
  std::vector<bool> down_;            ///< by master: it was told
  std::vector<std::unique_ptr<Talk>> talks_;
  redis::Alarm alarm_{[this] { tick(); }};
};

}  // namespace locklab::app
