// A socket watched by a loop, with a callback when it can be read or written.
#pragma once

#include <uv.h>

#include <functional>

#include "lock/redis/loop.h"

namespace locklab::app {

class WatchedSocket {
 public:
  /// `status` is libuv's error code if negative; `events` combines UV_READABLE and UV_WRITABLE.
  using Ready = std::function<void(int status, int events)>;

  WatchedSocket() = default;
  ~WatchedSocket() { close(); }
  WatchedSocket(const WatchedSocket&) = delete;
  WatchedSocket& operator=(const WatchedSocket&) = delete;

  /// Takes ownership of the socket, and watches nothing yet. Returns false if the loop cannot watch
  /// it.
  bool open(redis::Loop& loop, int socket, Ready ready);
  /// Watches these events from now on; 0 for none. Does nothing if it is not open.
  void watch(int events);
  void close();

  bool is_open() const { return socket_ >= 0; }
  int fd() const { return socket_; }

 private:
  struct Poll;  ///< libuv's handle, which outlives this object until libuv closes it

  int socket_ = -1;
  int watched_ = 0;
  Poll* poll_ = nullptr;
};

}  // namespace locklab::app
