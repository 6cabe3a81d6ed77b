// Client processes as seen from outside, in /proc.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

#include "app/live/clients/own_client.h"
#include "sim/trace/trace.h"
#include "tests/support/proc_text.h"

namespace locklab::test {

inline std::string proc_file(pid_t pid, const std::string& name) {
  return proc_text("/proc/" + std::to_string(pid) + "/" + name);
}

struct ClientProcessSeen {
  pid_t pid = -1;
  std::string name;  ///< the client's
  pid_t parent = -1;
};

/// All processes with this title, from whichever run.
inline std::vector<ClientProcessSeen> client_processes(const char* called = app::own_client_name) {
  std::vector<ClientProcessSeen> all;
  std::error_code failed;
  const std::string title = std::string(called) + '\0';
  for (const auto& process : std::filesystem::directory_iterator("/proc", failed)) {
    const std::string number = process.path().filename();
    if (number.find_first_not_of("0123456789") != number.npos) continue;
    const pid_t pid = std::stoi(number);
    const std::string line = proc_file(pid, "cmdline");
    if (!line.starts_with(title)) continue;
    ClientProcessSeen seen{.pid = pid, .name = line.substr(title.size()).c_str(), .parent = -1};
    const std::string status = proc_file(pid, "status");
    const std::string word = "PPid:";
    const std::size_t at = status.find(word);
    if (at != status.npos) seen.parent = std::atoi(status.c_str() + at + word.size());
    all.push_back(seen);
  }
  return all;
}

/// The pid of this client's process in a run of `lab`; -1 if there is none.
inline pid_t client_process(const std::string& name, pid_t lab) {
  for (const ClientProcessSeen& one : client_processes())
    if (one.name == name && one.parent == lab) return one.pid;
  return -1;
}

/// True if an event of this kind happened to the client of this name.
inline bool happened(const sim::Trace& trace, sim::EventKind kind, const char* client) {
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].kind == kind && trace.client_name(trace[i].client) == client) return true;
  return false;
}

}  // namespace locklab::test
