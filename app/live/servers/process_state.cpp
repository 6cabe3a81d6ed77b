#include "app/live/servers/process_state.h"

#include <cerrno>
#include <fstream>
#include <sstream>
#include <string>

namespace locklab::app {

ProcessState process_state(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  if (!file) return {.exits = errno == ENOENT};  // unknown without a descriptor
  std::string text;
  std::getline(file, text);
  const std::size_t name_ends = text.rfind(')');  // "4711 (a name) T 1 4711 4711 0 -1 4194560 ..."
  if (name_ends == std::string::npos) return {};
  std::istringstream fields(text.substr(name_ends + 1));
  char letter = 0;
  long ignored = 0;
  unsigned long flags = 0;
  fields >> letter;
  for (int i = 0; i < 5; ++i) fields >> ignored;
  fields >> flags;
  constexpr unsigned long exiting = 0x4;  // PF_EXITING of the kernel's sched.h
  return {.stopped = letter == 'T', .exits = !fields || letter == 'Z' || (flags & exiting) != 0};
}

}  // namespace locklab::app
