// A real redis-server for the length of a test, and a plain client of it.
//
// The server lives in a folder of its own on a free loopback port. It dies with the test: by the
// destructor, or with the whole process.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

#include "lock/command.h"
#include "tests/support/scratch_folder.h"

namespace locklab::test {

class RealRedis {
 public:
  /// Starts a server with `options` as on its command line: {"--maxmemory", "1mb"}. Throws if it
  /// does not start.
  explicit RealRedis(std::vector<std::string> options = {});
  ~RealRedis();
  RealRedis(const RealRedis&) = delete;
  RealRedis& operator=(const RealRedis&) = delete;

  int port() const { return port_; }
  pid_t pid() const { return pid_; }

 private:
  void start(const std::vector<std::string>& options);
  bool answers();
  void stop();

  ScratchFolder folder_;
  int port_ = 0;
  pid_t pid_ = -1;
};

/// A blocking connection that returns replies as bytes. It throws when the server is gone, or is
/// silent for ten seconds.
class RawClient {
 public:
  explicit RawClient(int port);
  ~RawClient();
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  /// Queues a command; it leaves with the next read().
  void send(const PackedWords& words);
  void flush();
  /// Reads one whole reply, with the replies nested in it.
  std::string read();
  std::string call(const PackedWords& words);

 private:
  void fill();
  std::size_t end_of_reply(std::size_t from);
  std::size_t end_of_line(std::size_t from);

  int socket_ = -1;
  std::string out_;
  std::string in_;
};

}  // namespace locklab::test
