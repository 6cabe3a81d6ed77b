// Every screen of the window, in both languages, all themes and two sizes: nothing is cut, and no
// button covers another. Saves a picture of each in build/<preset>/screenshots.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <ostream>
#include <string>
#include <tuple>

#include "app/explore/matrix_cache.h"
#include "tests/support/forged_matrix.h"
#include "tests/support/lab_window.h"

namespace locklab::test {
namespace {

struct Size {
  int width, height;
};

void PrintTo(const Size& size, std::ostream* out) { *out << size.width << "x" << size.height; }

class Screens : public testing::TestWithParam<std::tuple<Size, const char*, const char*>> {};

std::string name_of(const testing::TestParamInfo<Screens::ParamType>& info) {
  const auto& [size, language, theme] = info.param;
  return std::to_string(size.height) + "_" + language + "_" + theme;
}

/// Takes pictures of the window at rest.
class Photographer {
 public:
  Photographer(LabWindow& window, std::string look) : window_(window), look_(std::move(look)) {}

  /// Saves a picture. With `covered`, overlaps are not checked, because a dialog or a list covers
  /// the rest on purpose.
  void take(const std::string& screen, bool covered = false) {
    window_.wait_until_says("@settled", "true");
    EXPECT_EQ(covered ? "" : window_.misplaced(), "") << screen;
    const std::string picture = window_.picture();
    ASSERT_FALSE(picture.empty()) << screen;
    const std::filesystem::path folder = LOCKLAB_BINARY_DIR "/screenshots";
    std::filesystem::create_directories(folder);
    std::filesystem::copy_file(picture, folder / (look_ + "_" + screen + ".png"),
                               std::filesystem::copy_options::overwrite_existing);
  }

 private:
  LabWindow& window_;
  std::string look_;
};

/// Puts a matrix into the cache.
void keep_a_matrix(const ScratchFolder& cache) {
  app::keep_matrix(cache / "locklab/matrix.json",
                   app::matrix_cache_key(sim::Library(LOCKLAB_SOURCE_DIR "/assets"),
                                         LOCKLAB_BINARY_DIR "/locklab"),
                   forged_matrix("set_px_lua", "pause"));
}

TEST_P(Screens, AreWholeAndInOrder) {
  const auto& [size, language, theme] = GetParam();
  const ScratchFolder cache;
  keep_a_matrix(cache);
  LabWindow window({"--open", "F12_redlock_clock_jump"}, size.width, size.height,
                   {"XDG_CACHE_HOME=" + (cache / "")},
                   std::string(R"({"welcomed": true, "motion": false, "language": ")") + language +
                       R"(", "theme": ")" + theme + "\"}");
  Photographer camera(window, std::to_string(size.height) + "_" + language + "_" + theme);
  window.wait_for("timeline");
  window.resize(size.width, size.height);
  window.wait_until("help", [&, width = size.width](const std::string&) {
    return window.place("help").x1 > width - 60;
  });
  window.key("v");
  window.wait_until("@events", IsAbove(0));
  camera.take("both");
  window.key("c");
  camera.take("cluster");
  window.key("c");
  camera.take("timeline");
  window.click("palette crash");
  window.wait_until("@run", testing::HasSubstr("crash="));
  window.key("d");
  window.wait_for("other timeline");
  camera.take("comparing");
  window.key("d");
  window.wait_until_says("other timeline", "");
  window.wait_until_says("@settled", "true");
  if (!window.widget("fault 0")) window.click("faults");  // narrow rows list faults in a menu
  window.click("fault 0");
  window.wait_for("form accept");
  camera.take("fault", true);
  window.key("Escape");
  window.wait_until_says("form accept", "");
  window.key("ctrl+z");
  window.wait_until_says("fault 0", "");
  window.key("s");
  window.wait_for("setup close");
  camera.take("set_up");
  window.key("s");
  window.wait_until_says("setup close", "");
  window.key("n");
  window.click("leave discard");  // the branch with the crash
  window.wait_for("pointing source");
  camera.take("lesson");
  window.key("p");
  window.wait_until_says("screen challenges", "");
  camera.take("presenter");
  window.key("p");
  window.wait_for("screen challenges");
  window.click("lesson close");
  window.click_in_bar("view", "top more");
  window.wait_for("view scale");
  camera.take("view", true);
  for (const char* panel : {"view source", "view palette", "view holding"}) {
    // The menu » closes after each choice.
    if (!window.widget(panel)) window.click_in_bar("view", "top more");
    window.click(panel);
  }
  window.wait_until_says("holding believes", "");
  if (window.widget("view scale")) window.key("Escape");
  window.wait_until_says("view scale", "");
  camera.take("few_panels");
  for (const char* panel : {"ctrl+2", "ctrl+5", "ctrl+8"}) window.key(panel);
  window.wait_for("source code");
  window.fill("until time", "soon");
  window.wait_for("until time wrong");
  camera.take("no_time", true);
  window.fill("until time", "300 ms");
  window.wait_until_says("until time wrong", "");
  window.key("question");
  window.wait_for("help close");
  camera.take("help", true);
  window.key("Escape");
  window.wait_until_says("help close", "");
  window.key("ctrl+s");
  window.wait_for("dialog accept");
  camera.take("save", true);
  window.key("Escape");
  window.wait_until_says("dialog accept", "");
  window.click("live");
  window.wait_for("live run");
  camera.take("live", true);
  window.key("Escape");
  window.wait_until_says("live run", "");
  window.click("screen challenges");
  window.wait_for("level long_pause");
  camera.take("challenges");
  window.click("level long_pause");
  window.wait_for("challenge decisions 0");
  for (const char* decision : {"1", "2", "1", "1", "1", "1"}) window.key(decision);
  window.wait_for("challenge decisions 6");
  camera.take("challenge");
  window.key("h");
  window.wait_for("challenge hinted");
  camera.take("challenge_hint");
  window.click("challenge solution");
  window.wait_for("challenge watched");
  camera.take("challenge_solution");
  window.key("e");
  window.wait_for("explore start");
  window.click("explore strategy");
  window.click("explore strategy setnx_del");
  window.click("explore property");
  window.click("explore property all");
  window.click("explore start");
  window.wait_long_for("found no_deadlock");
  camera.take("explore", true);
  window.key("Escape");
  window.wait_until_says("explore start", "");
  window.click("screen matrix");
  window.wait_for("cell set_px_lua pause");
  camera.take("matrix");
  window.key("t");
  window.wait_for("cell set_px_lua timeout");
  camera.take("traits");
  window.click("screen stress");
  window.wait_for("load nothing");
  camera.take("stress");
  window.click("load strategies");
  window.click("load strategy set_px_lua");
  window.click("load strategy redlock");
  window.key("Escape");
  window.click("load more");
  window.wait_for("load set redlock order");
  camera.take("stress_more");
  window.wheel_in("load clients", 0.3, 0.5, -30);
  window.fill("load set redlock drift_ms", "never");
  window.wait_for("load wrong --set redlock drift_ms");
  camera.take("stress_switches");
  window.fill("load set redlock drift_ms", "25");
  window.wait_until_says("load wrong --set redlock drift_ms", "");
  window.wheel_in("load set redlock drift_ms", 0.3, 0.5, 60);
  window.click("load more");
  window.wait_until_says("load threads", "");
  window.click("load keys");
  window.click("load keys one");
  window.fill("load duration", "1");
  window.click("load start");
  window.wait_for("load outcome 1");
  window.wait_for("load start");
  camera.take("stress_load");
  EXPECT_EQ(window.close(), 0);
}

INSTANTIATE_TEST_SUITE_P(All, Screens,
                         testing::Combine(testing::Values(Size{1280, 720}, Size{1920, 1080}),
                                          testing::Values("en", "zh"),
                                          testing::Values("dark", "light", "projector")),
                         name_of);

}  // namespace
}  // namespace locklab::test
