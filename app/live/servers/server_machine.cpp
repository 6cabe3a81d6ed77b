#include "app/live/servers/server_machine.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>

namespace locklab::app {

namespace {

/// Makes a file in memory, gone with the last process that has it; -1 on failure, with errno set.
int file_in_memory(const char* name, std::span<const unsigned char> bytes) {
  const int file = memfd_create(name, MFD_CLOEXEC);
  if (file < 0) return -1;
  while (!bytes.empty()) {
    const ssize_t written = write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      close(file);
      return -1;
    }
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return file;
}

}  // namespace

std::unique_ptr<ServerMachine> ServerMachine::make() {
  const int library = file_in_memory("locklab-preloaded", preloaded_library());
  if (library < 0) return nullptr;
  const unsigned char nothing[sizeof(ServerPage)] = {};
  const int page = file_in_memory("locklab-page", nothing);
  void* shared = MAP_FAILED;
  if (page >= 0)
    shared = mmap(nullptr, sizeof(ServerPage), PROT_READ | PROT_WRITE, MAP_SHARED, page, 0);
  if (shared == MAP_FAILED) {
    const int why = errno;
    close(library);
    if (page >= 0) close(page);
    errno = why;
    return nullptr;
  }
  return std::unique_ptr<ServerMachine>(
      new ServerMachine(library, page, static_cast<ServerPage*>(shared)));
}

ServerMachine::~ServerMachine() {
  munmap(page_, sizeof(ServerPage));
  close(library_);
  close(page_fd_);
}

void ServerMachine::add_to(std::vector<char*>& environment, std::vector<std::string>& words) {
  constexpr std::string_view preload = "LD_PRELOAD=";
  std::string libraries = fmt::format("{}/proc/self/fd/{}", preload, preloaded_library_fd);
  const auto set = std::find_if(environment.begin(), environment.end(), [&](const char* variable) {
    return variable && std::string_view(variable).starts_with(preload);
  });
  if (set != environment.end()) {
    libraries += ":" + std::string(*set + preload.size());
    environment.erase(set);
  }
  words = {libraries, fmt::format("{}=1", server_page_variable)};
  for (std::string& word : words) environment.insert(environment.begin(), word.data());
}

bool ServerMachine::hand_over() const {
  constexpr int beyond = 16;  // so that neither overwrites the other
  const int library = fcntl(library_, F_DUPFD_CLOEXEC, beyond);
  const int page = fcntl(page_fd_, F_DUPFD_CLOEXEC, beyond);
  return library >= 0 && page >= 0 && dup2(library, preloaded_library_fd) >= 0 &&
         dup2(page, server_page_fd) >= 0;
}

}  // namespace locklab::app
