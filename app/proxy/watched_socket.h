// A socket that a loop watches: somebody is called when it can be read or written.
#pragma once

#include <uv.h>

#include <functional>

#include "lock/redis/loop.h"

namespace locklab::app {

class WatchedSocket {
 public:
  /// `status`: below zero, libuv's error; `events`: UV_READABLE and UV_WRITABLE, what can be done.
  using Ready = std::function<void(int status, int events)>;

  WatchedSocket() = default;
  ~WatchedSocket() { close(); }
  WatchedSocket(const WatchedSocket&) = delete;
  WatchedSocket& operator=(const WatchedSocket&) = delete;

  /// Takes the socket over, and watches for nothing yet. False: the loop cannot watch it.
  bool open(redis::Loop& loop, int socket, Ready ready);
  /// Watches for these events from now on; 0: for none. Nothing where it is not open.
  void watch(int events);
  void close();

  bool is_open() const { return socket_ >= 0; }
  int fd() const { return socket_; }

 private:
  struct Poll;  ///< libuv's handle, which outlives us until libuv closes it

  int socket_ = -1;
  int watched_ = 0;
  Poll* poll_ = nullptr;
};

}  // namespace locklab::app
