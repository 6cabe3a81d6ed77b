// The page of memory that a server of the lab shares with the lab, from its start on.
#pragma once

#include <atomic>
#include <cstdint>

#include "app/live/preloaded/clock_setting.h"
#include "app/live/preloaded/synced_files.h"

namespace locklab::app {

/// The shared page. All zeros mean a correct clock, a disk with nothing synced, and no process yet.
struct ServerPage {
  ClockSetting clock;
  SyncedFiles synced;
  std::atomic<std::int64_t> used_by;  ///< pid of the last process that mapped it
};

/// The descriptors with which a server is started: the library, and its page.
inline constexpr int preloaded_library_fd = 3;
inline constexpr int server_page_fd = 4;
/// The environment variable that tells the library that there is a page.
inline constexpr char server_page_variable[] = "LOCKLAB_SERVER_PAGE";

/// Returns the page of this server; null if it has none.
ServerPage* server_page();

}  // namespace locklab::app
