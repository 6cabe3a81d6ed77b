// A folder for a test's files, below the system's temporary one, removed with the test. A killed
// test cannot clean up, so the next one removes its folder.
#pragma once

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace locklab::test {

class ScratchFolder {
 public:
  ScratchFolder() {
    [[maybe_unused]] static const bool swept = sweep();
    const std::string prefix = beginning + std::to_string(::getpid()) + "-XXXXXX";
    std::string name = (std::filesystem::temp_directory_path() / prefix).string();
    if (!::mkdtemp(name.data())) throw std::runtime_error("cannot make a folder: " + name);
    path_ = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  bool empty() const { return std::filesystem::is_empty(path_); }
  std::string operator/(std::string_view name) const { return (path_ / name).string(); }

 private:
  static constexpr const char* beginning = "locklab-test-";

  static bool sweep() {
    std::error_code failed;
    std::filesystem::directory_iterator entries(std::filesystem::temp_directory_path(), failed);
    for (; !failed && entries != std::filesystem::directory_iterator(); entries.increment(failed)) {
      const std::string name = entries->path().filename().string();
      if (!name.starts_with(beginning)) continue;
      const int pid = std::atoi(name.c_str() + std::string_view(beginning).size());
      if (pid <= 0 || ::kill(pid, 0) == 0 || errno != ESRCH) continue;
      std::error_code ignored;
      std::filesystem::remove_all(entries->path(), ignored);
    }
    return true;
  }

  std::filesystem::path path_;
};

}  // namespace locklab::test
