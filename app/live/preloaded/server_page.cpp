// Maps the page before the server's main() begins.
#include "app/live/preloaded/server_page.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>

namespace locklab::app {

namespace {

ServerPage* page = nullptr;

/// Maps the page, and closes the descriptors, which the server does not use.
__attribute__((constructor)) void find_page() {
  if (!getenv(server_page_variable)) return;
  void* shared =
      mmap(nullptr, sizeof(ServerPage), PROT_READ | PROT_WRITE, MAP_SHARED, server_page_fd, 0);
  close(server_page_fd);
  close(preloaded_library_fd);
  unsetenv(server_page_variable);  // children of the server have no such descriptors
  if (shared == MAP_FAILED) return;
  page = static_cast<ServerPage*>(shared);
  page->used_by.store(getpid(), std::memory_order_release);
}

}  // namespace

ServerPage* server_page() { return page; }

}  // namespace locklab::app
