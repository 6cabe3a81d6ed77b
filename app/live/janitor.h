// The janitor of a live run: a process that removes all servers, files and keys of the lab, however
// the lab ends. It keeps the list of them, and holds one end of a socket. The kernel closes the
// other end when the lab dies, even if the lab was killed.
//
// The janitor is this program, started again by another name (see janitor_process.h). A plain fork
// would not do: beside other threads, as in the window, it may inherit their locks for ever.
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
  /// Starts the janitor. It removes keys with `login`.
  explicit Janitor(const redis::Login& login = {});
  /// Cleans up as clean_up() does.
  ~Janitor();
  Janitor(const Janitor&) = delete;
  Janitor& operator=(const Janitor&) = delete;

  /// Adds a folder to the list. Call it before making the folder.
  void mind_folder(std::string_view path);
  /// Adds a process to the list: a server, or a client.
  void mind_process(pid_t pid);
  /// Adds a key to the list. Call it before the key may exist.
  void mind_key(const redis::Endpoint& server, std::string_view key);
  /// Adds the keys `prefix`{0}, `prefix`{1} ... of that many locks. `beside`: with what a strategy
  /// keeps beside them. Call it before one of them may exist.
  void mind_locks(const redis::Endpoint& server, std::string_view prefix, std::uint64_t count,
                  bool beside);
  /// Adds a key that expires unless it is renewed. The janitor renews it as long as the lab lives,
  /// and removes it at the end if it still holds `value`.
  void keep_mark(const redis::Endpoint& server, std::string_view key, std::string_view value);

  /// What several labs do together on one server: each has a sign of its own there, and one mark
  /// is everybody's.
  struct Share {
    std::string mark;  ///< a key
    std::string mark_value;
    std::string sign;  ///< a key
    std::string sign_value;
    std::vector<std::string> signs;  ///< everybody's
    std::string locks;               ///< the prefix of locks that all use
  };
  /// Adds a mark and a sign that expire unless they are renewed. At the end the sign goes; and if
  /// none is left then, the mark and the locks go too. Else they are still somebody's.
  void keep_share(const redis::Endpoint& server, const Share& share);

  /// Notes that the run has removed a key itself: if it cannot be removed again, it is not left.
  void key_is_gone(const redis::Endpoint& server, std::string_view key);

  /// A key that could not be removed.
  struct Left {
    std::string key;
    std::string server;  ///< HOST:PORT
    std::string why;     ///< the server's answer, or why there was none
  };
  /// Makes the janitor clean up, and waits for it. Returns the keys that may be left, with the
  /// mark.
  std::vector<Left> clean_up();

  /// Whether the janitor runs. False: errno has the reason.
  bool started() const { return pid_ > 0; }

 private:
  void tell(const Command& message);

  pid_t pid_ = -1;
  int to_janitor_ = -1;
};

}  // namespace locklab::app
