// A live run that ends only by force, and views of it from the outside.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "lock/redis/blocking_client.h"
#include "tests/support/proc_text.h"
#include "tests/support/wait_for.h"

namespace locklab::test {

/// A scenario in which Alice holds the lock longer than any test waits.
inline constexpr const char* endless_scenario = R"(
title = "a long time inside"
strategy = "set_px_lua"
ttl_ms = 600000
[[client]]
name = "alice"
work_ms = 500000
)";

/// The ports of the redis-servers that work below `folder`, from their command lines.
inline std::vector<std::uint16_t> ports_of_servers_below(const std::string& folder) {
  std::vector<std::uint16_t> ports;
  std::error_code failed;
  for (const auto& process : std::filesystem::directory_iterator("/proc", failed)) {
    const auto works_in = std::filesystem::read_symlink(process.path() / "cwd", failed);
    if (failed || works_in.string().rfind(folder, 0) != 0) continue;
    // redis-server writes "redis-server 127.0.0.1:1234" over its own command line.
    const std::string title = proc_text(process.path() / "cmdline");
    const std::size_t colon = title.find(':');
    if (title.find("redis-server") == std::string::npos || colon == std::string::npos) continue;
    ports.push_back(static_cast<std::uint16_t>(std::stoi(title.substr(colon + 1))));
  }
  return ports;
}

/// One of the ports; 0 if there is none.
inline std::uint16_t port_of_server_below(const std::string& folder) {
  const std::vector<std::uint16_t> ports = ports_of_servers_below(folder);
  return ports.empty() ? std::uint16_t{0} : ports.front();
}

/// The login of the lab's own servers below `folder`. Each keeps its password in a file that only
/// its owner can read.
inline redis::Login login_below(const std::string& folder) {
  std::error_code failed;
  for (const auto& file : std::filesystem::recursive_directory_iterator(folder, failed)) {
    if (file.path().filename() != "password.conf") continue;
    std::ifstream text(file.path());
    std::string word, password;
    text >> word >> password;
    return {.user = {}, .password = password};
  }
  return {};
}

inline Reply ask_at(std::uint16_t port, const Command& command, const redis::Login& login = {}) {
  std::string why;
  return redis::BlockingClient(*redis::resolve("127.0.0.1", port, why), login).call(command, 5s);
}

inline bool lock_is_held(std::uint16_t port, const redis::Login& login = {}) {
  return ask_at(port, get("locklab:lock"), login).kind == Reply::Kind::text;
}

}  // namespace locklab::test
