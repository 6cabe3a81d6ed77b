#include "app/live/servers/server_process.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>

#include "app/live/servers/append_only_file.h"
#include "app/live/servers/info_field.h"
#include "app/live/servers/process_state.h"
#include "lock/redis/blocking_client.h"
#include "lock/redis/loop.h"

namespace locklab::app {

namespace {

constexpr const char* loopback = "127.0.0.1";

sockaddr_in loopback_at(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

bool bind_to(int socket, std::uint16_t port) {
  const sockaddr_in address = loopback_at(port);
  return bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

/// Whether the port is neither used nor reserved; nullopt with errno set if there is no socket.
std::optional<bool> is_free(std::uint16_t port) {
  const int probe = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (probe < 0) return std::nullopt;
  const bool bound = bind_to(probe, port);
  close(probe);
  return bound;
}

redis::Endpoint endpoint_at(std::uint16_t port) {
  redis::Endpoint endpoint;
  endpoint.host = loopback;
  endpoint.port = port;
  const sockaddr_in address = loopback_at(port);
  std::memcpy(&endpoint.address, &address, sizeof address);
  endpoint.address_length = sizeof address;
  return endpoint;
}

}  // namespace

std::vector<char*> environment_of_children() {
  constexpr std::string_view needed[] = {
      "PATH=", "HOME=", "TMPDIR=", "LANG=", "LC_", "LD_LIBRARY_PATH=", "LOCKLAB_"};
  std::vector<char*> all;
  for (char** variable = environ; variable && *variable; ++variable) {
    const std::string_view one = *variable;
    const bool of_sanitizer = one.substr(0, one.find('=')).ends_with("SAN_OPTIONS");
    const bool known =
        std::ranges::any_of(needed, [&](auto begin) { return one.starts_with(begin); });
    if ((known || of_sanitizer) && !one.starts_with("LOCKLAB_REDIS_PASSWORD="))
      all.push_back(*variable);
  }
  all.push_back(nullptr);
  return all;
}

std::string find_redis_server() {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::string candidate = (folder.empty() ? "." : folder) + "/redis-server";
    std::error_code failed;
    if (std::filesystem::is_regular_file(candidate, failed) && access(candidate.c_str(), X_OK) == 0)
      return candidate;
  }
  return {};
}

std::uint16_t free_port() {
  unsigned first_of_kernel = 32'768;
  std::ifstream("/proc/sys/net/ipv4/ip_local_port_range") >> first_of_kernel;
  constexpr unsigned lowest = 10'000;
  const unsigned end = first_of_kernel > lowest + 1'000 ? first_of_kernel : 65'535;
  for (int tries = 0; tries < 200; ++tries) {
    std::uint32_t bits = 0;
    if (getrandom(&bits, sizeof bits, 0) != sizeof bits) return 0;
    const auto port = static_cast<std::uint16_t>(lowest + bits % (end - lowest));
    const std::optional<bool> free = is_free(port);
    if (!free) return 0;
    if (*free) return port;
  }
  errno = 0;
  return 0;
}

PortKeeper::PortKeeper(std::uint16_t port) {
  if (port == 0) return;
  socket_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (socket_ < 0) return;
  const int yes = 1;
  setsockopt(socket_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  bind_to(socket_, port);
}

PortKeeper::~PortKeeper() {
  if (socket_ >= 0) close(socket_);
}

ServerProcess::ServerProcess(std::string binary, std::string folder, std::uint16_t port,
                             ServerPlan plan)
    : binary_(std::move(binary)),
      folder_(std::move(folder)),
      plan_(std::move(plan)),
      endpoint_(endpoint_at(port)),
      port_keeper_(port),
      bus_port_keeper_(plan_.bus_port) {}

ServerProcess::~ServerProcess() { kill(); }

std::vector<std::string> ServerProcess::arguments() const {
  if (!plan_.sentinel.empty()) return {binary_, config_file(), "--sentinel"};
  std::vector<std::string> all{binary_};
  if (!plan_.password.empty()) all.push_back(config_file());
  for (const std::string& word :
       {std::string("--port"), std::to_string(endpoint_.port), std::string("--bind"),
        std::string(loopback), std::string("--save"), std::string(), std::string("--dir"), folder_,
        std::string("--logfile"), folder_ + "/redis.log"})
    all.push_back(word);
  const auto add = [&all](std::string_view option, std::string_view value) {
    all.emplace_back(option);
    all.emplace_back(value);
  };
  add("--appendonly", plan_.persistence == sim::Persistence::none ? "no" : "yes");
  if (plan_.persistence != sim::Persistence::none)
    add("--appendfsync", plan_.persistence == sim::Persistence::always ? "always" : "everysec");
  // A master links a replica at once, without waiting five seconds for others.
  add("--repl-diskless-sync-delay", "0");
  if (plan_.replica_of) {
    add("--replicaof", loopback);
    all.push_back(std::to_string(plan_.replica_of));
  }
  if (plan_.bus_port) {
    add("--cluster-enabled", "yes");
    add("--cluster-port", std::to_string(plan_.bus_port));
    add("--cluster-config-file", "nodes.conf");
    add("--cluster-announce-ip", loopback);
    // The others keep serving if a master is dead, as in the simulator.
    add("--cluster-require-full-coverage", "no");
  }
  all.insert(all.end(), plan_.extra.begin(), plan_.extra.end());
  return all;
}

std::string ServerProcess::config_file() const {
  return folder_ + (plan_.sentinel.empty() ? "/password.conf" : "/sentinel.conf");
}

/// Returns the text of the configuration file; empty if none is needed. A Sentinel takes none of
/// its persistent settings as arguments, and rewrites the file.
std::string ServerProcess::config() const {
  const std::string& password = plan_.password;
  std::string text;
  if (!password.empty()) text = "requirepass " + password + "\n";
  if (plan_.sentinel.empty())
    return password.empty() ? text : text + "masterauth " + password + "\n";
  if (!password.empty()) text += "sentinel sentinel-pass " + password + "\n";
  text += "port " + std::to_string(endpoint_.port) + "\nbind " + loopback + "\ndir " + folder_ +
          "\nlogfile " + folder_ + "/redis.log\n";
  return text + plan_.sentinel;
}

/// Writes the configuration, with the password, to a file that only its owner can read. Arguments
/// and environment are less private.
bool ServerProcess::write_config() const {
  const std::string text = config();
  if (text.empty()) return true;
  const int file =
      open(config_file().c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (file < 0) return false;
  const bool written = write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  close(file);
  return written;
}

pid_t ServerProcess::spawn() {
  if (!write_config()) return -1;
  if (plan_.own_machine && !machine_) machine_ = ServerMachine::make();
  if (plan_.own_machine && !machine_) return -1;
  std::vector<std::string> words = arguments();
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  std::vector<char*> environment = environment_of_children();
  std::vector<std::string> of_machine;
  if (machine_) ServerMachine::add_to(environment, of_machine);
  const pid_t parent = getpid();

  pid_ = fork();
  if (pid_ == 0) {
    // Ctrl-C in the terminal is for the lab alone, and the server dies with the lab.
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    sigset_t none;
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, nullptr);
    const int nothing = open("/dev/null", O_RDWR);
    for (int standard : {0, 1, 2}) dup2(nothing, standard);
    if (machine_ && !machine_->hand_over()) _exit(126);
    close_range(machine_ ? server_page_fd + 1 : 3, ~0U, 0);
    execve(argv[0], argv.data(), environment.data());
    _exit(127);
  }
  return pid_;
}

void ServerProcess::kill() {
  if (pid_ <= 0) return;
  // The server's process group, with a child that may be saving data, exists once it has called
  // setsid.
  ::kill(-pid_, SIGKILL);
  ::kill(pid_, SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) continue;
  pid_ = -1;
}

void ServerProcess::await_syncs() const {
  if (plan().persistence != sim::Persistence::everysec) return;
  constexpr Duration patience = 1s;
  redis::BlockingClient client(endpoint(), login());
  const std::int64_t give_up_us = redis::Loop::now_us() + us(patience);
  bool pending = true;
  while (pending && redis::Loop::now_us() < give_up_us) {
    const Reply info = client.call(Command("INFO").add("persistence"), patience);
    const std::string_view syncs = info_field(info.text, "aof_pending_bio_fsync");
    pending = !syncs.empty() && syncs != "0";
  }
}

void ServerProcess::lose_unsynced() const {
  if (machine_) app::lose_unsynced(folder_, machine_->synced());
}

std::vector<sim::Effect> ServerProcess::kept_keys(std::int64_t wall_us) const {
  return app::kept_keys(folder_, wall_us);
}

void ServerProcess::stop() {
  if (pid_ > 0) ::kill(pid_, SIGSTOP);
}

void ServerProcess::go_on() {
  if (pid_ > 0) ::kill(pid_, SIGCONT);
}

bool ServerProcess::lives() {
  if (pid_ <= 0) return false;
  // An exiting process closes its sockets a moment before it can be waited for.
  if (waitpid(pid_, nullptr, WNOHANG) == 0) return !process_state(pid_).exits;
  pid_ = -1;
  return false;
}

bool ServerProcess::is_stopped() const { return process_state(pid_).stopped; }

std::string ServerProcess::last_words() const {
  std::ifstream log(folder_ + "/redis.log");
  std::string last;
  for (std::string line; std::getline(log, line);)
    if (!line.empty()) last = line;
  return last;
}

}  // namespace locklab::app
