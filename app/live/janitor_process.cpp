#include "app/live/janitor_process.h"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>
extern "C" {  // missing in the header of glibc 2.36
#include <sys/pidfd.h>
}

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
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

constexpr Duration patience = 2s;
constexpr int between_renewals_ms = 4'000;

/// A server's host and port.
using Address = std::pair<std::string, std::string>;

class Cleaning {
 public:
  void note(const PackedWords& words) {
    std::vector<std::string_view> word(words.begin(), words.end());
    if (word.size() == 3 && word[0] == "login") {
      login_.user = word[1];
      login_.password = word[2];
    }
    if (word.size() == 2 && word[0] == "database") login_.database = number_in<int>(word[1]);
    if (word.size() == 2 && word[0] == "folder") folders_.emplace_back(word[1]);
    if (word.size() == 2 && word[0] == "server") {
      // A descriptor, because the process's number may belong to another one later.
      const int server = pidfd_open(number_in<pid_t>(word[1]), 0);
      if (server >= 0) servers_.push_back(server);
    }
    if (word.size() == 4 && word[0] == "key")
      keys_[{std::string(word[1]), std::string(word[2])}].emplace_back(word[3]);
    if (word.size() == 5 && word[0] == "mark")
      marks_[{std::string(word[1]), std::string(word[2])}] = {std::string(word[3]),
                                                              std::string(word[4])};
  }

  bool has_marks() const { return !marks_.empty(); }
  void renew_marks() {
    for (const auto& [server, mark] : marks_) {
      const auto client = client_at(server);
      if (client && client->call(get(mark.key), patience).is_text(mark.value))
        client->call(pexpire(mark.key, mark_lease), patience);
    }
  }

  void clean_up() {
    for (int server : servers_) pidfd_send_signal(server, SIGKILL, nullptr, 0);
    for (int server : servers_) {
      pollfd gone{server, POLLIN, 0};
      poll(&gone, 1, 5'000);
    }
    for (const std::string& folder : folders_) remove(folder);
    for (const auto& [server, keys] : keys_) remove_keys(server, keys);
    for (const auto& [server, mark] : marks_) {
      const auto client = client_at(server);
      if (client && client->call(get(mark.key), patience).is_text(mark.value))
        client->call(del(mark.key), patience);
    }
  }

  /// The keys that could not be removed, packed as words.
  const Command& left() const { return left_; }

 private:
  static void remove(const std::string& folder) {
    // A server that was not on the list yet dies with its parent, but may still write before.
    for (int tries = 0; tries < 50; ++tries) {
      std::error_code failed;
      std::filesystem::remove_all(folder, failed);
      if (!failed && !std::filesystem::exists(folder, failed)) return;
      poll(nullptr, 0, 10);
    }
  }

  std::unique_ptr<redis::BlockingClient> client_at(const Address& address) const {
    std::string why;
    const auto server =
        redis::resolve(address.first, number_in<std::uint16_t>(address.second), why);
    return server ? std::make_unique<redis::BlockingClient>(*server, login_) : nullptr;
  }

  void remove_keys(const Address& address, const std::vector<std::string>& keys) {
    const auto client = client_at(address);
    bool reached = client != nullptr;
    for (const std::string& key : keys) {
      Reply reply = reached ? client->call(del(key), patience) : Reply::unknown("not reached");
      if (reached && reply.is_unknown()) reply = client->call(del(key), patience);
      reached = reached && !reply.is_unknown();  // each further key would wait as long
      if (reply.kind != Reply::Kind::integer)
        left_.add(key + " at " + address.first + ":" + address.second);
    }
  }

  redis::Login login_;
  std::vector<int> servers_;
  std::vector<std::string> folders_;
  std::map<Address, std::vector<std::string>> keys_;
  struct Mark {
    std::string key;
    std::string value;
  };
  std::map<Address, Mark> marks_;
  Command left_;
};

/// Reads exactly `size` bytes, and renews marks while none come. False: the lab is gone.
bool read_all(int from, char* to, std::size_t size, Cleaning& cleaning) {
  while (size > 0) {
    pollfd readable{from, POLLIN, 0};
    if (cleaning.has_marks() && poll(&readable, 1, between_renewals_ms) == 0) {
      cleaning.renew_marks();
      continue;
    }
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
  while (read_all(janitor_socket, reinterpret_cast<char*>(&size), sizeof size, cleaning)) {
    packed.resize(size);
    if (!read_all(janitor_socket, packed.data(), size, cleaning)) break;
    if (well_packed(packed)) cleaning.note(PackedWords(packed));
  }
  cleaning.clean_up();
  // The lab may be gone already.
  const std::string_view left = cleaning.left().packed();
  send(janitor_socket, left.data(), left.size(), MSG_NOSIGNAL);
  _exit(0);
}

}  // namespace locklab::app
