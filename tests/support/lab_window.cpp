#include "tests/support/lab_window.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <utility>

#include "tests/support/wait_for.h"

namespace locklab::test {

using namespace std::chrono_literals;

LabWindow::LabWindow(std::vector<std::string> arguments, int width, int height,
                     std::vector<std::string> environment, const std::string& settings)
    : screen_(width, height) {
  std::filesystem::create_directories(folder_ / "config/locklab");
  if (!settings.empty()) std::ofstream(folder_ / "config/locklab/settings.json") << settings;
  if (screen_.number() < 0)
    throw std::runtime_error("no virtual screen: is Xvfb installed (tests/run installs it)?");
  pid_ = fork();
  if (pid_ > 0) return;
  setenv("DISPLAY", (":" + std::to_string(screen_.number())).c_str(), 1);
  setenv("LOCKLAB_WIDGETS", (folder_ / "widgets").c_str(), 1);
  setenv("LOCKLAB_PICTURE", (folder_ / "picture.png").c_str(), 1);
  setenv("XDG_CONFIG_HOME", (folder_ / "config").c_str(), 1);
  setenv("XDG_CACHE_HOME", (folder_ / "cache").c_str(), 1);
  setenv("LC_ALL", "C.UTF-8", 1);  // the language that tests expect
  // The graphics driver and fontconfig never free some memory.
  const char* sanitizer = getenv("ASAN_OPTIONS");
  setenv("ASAN_OPTIONS", (std::string(sanitizer ? sanitizer : "") + ":detect_leaks=0").c_str(), 1);
  for (std::string& setting : environment) putenv(setting.data());
  std::string program = LOCKLAB_BINARY_DIR "/locklab";
  std::vector<char*> argv{program.data()};
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  execv(program.c_str(), argv.data());
  _exit(127);
}

bool LabWindow::comes_true(const std::function<bool()>& condition, std::chrono::seconds most) {
  // After a failure, further waits are short.
  if (testing::Test::HasFailure()) most = std::min(most, 1s);
  return test::wait_for(condition, most, 20ms);  // the window needs the processor too
}

LabWindow::~LabWindow() {
  for (const pid_t pid : {pid_, window_manager_}) {
    if (pid <= 0) continue;
    kill(pid, SIGKILL);
    waitpid(pid, nullptr, 0);
  }
}

std::map<std::string, std::string> LabWindow::read() const {
  std::map<std::string, std::string> lines;
  std::ifstream file(folder_ / "widgets");
  for (std::string line; std::getline(file, line);) {
    const std::size_t tab = line.find('\t');
    if (tab != std::string::npos) lines.emplace(line.substr(0, tab), line.substr(tab + 1));
  }
  return lines;
}

std::string LabWindow::all() const {
  std::string text = has_ended() ? "; the window has ended, and said:" : "; the window says:";
  for (const auto& [name, place] : read()) text += "\n  " + name + "  " + place;
  return text;
}

std::string LabWindow::says(const std::string& what) {
  const auto lines = read();
  const auto found = lines.find(what);
  return found == lines.end() ? "" : found->second;
}

std::optional<LabWindow::Rectangle> LabWindow::widget(const std::string& name) {
  const auto lines = read();
  const auto found = lines.find(name);
  if (found == lines.end()) return std::nullopt;
  Rectangle r;
  std::istringstream(found->second) >> r.x0 >> r.y0 >> r.x1 >> r.y1;
  return r;
}

std::string LabWindow::misplaced() {
  wait_until_says("@settled", "true");
  std::string wrong;
  std::vector<std::pair<std::string, Rectangle>> buttons;
  for (const auto& [name, place] : read()) {
    if (name.starts_with('@')) continue;
    Rectangle r;
    std::istringstream(place) >> r.x0 >> r.y0 >> r.x1 >> r.y1;
    if (place.ends_with("\tcut")) wrong += name + " is cut off: " + place + "\n";
    if (place.find("\tbutton") == std::string::npos) continue;
    for (const auto& [other, o] : buttons)
      if (r.x0 < o.x1 - 1 && o.x0 < r.x1 - 1 && r.y0 < o.y1 - 1 && o.y0 < r.y1 - 1)
        wrong += name + " lies over " + other + "\n";
    buttons.emplace_back(name, r);
  }
  return wrong;
}

void LabWindow::wait_for(const std::string& name) {
  EXPECT_TRUE(comes_true([&] { return widget(name).has_value(); }))
      << "no widget " << name << all();
}

void LabWindow::wait_long_for(const std::string& name) {
  EXPECT_TRUE(comes_true([&] { return widget(name).has_value(); }, 200s))
      << "no widget " << name << all();
}

void LabWindow::wait_until_open() {
  if (std::exchange(open_, true)) return;
  EXPECT_TRUE(comes_true([&] {
    auto said = read();
    return has_ended() || !said["@run"].empty() || !said["@problem"].empty();
  })) << "no run is open"
      << all();
}

LabWindow::Rectangle LabWindow::at_rest(const std::string& name) {
  wait_until_open();
  std::string place;
  int since = 0;  // the frame in which it was first seen there
  const bool there = comes_true([&] {
    auto said = read();
    const auto found = said.find(name);
    if (found == said.end()) {
      place.clear();
      return false;
    }
    const int now = std::atoi(said["@frames"].c_str());
    if (std::exchange(place, found->second) != found->second) since = now;
    // A menu that has just opened may still move. While a search runs the window never rests, but
    // its widgets do.
    return said["@settled"] == "true" || now - since >= 4;
  });
  EXPECT_TRUE(there) << "no widget " << name << " at rest" << all();
  Rectangle r;
  std::istringstream(place) >> r.x0 >> r.y0 >> r.x1 >> r.y1;
  return r;
}

std::string LabWindow::moved_until(const std::function<bool(LabWindow&)>& over) {
  std::map<std::string, Rectangle> places;
  std::set<std::string> moved;
  EXPECT_TRUE(comes_true([&] {
    for (const auto& [name, place] : read()) {
      if (!place.ends_with("\tbutton")) continue;
      Rectangle now;
      std::istringstream(place) >> now.x0 >> now.y0 >> now.x1 >> now.y1;
      const auto [known, is_new] = places.emplace(name, now);
      const Rectangle& first = known->second;  // it may have grown to the right
      if (now.x0 != first.x0 || now.y0 != first.y0 || now.x1 < (first.x0 + first.x1) / 2)
        moved.insert(fmt::format("{} from {} {} to {}", name, first.x0, first.y0, place));
    }
    return over(*this);
  })) << "it went on"
      << all();
  return fmt::format("{}", fmt::join(moved, "\n"));
}

std::string LabWindow::moved_in_frames(int frames) {
  const int first = number("@frames");
  return moved_until([=](LabWindow& lab) { return lab.number("@frames") >= first + frames; });
}

void LabWindow::wait_until_says(const std::string& what, const std::string& value) {
  wait_until(what, testing::Eq(value));
}

void LabWindow::wait_until(const std::string& what,
                           const testing::Matcher<const std::string&>& is) {
  EXPECT_TRUE(comes_true([&] { return is.Matches(says(what)); }))
      << what << " is " << says(what) << ", which should be what "
      << testing::DescribeMatcher<const std::string&>(is) << all();
}

void LabWindow::wait_until(const std::string& what,
                           const std::function<bool(const std::string&)>& is) {
  EXPECT_TRUE(comes_true([&] { return is(says(what)); })) << what << " is " << says(what) << all();
}

std::string LabWindow::text_of(const std::string& file) const {
  std::ostringstream text;
  text << std::ifstream(folder_ / file).rdbuf();
  return text.str();
}

double LabWindow::processor_seconds() const {
  std::ifstream file("/proc/" + std::to_string(pid_) + "/stat");
  std::string text;
  std::getline(file, text);
  // utime and stime are the 14th and 15th field; the second, in brackets, may hold anything.
  std::istringstream fields(text.substr(text.rfind(')') + 1));
  std::string skipped;
  for (int field = 3; field < 14; ++field) fields >> skipped;
  double user = 0;
  double system = 0;
  fields >> user >> system;
  return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

std::string LabWindow::picture() {
  const std::string file = folder_ / "picture.png";
  std::filesystem::remove(file);
  key("F12");
  std::uintmax_t before = 0;
  const bool written = comes_true([&] {
    std::error_code none;
    const std::uintmax_t now = std::filesystem::file_size(file, none);
    const bool whole = !none && now > 0 && now == before;
    before = none ? 0 : now;
    return whole;
  });
  return written ? file : "";
}

int LabWindow::close() {
  key("ctrl+q");
  return wait();
}

int LabWindow::close_without_saving() {
  key("ctrl+q");
  wait_for("leave discard");
  key("d");
  return wait();
}

int LabWindow::wait() {
  int status = 0;
  if (!comes_true([&] { return waitpid(pid_, &status, WNOHANG) == pid_; }, 200s)) return -1;
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace locklab::test
