// The wall clock of one real server that the lab starts. Setting it takes effect at the server's
// next look at its clock, and survives a restart of the server, as a machine's clock does.
//
// The server is started with a library of ours that reads the error of its clock from memory that
// it shares with the lab. Both are in memory alone: there is no file that could be left behind, or
// lie where nothing may be executed.
#pragma once

#include <sys/types.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/live/preloaded/clock_setting.h"

namespace locklab::app {

/// The library with which a server starts, as the bytes of its file.
std::span<const unsigned char> clock_library();

class ServerClock {
 public:
  /// A clock that is right. Null: errno says why there is none.
  static std::unique_ptr<ServerClock> make();
  ~ServerClock();
  ServerClock(const ServerClock&) = delete;
  ServerClock& operator=(const ServerClock&) = delete;

  void set(const ClockError& error) { setting_->set(error); }
  /// Whether that process, which has started, goes by this clock.
  bool obeyed_by(pid_t pid) const { return setting_->obeyed_by() == pid; }

  /// Adds what a process must find in its environment to go by a clock. `words` keeps the text.
  static void add_to(std::vector<char*>& environment, std::vector<std::string>& words);
  /// Gives this process, which is about to become the server, what it must find open. Calls nothing
  /// that a child of a process with threads may not. False: it failed.
  bool hand_over() const;

 private:
  ServerClock(int library, int setting, ClockSetting* shared)
      : library_(library), setting_fd_(setting), setting_(shared) {}

  const int library_;  ///< descriptors
  const int setting_fd_;
  ClockSetting* const setting_;
};

}  // namespace locklab::app
