// The simulated server against a real redis-server: the same commands get replies equal to the
// byte. LOCKLAB_SEED=n repeats a failure.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <poll.h>

#include <array>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <string>

#include "lock/reply.h"
#include "sim/service/redis/server.h"
#include "tests/support/environment.h"
#include "tests/support/random_commands.h"
#include "tests/support/real_redis.h"

namespace locklab::test {
namespace {

std::int64_t wall_clock_us() {
  return std::chrono::duration_cast<std::chrono::microseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

/// The number in a line of a reply; std::nullopt if there is none.
std::optional<std::int64_t> as_time(std::string_view line) {
  if (line.starts_with(':')) line.remove_prefix(1);
  std::int64_t number = 0;
  const auto read = std::from_chars(line.data(), line.data() + line.size(), number);
  if (read.ec != std::errc() || read.ptr != line.data() + line.size()) return std::nullopt;
  return number;
}

std::string_view cut_line(std::string_view& rest) {
  const std::size_t end = std::min(rest.find("\r\n"), rest.size());
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 2, rest.size()));
  return line;
}

/// True if two replies are equal but for numbers from 20 on, such as times, that differ by at most
/// 5000 and, with `is_time`, for the microseconds of TIME.
bool equal_but_for_time(std::string_view real, std::string_view simulated, bool is_time) {
  constexpr std::int64_t margin = 5000;
  while (!real.empty() && !simulated.empty()) {
    const std::string_view a = cut_line(real);
    const std::string_view b = cut_line(simulated);
    if (a == b) continue;
    if (is_time && a.starts_with('$') && b.starts_with('$')) continue;  // numbers of digits
    const std::optional<std::int64_t> x = as_time(a);
    const std::optional<std::int64_t> y = as_time(b);
    if (!x || !y) return false;
    if (is_time && *x < 1'000'000 && *y < 1'000'000) continue;
    if (std::min(*x, *y) < 20 || std::max(*x, *y) - std::min(*x, *y) > margin) return false;
  }
  return real.empty() && simulated.empty();
}

bool mentions_time(const PackedWords& words) {
  for (std::string_view word : words) {
    std::string lower(word);
    for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (lower.find("time") != std::string::npos) return true;
  }
  return false;
}

class Pair {
 public:
  /// Stops the real server from removing expired keys on its own, which it does at unknown times;
  /// keys then expire only when accessed.
  Pair() {
    Command lazy("DEBUG");
    lazy.add("SET-ACTIVE-EXPIRE").add("0");
    EXPECT_EQ(clients_[0].call(lazy.words()), "+OK\r\n");
  }

  std::string simulated(const CommandStep& step, std::int64_t now_us) {
    const sim::Outcome outcome = server_.execute(
        sessions_[static_cast<std::size_t>(step.connection)], step.command.words(), now_us);
    // A master without replicas: WAIT times out without an acknowledgement.
    if (outcome.kind == sim::Outcome::Kind::waits_for_replicas) return ":0\r\n";
    return to_resp(outcome.reply);
  }

  /// Runs the steps on both servers. Returns the first difference; empty if there is none.
  std::string difference(const std::vector<CommandStep>& steps) {
    time_queued_ = false;
    for (std::size_t i = 0; i < steps.size();) {
      if (steps[i].wait) {
        ::poll(nullptr, 0, 3 * short_lease_ms);  // a command would remove expired keys
        ++i;
        continue;
      }
      std::size_t end = i;
      while (end < steps.size() && !steps[end].wait && steps[end].connection == steps[i].connection)
        ++end;
      std::string found = difference_in(steps, i, end);
      if (!found.empty()) return found;
      i = end;
    }
    return {};
  }

 private:
  std::string difference_in(const std::vector<CommandStep>& steps, std::size_t begin,
                            std::size_t end) {
    RawClient& client = clients_[static_cast<std::size_t>(steps[begin].connection)];
    for (std::size_t i = begin; i < end; ++i) client.send(steps[i].command.words());
    const std::int64_t now_us = wall_clock_us();
    client.flush();
    for (std::size_t i = begin; i < end; ++i) {
      const std::string ours = simulated(steps[i], now_us);
      const std::string real = client.read();
      time_queued_ = time_queued_ || mentions_time(steps[i].command.words());
      if (real == ours) continue;
      if (steps[i].clocked && equal_but_for_time(real, ours, time_queued_)) continue;
      std::string history;
      for (std::size_t j = 0; j <= i; ++j)
        history += fmt::format("  {}: {}\n", steps[j].connection,
                               steps[j].wait ? "(wait)" : as_typed(steps[j].command.words()));
      return fmt::format("{}real:      {}\nsimulated: {}", history, real, ours);
    }
    return {};
  }

  RealRedis redis_{{"--databases", "1", "--enable-debug-command", "local"}};
  std::array<RawClient, 2> clients_{RawClient(redis_.port()), RawClient(redis_.port())};
  sim::Server server_;
  std::array<sim::Session, 2> sessions_;
  bool time_queued_ = false;
};

TEST(Parity, RandomSequencesGetTheSameRepliesFromARealServer) {
  const RandomCases cases = random_cases(2000);
  Pair pair;
  for (std::uint64_t seed = cases.first; seed < cases.first + cases.count; ++seed) {
    const std::string difference = pair.difference(RandomCommands(seed).sequence(30));
    if (!difference.empty()) FAIL() << "LOCKLAB_SEED=" << seed << "\n" << difference;
  }
}

TEST(Parity, EverySampleScriptEndsAlike) {
  Pair pair;
  for (const std::string& script : sample_scripts()) {
    CommandStep flush;
    flush.command = Command("FLUSHALL");
    CommandStep eval;
    eval.command = Command("EVAL").add(script).add(1).add("k1").add("argument");
    CommandStep state;
    state.command = Command("MGET").add("k1").add("k2").add("k3").add("k").add("m");
    const std::string difference = pair.difference({flush, eval, state});
    if (!difference.empty()) FAIL() << difference;
  }
}

}  // namespace
}  // namespace locklab::test
