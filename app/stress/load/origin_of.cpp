#include "app/stress/load/origin_of.h"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "app/words/display_text.h"
#include "lock/version.h"

namespace locklab::app {

namespace {

/// Model name of the processors; empty if unknown.
std::string processor() {
  std::ifstream all("/proc/cpuinfo");
  for (std::string line; std::getline(all, line);)
    if (line.starts_with("model name"))
      if (const std::size_t colon = line.find(": "); colon != std::string::npos)
        return fit(printable(line.substr(colon + 2)), 80);
  return {};
}

std::string machine() {
  utsname system{};
  uname(&system);
  const unsigned count = std::thread::hardware_concurrency();
  std::string all = fmt::format("{} {} {}, {} processor{}", system.sysname, system.release,
                                system.machine, count, count == 1 ? "" : "s");
  if (const std::string name = processor(); !name.empty()) all += fmt::format(" ({})", name);
  return all;
}

}  // namespace

Origin origin_of(const std::string& command) {
  using std::chrono::duration_cast;
  Origin origin;
  origin.at_us =
      duration_cast<std::chrono::microseconds>(std::chrono::system_clock::now().time_since_epoch())
          .count();
  origin.version = LOCKLAB_VERSION;
  origin.machine = machine();
  origin.command = printable(command);
  return origin;
}

}  // namespace locklab::app
