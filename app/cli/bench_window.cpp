// Measures the real window: the time until it shows its first run, and its cost when idle.
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "app/cli/bench.h"

namespace locklab::app {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Another instance of the program, with its own settings and widget list.
class Program {
 public:
  Program() {
    std::string pattern = (fs::temp_directory_path() / "locklab-bench-XXXXXX").string();
    if (!mkdtemp(pattern.data())) return;
    folder_ = pattern;
    std::vector<std::string> environment{"LOCKLAB_WIDGETS=" + (folder_ / "widgets").string(),
                                         "XDG_CONFIG_HOME=" + folder_.string()};
    for (char** setting = environ; *setting; ++setting) {
      const std::string_view text = *setting;
      if (!text.starts_with("LOCKLAB_WIDGETS=") && !text.starts_with("XDG_CONFIG_HOME="))
        environment.emplace_back(text);
    }
    std::vector<char*> settings;
    for (std::string& setting : environment) settings.push_back(setting.data());
    settings.push_back(nullptr);
    std::string name = "locklab";
    char* arguments[] = {name.data(), nullptr};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    // Without a display the program prints the tour, which is not wanted here.
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
      posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
    if (posix_spawn(&pid_, "/proc/self/exe", &actions, nullptr, arguments, settings.data()) != 0)
      pid_ = -1;
    posix_spawn_file_actions_destroy(&actions);
  }
  ~Program() {
    if (pid_ > 0) {
      kill(pid_, SIGTERM);
      waitpid(pid_, nullptr, 0);
    }
    std::error_code ignored;
    if (!folder_.empty()) fs::remove_all(folder_, ignored);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// A value that the program reports about itself, such as "@run" or "@frames"; empty if none.
  std::string says(const std::string& what) const {
    std::ifstream file(folder_ / "widgets");
    for (std::string line; std::getline(file, line) && line.starts_with('@');)
      if (line.starts_with(what + "\t")) return line.substr(what.size() + 1);
    return "";
  }

  /// Waits until `is` accepts the value; false if the program ends, or after 60 s.
  template <class Is>
  bool wait_until(const std::string& what, Is is) {
    const auto start = Clock::now();
    while (pid_ > 0 && ms_since(start) < 60'000) {
      if (is(says(what))) return true;
      if (waitpid(pid_, nullptr, WNOHANG) == pid_) pid_ = -1;
      std::this_thread::sleep_for(2ms);
    }
    return false;
  }

  double processor_ms() const {
    std::ifstream file("/proc/" + std::to_string(pid_) + "/stat");
    std::string text;
    std::getline(file, text);
    // Fields 14 and 15 are utime and stime. Field 2, in brackets, may contain anything.
    std::istringstream fields(text.substr(std::min(text.rfind(')') + 1, text.size())));
    std::string skipped;
    for (int field = 3; field < 14; ++field) fields >> skipped;
    double user = 0;
    double system = 0;
    fields >> user >> system;
    return (user + system) * 1e3 / static_cast<double>(sysconf(_SC_CLK_TCK));
  }

 private:
  fs::path folder_;
  pid_t pid_ = -1;
};

void watch_at_rest(const Program& program, WindowFigures& figures) {
  const auto frames = [&] { return std::strtoull(program.says("@frames").c_str(), nullptr, 10); };
  const auto start = Clock::now();
  const double processor = program.processor_ms();
  const std::uint64_t before = frames();
  std::this_thread::sleep_for(1s);
  figures.idle_frames = frames() - before;
  figures.idle_processor_ms = program.processor_ms() - processor;
  figures.idle_ms = ms_since(start);
}

}  // namespace

std::optional<WindowFigures> measure_window() {
  WindowFigures figures;
  const auto start = Clock::now();
  Program program;
  if (!program.wait_until("@run", [](const std::string& run) { return !run.empty(); }))
    return std::nullopt;
  figures.first_frame_ms = ms_since(start);
  figures.first_frame_processor_ms = program.processor_ms();
  // The desktop's messages to a new window may come late, as may the lab's analysis of its run. So
  // the second at rest is measured up to 20 times, until no frame is drawn in it; the last
  // measurement is reported.
  for (int attempt = 0; attempt < 20; ++attempt) {
    if (!program.wait_until("@settled", [](const std::string& yes) { return yes == "true"; }))
      return std::nullopt;
    watch_at_rest(program, figures);
    if (figures.idle_frames == 0) break;
  }
  return figures;
}

}  // namespace locklab::app
