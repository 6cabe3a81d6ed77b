#include "app/proxy/watched_socket.h"

#include <unistd.h>

#include <memory>
#include <utility>

namespace locklab::app {

struct WatchedSocket::Poll {
  explicit Poll(redis::Loop& its_loop) : loop(its_loop) {}

  redis::Loop& loop;
  uv_poll_t handle{};
  Ready ready;
};

bool WatchedSocket::open(redis::Loop& loop, int socket, Ready ready) {
  socket_ = socket;
  auto poll = std::make_unique<Poll>(loop);
  if (uv_poll_init_socket(loop.uv(), &poll->handle, socket) != 0) return false;
  poll->ready = std::move(ready);
  poll->handle.data = poll.get();
  poll_ = poll.release();
  return true;
}

void WatchedSocket::watch(int events) {
  if (!poll_ || watched_ == events) return;
  watched_ = events;
  if (events == 0) {
    uv_poll_stop(&poll_->handle);
    return;
  }
  uv_poll_start(&poll_->handle, events, [](uv_poll_t* handle, int status, int can) {
    Poll& poll = *static_cast<Poll*>(handle->data);
    poll.loop.guard([&] { poll.ready(status, can); });
  });
}

void WatchedSocket::close() {
  if (poll_)
    uv_close(reinterpret_cast<uv_handle_t*>(&std::exchange(poll_, nullptr)->handle),
             [](uv_handle_t* handle) { delete static_cast<Poll*>(handle->data); });
  if (socket_ >= 0) ::close(std::exchange(socket_, -1));
  watched_ = 0;
}

}  // namespace locklab::app
