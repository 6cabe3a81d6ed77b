// The way between a replica of the lab's own and its master: it takes as long as the scenario says,
// in both directions. The replica follows a port of ours on loopback, behind which its master is;
// whoever else found the port would find a server that asks for its password. It is gone with the
// run.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "app/proxy/watched_socket.h"
#include "lock/redis/endpoint.h"
#include "lock/redis/loop.h"
#include "lock/time.h"

namespace locklab::app {

class ReplicaLag {
 public:
  /// Null: errno says why there is none. The loop outlives it.
  static std::unique_ptr<ReplicaLag> open(redis::Loop& loop, Duration lag);
  ~ReplicaLag();
  ReplicaLag(const ReplicaLag&) = delete;
  ReplicaLag& operator=(const ReplicaLag&) = delete;

  /// The port that the replica is to follow.
  std::uint16_t port() const { return port_; }
  /// Leads the replica to that master from now on. What is on its way is lost.
  void lead_to(const redis::Endpoint& master);

  /// Whether anything is on its way, which will arrive by itself.
  bool travels() const { return !replica_.coming.empty() || !master_.coming.empty(); }
  /// Whether the master has let the replica follow it, and both know.
  bool is_linked() const { return linked_ && !travels(); }
  /// Whether either end owes the other something: the replica knocks and is let in, or the master
  /// has asked how far it has come (WAIT) and the replica says so.
  bool is_owed() const { return (!linked_ || asked_) && !travels(); }
  /// Whether the master has asked, and what it asked or was told is on its way.
  bool asks() const { return asked_ && travels(); }

 private:
  struct Piece {
    std::int64_t due_us;
    std::string bytes;
  };
  /// One end of a connection, and what is on its way there.
  struct End {
    WatchedSocket socket;
    std::deque<Piece> coming;
  };

  ReplicaLag(redis::Loop& loop, Duration lag) : loop_(loop), lag_us_(us(lag)) {}
  bool watch(End& end, int socket);
  void close(End& end);
  void hang_up();
  void take_replica();
  void ready(const End& end);
  void read(End& from, End& to);
  void bring();
  bool bring_to(End& end);

  redis::Loop& loop_;
  const std::int64_t lag_us_;
  std::uint16_t port_ = 0;
  std::optional<redis::Endpoint> master_endpoint_;
  End door_;  ///< where the replica knocks
  End replica_, master_;
  bool linked_ = false;
  bool asked_ = false;     ///< how far the replica has come
  bool answered_ = false;  ///< its answer is on its way
  redis::Alarm due_{[this] { bring(); }};
};

}  // namespace locklab::app
