// The real window on a screen of its own (Xvfb), driven by real keys and mouse events (xdotool).
// The program tells where its named widgets are, so that tests click by name.
#pragma once

#include <sys/types.h>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/scratch_folder.h"
#include "tests/support/screen.h"

namespace locklab::test {

class LabWindow {
 public:
  struct Rectangle {
    int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    bool operator==(const Rectangle&) const = default;
  };

  /// A user who has read the first hints starts the program with these arguments; `environment` as
  /// "NAME=value".
  explicit LabWindow(std::vector<std::string> arguments = {}, int width = 1440, int height = 900,
                     std::vector<std::string> environment = {},
                     const std::string& settings = R"({"welcomed": true, "motion": false})");
  ~LabWindow();
  LabWindow(const LabWindow&) = delete;
  LabWindow& operator=(const LabWindow&) = delete;

  /// What the window says of itself: "@run", "@events", "@at" (us), "@playing", "@problem",
  /// "@settled": it has come to rest, "@frames": so many were drawn,
  /// "@input": so much came from mouse and keyboard, "@minimised", "@lane": the selected one.
  std::string says(const std::string& what);
  std::optional<Rectangle> widget(const std::string& name);
  /// What is wrong with where its widgets are, a line each: cut off, or buttons one over the other.
  std::string misplaced();

  // Each waits, half a minute at most, and fails the test if it waited for nothing.
  void wait_for(const std::string& widget);
  /// What takes its time, with sanitizers minutes.
  void wait_long_for(const std::string& widget);
  void wait_until_says(const std::string& what, const std::string& value);
  void wait_until(const std::string& what, const std::function<bool(const std::string&)>& is);
  void click(const std::string& widget);
  /// Something for xdotool to do, until the window has seen it.
  void act(const std::string& event);
  /// Moves the pointer there, and waits until the window has seen it.
  void point_at(int x, int y);
  /// What the window sees all at once, in one frame, as on a machine that is too slow.
  void act_while_stopped(const std::vector<std::string>& events);
  /// What stands in a bar, or in that menu at its end.
  void click_in_bar(const std::string& name, const std::string& menu);
  void right_click(const std::string& widget);
  /// A click that lasts so long.
  void press(const std::string& widget, double seconds);
  /// Presses a key by its X name: "space", "Right", "question".
  void key(const std::string& name);
  /// Instead of what a field says, and Enter.
  void fill(const std::string& field, const std::string& text);
  /// Into the field that has the keyboard, and Enter.
  void type(const std::string& text);
  /// Where the window keeps its settings, and the test its files.
  const ScratchFolder& folder() const { return folder_; }
  /// At a place in a widget, 0 .. 1 from its left and its top.
  void click_in(const std::string& widget, double x, double y, int button = 1);
  void drag_in(const std::string& widget, double from_x, double to_x, double y);
  /// From a place in one widget to a place in another.
  void drag(const std::string& from, double from_x, double from_y, const std::string& to,
            double to_x, double to_y);
  /// The wheel with Ctrl held: what is too high for the window scrolls.
  void scroll_in(const std::string& widget, double x, double y, int clicks);
  void wheel_in(const std::string& widget, double x, double y, int clicks);
  /// As a window manager does it.
  void resize(int width, int height);
  /// Starts a real one, which takes the window over.
  void start_window_manager();
  void minimise();
  void restore();
  /// Moves the mouse a little: something happens, and nothing changes.
  void nudge();
  /// Processor time that it has used so far.
  double processor_seconds() const;
  /// A PNG file of what it shows, in the test's own folder; empty: it wrote none.
  std::string picture();

  /// Closes it by Ctrl+Q; its exit status.
  int close();
  /// The same, answering the question about what is in no file.
  int close_without_saving();
  /// Waits until it ends by itself; its exit status, -1 if it does not.
  int wait();
  const Screen& screen() const { return screen_; }

 private:
  /// Where it is, once it has stopped moving.
  Rectangle at_rest(const std::string& name);
  void xdotool(const std::string& arguments) const;
  bool has_ended() const;
  int number(const std::string& what);
  /// Until something that came after so much input has been seen, and what it changes is drawn.
  void wait_for_answer(int input_before);
  std::map<std::string, std::string> read() const;
  /// All of it, to understand a failure.
  std::string all() const;

  ScratchFolder folder_;
  Screen screen_;
  pid_t pid_ = -1;
  pid_t window_manager_ = -1;
};

}  // namespace locklab::test
