#include "app/live/janitor.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
extern "C" {  // glibc 2.36 forgot to say so itself
#include <sys/pidfd.h>
}

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <map>
#include <vector>

#include "lock/redis/blocking_client.h"

namespace locklab::app {

namespace {

template <class Number>
Number number_in(std::string_view word) {
  Number number{};
  std::from_chars(word.data(), word.data() + word.size(), number);
  return number;
}

/// The child's side: what it has been told of, and how it gets rid of it.
class Cleaning {
 public:
  explicit Cleaning(redis::Login login) : login_(std::move(login)) {}

  void note(const Words& words) {
    std::vector<std::string_view> word(words.begin(), words.end());
    if (word.size() == 2 && word[0] == "folder") folders_.emplace_back(word[1]);
    if (word.size() == 2 && word[0] == "server") {
      // A descriptor of the process, because its number may be another's by the time we need it.
      const int server = pidfd_open(number_in<pid_t>(word[1]), 0);
      if (server >= 0) servers_.push_back(server);
    }
    if (word.size() == 4 && word[0] == "key")
      keys_[{std::string(word[1]), std::string(word[2])}].emplace_back(word[3]);
  }

  void clean_up() {
    for (int server : servers_) pidfd_send_signal(server, SIGKILL, nullptr, 0);
    for (int server : servers_) {
      pollfd gone{server, POLLIN, 0};
      poll(&gone, 1, 5'000);
    }
    for (const std::string& folder : folders_) remove(folder);
    for (const auto& [server, keys] : keys_) remove_keys(server.first, server.second, keys);
  }

 private:
  static void remove(const std::string& folder) {
    // A server that was not on the list yet dies with its parent, but may write until it has.
    for (int tries = 0; tries < 50; ++tries) {
      std::error_code failed;
      std::filesystem::remove_all(folder, failed);
      if (!failed && !std::filesystem::exists(folder, failed)) return;
      poll(nullptr, 0, 10);
    }
  }

  void remove_keys(const std::string& host, const std::string& port,
                   const std::vector<std::string>& keys) {
    std::string why;
    const auto server = redis::resolve(host, number_in<std::uint16_t>(port), why);
    if (!server) return;
    redis::BlockingClient client(*server, login_);
    for (const std::string& key : keys) {
      const Reply reply = client.call(del(key), 2s);
      if (reply.is_unknown()) client.call(del(key), 2s);
    }
  }

  redis::Login login_;
  std::vector<int> servers_;
  std::vector<std::string> folders_;
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> keys_;
};

/// Reads exactly `size` bytes. False: the parent is gone.
bool read_all(int from, char* to, std::size_t size) {
  while (size > 0) {
    const ssize_t got = read(from, to, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    to += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

/// Stands apart from the parent: no signal of its terminal, none of its descriptors.
void stand_apart(int from_parent) {
  setsid();
  prctl(PR_SET_NAME, "locklab-janitor");
  for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) std::signal(signal, SIG_IGN);
  for (int signal : {SIGABRT, SIGSEGV, SIGCHLD}) std::signal(signal, SIG_DFL);
  const int nothing = open("/dev/null", O_RDWR);
  for (int standard : {0, 1, 2}) dup2(nothing, standard);
  dup2(from_parent, 3);
  close_range(4, ~0U, 0);
}

[[noreturn]] void run_janitor(int from_parent, const redis::Login& login) {
  stand_apart(from_parent);
  Cleaning cleaning(login);
  std::uint32_t size = 0;
  std::string packed;
  while (read_all(3, reinterpret_cast<char*>(&size), sizeof size)) {
    packed.resize(size);
    if (!read_all(3, packed.data(), size)) break;
    if (well_packed(packed)) cleaning.note(Words(packed));
  }
  cleaning.clean_up();
  _exit(0);
}

}  // namespace

Janitor::Janitor(const redis::Login& login) {
  // Sockets and not a pipe, because writing to a dead pipe kills the writer.
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) < 0) return;
  // Descriptors 0..3 are spoken for in the child.
  const int from_parent = fcntl(ends[0], F_DUPFD_CLOEXEC, 4);
  close(ends[0]);
  pid_ = from_parent < 0 ? -1 : fork();
  if (pid_ == 0) run_janitor(from_parent, login);
  close(from_parent);
  to_child_ = ends[1];
}

Janitor::~Janitor() {
  if (to_child_ >= 0) close(to_child_);
  if (pid_ > 0)
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) continue;
}

void Janitor::tell(const Command& message) {
  const std::string_view packed = message.packed();
  const auto size = static_cast<std::uint32_t>(packed.size());
  std::string bytes(sizeof size, '\0');
  std::memcpy(bytes.data(), &size, sizeof size);
  bytes += packed;
  for (std::string_view rest = bytes; !rest.empty();) {
    const ssize_t written = send(to_child_, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;  // it is gone; servers still die with us (PR_SET_PDEATHSIG)
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

void Janitor::mind_key(const redis::Endpoint& server, std::string_view key) {
  Command message("key");
  tell(message.add(server.host).add(std::int64_t{server.port}).add(key));
}

}  // namespace locklab::app
