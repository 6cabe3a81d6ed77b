// The page of memory that a server of the lab's own shares with the lab, from its start on.
#pragma once

#include <atomic>
#include <cstdint>

#include "app/live/preloaded/clock_setting.h"
#include "app/live/preloaded/synced_files.h"

namespace locklab::app {

/// All zero: a clock that is right, a disk to which nothing was synced, no process yet.
struct ServerPage {
  ClockSetting clock;
  SyncedFiles synced;
  std::atomic<std::int64_t> used_by;  ///< the last process that has it
};

/// The descriptors with which a server is started: this library, and its page.
inline constexpr int preloaded_library_fd = 3;
inline constexpr int server_page_fd = 4;
/// The variable that tells the library that there is a page.
inline constexpr char server_page_variable[] = "LOCKLAB_SERVER_PAGE";

/// In the server: its page. Null: it has none.
ServerPage* server_page();

}  // namespace locklab::app
