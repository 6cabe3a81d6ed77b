#include "app/live/janitor_process.h"

#include <poll.h>
#include <sys/prctl.h>
#include <unistd.h>
extern "C" {  // glibc 2.36 forgot to say so itself
#include <sys/pidfd.h>
}

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
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

class Cleaning {
 public:
  void note(const Words& words) {
    std::vector<std::string_view> word(words.begin(), words.end());
    if (word.size() == 3 && word[0] == "login") {
      login_.user = word[1];
      login_.password = word[2];
    }
    if (word.size() == 2 && word[0] == "database") login_.database = number_in<int>(word[1]);
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

/// Reads exactly `size` bytes. False: the lab is gone.
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

}  // namespace

bool is_janitor(const char* name) { return name && std::string_view(name) == janitor_name; }

void be_janitor() {
  prctl(PR_SET_NAME, janitor_name);
  Cleaning cleaning;
  std::uint32_t size = 0;
  std::string packed;
  while (read_all(janitor_socket, reinterpret_cast<char*>(&size), sizeof size)) {
    packed.resize(size);
    if (!read_all(janitor_socket, packed.data(), size)) break;
    if (well_packed(packed)) cleaning.note(Words(packed));
  }
  cleaning.clean_up();
  _exit(0);
}

}  // namespace locklab::app
