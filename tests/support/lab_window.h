// The real window on a screen of its own (Xvfb), driven by real keys and mouse events (xdotool).
// The program tells where its named widgets are, so that tests click by name.
#pragma once

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/types.h>

#include <chrono>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/scratch_folder.h"
#include "tests/support/screen.h"

namespace locklab::test {

/// Matches text that is a number above `least`.
MATCHER_P(IsAbove, least, "") { return std::atoi(arg.c_str()) > least; }

class LabWindow {
 public:
  struct Rectangle {
    int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    int width() const { return x1 - x0; }
    int height() const { return y1 - y0; }
    int middle_x() const { return (x0 + x1) / 2; }
    int middle_y() const { return (y0 + y1) / 2; }
    bool operator==(const Rectangle&) const = default;
  };

  /// Starts the program with these arguments, for a user who has read the first hints.
  /// `environment` has texts "NAME=value".
  explicit LabWindow(std::vector<std::string> arguments = {}, int width = 1440, int height = 900,
                     std::vector<std::string> environment = {},
                     const std::string& settings = R"({"welcomed": true, "motion": false})");
  ~LabWindow();
  LabWindow(const LabWindow&) = delete;
  LabWindow& operator=(const LabWindow&) = delete;

  /// A report of the window about itself: "@run", "@events", "@at" (us), "@view" (on its axis),
  /// "@playing", "@problem", "@settled" (it is at rest), "@frames" (number drawn), "@input" (number
  /// of events from mouse and keyboard), "@minimised", "@lane" (the selected one), "@title" (of the
  /// story), "@branches" (number), "@wrong" (message at a form's field), "@typing" (a field has the
  /// keyboard), "@now" (the large sentence), "@live" (a live run: "held" or "goes").
  std::string says(const std::string& what);
  /// A report as a number, such as "@events".
  int number(const std::string& what);
  std::optional<Rectangle> widget(const std::string& name);
  /// The widget's rectangle; empty if there is none.
  Rectangle place(const std::string& name) { return widget(name).value_or(Rectangle{}); }
  /// Misplaced widgets, one per line: cut off, or overlapping buttons.
  std::string misplaced();

  // Each of these waits at most half a minute, and fails the test if it waits in vain. A user's
  // first action waits until a run is open.
  void wait_for(const std::string& widget);
  /// Waits for a widget that takes long: minutes with sanitizers.
  void wait_long_for(const std::string& widget);
  void wait_until_says(const std::string& what, const std::string& value);
  void wait_until(const std::string& what, const testing::Matcher<const std::string&>& is);
  void wait_until(const std::string& what, const std::function<bool(const std::string&)>& is);
  /// The rectangle of a widget once it has stopped moving.
  Rectangle at_rest(const std::string& name);
  void click(const std::string& widget);
  /// Makes xdotool do something, and waits until the window has seen it.
  void act(const std::string& event);
  /// Moves the pointer to a place, and waits until the window has seen it.
  void point_at(int x, int y);
  /// Moves the pointer to the middle of a widget, or `aside` pixels to the right of it.
  void point_at(const std::string& widget, int aside = 0);
  /// Does several things that the window sees in one frame, as on a slow machine.
  void act_while_stopped(const std::vector<std::string>& events);
  /// Clicks a widget in a bar, or in the menu at the bar's end.
  void click_in_bar(const std::string& name, const std::string& menu);
  void right_click(const std::string& widget);
  /// The buttons that moved until `over` returned true, one per line.
  std::string moved_until(const std::function<bool(LabWindow&)>& over);
  /// The buttons that moved during this number of frames, one per line.
  std::string moved_in_frames(int frames);
  /// Presses the button on a widget for this number of seconds.
  void press(const std::string& widget, double seconds);
  /// Presses a key by its X name: "space", "Right", "question".
  void key(const std::string& name);
  /// Presses a key, and waits for a frame while it is down.
  void hold_and_release(const std::string& key);
  /// Replaces the text of a field, and presses Enter.
  void fill(const std::string& field, const std::string& text);
  /// Types into the field that has the keyboard, and presses Enter.
  void type(const std::string& text);
  /// The folder for the window's settings and the test's files.
  const ScratchFolder& folder() const { return folder_; }
  /// The content of a file in that folder.
  std::string text_of(const std::string& file) const;
  /// The settings as the window has last saved them.
  std::string settings() const { return text_of("config/locklab/settings.json"); }
  /// Clicks a place in a widget, 0 .. 1 from its left and its top.
  void click_in(const std::string& widget, double x, double y, int button = 1);
  void drag_in(const std::string& widget, double from_x, double to_x, double y);
  /// Drags from a place in one widget to a place in another.
  void drag(const std::string& from, double from_x, double from_y, const std::string& to,
            double to_x, double to_y);
  /// Turns the wheel with Ctrl held, which scrolls widgets that are too high for the window.
  void scroll_in(const std::string& widget, double x, double y, int clicks);
  void wheel_in(const std::string& widget, double x, double y, int clicks);
  /// Resizes the window as a window manager does.
  void resize(int width, int height);
  /// Starts a real window manager, which takes the window over.
  void start_window_manager();
  void minimise();
  void restore();
  /// Moves the mouse a little, which changes nothing.
  void nudge();
  /// Processor time of the program so far, in seconds.
  double processor_seconds() const;
  /// Writes a PNG file of the window into the test's folder. Returns its path; empty if it was not
  /// written.
  std::string picture();

  /// Closes the window by Ctrl+Q, and returns the exit status.
  int close();
  /// Closes the window by Ctrl+Q, discards unsaved work, and returns the exit status.
  int close_without_saving();
  /// Waits until the program ends by itself. Returns its exit status, 128 + the signal that killed
  /// it, or -1 if it does not end.
  int wait();
  void signal(int number) const { kill(pid_, number); }
  const Screen& screen() const { return screen_; }

 private:
  void wait_until_open();
  /// True if the condition becomes true within `most`, or within 1 s once the test has failed.
  static bool comes_true(const std::function<bool()>& condition,
                         std::chrono::seconds most = std::chrono::seconds(30));
  void xdotool(const std::string& arguments) const;
  bool has_ended() const;
  /// Waits until the window has seen more input than `input_before` events, and has drawn its
  /// effects.
  void wait_for_answer(int input_before);
  std::map<std::string, std::string> read() const;
  /// The whole report, to understand a failure.
  std::string all() const;

  ScratchFolder folder_;
  Screen screen_;
  pid_t pid_ = -1;
  pid_t window_manager_ = -1;
  bool open_ = false;  ///< a run was opened, or failed to open
};

}  // namespace locklab::test
