#include "app/stress/own_stress_client.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "app/live/client_messages.h"
#include "app/live/own_process.h"
#include "app/proxy/watched_socket.h"
#include "app/stress/clocked_env.h"
#include "app/stress/stress_messages.h"
#include "lock/task.h"

namespace locklab::app {

namespace {

using redis::Loop;

class OwnStressClient final : private redis::PooledEnv::Observer {
 public:
  OwnStressClient(ClientChannel& lab, Loop& loop, ClientSetting setting, Duration hold);

  [[noreturn]] void live();

 private:
  static Task<> step_into(Env& env, OwnStressClient* self);
  static Task<> ask_without_holding(Env& env, OwnStressClient* self);
  static Task<> until_heard(Env& env, OwnStressClient* self);

  void noted(redis::PooledEnv& client, const Note& note) override;
  void failed(redis::PooledEnv& client, NodeId node, const Reply& reply) override;

  std::uint64_t replies_in_time() const;
  /// Begins what it says to the lab.
  Command say_that(std::string_view what);
  void tell(const Command& message);
  void tell_ready();
  void listen();
  void heed(std::string_view message);

  ClientChannel& lab_;
  Loop& loop_;
  const ClientSetting setting_;
  const Duration hold_;
  const Strategy& strategy_;
  LockConfig lock_;
  redis::Pool pool_;
  ClockedEnv env_;
  WatchedSocket socket_;
  LoadNoted noted_;
  std::uint64_t replies_told_ = 0;
  bool says_soon_ = false;
  redis::Alarm soon_{[this] { tell(say_that(load_said::noted)); }};
  std::optional<StopSignal> heard_;  ///< raised when the lab says "go"
  Task<> operation_;                 ///< goes first
};

OwnStressClient::OwnStressClient(ClientChannel& lab, Loop& loop, ClientSetting setting,
                                 Duration hold)
    : lab_(lab),
      loop_(loop),
      setting_(std::move(setting)),
      hold_(hold),
      strategy_(*setting_.program.strategy),
      lock_(setting_.program.lock),
      pool_(loop, setting_.nodes, setting_.login),
      env_(pool_, this) {}

void OwnStressClient::live() {
  const int watched = fcntl(lab_.fd(), F_DUPFD_CLOEXEC, 0);
  if (!socket_.open(loop_, watched, [this](int, int) { listen(); })) _exit(1);
  socket_.watch(UV_READABLE);
  pool_.connect();
  while (!pool_.connected()) loop_.run_once();
  tell_ready();
  while (true) loop_.run_once();
}

// --- what it does

Task<> OwnStressClient::step_into(Env& env, OwnStressClient* self) {
  Grant grant = co_await acquire(env, self->strategy_, &self->lock_, Time::max());
  const std::int64_t entered_us = Loop::now_us();
  if (!grant.granted) {
    self->tell(self->say_that(load_said::gave_up));
    co_return;
  }
  self->tell(self->say_that(load_said::entered).add(entered_us).add(grant.held.fence));
  co_await until_heard(env, self);
  std::int64_t left_us = entered_us;
  if (self->hold_ > 0us) {
    LeaseKeeper* const keeper = grant.held.keeper.get();
    const bool heeds = keeper && self->lock_.on_lost == OnLost::stop;
    co_await env.sleep(self->hold_, heeds ? &keeper->lost : nullptr);
    left_us = Loop::now_us();
  }
  self->tell(self->say_that(load_said::left).add(left_us));
  co_await until_heard(env, self);
  const Released outcome =
      co_await release(env, self->strategy_, &self->lock_, std::move(grant.held));
  Command released = self->say_that(load_said::released);
  released.add(left_us).add(Loop::now_us()).add(static_cast<std::int64_t>(outcome));
  self->tell(released);
}

Task<> OwnStressClient::ask_without_holding(Env& env, OwnStressClient* self) {
  if (self->strategy_.atomic_work) {
    const Token token = env.random_token();
    const std::string counter = self->lock_.key;
    const Reply reply = co_await self->strategy_.atomic_work(env, &self->lock_, token, counter, -1);
    Command admitted = self->say_that(load_said::admitted);
    app::put(admitted.add(Loop::now_us()), reply);
    self->tell(admitted);
    co_return;
  }
  const Grant grant = co_await acquire(env, self->strategy_, &self->lock_, at_us(Loop::now_us()));
  self->tell(
      self->say_that(load_said::decided).add(Loop::now_us()).add(std::int64_t{grant.granted}));
}

/// Waits for the lab's "go"; the client's watchdog goes on meanwhile.
Task<> OwnStressClient::until_heard(Env& env, OwnStressClient* self) {
  constexpr Duration long_time = std::chrono::hours(1);
  self->heard_.emplace(env);
  while (!self->heard_->raised()) co_await env.sleep(long_time, &*self->heard_);
}

void OwnStressClient::noted(redis::PooledEnv&, const Note& note) {
  switch (note.kind) {
    case NoteKind::attempt:
      ++noted_.attempts;
      break;
    case NoteKind::refused:
      ++noted_.refused;
      if (note.text == "somebody holds it") noted_.found_taken = true;
      break;
    case NoteKind::renewed:
      ++noted_.renewed;
      break;
    case NoteKind::lease_lost:
      ++noted_.lost;
      break;
    default:
      return;
  }
  if (!std::exchange(says_soon_, true)) loop_.start(soon_, Loop::now_us() + noted_within_us);
}

void OwnStressClient::failed(redis::PooledEnv&, NodeId node, const Reply& reply) {
  Command failed = say_that(load_said::failed);
  app::put(failed.add(std::int64_t{index(node)}), reply);
  tell(failed);
}

// --- to the lab

std::uint64_t OwnStressClient::replies_in_time() const {
  const redis::Pool::Counts& counts = pool_.counts();
  return counts.replies - std::min(counts.replies, counts.late_replies);
}

Command OwnStressClient::say_that(std::string_view what) {
  const std::uint64_t replies = replies_in_time();
  noted_.replies = replies - std::min(replies, std::exchange(replies_told_, replies));
  says_soon_ = false;
  loop_.stop(soon_);
  return std::move(Command(what).add(as_bytes(std::exchange(noted_, {}))));
}

void OwnStressClient::tell(const Command& message) {
  lab_.send(message);
  lab_.flush_all();
}

void OwnStressClient::tell_ready() {
  Command ready = say_that(load_said::ready);
  if (const auto lost = pool_.lost_connection())
    app::put(ready.add(std::int64_t{index(lost->first)}), lost->second);
  tell(ready);
}

// --- from the lab

void OwnStressClient::listen() {
  const bool open = lab_.take_in();
  while (const auto message = lab_.next()) heed(*message);
  if (!open) _exit(0);
}

void OwnStressClient::heed(std::string_view message) {
  MessageReader words(message);
  const std::string_view what = words.text();
  if (what == load_told::go && heard_) {
    heard_->raise();
  } else if (what == load_told::jump) {
    env_.jump(Duration(words.number()));
  } else if (what == load_told::want) {
    lock_.key = words.text();
    operation_ = strategy_.admits == 1 ? step_into(env_, this) : ask_without_holding(env_, this);
    operation_.start();
  }
}

}  // namespace

bool is_own_stress_client(const char* name) {
  return name && std::string_view(name) == own_stress_client_name;
}

void be_own_stress_client() {
  prctl(PR_SET_NAME, own_stress_client_name);
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // also where it stands still
  ClientChannel lab(own_process_socket);
  std::string why;
  const std::unique_ptr<Loop> loop = Loop::open(why);
  if (!loop) _exit(1);
  std::optional<std::string_view> begin;
  while (!begin) {
    lab.wait(-1);
    if (!lab.take_in()) _exit(0);
    begin = lab.next();
  }
  MessageReader words(*begin);
  words.text();  // load_told::begin
  ClientSetting setting = read_setting(words);
  OwnStressClient(lab, *loop, std::move(setting), Duration(words.number())).live();
}

}  // namespace locklab::app
