#include "app/live/servers/janitor_process.h"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>
extern "C" {  // the header of glibc 2.36 lacks this
#include <sys/pidfd.h>
}

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/live/run_keys.h"
#include "app/live/servers/own_process.h"
#include "lock/redis/blocking_client.h"

namespace locklab::app {

namespace {

template <class Number>
Number number_in(std::string_view word) {
  Number number{};
  std::from_chars(word.data(), word.data() + word.size(), number);
  return number;
}

constexpr Duration clean_up_patience = 2s;
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
      // A descriptor, because the pid may be reused later.
      const int server = pidfd_open(number_in<pid_t>(word[1]), 0);
      if (server >= 0) servers_.push_back(server);
    }
    if (word.size() == 4 && word[0] == "key")
      keys_[{std::string(word[1]), std::string(word[2])}].emplace_back(word[3]);
    if (word.size() == 6 && word[0] == "locks")
      locks_.push_back({{std::string(word[1]), std::string(word[2])},
                        std::string(word[3]),
                        number_in<std::uint64_t>(word[4]),
                        word[5] == "1"});
    if (word.size() == 4 && word[0] == "gone")
      gone_.insert({{std::string(word[1]), std::string(word[2])}, std::string(word[3])});
    if (word.size() == 5 && word[0] == "mark") {
      const Address address{std::string(word[1]), std::string(word[2])};
      marks_[address] = {std::string(word[3]), std::string(word[4])};
      call(address, Command("PING"));  // logs in now
    }
    if (word.size() >= 6 && word[0] == "share") note_share(word);
  }

  /// Parses a share: its server, this lab's sign, the prefix of the locks, the signs of all labs.
  void note_share(const std::vector<std::string_view>& word) {
    Share& share = shares_[{std::string(word[1]), std::string(word[2])}];
    share.sign = {std::string(word[3]), std::string(word[4])};
    share.locks = word[5];
    share.signs.assign(word.begin() + 6, word.end());
  }

  bool has_marks() const { return !marks_.empty(); }
  void renew_marks() {
    for (const auto& [server, mark] : marks_) renew(server, mark);
    for (const auto& [server, share] : shares_) renew(server, share.sign);
  }

  void clean_up() {
    for (int server : servers_) pidfd_send_signal(server, SIGKILL, nullptr, 0);
    for (int server : servers_) {
      pollfd gone{server, POLLIN, 0};
      poll(&gone, 1, 5'000);
    }
    for (const std::string& folder : folders_) remove(folder);
    for (const auto& [server, keys] : keys_) remove_keys(server, keys);
    for (auto& [server, share] : shares_) {
      remove_mark(server, share.sign);
      share.others_live = others_live(server, share);
    }
    for (const NumberedLocks& locks : locks_)
      if (const auto share = shares_.find(locks.address); share == shares_.end() ||
                                                          !share->second.others_live ||
                                                          share->second.locks != locks.prefix)
        remove_locks(locks);
    for (const auto& [server, mark] : marks_)
      if (const auto share = shares_.find(server);
          share == shares_.end() || !share->second.others_live)
        remove_mark(server, mark);
  }

  /// The keys that could not be removed, packed as words: key, server and reason of each.
  const Command& left() const { return left_; }

 private:
  static void remove(const std::string& folder) {
    // A server that was not on the list yet dies with the lab, but may still write before that.
    for (int tries = 0; tries < 50; ++tries) {
      std::error_code failed;
      std::filesystem::remove_all(folder, failed);
      if (!failed && !std::filesystem::exists(folder, failed)) return;
      poll(nullptr, 0, 10);
    }
  }

  struct Mark {
    std::string key;
    std::string value;
  };
  struct Share {
    Mark sign;
    std::string locks;
    std::vector<std::string> signs;
    bool others_live = false;
  };
  struct NumberedLocks {
    Address address;
    std::string prefix;
    std::uint64_t count = 0;
    bool beside = false;
  };

  void renew(const Address& server, const Mark& mark) {
    if (call(server, get(mark.key)).is_text(mark.value))
      call(server, pexpire(mark.key, mark_lease));
  }

  bool others_live(const Address& server, const Share& share) {
    return std::ranges::any_of(share.signs, [&](const std::string& sign) {
      return call_again(server, Command("EXISTS").add(sign)).is(1);
    });
  }

  /// Calls on a connection that stays open: a session stays logged in when the password changes.
  Reply call(const Address& address, const Command& command) {
    std::unique_ptr<redis::BlockingClient>& client = clients_[address];
    std::string why;
    if (!client) {
      const auto server =
          redis::resolve(address.first, number_in<std::uint16_t>(address.second), why);
      if (!server) return Reply::unknown(Silence::no_connection, why);
      client = std::make_unique<redis::BlockingClient>(*server, login_);
    }
    return client->call(command, clean_up_patience);
  }

  /// Calls once more if no reply came. A server that cannot be reached is not asked again, since
  /// each further key would wait as long.
  Reply call_again(const Address& address, const Command& command) {
    if (const auto lost = not_reached_.find(address); lost != not_reached_.end())
      return lost->second;
    Reply reply = call(address, command);
    if (reply.is_unknown()) reply = call(address, command);
    if (reply.is_unknown()) not_reached_[address] = reply;
    return reply;
  }

  void remove_keys(const Address& address, const std::vector<std::string>& keys) {
    for (const std::string& key : keys) {
      const Reply reply = call_again(address, del(key));
      if (reply.kind != Reply::Kind::integer && !gone_.contains({address, key}))
        tell_left(address, key, reply);
    }
  }

  /// Removes many keys with one command, since there may be millions.
  void remove_locks(const NumberedLocks& locks) {
    constexpr std::uint64_t at_once = 500;
    for (std::uint64_t first = 0; first < locks.count; first += at_once) {
      Command remove("DEL");
      for (std::uint64_t i = first; i < std::min(first + at_once, locks.count); ++i) {
        const std::string key = numbered_lock(locks.prefix, i);
        remove.add(key);
        if (locks.beside)
          for (const std::string& beside : keys_beside(key)) remove.add(beside);
      }
      const Reply reply = call_again(locks.address, remove);
      if (reply.is_error() && reply.text.starts_with("CROSSSLOT")) {  // a cluster node
        for (auto key = ++remove.words().begin(); key != remove.words().end(); ++key)
          remove_keys(locks.address, {std::string(*key)});
        continue;
      }
      if (reply.kind != Reply::Kind::integer)
        return tell_left(locks.address, locks.prefix + "*", reply);
    }
  }

  void remove_mark(const Address& address, const Mark& mark) {
    Reply reply = call_again(address, get(mark.key));
    if (reply.is_nil() || (reply.kind == Reply::Kind::text && reply.text != mark.value)) return;
    if (reply.is_text(mark.value)) reply = call_again(address, del(mark.key));
    if (reply.kind != Reply::Kind::integer) tell_left(address, mark.key, reply);
  }

  void tell_left(const Address& address, const std::string& key, const Reply& reply) {
    left_.add(key).add(address.first + ":" + address.second).add(reply.text);
  }

  redis::Login login_{.cluster = true};  ///< follows any redirection
  std::vector<int> servers_;
  std::vector<std::string> folders_;
  std::map<Address, std::vector<std::string>> keys_;
  std::vector<NumberedLocks> locks_;
  std::set<std::pair<Address, std::string>> gone_;  ///< removed by the run itself
  std::map<Address, std::unique_ptr<redis::BlockingClient>> clients_;
  std::map<Address, Reply> not_reached_;
  std::map<Address, Mark> marks_;
  std::map<Address, Share> shares_;
  Command left_;
};

/// Reads exactly `size` bytes, and renews marks while none come. Returns false if the lab is gone.
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
  while (read_all(own_process_socket, reinterpret_cast<char*>(&size), sizeof size, cleaning)) {
    packed.resize(size);
    if (!read_all(own_process_socket, packed.data(), size, cleaning)) break;
    if (well_packed(packed)) cleaning.note(PackedWords(packed));
  }
  cleaning.clean_up();
  // The lab may be gone already.
  const std::string_view left = cleaning.left().packed();
  send(own_process_socket, left.data(), left.size(), MSG_NOSIGNAL);
  _exit(0);
}

}  // namespace locklab::app
