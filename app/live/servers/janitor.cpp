#include "app/live/servers/janitor.h"

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <string>
#include <string_view>

#include "app/live/servers/janitor_process.h"
#include "app/live/servers/own_process.h"

namespace locklab::app {

Janitor::Janitor(const redis::Login& login) {
  const OwnProcess started =
      start_own_process({janitor_name}, {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}, false);
  pid_ = started.pid;
  to_janitor_ = started.socket;
  if (pid_ < 0) return;
  // The login must not be among the arguments, which every user can read.
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
  const std::string bytes = framed(message);
  for (std::string_view rest = bytes; !rest.empty();) {
    const ssize_t written = send(to_janitor_, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;  // the janitor is gone; servers die with the lab (PR_SET_PDEATHSIG)
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
}

void Janitor::mind_folder(std::string_view path) {
  Command message("folder");
  tell(message.add(path));
}

void Janitor::mind_process(pid_t pid) {
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
