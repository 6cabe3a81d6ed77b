// The link between a replica of the lab and its master: it delays both directions by the scenario's
// lag. The replica follows a loopback port of the lab, which forwards to the master; anyone else at
// that port would find a server that asks for its password. The port closes with the run.
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
  /// Opens a port; null on failure, with errno set. The loop must outlive it.
  static std::unique_ptr<ReplicaLag> open(redis::Loop& loop, Duration lag);
  ~ReplicaLag();
  ReplicaLag(const ReplicaLag&) = delete;
  ReplicaLag& operator=(const ReplicaLag&) = delete;

  /// The port that the replica must follow.
  std::uint16_t port() const { return port_; }
  /// Connects the replica to that master from now on. Data in flight is lost.
  void lead_to(const redis::Endpoint& master);

  /// Whether any data is in flight, which will arrive by itself.
  bool travels() const { return !replica_.coming.empty() || !master_.coming.empty(); }
  /// Whether the master has accepted the replica, and both know.
  bool is_linked() const { return linked_ && !travels(); }
  /// Whether nothing is in flight, but one end owes the other a message: the master must accept the
  /// replica, or the replica must acknowledge its offset to the master (WAIT).
  bool is_owed() const { return (!linked_ || asked_) && !travels(); }
  /// Whether the master has asked for the offset and has no answer yet, while data is in flight.
  bool asks() const { return asked_ && travels(); }

 private:
  struct Piece {
    std::int64_t due_us;
    std::string bytes;
  };
  /// One end of a connection, and the data in flight to it.
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
  End door_;  ///< listens for the replica
  End replica_, master_;
  bool linked_ = false;
  bool asked_ = false;     ///< for the replica's offset
  bool answered_ = false;  ///< its acknowledgement is in flight
  redis::Alarm due_{[this] { bring(); }};
};

}  // namespace locklab::app
