#include "tests/app/cli/program.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <poll.h>
#include <pty.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <utility>

#include "tests/support/golden_text.h"

namespace locklab::app {

namespace {

constexpr int patience_ms = 60'000;

void close_once(int& descriptor) {
  if (descriptor >= 0) ::close(descriptor);
  descriptor = -1;
}

}  // namespace

ChildProgram::~ChildProgram() {
  if (pid_ <= 0) return;
  signal(SIGKILL);
  reap();
}

void ChildProgram::signal(int number) const { ::kill(pid_, number); }

bool ChildProgram::catches(int number) const {
  std::ifstream status("/proc/" + std::to_string(pid_) + "/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("SigCgt:"))
      return (std::stoull(line.substr(7), nullptr, 16) >> (number - 1) & 1) != 0;
  return false;
}

ChildProgram::Image::Image(Texts arguments, Texts environment)
    : arguments_(std::move(arguments)), environment_(std::move(environment)) {
  arguments_.insert(arguments_.begin(), LOCKLAB_BINARY_DIR "/locklab");
  environment_.insert(environment_.begin(), "PATH=/usr/local/bin:/usr/bin:/bin");
  environment_.push_back("LOCKLAB_ASSETS=" LOCKLAB_SOURCE_DIR "/assets");  // getenv finds the first
  for (std::string& argument : arguments_) argv_.push_back(argument.data());
  for (std::string& variable : environment_) variables_.push_back(variable.data());
  argv_.push_back(nullptr);
  variables_.push_back(nullptr);
}

void ChildProgram::Image::become() {
  ::execve(argv_[0], argv_.data(), variables_.data());
  ::_exit(127);
}

int ChildProgram::reap() {
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) continue;
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// --- PipedProgram

PipedProgram::PipedProgram(const Texts& arguments, const Texts& environment) {
  int out[2], err[2];
  if (::pipe2(out, O_CLOEXEC) != 0 || ::pipe2(err, O_CLOEXEC) != 0)
    throw std::runtime_error("no pipe is left");
  Image image(arguments, environment);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);  // orphaned grandchildren become children of the test
  pid_ = ::fork();
  if (pid_ == 0) {
    ::dup2(out[1], STDOUT_FILENO);
    ::dup2(err[1], STDERR_FILENO);
    image.become();
  }
  ::close(out[1]);
  ::close(err[1]);
  outputs_ = {out[0], err[0]};
}

PipedProgram::~PipedProgram() {
  for (int& output : outputs_) close_once(output);
}

Finished PipedProgram::wait() {
  Finished finished;
  std::string* to[2] = {&finished.out, &finished.err};
  while (outputs_[0] >= 0 || outputs_[1] >= 0) {
    pollfd open[2] = {{outputs_[0], POLLIN, 0}, {outputs_[1], POLLIN, 0}};
    ::poll(open, 2, -1);
    for (std::size_t i = 0; i < 2; ++i) {
      if (open[i].fd < 0 || open[i].revents == 0) continue;
      char buffer[65536];
      const ssize_t n = ::read(open[i].fd, buffer, sizeof buffer);
      if (n > 0) {
        to[i]->append(buffer, static_cast<std::size_t>(n));
      } else {
        close_once(outputs_[i]);
      }
    }
  }
  finished.status = reap();
  return finished;
}

int in_a_shell(const std::string& command) {
  const std::string line = "locklab() { '" LOCKLAB_BINARY_DIR "/locklab' \"$@\"; }; " + command;
  ::setenv("command_line", line.c_str(), 1);  // the environment needs no quoting
  return WEXITSTATUS(std::system("bash -c \"$command_line\""));
}

std::string content(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void expect_refused(std::vector<std::string> arguments) {
  std::string called;
  for (const std::string& argument : arguments)
    called += (called.empty() ? "" : " ") + (argument.empty() ? "''" : argument);
  SCOPED_TRACE(called);
  const auto said = [&] {
    const Finished ended = locklab(arguments);
    EXPECT_EQ(ended.status, 2);
    EXPECT_THAT(ended.out, testing::IsEmpty());
    EXPECT_THAT(ended.err, testing::StartsWith("locklab: "));
    return ended.err;
  };
  const std::string english = said();
  arguments.insert(arguments.begin() + 1, "--language=zh");
  EXPECT_THAT((std::vector{english, said()}), test::IsGolden(called));
}

// --- ProgramOnTerminal

ProgramOnTerminal::ProgramOnTerminal(const Texts& arguments, const Texts& environment) {
  winsize size{};
  size.ws_row = 50;
  size.ws_col = 100;
  Image image(arguments, environment);
  pid_ = ::forkpty(&terminal_, nullptr, nullptr, &size);
  if (pid_ < 0) throw std::runtime_error("no pseudo terminal is left");
  if (pid_ == 0) image.become();
}

ProgramOnTerminal::~ProgramOnTerminal() { close_once(terminal_); }

/// Returns false if the program has closed its terminal, or was killed after `patience_ms` of
/// silence.
bool ProgramOnTerminal::read_some() {
  pollfd ready{terminal_, POLLIN, 0};
  if (::poll(&ready, 1, patience_ms) <= 0) {
    screen_ += "(and then nothing for so long that it was killed)";
    signal(SIGKILL);
    return false;
  }
  char buffer[4096];
  const ssize_t n = ::read(terminal_, buffer, sizeof buffer);
  if (n <= 0) return false;  // EIO after the last writer closed it
  screen_.append(buffer, static_cast<std::size_t>(n));
  return true;
}

bool ProgramOnTerminal::shows(std::string_view text) {
  while (screen_.find(text) == std::string::npos)
    if (!read_some()) return false;
  return true;
}

void ProgramOnTerminal::type(std::string_view keys) const {
  if (::write(terminal_, keys.data(), keys.size()) != static_cast<ssize_t>(keys.size()))
    throw std::runtime_error("the terminal takes no keys");
}

bool ProgramOnTerminal::echoes() const {
  termios settings{};
  return ::tcgetattr(terminal_, &settings) == 0 && (settings.c_lflag & ECHO) != 0;
}

int ProgramOnTerminal::wait() {
  while (read_some()) continue;
  return reap();
}

}  // namespace locklab::app
