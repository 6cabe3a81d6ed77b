// A real browser without a screen (Chromium, driven by chromedriver over the WebDriver protocol):
// real clicks and keys on an exported page. Where it is not installed, a test fails.
#pragma once

#include <sys/types.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/scratch_folder.h"

namespace locklab::test {

class Browser {
 public:
  using Json = nlohmann::json;

  /// Throws if there is no browser.
  Browser(int width, int height);
  ~Browser();
  Browser(const Browser&) = delete;
  Browser& operator=(const Browser&) = delete;

  /// Opens a file, and waits until it is loaded.
  void open(const std::string& file);
  /// Presses and releases the mouse in the middle of the first element that the CSS selector finds,
  /// or `x`, `y` pixels away from its middle.
  void click(const std::string& selector, int x = 0, int y = 0);
  /// Presses and releases each key: one character, or WebDriver's number of a special one.
  void press(const std::vector<std::string>& keys);
  /// Turns the wheel over the middle of an element, `by` > 0 towards the user.
  void wheel(const std::string& selector, int by);
  /// The visible text of an element.
  std::string text(const std::string& selector);
  /// The result of a script run in the page.
  Json result(const std::string& script);
  /// The complaints of the page and the browser: console messages of the level SEVERE.
  std::vector<std::string> complaints();
  /// Writes a PNG file of the visible page.
  void picture(const std::string& file);

  static constexpr const char* left = "\uE012";
  static constexpr const char* right = "\uE014";
  static constexpr const char* home = "\uE011";
  static constexpr const char* end = "\uE010";

 private:
  Json call(const std::string& method, const std::string& path, const Json& body = Json::object());
  Json element(const std::string& selector);
  void act(const Json& actions);

  ScratchFolder folder_;
  pid_t driver_ = -1;
  int port_ = 0;
  std::string session_;
};

}  // namespace locklab::test
