// The real program, run as a child process: its two outputs or its terminal, and how it ended.
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

/// The child of a test; killed with it, if it still lives. Its environment holds nothing but
/// `environment` ("NAME=value") and a path; and the project's assets unless it says otherwise.
class ChildProgram {
 public:
  using Texts = std::vector<std::string>;
  ChildProgram(const ChildProgram&) = delete;
  ChildProgram& operator=(const ChildProgram&) = delete;

  void signal(int number) const;
  /// Whether it has taken over the signal; from then on it is at work.
  bool catches(int number) const;

 protected:
  ChildProgram() = default;
  ~ChildProgram();
  /// The program's arguments and environment. Made before the fork: a child whose parent has other
  /// threads, such as a false server's, may not even ask for memory.
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
  /// Waits for its end: its exit status, or 128 + the signal that killed it, as a shell says it.
  int reap();

  pid_t pid_ = -1;
};

struct Finished {
  std::string out, err;
  int status = -1;
};

/// A program whose outputs are pipes.
class PipedProgram : public ChildProgram {
 public:
  explicit PipedProgram(const Texts& arguments, const Texts& environment = {});
  ~PipedProgram();
  /// Reads what it says until it has ended.
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

/// Of a finished program: its status, and what it said beside its output.
template <class Matcher>
auto EndedWith(int status, const Matcher& err) {
  return testing::AllOf(testing::Field("status", &Finished::status, status),
                        testing::Field("err", &Finished::err, err));
}

/// The status of a command line of bash, in which `locklab` is the program.
int in_a_shell(const std::string& command);

std::string content(const std::filesystem::path& file);

inline std::vector<std::string> joined(std::vector<std::string> words,
                                       const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// Called so it ends with 2, does nothing, and says why in either language, which reads as the
/// golden entry that is named after the arguments.
void expect_refused(std::vector<std::string> arguments);

/// A program with a pseudo terminal of its own, before which somebody reads and types.
class ProgramOnTerminal : public ChildProgram {
 public:
  explicit ProgramOnTerminal(const Texts& arguments, const Texts& environment = {});
  ~ProgramOnTerminal();

  /// Everything that was to be seen so far.
  const std::string& screen() const { return screen_; }
  /// Waits until `text` is to be seen. False: it ended without it, or was killed because it said
  /// nothing for long.
  bool shows(std::string_view text);
  void type(std::string_view keys) const;
  /// Whether what is typed is to be seen.
  bool echoes() const;
  /// Waits for its end: its status.
  int wait();

 private:
  bool read_some();

  int terminal_ = -1;
  std::string screen_;
};

}  // namespace locklab::app
