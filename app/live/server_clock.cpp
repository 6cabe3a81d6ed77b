#include "app/live/server_clock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>

namespace locklab::app {

namespace {

/// A file in memory alone; it is gone with the last process that has it. -1: errno says why.
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

std::unique_ptr<ServerClock> ServerClock::make() {
  const int library = file_in_memory("locklab-clock", clock_library());
  if (library < 0) return nullptr;
  const unsigned char nothing[sizeof(ClockSetting)] = {};
  const int setting = file_in_memory("locklab-clock-setting", nothing);
  void* shared = MAP_FAILED;
  if (setting >= 0)
    shared = mmap(nullptr, sizeof(ClockSetting), PROT_READ | PROT_WRITE, MAP_SHARED, setting, 0);
  if (shared == MAP_FAILED) {
    const int why = errno;
    close(library);
    if (setting >= 0) close(setting);
    errno = why;
    return nullptr;
  }
  return std::unique_ptr<ServerClock>(
      new ServerClock(library, setting, static_cast<ClockSetting*>(shared)));
}

ServerClock::~ServerClock() {
  munmap(setting_, sizeof(ClockSetting));
  close(library_);
  close(setting_fd_);
}

void ServerClock::add_to(std::vector<char*>& environment, std::vector<std::string>& words) {
  constexpr std::string_view preload = "LD_PRELOAD=";
  std::string libraries = fmt::format("{}/proc/self/fd/{}", preload, clock_library_fd);
  const auto set = std::find_if(environment.begin(), environment.end(), [&](const char* variable) {
    return variable && std::string_view(variable).starts_with(preload);
  });
  if (set != environment.end()) {
    libraries += ":" + std::string(*set + preload.size());
    environment.erase(set);
  }
  words = {libraries, fmt::format("{}=1", clock_variable)};
  for (std::string& word : words) environment.insert(environment.begin(), word.data());
}

bool ServerClock::hand_over() const {
  constexpr int beyond = 16;  // neither is overwritten by the other
  const int library = fcntl(library_, F_DUPFD_CLOEXEC, beyond);
  const int setting = fcntl(setting_fd_, F_DUPFD_CLOEXEC, beyond);
  return library >= 0 && setting >= 0 && dup2(library, clock_library_fd) >= 0 &&
         dup2(setting, clock_setting_fd) >= 0;
}

}  // namespace locklab::app
