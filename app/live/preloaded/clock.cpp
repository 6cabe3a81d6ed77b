// A wall clock that can be wrong, for a redis-server of the lab: a preloaded library (LD_PRELOAD)
// that replaces libc's time functions. The monotonic clock is unchanged, as on a real machine.
//
// The library is built without the C++ standard library; the program carries it as bytes.
#include <dlfcn.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "app/live/preloaded/server_page.h"

namespace locklab::app {

namespace {

int (*libc_clock)(clockid_t, timespec*) = nullptr;

/// Reads the correct time from libc, which needs no system call: a direct one would cost a third of
/// the server's throughput.
int right_time(clockid_t clock, timespec* time) {
  if (libc_clock) return libc_clock(clock, time);
  return static_cast<int>(syscall(SYS_clock_gettime, clock, time));  // before find_libc_clock()
}

void make_wrong(timespec* time) {
  const ServerPage* page = server_page();
  if (!page) return;
  const ClockError error = page->clock.get();
  if (error.stands_at_us != 0) {
    time->tv_sec = error.stands_at_us / 1'000'000;
    time->tv_nsec = error.stands_at_us % 1'000'000 * 1'000;
    return;
  }
  std::int64_t ahead_us = error.ahead_us;
  if (error.ppm != 0) {
    timespec now{};
    right_time(CLOCK_MONOTONIC, &now);
    ahead_us = error.ahead_at(now.tv_sec * std::int64_t{1'000'000} + now.tv_nsec / 1'000);
  }
  constexpr std::int64_t second_ns = 1'000'000'000;
  std::int64_t ns = time->tv_nsec + ahead_us % 1'000'000 * 1'000;
  std::int64_t s = time->tv_sec + ahead_us / 1'000'000;
  if (ns >= second_ns) {
    ns -= second_ns;
    ++s;
  } else if (ns < 0) {
    ns += second_ns;
    --s;
  }
  time->tv_sec = s;
  time->tv_nsec = ns;
}

bool is_wall_clock(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
}

/// Runs before main().
__attribute__((constructor)) void find_libc_clock() {
  libc_clock = reinterpret_cast<int (*)(clockid_t, timespec*)>(dlsym(RTLD_NEXT, "clock_gettime"));
}

}  // namespace

extern "C" {

int clock_gettime(clockid_t clock, timespec* time) noexcept {
  const int failed = right_time(clock, time);
  if (failed == 0 && is_wall_clock(clock)) make_wrong(time);
  return failed;
}

int gettimeofday(timeval* time, void* zone) noexcept {
  timespec now{};
  if (const int failed = right_time(CLOCK_REALTIME, &now)) return failed;
  make_wrong(&now);
  *time = {.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1'000};
  if (zone) *static_cast<struct timezone*>(zone) = {};  // as on Linux
  return 0;
}

time_t time(time_t* result) noexcept {
  timespec now{};
  right_time(CLOCK_REALTIME_COARSE, &now);
  make_wrong(&now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}

}  // extern "C"

}  // namespace locklab::app
