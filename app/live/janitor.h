// Whoever starts real servers must leave nothing behind: no process, no file, no key, however it
// ends itself. So another process keeps the list, and cleans up when the lab is gone: it holds the
// other end of a socket, which the kernel closes also for a lab that was killed.
//
// It is this program once more, by another name (see janitor_process.h), and not a fork that runs
// on: where other threads are, as in the window, a fork may take their locks with it for ever.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lock/command.h"
#include "lock/redis/endpoint.h"

namespace locklab::app {

class Janitor {
 public:
  /// Starts it; `login` is for the keys that it removes.
  explicit Janitor(const redis::Login& login = {});
  /// As clean_up().
  ~Janitor();
  Janitor(const Janitor&) = delete;
  Janitor& operator=(const Janitor&) = delete;

  /// Tell it before the folder is made.
  void mind_folder(std::string_view path);
  void mind_server(pid_t pid);
  /// Tell it before the key may exist.
  void mind_key(const redis::Endpoint& server, std::string_view key);
  /// A key that holds `value` and expires unless the janitor renews it: it does, as long as the lab
  /// lives, and removes it at the end if it still holds that value.
  void keep_mark(const redis::Endpoint& server, std::string_view key, std::string_view value);

  /// Has it clean up, and waits until it has. What it could not remove: "KEY at HOST:PORT".
  std::vector<std::string> clean_up();

  /// False: it could not be started; errno says why.
  bool started() const { return pid_ > 0; }

 private:
  void tell(const Command& message);

  pid_t pid_ = -1;
  int to_janitor_ = -1;
};

}  // namespace locklab::app
