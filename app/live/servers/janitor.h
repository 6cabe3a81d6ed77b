// The janitor of a live run: a process that kills all servers and client processes of the lab, and
// removes its files and keys, however the lab ends. It keeps a list of them, and holds one end of a
// socket. The kernel closes the other end when the lab dies, even by SIGKILL.
//
// The janitor is this program, started again under another name (janitor_process.h). A plain fork
// would not do: with other threads running, as in the window, the child may inherit locks that are
// never released.
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
  /// Starts the janitor, which removes keys with `login`.
  explicit Janitor(const redis::Login& login = {});
  /// Cleans up as clean_up() does.
  ~Janitor();
  Janitor(const Janitor&) = delete;
  Janitor& operator=(const Janitor&) = delete;

  /// Adds a folder to the list. Must be called before the folder is made.
  void mind_folder(std::string_view path);
  /// Adds a server or client process to the list.
  void mind_process(pid_t pid);
  /// Adds a key to the list. Must be called before the key may exist.
  void mind_key(const redis::Endpoint& server, std::string_view key);
  /// Adds the `count` locks `prefix`{0}, `prefix`{1} ... and, with `beside`, the sibling keys that
  /// a strategy keeps for them. Must be called before any of them may exist.
  void mind_locks(const redis::Endpoint& server, std::string_view prefix, std::uint64_t count,
                  bool beside);
  /// Adds a key that expires unless renewed. The janitor renews it while the lab is alive, and
  /// finally removes it if it still holds `value`.
  void keep_mark(const redis::Endpoint& server, std::string_view key, std::string_view value);

  /// The marks of several labs that share one server: one mark for all, and a sign for each lab.
  struct Share {
    std::string mark;  ///< a key
    std::string mark_value;
    std::string sign;  ///< a key
    std::string sign_value;
    std::vector<std::string> signs;  ///< of all labs
    std::string locks;               ///< prefix of the locks that all labs use
  };
  /// Adds a mark and a sign that expire unless renewed. The sign is finally removed; the mark and
  /// the locks only if no other sign is left, since other labs still use them otherwise.
  void keep_share(const redis::Endpoint& server, const Share& share);

  /// Notes that the run has removed a key itself, so that a failure to remove it is not reported.
  void key_is_gone(const redis::Endpoint& server, std::string_view key);

  /// A key that could not be removed.
  struct Left {
    std::string key;
    std::string server;  ///< HOST:PORT
    std::string why;     ///< the server's reply, or why there was none
  };
  /// Makes the janitor clean up, and waits for it. Returns the keys that may be left, including
  /// marks and signs.
  std::vector<Left> clean_up();

  /// Whether the janitor was started; if not, errno holds the error.
  bool started() const { return pid_ > 0; }

 private:
  void tell(const Command& message);

  pid_t pid_ = -1;
  int to_janitor_ = -1;
};

}  // namespace locklab::app
