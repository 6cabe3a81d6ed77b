#include "app/live/janitor.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string>
#include <string_view>

#include "app/live/janitor_process.h"
#include "app/live/server_process.h"

namespace locklab::app {

namespace {

/// Starts this program once more, detached from its parent: without the terminal's signals, without
/// descriptors other than `from_lab`, and deaf to the signals that end a lab. -1: errno has the
/// reason.
pid_t start_janitor(int from_lab) {
  sigset_t all;
  sigfillset(&all);
  sigset_t deaf;
  sigemptyset(&deaf);
  for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) sigaddset(&deaf, signal);

  posix_spawnattr_t how;
  posix_spawnattr_init(&how);
  posix_spawnattr_setflags(&how,
                           POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setsigmask(&how, &deaf);
  posix_spawnattr_setsigdefault(&how, &all);

  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  for (int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&files, standard, "/dev/null", O_RDWR, 0);
  posix_spawn_file_actions_adddup2(&files, from_lab, janitor_socket);
  posix_spawn_file_actions_addclosefrom_np(&files, janitor_socket + 1);

  std::string name = janitor_name;
  char* const arguments[] = {name.data(), nullptr};
  pid_t pid = -1;
  const int failed = posix_spawn(&pid, "/proc/self/exe", &files, &how, arguments,
                                 environment_of_children().data());
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&how);
  if (failed) errno = failed;
  return failed ? -1 : pid;
}

}  // namespace

Janitor::Janitor(const redis::Login& login) {
  // A program whose main() does not serve as janitor would start itself, and that itself, for ever.
  if (std::string_view(program_invocation_name) == janitor_name) {
    errno = ELOOP;
    return;
  }
  // A socket pair, because writing to a broken pipe kills the writer.
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) < 0) return;
  // A number above those that the janitor uses itself.
  const int from_lab = fcntl(ends[0], F_DUPFD_CLOEXEC, janitor_socket + 1);
  close(ends[0]);
  to_janitor_ = ends[1];
  if (from_lab < 0) return;
  pid_ = start_janitor(from_lab);
  const int why = errno;
  close(from_lab);
  errno = why;
  // The login must not be among the arguments, which everybody can read.
  Command who("login");
  tell(who.add(login.user).add(login.password));
  Command database("database");
  tell(database.add(std::int64_t{login.database}));
}

Janitor::~Janitor() { clean_up(); }

std::vector<Janitor::Left> Janitor::clean_up() {
  std::string told;
  if (to_janitor_ >= 0) {
    shutdown(to_janitor_, SHUT_WR);
    char bytes[4'096];
    while (pid_ > 0) {
      const ssize_t got = recv(to_janitor_, bytes, sizeof bytes, 0);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) break;
      told.append(bytes, static_cast<std::size_t>(got));
    }
    close(to_janitor_);
    to_janitor_ = -1;
  }
  if (pid_ > 0)
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) continue;
  pid_ = -1;
  std::vector<Left> left;
  if (!well_packed(told)) return left;
  const PackedWords words(told);
  for (auto word = words.begin(); word != words.end();) {
    Left& one = left.emplace_back();
    for (std::string* part : {&one.key, &one.server, &one.why})
      if (word != words.end()) *part = *word++;
  }
  return left;
}

void Janitor::tell(const Command& message) {
  const std::string_view packed = message.packed();
  const auto size = static_cast<std::uint32_t>(packed.size());
  std::string bytes(sizeof size, '\0');
  std::memcpy(bytes.data(), &size, sizeof size);
  bytes += packed;
  for (std::string_view rest = bytes; !rest.empty();) {
    const ssize_t written = send(to_janitor_, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;  // the janitor is gone; servers die with us (PR_SET_PDEATHSIG)
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
}

void Janitor::mind_folder(std::string_view path) {
  Command message("folder");
  tell(message.add(path));
}

void Janitor::mind_server(pid_t pid) {
  Command message("server");
  tell(message.add(std::int64_t{pid}));
}

void Janitor::keep_mark(const redis::Endpoint& server, std::string_view key,
                        std::string_view value) {
  Command message("mark");
  tell(message.add(server.host).add(std::int64_t{server.port}).add(key).add(value));
}

void Janitor::keep_share(const redis::Endpoint& server, const Share& share) {
  keep_mark(server, share.mark, share.mark_value);
  Command message("share");
  message.add(server.host).add(std::int64_t{server.port}).add(share.sign);
  message.add(share.sign_value).add(share.locks);
  for (const std::string& sign : share.signs) message.add(sign);
  tell(message);
}

void Janitor::key_is_gone(const redis::Endpoint& server, std::string_view key) {
  Command message("gone");
  tell(message.add(server.host).add(std::int64_t{server.port}).add(key));
}

void Janitor::mind_locks(const redis::Endpoint& server, std::string_view prefix,
                         std::uint64_t count, bool beside) {
  Command message("locks");
  message.add(server.host).add(std::int64_t{server.port}).add(prefix);
  tell(message.add(static_cast<std::int64_t>(count)).add(std::int64_t{beside}));
}

void Janitor::mind_key(const redis::Endpoint& server, std::string_view key) {
  Command message("key");
  tell(message.add(server.host).add(std::int64_t{server.port}).add(key));
}

}  // namespace locklab::app
