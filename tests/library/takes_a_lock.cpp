// A program that uses the installed library: it starts a redis-server and acquires a lock, which a
// second client then cannot acquire. Exits with 0 if all is right.
#include <arpa/inet.h>
#include <lock/redis/locker.h>
#include <lock/redis/mutex.h>
#include <lock/strategies/strategies.h>
#include <lock/version.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

namespace {

using namespace std::chrono_literals;

std::uint16_t free_port() {
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  auto* const as_any = reinterpret_cast<sockaddr*>(&address);
  if (bind(listener, as_any, length) != 0 || getsockname(listener, as_any, &length) != 0) return 0;
  close(listener);
  return ntohs(address.sin_port);
}

class Server {
 public:
  Server() : port_(free_port()), pid_(fork()) {
    if (pid_ != 0) return;
    const std::string port = std::to_string(port_);
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // however this process ends
    if (!std::freopen("/dev/null", "w", stdout)) _exit(1);
    execlp("redis-server", "redis-server", "--port", port.c_str(), "--bind", "127.0.0.1", "--save",
           "", "--appendonly", "no", static_cast<char*>(nullptr));
    _exit(1);
  }
  ~Server() {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  std::uint16_t port() const { return port_; }

 private:
  std::uint16_t port_;
  pid_t pid_;
};

int check(bool holds, const char* what, const std::string& why) {
  if (!holds) std::fprintf(stderr, "%s (%s)\n", what, why.c_str());
  return holds ? 0 : 1;
}

}  // namespace

int main() {
  using namespace locklab;
  const Server server;
  std::string why;
  const auto endpoint = redis::resolve("127.0.0.1", server.port(), why);
  if (!endpoint) return check(false, "the server's address is not found", why);
  const auto alice = redis::Locker::open(strategy::watchdog, {*endpoint}, {}, why);
  const auto bob = redis::Locker::open(strategy::watchdog, {*endpoint}, {}, why);
  if (!alice || !bob) return check(false, "a locker cannot be made", why);

  LockConfig lock = default_lock(strategy::watchdog);
  lock.key = "orders";
  lock.retry_delay = 20ms;
  auto held = alice->acquire(lock, 10s, why);  // the server may still be starting
  if (!held) return check(false, "alice does not get the lock", why);
  int wrong = check(!bob->acquire(lock, 100ms, why), "bob gets it too", why);
  wrong += check(!held->lost(), "alice has lost it", "");
  wrong += check(held->release() == Released::released, "alice cannot give it back", "");
  wrong += check(bob->acquire(lock, 1s, why).has_value(), "bob does not get it afterwards", why);
  redis::Mutex mutex(*bob, lock, 1s);
  const std::unique_lock held_by_bob(mutex);
  wrong += check(!mutex.guard().lost(), "bob's mutex has lost it", "");
  static_assert(LOCKLAB_VERSION_NUMBER > 0);
  return wrong;
}
