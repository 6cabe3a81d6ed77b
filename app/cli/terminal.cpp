#include "app/cli/terminal.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace locklab::app {

namespace {

constexpr std::size_t narrowest = 30;
constexpr std::size_t widest = 160;

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value && *value;
}

volatile std::sig_atomic_t ended_by = 0;  // signal received while a password was typed

void remember(int signal) { ended_by = signal; }

/// Turns the terminal's echo off during its lifetime. SIGINT and SIGTERM are deferred until the
/// echo is on again.
class HiddenInput {
 public:
  explicit HiddenInput(int terminal) : terminal_(terminal) {
    known_ = ::tcgetattr(terminal_, &before_) == 0;
    // Signals are delivered only while waiting for a key; otherwise one that arrived just before
    // the wait would be missed.
    sigset_t deadly;
    sigemptyset(&deadly);
    sigaddset(&deadly, SIGINT);
    sigaddset(&deadly, SIGTERM);
    ::pthread_sigmask(SIG_BLOCK, &deadly, &mask_);
    struct sigaction action {};
    action.sa_handler = remember;
    ended_by = 0;
    ::sigaction(SIGINT, &action, &interrupt_);
    ::sigaction(SIGTERM, &action, &terminate_);
    if (!known_) return;
    termios quiet = before_;
    quiet.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    ::tcsetattr(terminal_, TCSAFLUSH, &quiet);
  }
  HiddenInput(const HiddenInput&) = delete;
  HiddenInput& operator=(const HiddenInput&) = delete;
  ~HiddenInput() {
    if (known_) ::tcsetattr(terminal_, TCSAFLUSH, &before_);
    ::sigaction(SIGINT, &interrupt_, nullptr);
    ::sigaction(SIGTERM, &terminate_, nullptr);
    ::pthread_sigmask(SIG_SETMASK, &mask_, nullptr);
    if (ended_by != 0) std::raise(ended_by);
  }
  bool known() const { return known_; }

  /// Reads one line; nullopt after a signal, Ctrl-D or a closed terminal.
  std::optional<std::string> read_line() const {
    std::string line;
    while (wait_for_key()) {
      char c = 0;
      if (::read(terminal_, &c, 1) <= 0) break;
      if (c == '\n') return line;
      line += c;
    }
    return std::nullopt;
  }

 private:
  /// Waits for a key; false if a signal came first.
  bool wait_for_key() const {
    sigset_t open = mask_;
    sigdelset(&open, SIGINT);
    sigdelset(&open, SIGTERM);
    pollfd key{terminal_, POLLIN, 0};
    while (::ppoll(&key, 1, nullptr, &open) < 0)
      if (errno != EINTR || ended_by != 0) return false;
    return true;
  }

  int terminal_;
  termios before_{};
  struct sigaction interrupt_ {};
  struct sigaction terminate_ {};
  sigset_t mask_{};  ///< the original mask
  bool known_ = false;
};

/// The columns of the terminal, from 30 to 160; nullopt if it is none, or does not know.
std::optional<std::size_t> terminal_columns(int terminal) {
  winsize size{};
  if (!::isatty(terminal) || ::ioctl(terminal, TIOCGWINSZ, &size) != 0) return {};
  if (size.ws_col == 0) return {};
  return std::clamp<std::size_t>(size.ws_col, narrowest, widest);
}

/// The columns of a terminal, or of a pipe's reader: COLUMNS, or those of the terminal that
/// standard error is on. nullopt if neither is known, or for a file, whose text must not depend on
/// a window.
std::optional<std::size_t> columns_of(int output) {
  if (::isatty(output)) return terminal_columns(output);
  struct stat status {};
  if (::fstat(output, &status) != 0 || !S_ISFIFO(status.st_mode)) return std::nullopt;
  if (const char* set = std::getenv("COLUMNS")) {
    const std::string_view text = set;
    std::size_t columns = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), columns);
    if (error == std::errc{} && end == text.data() + text.size())
      return std::clamp(columns, narrowest, widest);
  }
  return terminal_columns(STDERR_FILENO);
}

void type(int terminal, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(terminal, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
}

}  // namespace

TextOptions terminal_options() {
  TextOptions options;
  options.width = columns_of(STDOUT_FILENO).value_or(options.width);
  const char* kind = std::getenv("TERM");
  options.colour =
      ::isatty(STDOUT_FILENO) && !is_set("NO_COLOR") && kind && std::string_view(kind) != "dumb";
  return options;
}

std::optional<std::size_t> error_columns() { return columns_of(STDERR_FILENO); }

bool error_is_terminal() { return ::isatty(STDERR_FILENO) != 0; }

std::variant<std::string, NoPassword> ask_password(const std::string& prompt) {
  const int terminal = ::open("/dev/tty", O_RDWR | O_CLOEXEC);
  if (terminal < 0) return NoPassword::no_terminal;
  std::variant<std::string, NoPassword> answer = NoPassword::no_terminal;
  {
    const HiddenInput input(terminal);
    if (input.known()) {
      type(terminal, prompt);
      auto line = input.read_line();
      answer = NoPassword::not_typed;
      if (line) answer = std::move(*line);
      type(terminal, "\n");
    }
  }
  ::close(terminal);
  return answer;
}

}  // namespace locklab::app
