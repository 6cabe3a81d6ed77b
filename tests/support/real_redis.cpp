#include "tests/support/real_redis.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <stdexcept>

namespace locklab::test {
namespace {

constexpr int server_patience_ms = 10'000;

sockaddr_in loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

int free_port() {
  const int probe = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof address;
  const bool bound = ::bind(probe, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
                     ::getsockname(probe, reinterpret_cast<sockaddr*>(&address), &size) == 0;
  ::close(probe);
  if (!bound) throw std::runtime_error("no free port on loopback");
  return ntohs(address.sin_port);
}

[[noreturn]] void become_server(const std::vector<std::string>& words, pid_t parent,
                                const std::string& log) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
  const int file = ::open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  ::dup2(file, STDOUT_FILENO);
  ::dup2(file, STDERR_FILENO);
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  ::execvp(argv[0], argv.data());
  ::_exit(127);
}

}  // namespace

RealRedis::RealRedis(std::vector<std::string> options) {
  // Another program may take the port between the probe and the start.
  for (int attempt = 0; attempt < 5; ++attempt) {
    port_ = free_port();
    start(options);
    if (answers()) return;
    stop();
  }
  throw std::runtime_error("redis-server does not start; is it installed?");
}

RealRedis::~RealRedis() { stop(); }

void RealRedis::start(const std::vector<std::string>& options) {
  std::vector<std::string> words{
      "redis-server", "--port",      std::to_string(port_), "--bind", "127.0.0.1", "--save", "",
      "--dir",        folder_.path()};
  words.insert(words.end(), options.begin(), options.end());
  const std::string log = folder_ / "log";
  const pid_t parent = ::getpid();
  pid_ = ::fork();
  if (pid_ < 0) throw std::runtime_error("cannot fork");
  if (pid_ == 0) become_server(words, parent, log);
}

bool RealRedis::answers() {
  const auto deadline =
      std::chrono::steady_clock::now() + std::chrono::milliseconds(server_patience_ms);
  while (std::chrono::steady_clock::now() < deadline) {
    if (::waitpid(pid_, nullptr, WNOHANG) == pid_) {
      pid_ = -1;
      return false;
    }
    try {  // and not another server that got the port
      const std::string told = RawClient(port_).call(Command("INFO").add("server").words());
      if (told.find(fmt::format("process_id:{}\r", pid_)) != std::string::npos) return true;
    } catch (const std::runtime_error&) {
      ::poll(nullptr, 0, 5);  // not listening yet
    }
  }
  return false;
}

void RealRedis::stop() {
  if (pid_ < 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
  pid_ = -1;
}

RawClient::RawClient(int port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  const sockaddr_in address = loopback(port);
  if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    ::close(socket_);
    throw std::runtime_error(fmt::format("nobody listens on port {}", port));
  }
  const int on = 1;
  ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

RawClient::~RawClient() { ::close(socket_); }

void RawClient::send(const PackedWords& words) {
  out_ += fmt::format("*{}\r\n", words.size());
  for (std::string_view word : words) {
    out_ += fmt::format("${}\r\n", word.size());
    out_ += word;
    out_ += "\r\n";
  }
}

void RawClient::flush() {
  std::string_view rest = out_;
  while (!rest.empty()) {
    const ssize_t sent = ::send(socket_, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (sent <= 0) throw std::runtime_error("the server is gone");
    rest.remove_prefix(static_cast<std::size_t>(sent));
  }
  out_.clear();
}

std::string RawClient::read() {
  flush();
  const std::size_t end = end_of_reply(0);
  std::string reply = in_.substr(0, end);
  in_.erase(0, end);
  return reply;
}

std::string RawClient::call(const PackedWords& words) {
  send(words);
  return read();
}

void RawClient::fill() {
  pollfd ready{socket_, POLLIN, 0};
  if (::poll(&ready, 1, server_patience_ms) <= 0)
    throw std::runtime_error("the server says nothing");
  char bytes[65536];
  const ssize_t got = ::recv(socket_, bytes, sizeof bytes, 0);
  if (got <= 0) throw std::runtime_error("the server is gone");
  in_.append(bytes, static_cast<std::size_t>(got));
}

std::size_t RawClient::end_of_line(std::size_t from) {
  std::size_t at;
  while ((at = in_.find("\r\n", from)) == std::string::npos) fill();
  return at + 2;
}

std::size_t RawClient::end_of_reply(std::size_t from) {
  std::size_t end = end_of_line(from);
  const long size = std::atol(in_.c_str() + from + 1);
  if (in_[from] == '$' && size >= 0) {
    while (in_.size() < end + static_cast<std::size_t>(size) + 2) fill();
    return end + static_cast<std::size_t>(size) + 2;
  }
  if (in_[from] == '*')
    for (long i = 0; i < size; ++i) end = end_of_reply(end);
  return end;
}

}  // namespace locklab::test
