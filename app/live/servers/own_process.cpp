#include "app/live/servers/own_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <string_view>

#include "app/live/servers/server_process.h"

namespace locklab::app {

namespace {

pid_t spawn(std::vector<std::string>& arguments, int from_lab, std::initializer_list<int> deaf_to,
            bool complains) {
  sigset_t all;
  sigfillset(&all);
  sigset_t deaf;
  sigemptyset(&deaf);
  for (int signal : deaf_to) sigaddset(&deaf, signal);

  posix_spawnattr_t how;
  posix_spawnattr_init(&how);
  posix_spawnattr_setflags(&how,
                           POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setsigmask(&how, &deaf);
  posix_spawnattr_setsigdefault(&how, &all);

  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  for (int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (standard != STDERR_FILENO || !complains)
      posix_spawn_file_actions_addopen(&files, standard, "/dev/null", O_RDWR, 0);
  posix_spawn_file_actions_adddup2(&files, from_lab, own_process_socket);
  posix_spawn_file_actions_addclosefrom_np(&files, own_process_socket + 1);

  std::vector<char*> words;
  words.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  pid_t pid = -1;
  const int failed = posix_spawn(&pid, "/proc/self/exe", &files, &how, words.data(),
                                 environment_of_children().data());
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&how);
  if (failed) errno = failed;
  return failed ? -1 : pid;
}

}  // namespace

OwnProcess start_own_process(std::vector<std::string> arguments, std::initializer_list<int> deaf_to,
                             bool complains) {
  // A program whose main() does not check for such a role would start itself recursively, without
  // end.
  if (std::string_view(program_invocation_name) == arguments.front()) {
    errno = ELOOP;
    return {};
  }
  // A socket pair, because writing to a broken pipe kills the writer.
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) < 0) return {};
  // A descriptor number above those that the process itself uses.
  const int from_lab = fcntl(ends[0], F_DUPFD_CLOEXEC, own_process_socket + 1);
  close(ends[0]);
  OwnProcess started{.pid = -1, .socket = ends[1]};
  if (from_lab < 0) return started;
  started.pid = spawn(arguments, from_lab, deaf_to, complains);
  const int why = errno;
  close(from_lab);
  errno = why;
  return started;
}

std::string framed(const Command& message) {
  const std::string_view packed = message.packed();
  const auto size = static_cast<std::uint32_t>(packed.size());
  std::string bytes(reinterpret_cast<const char*>(&size), sizeof size);
  bytes += packed;
  return bytes;
}

}  // namespace locklab::app
