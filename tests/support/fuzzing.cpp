#include "tests/support/fuzzing.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fstream>
#include <optional>
#include <string>

#include "tests/support/environment.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

namespace locklab::test {

namespace {

using SteadyClock = std::chrono::steady_clock;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

constexpr long seconds_each = sanitized ? 20 : 5;  // processor time: the machine may be busy
constexpr int patience_s = 60;                     // for a child that sleeps
constexpr std::uint64_t most_memory = std::uint64_t{2} << 30;

/// The report of a child to its parent, which outlives the child.
struct Told {
  std::uint64_t seed;  ///< of the current input
  std::uint64_t tried, read, ran;
  char wrong[4000];
};

/// Memory that parent and child share.
class Board {
 public:
  Board()
      : told_(static_cast<Told*>(::mmap(nullptr, sizeof(Told), PROT_READ | PROT_WRITE,
                                        MAP_SHARED | MAP_ANONYMOUS, -1, 0))) {}
  ~Board() { ::munmap(told_, sizeof(Told)); }
  Board(const Board&) = delete;
  Board& operator=(const Board&) = delete;
  Told* operator->() { return told_; }

 private:
  Told* told_;
};

/// Memory used before the tries, in bytes; the limits are added to it.
struct Memory {
  std::uint64_t size = 0, resident = 0;
};

Memory memory_now() {
  std::ifstream file("/proc/self/statm");
  Memory pages;
  file >> pages.size >> pages.resident;
  const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  return {pages.size * page, pages.resident * page};
}

Memory memory_before;

void limit_this_process() {
  memory_before = memory_now();
  if (sanitized) return;  // shadow memory is larger: is_too_large() counts the used memory
  const rlimit memory{memory_before.size + most_memory, memory_before.size + most_memory};
  ::setrlimit(RLIMIT_AS, &memory);
}

void limit_this_trial() {
  const itimerval limit{{0, 0}, {seconds_each, 0}};
  ::setitimer(ITIMER_PROF, &limit, nullptr);
}

bool is_too_large() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  return static_cast<std::uint64_t>(used.ru_maxrss) * 1024 > memory_before.resident + most_memory;
}

/// True if the process sleeps; one that waits for a processor does not.
bool is_asleep(pid_t pid) {
  std::ifstream file(fmt::format("/proc/{}/stat", pid));
  std::string line;
  std::getline(file, line);
  const std::size_t name_ends = line.rfind(')');
  return name_ends != std::string::npos && line.size() > name_ends + 2 &&
         line[name_ends + 2] == 'S';
}

/// Waits for the child's end. Returns its wait status. A child asleep for `patience_s` seconds gets
/// SIGALRM.
int ended(pid_t pid) {
  pollfd child{static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)), POLLIN, 0};
  constexpr int a_second = 1000;
  for (int asleep_s = 0; ::poll(&child, 1, a_second) == 0;) {
    asleep_s = is_asleep(pid) ? asleep_s + 1 : 0;
    if (asleep_s == patience_s) ::kill(pid, SIGALRM);
  }
  ::close(child.fd);
  int status = 0;
  ::waitpid(pid, &status, 0);
  return status;
}

/// Runs `body` in a child. Returns its report on the board, or how it died; std::nullopt if nothing
/// was wrong.
template <class Body>
std::optional<std::string> in_a_child(Board& board, bool silent, Body body) {
  board->wrong[0] = '\0';
  std::fflush(nullptr);
  const pid_t pid = ::fork();
  if (pid == 0) {
    if (silent) ::dup2(::open("/dev/null", O_WRONLY), STDERR_FILENO);
    limit_this_process();
    body();
#ifdef __SANITIZE_ADDRESS__
    if (__lsan_do_recoverable_leak_check() != 0) ::_exit(23);
#endif
    ::_exit(0);
  }
  const int status = ended(pid);
  if (board->wrong[0] != '\0') return board->wrong;
  if (WIFSIGNALED(status)) {
    if (WTERMSIG(status) == SIGPROF) return fmt::format("it takes more than {} s", seconds_each);
    if (WTERMSIG(status) == SIGALRM) return "it waits for ever";
    return fmt::format("it ends the program with signal {}", WTERMSIG(status));
  }
  if (WEXITSTATUS(status) == 0) return std::nullopt;
  return fmt::format("it ends the program with status {}", WEXITSTATUS(status));
}

/// Tries one input, in the child. Returns false if something is wrong.
bool try_one(const Fuzzed& fuzzed, const Pieces& pieces, Board& board) {
  limit_this_trial();
  Trial trial = fuzzed.judge(pieces);
  if (trial.wrong.empty() && is_too_large()) trial.wrong = "it takes more than 2 GB";
  ++board->tried;
  board->read += trial.read;
  board->ran += trial.ran;
  const std::size_t size = std::min(trial.wrong.size(), sizeof(Told::wrong) - 1);
  std::memcpy(board->wrong, trial.wrong.data(), size);
  board->wrong[size] = '\0';
  return trial.wrong.empty();
}

/// Removes as many pieces as possible, many at once first, while the input still fails.
Pieces shrink(const Fuzzed& fuzzed, Pieces pieces, Board& board) {
  const auto give_up_at = SteadyClock::now() + std::chrono::seconds(60);
  const auto fails = [&](const Pieces& fewer) {
    return in_a_child(board, true, [&] { try_one(fuzzed, fewer, board); }).has_value();
  };
  for (std::size_t size = std::max<std::size_t>(pieces.size() / 2, 1);;) {
    bool smaller = false;
    for (std::size_t i = 0; i < pieces.size() && SteadyClock::now() < give_up_at;) {
      Pieces fewer = pieces;
      const auto from = fewer.begin() + static_cast<std::ptrdiff_t>(i);
      fewer.erase(from, from + static_cast<std::ptrdiff_t>(std::min(size, pieces.size() - i)));
      if (fails(fewer)) {
        pieces = std::move(fewer);
        smaller = true;
      } else {
        i += size;
      }
    }
    if (SteadyClock::now() >= give_up_at || (size == 1 && !smaller)) return pieces;
    if (!smaller) size = size / 2;
  }
}

/// A search through consecutive seeds, up to a number or a time.
class Search {
 public:
  Search(const Fuzzed& fuzzed, std::uint64_t most, std::optional<std::chrono::seconds> time)
      : fuzzed_(fuzzed), most_(most), time_(time) {
    board_->seed = random_cases(1).first;
  }

  void run() {
    while (!is_over())
      if (const auto wrong = in_a_child(board_, false, [&] { try_some(); })) return report(*wrong);
  }
  const Told& told() { return *board_.operator->(); }

 private:
  bool is_over() {
    return board_->tried >= most_ || (time_ && SteadyClock::now() - begin_ >= *time_);
  }

  /// Tries seeds in a child until one fails, the search is over, or 2000 are done, so that
  /// leftovers do not pile up.
  void try_some() {
    for (int i = 0; i < 2000 && !is_over(); ++i) {
      if (!try_one(fuzzed_, fuzzed_.make(board_->seed), board_)) return;
      ++board_->seed;
    }
  }

  void report(const std::string& wrong) {
    const std::uint64_t seed = board_->seed;
    const Pieces small = shrink(fuzzed_, fuzzed_.make(seed), board_);
    const auto still = in_a_child(board_, true, [&] { try_one(fuzzed_, small, board_); });
    ADD_FAILURE() << "LOCKLAB_SEED=" << seed << ": " << wrong << "\nAs small as it can be ("
                  << still.value_or("not any more") << "):\n"
                  << fuzzed_.show(small);
  }

  const Fuzzed& fuzzed_;
  std::uint64_t most_;
  std::optional<std::chrono::seconds> time_;
  SteadyClock::time_point begin_ = SteadyClock::now();
  Board board_;
};

}  // namespace

void fuzz(const Fuzzed& fuzzed, std::uint64_t how_many) {
  Search(fuzzed, random_cases(how_many).count, std::nullopt).run();
}

void fuzz_for_a_while(const Fuzzed& fuzzed, std::uint64_t otherwise) {
  const std::uint64_t seconds = from_environment("LOCKLAB_FUZZ_SECONDS", 0);
  if (seconds == 0 || std::getenv("LOCKLAB_SEED")) return fuzz(fuzzed, otherwise);
  Search search(fuzzed, UINT64_MAX, std::chrono::seconds(seconds));
  search.run();
  fmt::print("{} tried in {} s: {} made sense, {} ran\n", search.told().tried, seconds,
             search.told().read, search.told().ran);
}

}  // namespace locklab::test
