// The real program, run as a child process: its two outputs, its exit status, or the signal that
// ended it.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace locklab::app {

struct Finished {
  std::string out, err;
  int status = -1;  ///< of exit; 128 + signal, as a shell says it
};

/// Runs it with `arguments`, and with nothing in its environment but `environment` ("NAME=value")
/// and a path; with the project's assets unless it says otherwise.
inline Finished locklab(const std::vector<std::string>& arguments,
                        const std::vector<std::string>& environment = {}) {
  int out[2], err[2];
  if (::pipe2(out, O_CLOEXEC) != 0 || ::pipe2(err, O_CLOEXEC) != 0) return {};
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(out[1], STDOUT_FILENO);
    ::dup2(err[1], STDERR_FILENO);
    const std::string program = std::string(LOCKLAB_BINARY_DIR) + "/locklab";
    std::vector<char*> argv{const_cast<char*>(program.c_str())};
    for (const std::string& argument : arguments)
      argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    const std::string assets = "LOCKLAB_ASSETS=" + std::string(LOCKLAB_SOURCE_DIR) + "/assets";
    std::vector<char*> variables{const_cast<char*>("PATH=/usr/local/bin:/usr/bin:/bin")};
    for (const std::string& variable : environment)
      variables.push_back(const_cast<char*>(variable.c_str()));
    variables.push_back(const_cast<char*>(assets.c_str()));  // the first of a name counts
    variables.push_back(nullptr);
    ::execve(program.c_str(), argv.data(), variables.data());
    ::_exit(127);
  }
  ::close(out[1]);
  ::close(err[1]);
  Finished finished;
  pollfd open[2] = {{out[0], POLLIN, 0}, {err[0], POLLIN, 0}};
  std::string* to[2] = {&finished.out, &finished.err};
  while (open[0].fd >= 0 || open[1].fd >= 0) {
    ::poll(open, 2, -1);
    for (int i = 0; i < 2; ++i) {
      if (open[i].fd < 0 || open[i].revents == 0) continue;
      char buffer[65536];
      const ssize_t n = ::read(open[i].fd, buffer, sizeof buffer);
      if (n > 0) {
        to[i]->append(buffer, static_cast<std::size_t>(n));
      } else {
        ::close(open[i].fd);
        open[i].fd = -1;
      }
    }
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  finished.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return finished;
}

/// A folder for a test's files, removed with it.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "locklab-test-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string operator/(std::string_view name) const { return path_ + "/" + std::string(name); }

 private:
  std::string path_;
};

}  // namespace locklab::app
