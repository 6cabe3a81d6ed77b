// The machine that one real server of the lab's own believes to run on: a wall clock that can be
// set, and a disk of which is known what was synced to it. Setting the clock takes effect at the
// server's next look at it; both survive a restart of the server, as a machine's do.
//
// The server is started with a library of ours that reads the error of its clock from memory that
// it shares with the lab, and notes there what it syncs. All of it is in memory alone: there is no
// file that could be left behind, or lie where nothing may be executed.
#pragma once

#include <sys/types.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/live/preloaded/server_page.h"

namespace locklab::app {

/// The library with which a server starts, as the bytes of its file.
std::span<const unsigned char> preloaded_library();

class ServerMachine {
 public:
  /// A machine whose clock is right. Null: errno says why there is none.
  static std::unique_ptr<ServerMachine> make();
  ~ServerMachine();
  ServerMachine(const ServerMachine&) = delete;
  ServerMachine& operator=(const ServerMachine&) = delete;

  void set_clock(const ClockError& error) { page_->clock.set(error); }
  /// What was synced by the servers that ran on it. Exact once their processes are gone.
  const SyncedFiles& synced() const { return page_->synced; }
  /// Whether that process, which has started, runs on it.
  bool serves(pid_t pid) const { return page_->used_by.load(std::memory_order_acquire) == pid; }

  /// Adds what a process must find in its environment to run on a machine. `words` keeps the text.
  static void add_to(std::vector<char*>& environment, std::vector<std::string>& words);
  /// Gives this process, which is about to become the server, what it must find open. Calls nothing
  /// that a child of a process with threads may not. False: it failed.
  bool hand_over() const;

 private:
  ServerMachine(int library, int page_fd, ServerPage* page)
      : library_(library), page_fd_(page_fd), page_(page) {}

  const int library_;  ///< descriptors
  const int page_fd_;
  ServerPage* const page_;
};

}  // namespace locklab::app
