// The machine that one real server of the lab believes it runs on: a wall clock that can be set,
// and a disk whose synced contents are known. A change of the clock takes effect when the server
// next reads it; both survive a restart of the server, as on a real machine.
//
// The server is started with a preloaded library, which reads the error of its clock from memory
// shared with the lab, and records its syncs there. Everything is in memory: no file can be left
// behind, or be in a place where nothing may be executed.
#pragma once

#include <sys/types.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/live/preloaded/server_page.h"

namespace locklab::app {

/// The preloaded library, as the bytes of its file.
std::span<const unsigned char> preloaded_library();

class ServerMachine {
 public:
  /// Makes a machine with a correct clock; null on failure, with errno set.
  static std::unique_ptr<ServerMachine> make();
  ~ServerMachine();
  ServerMachine(const ServerMachine&) = delete;
  ServerMachine& operator=(const ServerMachine&) = delete;

  void set_clock(const ClockError& error) { page_->clock.set(error); }
  /// The sizes up to which the files of this machine's servers are synced. Exact once their
  /// processes are gone.
  const SyncedFiles& synced() const { return page_->synced; }
  /// Whether that process, which has started, runs on this machine.
  bool serves(pid_t pid) const { return page_->used_by.load(std::memory_order_acquire) == pid; }

  /// Adds the environment variables that a process on a machine needs. `words` owns their text.
  static void add_to(std::vector<char*>& environment, std::vector<std::string>& words);
  /// Opens the machine's descriptors in this process, which is about to become the server. Safe
  /// after a fork of a process with threads. Returns false on failure.
  bool hand_over() const;

 private:
  ServerMachine(int library, int page_fd, ServerPage* page)
      : library_(library), page_fd_(page_fd), page_(page) {}

  const int library_;  ///< descriptor
  const int page_fd_;
  ServerPage* const page_;
};

}  // namespace locklab::app
