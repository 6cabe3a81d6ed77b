// A user's input to the window: mouse and keys, by xdotool.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <fcntl.h>
#include <cstdlib>
#include <optional>
#include <string>

#include "tests/support/lab_window.h"

namespace locklab::test {

void LabWindow::xdotool(const std::string& arguments) const {
  const std::string complaint = folder_ / "xdotool";
  const std::string command = "DISPLAY=:" + std::to_string(screen_.number()) + " xdotool " +
                              arguments + " >" + complaint + " 2>&1";
  if (std::system(command.c_str()) == 0) return;
  ADD_FAILURE() << command << ": " << text_of("xdotool") << all();
}

// Returns when the window has seen the event and has drawn its effects.
void LabWindow::act(const std::string& event) {
  wait_until_open();
  const int before = number("@input");
  xdotool(event);
  wait_for_answer(before);
}

void LabWindow::point_at(int x, int y) {
  const auto to = [&](int aside) {
    return "mousemove " + std::to_string(x + aside) + " " + std::to_string(y);
  };
  act(to(1) + " " + to(0));  // so that it moves in any case
}

void LabWindow::point_at(const std::string& name, int aside) {
  const Rectangle r = at_rest(name);
  point_at(r.middle_x() + aside, r.middle_y());
}

void LabWindow::act_while_stopped(const std::vector<std::string>& events) {
  const int before = number("@input");
  kill(pid_, SIGSTOP);
  for (const std::string& event : events) xdotool(event);
  kill(pid_, SIGCONT);
  wait_for_answer(before);
}

void LabWindow::wait_for_answer(int input_before) {
  std::optional<int> frame;  // in which the input was first seen
  comes_true([&] {
    if (has_ended()) return true;
    auto said = read();
    const int now = std::atoi(said["@frames"].c_str());
    if (!frame && std::atoi(said["@input"].c_str()) > input_before) frame = now;
    return frame && (now > *frame || said["@settled"] == "true");
  });
}

int LabWindow::number(const std::string& what) { return std::atoi(says(what).c_str()); }

bool LabWindow::has_ended() const {
  siginfo_t how{};
  return waitid(P_PID, static_cast<id_t>(pid_), &how, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         how.si_pid == pid_;
}

void LabWindow::click_in(const std::string& name, double x, double y, int button) {
  const Rectangle r = at_rest(name);
  point_at(r.x0 + static_cast<int>(x * (r.x1 - r.x0)), r.y0 + static_cast<int>(y * (r.y1 - r.y0)));
  act("mousedown " + std::to_string(button));
  act("mouseup " + std::to_string(button));
}

void LabWindow::click(const std::string& name) { click_in(name, 0.5, 0.5); }

void LabWindow::click_in_bar(const std::string& name, const std::string& menu) {
  wait_until_says("@settled", "true");
  if (!widget(name)) click(menu);
  click(name);
}

void LabWindow::right_click(const std::string& name) { click_in(name, 0.5, 0.5, 3); }

void LabWindow::press(const std::string& name, double seconds) {
  point_at(name);
  // The test is about the time for which the button is held.
  xdotool("mousedown 1 sleep " + std::to_string(seconds) + " mouseup 1");
}

void LabWindow::drag_in(const std::string& name, double from_x, double to_x, double y) {
  const Rectangle r = at_rest(name);
  const int row = r.y0 + static_cast<int>(y * (r.y1 - r.y0));
  const auto column = [&](double x) { return r.x0 + static_cast<int>(x * (r.x1 - r.x0)); };
  const auto at = [&](double x) { return std::to_string(column(x)) + " " + std::to_string(row); };
  point_at(column(from_x), row);
  act("mousedown 1");
  act("mousemove " + at((from_x + to_x) / 2));
  act("mousemove " + at(to_x));
  act("mouseup 1");
}

void LabWindow::drag(const std::string& from, double from_x, double from_y, const std::string& to,
                     double to_x, double to_y) {
  const auto at = [](const Rectangle& r, double x, double y, int aside) {
    return std::to_string(r.x0 + static_cast<int>(x * (r.x1 - r.x0)) + aside) + " " +
           std::to_string(r.y0 + static_cast<int>(y * (r.y1 - r.y0)));
  };
  const Rectangle begin = at_rest(from);
  const Rectangle end = at_rest(to);
  // Each step waits until the window has seen the one before. A slow window would take the events
  // within one frame as one.
  const auto step = [&](const std::string& what) {
    act(what);
    wait_until_says("@settled", "true");
  };
  point_at(begin.x0 + static_cast<int>(from_x * (begin.x1 - begin.x0)),
           begin.y0 + static_cast<int>(from_y * (begin.y1 - begin.y0)));
  step("mousedown 1");
  step("mousemove " + at(begin, from_x, from_y, 12));
  step("mousemove " + at(end, to_x, to_y, 8));
  step("mousemove " + at(end, to_x, to_y, 0));
  step("mouseup 1");
}

void LabWindow::wheel_in(const std::string& name, double x, double y, int clicks) {
  const Rectangle r = at_rest(name);
  point_at(r.x0 + static_cast<int>(x * (r.x1 - r.x0)), r.y0 + static_cast<int>(y * (r.y1 - r.y0)));
  for (int click = 0; click < std::abs(clicks); ++click)
    act(std::string("click ") + (clicks > 0 ? "4" : "5"));
}

void LabWindow::scroll_in(const std::string& name, double x, double y, int clicks) {
  act("keydown ctrl");
  wheel_in(name, x, y, clicks);
  act("keyup ctrl");
}

void LabWindow::fill(const std::string& field, const std::string& text) {
  click_in(field, 0.3, 0.5);
  act("keydown ctrl keydown a");
  act("keyup a keyup ctrl");
  type(text);
}

void LabWindow::type(const std::string& text) {
  xdotool("type --delay 60 -- '" + text + "'");
  hold_and_release("Return");
}

void LabWindow::key(const std::string& name) { act("key " + name); }

void LabWindow::hold_and_release(const std::string& key) {
  act("keydown " + key);
  act("keyup " + key);
}

void LabWindow::resize(int width, int height) {
  xdotool("search --name '^Lock Lab$' windowmove 0 0 windowsize " + std::to_string(width) + " " +
          std::to_string(height));
}

void LabWindow::start_window_manager() {
  window_manager_ = fork();
  if (window_manager_ == 0) {
    setenv("DISPLAY", (":" + std::to_string(screen_.number())).c_str(), 1);
    setenv("XDG_CONFIG_HOME", (folder_ / "config").c_str(), 1);
    const int nowhere = open("/dev/null", O_RDWR);
    dup2(nowhere, 1);
    dup2(nowhere, 2);
    execlp("openbox", "openbox", static_cast<char*>(nullptr));
    _exit(127);
  }
  // The window manager is ready when it can activate the window.
  const std::string xdotool =
      "DISPLAY=:" + std::to_string(screen_.number()) + " xdotool >/dev/null 2>&1 ";
  const std::string activate = xdotool + "search --name '^Lock Lab$' windowactivate";
  const std::string active = xdotool + "getactivewindow";
  EXPECT_TRUE(comes_true([&] {
    return std::system(activate.c_str()) == 0 && std::system(active.c_str()) == 0;
  })) << "no window manager: is openbox installed (tests/run installs it)?";
}

void LabWindow::minimise() {
  xdotool("search --name '^Lock Lab$' windowminimize");
  wait_until_says("@minimised", "true");
}

void LabWindow::restore() {
  xdotool("search --name '^Lock Lab$' windowactivate");
  wait_until_says("@minimised", "false");
}

void LabWindow::nudge() {
  act("mousemove_relative -- 3 0");
  act("mousemove_relative -- -3 0");
}

}  // namespace locklab::test
