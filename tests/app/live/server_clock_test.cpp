// A real server whose clock the lab sets: its own replies about the time, the rest of a lease, and
// expired keys.
#include "app/live/servers/server_machine.h"

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "lock/redis/loop.h"
#include "tests/support/child_process.h"
#include "tests/support/live_runs.h"

namespace locklab::app {
namespace {

using testing::AllOf;
using testing::Ge;
using testing::Le;

constexpr std::int64_t a_second = 1'000'000;
constexpr std::int64_t a_day = 86'400 * a_second;

std::int64_t machines_wall_us() {
  return std::chrono::duration_cast<std::chrono::microseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

/// The time of the first server, in us; 0 if it does not reply with one.
std::int64_t told_us(test::Servers& servers) {
  const Reply time = servers.ask(Command("TIME"));
  return time.items.size() == 2
             ? std::stoll(time.items[0].text) * a_second + std::stoll(time.items[1].text)
             : 0;
}

/// The least and the greatest possible lead of the first server's clock over the machine's, in us.
std::pair<std::int64_t, std::int64_t> ahead_of_the_machine(test::Servers& servers) {
  const std::int64_t before = machines_wall_us();
  const std::int64_t told = told_us(servers);
  return {told - machines_wall_us(), told - before};
}

void expect_ahead_by(test::Servers& servers, std::int64_t us) {
  const auto [least, most] = ahead_of_the_machine(servers);
  EXPECT_LE(least, us);
  EXPECT_GE(most, us);
}

/// A server whose clock is set by the lab.
struct ServerClock : testing::Test {
  void set(std::int64_t ahead_us, std::int64_t ppm = 0, std::int64_t since_us = 0) {
    servers[0].machine()->set_clock({.ahead_us = ahead_us, .ppm = ppm, .since_us = since_us});
  }
  void claim(const std::string& key, Duration ttl = 100s) {
    ASSERT_TRUE(servers.ask(set_nx_px(key, "v", ttl)).ok());
  }
  bool gone(const std::string& key) { return servers.ask(get(key)).is_nil(); }
  std::int64_t pttl(const std::string& key) {
    return servers.ask(test::plain({"PTTL", key})).integer;
  }
  void expect_ahead_by(std::int64_t us) { app::expect_ahead_by(servers, us); }

  test::Servers servers{{{.name = "n1", .own_machine = true}}};
};

TEST_F(ServerClock, IsRightUntilItIsSetAndJumpsBothWaysAtTheNextCommandAndSurvivesARestart) {
  expect_ahead_by(0);
  for (const std::int64_t ahead :
       {450'000L, -450'000L, 1L, -1L, 999'999L, 365 * a_day, -365 * a_day, 0L, 75 * a_second}) {
    set(ahead);
    expect_ahead_by(ahead);
  }
  servers[0].kill();
  servers.restart(0);
  expect_ahead_by(75 * a_second);
  set(-75 * a_second);
  expect_ahead_by(-75 * a_second);
}

TEST_F(ServerClock, EndsLeasesWhenItJumpsForwardAndLetsThemRunOnWhenItJumpsBack) {
  claim("locklab:k");
  claim("locklab:longer", 300s);
  set(150 * a_second);
  EXPECT_TRUE(gone("locklab:k"));
  EXPECT_THAT(pttl("locklab:longer"), AllOf(Ge(140'000), Le(150'000)));
  set(0);
  EXPECT_TRUE(gone("locklab:k")) << "it is gone for good";
  EXPECT_THAT(pttl("locklab:longer"), AllOf(Ge(290'000), Le(300'000)));
  claim("locklab:k");
  set(-50 * a_second);
  EXPECT_THAT(pttl("locklab:k"), AllOf(Ge(140'000), Le(150'000)));
}

TEST_F(ServerClock, DriftsAtItsRateAndKeepsWhatItHasDrifted) {
  const std::int64_t since = redis::Loop::now_us();
  set(0, 500'000, since);
  while (redis::Loop::now_us() < since + 50'000) continue;
  const std::int64_t before = redis::Loop::now_us();
  const auto [least, most] = ahead_of_the_machine(servers);
  const std::int64_t after = redis::Loop::now_us();
  EXPECT_LE(least, (after - since) / 2);
  EXPECT_GE(most, (before - since) / 2);
  set(25'000, 0, since);
  expect_ahead_by(25'000);
}

TEST_F(ServerClock, RunsSlowToo) {
  const std::int64_t since = redis::Loop::now_us();
  set(10 * a_second, -900'000, since);
  while (redis::Loop::now_us() < since + 20'000) continue;
  const std::int64_t before = redis::Loop::now_us();
  const auto [least, most] = ahead_of_the_machine(servers);
  const std::int64_t after = redis::Loop::now_us();
  EXPECT_LE(least, 10 * a_second - (before - since) * 9 / 10 + 1);
  EXPECT_GE(most, 10 * a_second - (after - since) * 9 / 10 - 1);
}

TEST_F(ServerClock, StandsStillAndNoLeaseRunsOutUntilItGoesOn) {
  const std::int64_t stands_at = machines_wall_us() + 75 * a_second + 123;
  servers[0].machine()->set_clock({.stands_at_us = stands_at});
  claim("locklab:k", 20ms);
  std::this_thread::sleep_for(200ms);  // ten leases, and two rounds of the server's own timer
  EXPECT_EQ(told_us(servers), stands_at);
  EXPECT_EQ(pttl("locklab:k"), 20);
  set(100 * a_second);
  EXPECT_TRUE(gone("locklab:k"));
}

TEST(ServerClocks, AreThoseOfOneServerAloneAndOnlyOfWhomTheyAreAskedFor) {
  test::Servers servers(
      {{.name = "n1", .own_machine = true}, {.name = "n2", .own_machine = true}, {.name = "n3"}});
  ASSERT_TRUE(servers.ask(set_nx_px("locklab:k", "v", 100s), 0).ok());
  ASSERT_TRUE(servers.ask(set_nx_px("locklab:k", "v", 100s), 1).ok());
  servers[1].machine()->set_clock({.ahead_us = 200 * a_second});
  EXPECT_TRUE(servers.ask(get("locklab:k"), 0).is_text("v"));
  EXPECT_TRUE(servers.ask(get("locklab:k"), 1).is_nil());
  EXPECT_EQ(servers[2].machine(), nullptr);
}

std::size_t open_descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(all, std::filesystem::directory_iterator()));
}

TEST(ServerClocks, LeaveNothingOpenAndNoFile) {
  const std::vector<FleetPlan> one{{.name = "n1", .own_machine = true}};
  test::PrivateTmpdir tmpdir;
  { test::Servers first(one); }
  const std::size_t before = open_descriptors();
  {
    test::Servers servers(one);
    const std::string process = "/proc/" + std::to_string(servers[0].pid()) + "/fd/";
    for (const int handed : {preloaded_library_fd, server_page_fd}) {
      std::error_code none;
      const auto open = std::filesystem::read_symlink(process + std::to_string(handed), none);
      EXPECT_EQ(open.string().find("locklab-"), std::string::npos) << open;
    }
  }
  EXPECT_EQ(open_descriptors(), before);
  EXPECT_TRUE(tmpdir.empty());
}

TEST(ServerClocks, GoWithWhatElseIsPreloaded) {
  const char* const libc = "libc.so.6";
  const test::SetVariable preload("LD_PRELOAD", libc);
  test::Servers servers({{.name = "n1", .own_machine = true}});
  servers[0].machine()->set_clock({.ahead_us = a_second});
  expect_ahead_by(servers, a_second);
  EXPECT_STREQ(getenv("LD_PRELOAD"), libc);
}

// --- the library itself, loaded into a process of its own

/// The preloaded library, and the clock that it reads.
struct Loaded {
  std::unique_ptr<ServerMachine> clock = ServerMachine::make();
  void* library = nullptr;

  Loaded() {
    if (!clock || !clock->hand_over()) return;
    setenv(server_page_variable, "1", 1);
    library = dlopen(("/proc/self/fd/" + std::to_string(preloaded_library_fd)).c_str(),
                     RTLD_NOW | RTLD_LOCAL);
  }
  template <class Function>
  Function* function(const char* name) const {
    return library ? reinterpret_cast<Function*>(dlsym(library, name)) : nullptr;
  }
  std::int64_t now_us(clockid_t id) const {
    timespec time{};
    function<int(clockid_t, timespec*)>("clock_gettime")(id, &time);
    return time.tv_sec * a_second + time.tv_nsec / 1'000;
  }
};

std::int64_t right_us(clockid_t id) {
  timespec time{};
  clock_gettime(id, &time);
  return time.tv_sec * a_second + time.tv_nsec / 1'000;
}

/// True if the library's clock leads the right one by `us`.
bool is_ahead(const Loaded& loaded, clockid_t id, std::int64_t us) {
  const std::int64_t before = right_us(id);
  const std::int64_t told = loaded.now_us(id);
  return told >= before + us && told <= right_us(id) + us;
}

void expect_in_a_child(std::function<bool()> holds) {
  test::ChildProcess child([&] { return holds() ? 0 : 1; });
  EXPECT_EQ(child.wait(), 0);
}

TEST(ClockLibrary, ChangesTheWallClockAndNoOther) {
  expect_in_a_child([] {
    const Loaded loaded;
    if (!loaded.library || !loaded.clock->serves(getpid())) return false;
    loaded.clock->set_clock({.ahead_us = 3'600 * a_second, .ppm = 100, .since_us = 0});
    bool right = true;
    for (const clockid_t id :
         {CLOCK_MONOTONIC, CLOCK_MONOTONIC_RAW, CLOCK_BOOTTIME, CLOCK_MONOTONIC_COARSE})
      right = right && is_ahead(loaded, id, 0);
    loaded.clock->set_clock({.ahead_us = -7 * a_second - 1});
    return right && is_ahead(loaded, CLOCK_REALTIME, -7 * a_second - 1) &&
           is_ahead(loaded, CLOCK_REALTIME_COARSE, -7 * a_second - 1);
  });
}

TEST(ClockLibrary, TellsTheSameTimeInEachWay) {
  expect_in_a_child([] {
    const Loaded loaded;
    loaded.clock->set_clock({.ahead_us = 500 * a_day + 123'456});
    const std::int64_t before = loaded.now_us(CLOCK_REALTIME);
    const std::int64_t coarse = loaded.now_us(CLOCK_REALTIME_COARSE);
    timeval day_time{};
    if (loaded.function<int(timeval*, void*)>("gettimeofday")(&day_time, nullptr) != 0)
      return false;
    time_t seconds = 0;
    const time_t result = loaded.function<time_t(time_t*)>("time")(&seconds);
    const std::int64_t after = loaded.now_us(CLOCK_REALTIME);
    const std::int64_t told = day_time.tv_sec * a_second + day_time.tv_usec;
    return told >= before && told <= after && seconds == result && result >= coarse / a_second &&
           result <= after / a_second;
  });
}

TEST(ClockLibrary, NeverTellsHalfOfAChange) {
  expect_in_a_child([] {
    ClockSetting setting{};
    std::atomic<bool> over = false;
    std::thread lab([&] {
      for (std::int64_t i = 1; i <= 300'000; ++i)
        setting.set({.ahead_us = i, .ppm = 2 * i, .since_us = 3 * i});
      over = true;
    });
    bool whole = true;
    std::int64_t last = 0;
    while (!over) {
      const ClockError error = setting.get();
      whole = whole && error.ppm == 2 * error.ahead_us && error.since_us == 3 * error.ahead_us &&
              error.ahead_us >= last;
      last = error.ahead_us;
    }
    lab.join();
    return whole && setting.get().ahead_us == 300'000;
  });
}

}  // namespace
}  // namespace locklab::app
