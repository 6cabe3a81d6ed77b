#include "app/stress/stress_stand_in.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>

#include <cerrno>
#include <csignal>
#include <string>
#include <system_error>

#include "app/live/live_limits.h"
#include "app/live/own_process.h"
#include "app/stress/own_stress_client.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

using redis::Loop;

StressStandIn::StressStandIn(std::uint32_t number, Measuring& measuring, const Around& around)
    : StressClient(number, measuring), around_(around) {}

StressStandIn::~StressStandIn() { end_process(); }

// --- its process

std::optional<LiveProblem> StressStandIn::start_process(Janitor& janitor) {
  const auto failed = [] {
    return LiveProblem{
        say("no process could be started: {}", std::generic_category().message(errno)),
        raise_limit()};
  };
  const OwnProcess started =
      start_own_process({own_stress_client_name, fmt::format("client {}", number_ + 1)}, {}, true);
  if (started.socket >= 0) channel_ = std::make_unique<ClientChannel>(started.socket);
  if (started.pid < 0) return failed();
  pid_ = started.pid;
  janitor.mind_process(pid_);
  const int watched = fcntl(channel_->fd(), F_DUPFD_CLOEXEC, 0);
  if (watched < 0 || !socket_.open(around_.loop, watched, [this](int, int) { listen(); }))
    return failed();
  ClientSetting setting;
  setting.nodes = around_.servers.endpoints;
  setting.login = around_.servers.login;
  setting.program.strategy = work().strategy;
  setting.program.lock = lock_;
  Command begin(load_told::begin);
  put(begin, setting);
  send(begin.add(us(work().hold)));
  return std::nullopt;
}

/// Waits until it is dead, and takes what it has said until then.
void StressStandIn::end_process() {
  around_.loop.stop(rest_);
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) continue;
    pid_ = -1;
  }
  if (channel_ && !std::exchange(gone_, true)) {
    channel_->take_in();
    while (const auto message = channel_->next()) serve(*message);
  }
  socket_.close();
  ended();
}

/// Listens to the process also while it is paused: what it has said before may be on its way, and
/// somebody may kill it.
void StressStandIn::watch() { socket_.watch(UV_READABLE | (channel_->keeps() ? UV_WRITABLE : 0)); }

void StressStandIn::send(const Command& message) {
  if (gone_) return;
  channel_->send(message);
  watch();
}

void StressStandIn::pause() {
  if (gone_) return;
  ::kill(pid_, SIGSTOP);
  paused_ = true;
}

void StressStandIn::resume() {
  if (gone_ || !paused_) return;
  paused_ = false;
  ::kill(pid_, SIGCONT);
}

void StressStandIn::jump(Duration by) {
  clock_is_ahead_ += by;
  send(Command(load_told::jump).add(us(by)));
}

/// Stops the process, and hears it out: it may have said already that it leaves.
bool StressStandIn::caught_inside() {
  if (gone_ || paused_) return false;
  ::kill(pid_, SIGSTOP);
  int how = 0;
  while (waitpid(pid_, &how, WUNTRACED) < 0 && errno == EINTR) continue;
  if (!WIFSTOPPED(how)) pid_ = -1;  // somebody was faster, and has killed it
  listen();
  if (!gone_ && !inside()) ::kill(pid_, SIGCONT);
  return inside();
}

// --- what it is told

void StressStandIn::start() { want_next(); }

void StressStandIn::want_next() {
  if (measuring_.over || gone_) return;
  if (work().rate == 0) return ask(next_wanted_us());
  // Measured from when it was due, however late it really begins.
  const std::int64_t due_us = next_due_us();
  if (due_us > Loop::now_us()) return around_.loop.start(rest_, due_us);
  ask(due_us);
}

void StressStandIn::ask(std::int64_t wanted_us) {
  operation_begins(wanted_us);
  send(Command(load_told::want).add(lock_.key));
}

void StressStandIn::is_done() {
  operation_ends();
  if (gone_) return;
  if (work().think == 0us) return want_next();
  around_.loop.start(rest_, Loop::now_us() + us(work().think));
}

// --- what it says

void StressStandIn::listen() {
  channel_->flush();
  const bool open = channel_->take_in();
  while (const auto message = channel_->next()) serve(*message);
  if (!open) return end_process();  // somebody has killed it
  watch();
}

void StressStandIn::serve(std::string_view message) {
  MessageReader words(message);
  const std::string_view what = words.text();
  note(words.bytes<LoadNoted>());
  if (what == load_said::entered) {
    const std::int64_t at_us = words.number();
    Held held;
    held.fence = words.number();
    entered(at_us, held);
    send(Command(load_told::go));
  } else if (what == load_said::left) {
    left(words.number(), 0);
    send(Command(load_told::go));
  } else if (what == load_said::released) {
    const std::int64_t left_us = words.number();
    const std::int64_t now_us = words.number();
    released(left_us, now_us, words.number<Released>());
    is_done();
  } else if (what == load_said::gave_up) {
    gave_up();
    is_done();
  } else if (what == load_said::admitted) {
    const std::int64_t at_us = words.number();
    admitted(at_us, read_reply(words));
    is_done();
  } else if (what == load_said::decided) {
    const std::int64_t at_us = words.number();
    decided(at_us, words.number() != 0);
    is_done();
  } else if (what == load_said::failed) {
    const auto node = words.number<NodeId>();
    around_.failed(node, read_reply(words));
  } else if (what == load_said::ready) {
    ready_ = true;
    if (!words.more()) return;
    const auto node = words.number<NodeId>();
    lost_ = std::pair(node, read_reply(words));
  }
}

void StressStandIn::note(const LoadNoted& noted) {
  measuring_.replies += noted.replies;
  found_taken = found_taken || (noted.found_taken && measuring_.on);
  if (!measuring_.on) return;
  Counts& counts = measuring_.measures.counts;
  counts.attempts += noted.attempts;
  counts.refused += noted.refused;
  counts.renewed += noted.renewed;
  counts.lost += noted.lost;
}

}  // namespace locklab::app
