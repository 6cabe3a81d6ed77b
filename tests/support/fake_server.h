// A TCP server on loopback whose replies a test decides, in place of a broken, hostile or foreign
// server. It serves one connection after the other, in a thread of its own.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <thread>

namespace locklab::test {

class FakeServer {
 public:
  /// One connection, as the server sees it.
  class Peer {
   public:
    /// Waits for bytes and returns them; empty if the client has closed the connection.
    std::string hear();
    /// Sends bytes. Returns false if the client is gone.
    bool say(std::string_view bytes);
    /// Closes the connection so that the client's next bytes meet a reset.
    void reset();
    void wait_until_closed();

   private:
    friend class FakeServer;
    explicit Peer(int socket) : socket_(socket) {}
    int socket_;
  };

  /// `serve` runs for each connection, which is closed when it returns.
  explicit FakeServer(std::function<void(Peer&)> serve);
  ~FakeServer();
  FakeServer(const FakeServer&) = delete;
  FakeServer& operator=(const FakeServer&) = delete;

  std::uint16_t port() const { return port_; }
  /// The number of connections served to their end.
  int served() const { return served_; }

 private:
  void run();

  std::function<void(Peer&)> serve_;
  int listener_ = -1;
  std::uint16_t port_ = 0;
  std::atomic<int> current_ = -1;
  std::atomic<int> served_ = 0;
  std::atomic<bool> stopping_ = false;
  std::thread thread_;
};

}  // namespace locklab::test
