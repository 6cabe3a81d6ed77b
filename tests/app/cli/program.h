// The real program as a child process: its outputs or its terminal, and its exit status.
#pragma once

#include <gmock/gmock.h>
#include <sys/types.h>

#include <array>
#include <filesystem>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace locklab::app {

/// A child process of a test, killed when the object is destroyed. The environment holds only
/// `environment` ("NAME=value"), PATH, and LOCKLAB_ASSETS unless given.
class ChildProgram {
 public:
  using Texts = std::vector<std::string>;
  ChildProgram(const ChildProgram&) = delete;
  ChildProgram& operator=(const ChildProgram&) = delete;

  void signal(int number) const;
  /// True if the child handles the signal, as it does once it is at work.
  bool catches(int number) const;

 protected:
  ChildProgram() = default;
  ~ChildProgram();
  /// Arguments and environment, built before the fork: a child of a process with several threads
  /// must not allocate memory.
  class Image {
   public:
    Image(Texts arguments, Texts environment);
    [[noreturn]] void become();

   private:
    Texts arguments_;
    Texts environment_;
    std::vector<char*> argv_;
    std::vector<char*> variables_;
  };
  /// Waits for the child's end. Returns the exit status, or 128 + the signal that killed it.
  int reap();

  pid_t pid_ = -1;
};

struct Finished {
  std::string out, err;
  int status = -1;
};

/// A child process whose standard output and error are pipes.
class PipedProgram : public ChildProgram {
 public:
  explicit PipedProgram(const Texts& arguments, const Texts& environment = {});
  ~PipedProgram();
  /// Reads both outputs until they are closed, then waits for the end.
  Finished wait();

 private:
  std::array<int, 2> outputs_{-1, -1};
};

inline Finished locklab(const std::vector<std::string>& arguments,
                        const std::vector<std::string>& environment = {}) {
  return PipedProgram(arguments, environment).wait();
}

inline void PrintTo(const Finished& finished, std::ostream* out) {
  *out << finished.status << "\n" << finished.out << finished.err;
}

/// Matches a finished program by its status and its standard error.
template <class Matcher>
auto EndedWith(int status, const Matcher& err) {
  return testing::AllOf(testing::Field("status", &Finished::status, status),
                        testing::Field("err", &Finished::err, err));
}

/// Runs a bash command line in which `locklab` is the program. Returns its exit status.
int in_a_shell(const std::string& command);

std::string content(const std::filesystem::path& file);

inline std::vector<std::string> joined(std::vector<std::string> words,
                                       const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// Checks that these arguments exit with 2 and print only an error, in both languages, equal to the
/// golden entry named after the arguments.
void expect_refused(std::vector<std::string> arguments);

/// A child process with a pseudo terminal of 50 lines and 100 columns.
class ProgramOnTerminal : public ChildProgram {
 public:
  explicit ProgramOnTerminal(const Texts& arguments, const Texts& environment = {});
  ~ProgramOnTerminal();

  /// Everything printed so far.
  const std::string& screen() const { return screen_; }
  /// Waits until `text` was printed. Returns false if the program ended before, or was killed after
  /// a long silence.
  bool shows(std::string_view text);
  void type(std::string_view keys) const;
  /// True if the terminal echoes typed characters.
  bool echoes() const;
  /// Waits for the child's end. Returns its status as reap() does.
  int wait();

 private:
  bool read_some();

  int terminal_ = -1;
  std::string screen_;
};

}  // namespace locklab::app
