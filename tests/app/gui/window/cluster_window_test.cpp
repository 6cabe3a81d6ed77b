// The cluster in the real window.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "app/gui/update/branches.h"
#include "sim/trace/trace_bytes.h"
#include "tests/support/class_room.h"
#include "tests/support/forged_trace.h"
#include "tests/support/lab_window.h"
#include "tests/support/read.h"

namespace locklab::app {
namespace {

using test::LabWindow;

TEST(ClusterWindowTest, ShowsMessagesSelectsLanesAndIsSwitchedByKeyAndByMouse) {
  LabWindow window;
  window.wait_for("cluster alice");
  EXPECT_FALSE(window.widget("flight 0"));
  for (int i = 0; i < 3; ++i) window.key("Right");  // started, attempt, sent
  window.wait_for("flight 0");
  for (const char* lane : {"bob", "n1"}) {
    window.click(std::string("cluster ") + lane);
    window.wait_until_says("@lane", lane);
  }
  window.key("c");
  window.wait_until_says("timeline", "");
  EXPECT_TRUE(window.widget("cluster"));
  window.click("panes.timeline");
  window.wait_for("timeline");
  window.wait_until_says("cluster", "");
  window.click("panes.both");
  window.wait_for("cluster");
  window.wait_for("timeline");
  EXPECT_EQ(window.close(), 0);
}

// Regression: the first byte of a Chinese name was drawn, as "?".
TEST(ClusterInitial, IsTheFirstCharacterOfTheOwnersName) {
  for (const auto& [name, initial] : {std::pair{"alice", "a"}, {"小明", "小"}, {"élodie", "é"}}) {
    Forged f;
    f.clients({name}).by(name).attempt();
    f.exchange(f.claim(), Reply::status("OK"), sim::EventKind::key_set).at(10ms).ended();
    auto trace = sim::value_of(sim::parse_trace(sim::trace_bytes(f.trace()), "forged"));
    Model model = test::set_for();
    show_story(model, make_recorded_run(sim::Library(), std::move(trace)));
    update(model, intent::GoToEnd{});
    EXPECT_TRUE(test::ScreenAtRest(model).has(std::string("cluster initial ") + initial)) << name;
  }
}

}  // namespace
}  // namespace locklab::app
