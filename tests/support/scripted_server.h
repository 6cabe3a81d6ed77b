// A fake Redis server whose replies a test lists.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/fake_server.h"

namespace locklab::test {

/// A server that records the verb of each command (LOAD for SCRIPT LOAD), and replies by the verb.
class Scripted {
 public:
  explicit Scripted(std::map<std::string, std::string> answers)
      : answers_(std::move(answers)), server_([this](FakeServer::Peer& peer) { serve(peer); }) {}
  int port() const { return server_.port(); }
  std::vector<std::string> heard() {
    const std::lock_guard lock(mutex_);
    return heard_;
  }

 private:
  void serve(FakeServer::Peer& peer) {
    std::string bytes;
    while (true) {
      const std::string more = peer.hear();
      if (more.empty()) return;
      bytes += more;
      std::string reply;
      for (std::string verb = take(bytes); !verb.empty(); verb = take(bytes)) {
        const std::lock_guard lock(mutex_);
        heard_.push_back(verb);
        reply += answers_.contains(verb) ? answers_[verb] : "+OK\r\n";
      }
      peer.say(reply);
    }
  }
  /// Removes the first complete command from `bytes`, and returns its verb; empty if there is none.
  static std::string take(std::string& bytes) {
    std::size_t at = 0;
    const auto line = [&]() -> std::string {
      const std::size_t end = bytes.find("\r\n", at);
      if (end == std::string::npos) return {};
      const std::string text = bytes.substr(at + 1, end - at - 1);
      at = end + 2;
      return text;
    };
    const std::string count = line();
    if (count.empty()) return {};
    std::string verb;
    for (int i = 0; i < std::stoi(count); ++i) {
      const std::string size = line();
      if (size.empty() || bytes.size() < at + static_cast<std::size_t>(std::stoi(size)) + 2)
        return {};
      if (i == 0) verb = bytes.substr(at, static_cast<std::size_t>(std::stoi(size)));
      at += static_cast<std::size_t>(std::stoi(size)) + 2;
    }
    bytes.erase(0, at);
    return verb;
  }

  std::map<std::string, std::string> answers_;
  std::mutex mutex_;
  std::vector<std::string> heard_;
  FakeServer server_;
};

}  // namespace locklab::test
