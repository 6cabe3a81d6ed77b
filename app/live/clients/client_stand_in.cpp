#include "app/live/clients/client_stand_in.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <system_error>

#include "app/live/clients/own_client.h"
#include "app/live/live_limits.h"
#include "app/live/servers/own_process.h"
#include "app/live/servers/process_state.h"
#include "app/words/display_text.h"
#include "lock/scripts.h"
#include "sim/scenario/fault_line.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

ClientStandIn::ClientStandIn(std::string name, ClientSetting setting, const Around& around)
    : name_(std::move(name)),
      self_(setting.self),
      around_(around),
      setting_(std::move(setting)),
      clock_(setting_.clock) {}

ClientStandIn::~ClientStandIn() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) continue;
}

// --- the process

std::optional<LiveProblem> ClientStandIn::connect(const std::vector<NodeId>& nodes) {
  const auto failed = [] {
    return LiveProblem{
        say("no process could be started: {}", std::generic_category().message(errno)),
        raise_limit()};
  };
  const OwnProcess started = start_own_process({own_client_name, printable(name_)}, {}, true);
  if (started.socket >= 0) channel_ = std::make_unique<ClientChannel>(started.socket);
  if (started.pid < 0) return failed();
  pid_ = started.pid;
  around_.janitor.mind_process(pid_);
  const int watched = fcntl(channel_->fd(), F_DUPFD_CLOEXEC, 0);
  if (watched < 0 || !socket_.open(around_.loop, watched, [this](int, int) { came(); }))
    return failed();
  Command begin(lab_tells::begin);
  setting_.routes = around_.routes;
  setting_.first_reached = nodes;
  put(begin, setting_);
  send(begin);
  watch();
  return std::nullopt;
}

bool ClientStandIn::connected() const {
  if (crashed_ || lost_) return true;
  return ready_ && std::all_of(ways_.begin(), ways_.end(),
                               [](const auto& way) { return way.second->reached(); });
}

/// Watches for the process's messages; while it is paused, only for its end, which somebody else
/// may cause.
void ClientStandIn::watch() {
  if (crashed_) return;
  socket_.watch((paused() ? UV_DISCONNECT : UV_READABLE) | (channel_->keeps() ? UV_WRITABLE : 0));
}

void ClientStandIn::came() {
  channel_->flush();
  listen();
}

/// Serves the messages that have arrived; while the client is active, also waits for the next, at
/// most two seconds.
void ClientStandIn::listen() {
  constexpr int patience_ms = 10;
  constexpr int most_patience = 200;
  int patience_left = most_patience;
  while (!crashed_) {
    if (!channel_->take_in()) {  // killed by somebody else
      crash(0);
      if (started_) around_.record.settle();
      return;
    }
    while (may_go_on()) {
      const auto message = channel_->next();
      if (!message) break;
      serve(std::string(*message));
      patience_left = most_patience;
    }
    if (!is_awaited() || !may_go_on()) break;
    if (channel_->wait(patience_ms)) continue;
    if (--patience_left == 0 || process_state(pid_).stopped) break;
  }
  watch();
}

void ClientStandIn::start() {
  started_ = true;
  acts_ = true;
  Command start(lab_tells::start);
  start.add(around_.record.start_us()).add(std::int64_t{around_.record.faults_wait()});
  send(start);
  listen();
}

void ClientStandIn::send(const Command& message) {
  channel_->send(message);
  if (channel_->keeps()) watch();
}

void ClientStandIn::go(const Command& answer, int descriptor) {
  if (crashed_) return;
  Command message(lab_tells::go);
  message.add(std::int64_t{around_.record.faults_wait()});
  for (std::string_view word : answer.words()) message.add(word);
  channel_->send(message, descriptor);
}

/// Kills the process, and closes its ends of all connections. Commands that it sent before still
/// arrive.
void ClientStandIn::end_process() {
  ::kill(pid_, SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) continue;
  pid_ = -1;
  channel_->take_in();
  while (const auto message = channel_->next()) {
    MessageReader words(*message);
    if (words.text() == said::ask) ask(words);
  }
  socket_.close();
  for (const auto& [number, way] : ways_) way->client_left();
  around_.resource.close(self_);
}

// --- messages of the client

void ClientStandIn::serve(std::string_view message) {
  MessageReader words(message);
  const std::string_view what = words.text();
  if (what == said::event) {
    happened(words);
  } else if (what == said::between) {
    around_.record.settle();
    go();
  } else if (what == said::waits) {
    done_ = words.number() != 0;
    struck_ = words.number();
    const std::int64_t late_us = words.number();
    note_late(late_us, words.number());
    acts_ = false;
    around_.record.settle();
  } else if (what == said::number) {
    go(Command().add(std::int64_t{around_.record.new_message()}));
  } else if (what == said::open) {
    open(words);
  } else if (what == said::ask) {
    ask(words);
  } else if (what == said::shut) {
    around_.resource.close(self_);
  } else if (what == said::rounded) {
    round_is_over(words);
  } else if (what == said::ready) {
    ready_ = true;
    if (!words.more()) return;
    const auto node = words.number<NodeId>();
    lost_ = std::pair(node, read_reply(words));
  } else {
    serve_way(what, words);
  }
}

void ClientStandIn::happened(MessageReader& words) {
  acts_ = true;
  sim::Trace& trace = around_.record.trace();
  sim::Event event = read_event(words, trace);
  for (std::int64_t scripts = words.number(); scripts > 0; --scripts) {
    const std::string_view sha1 = words.text();
    for (const Script* script : all_scripts())
      if (script->sha1 == sha1) trace.mention(*script);
  }
  if (words.more()) {
    const Reply reply = read_reply(words);
    around_.record.add(event, &reply);
  } else {
    around_.record.add(event);
  }
  if (event.kind == sim::EventKind::sent)
    around_.record.about_to_send(event.node, trace.words(event));
  go();
}

/// Notes lateness, unless it overlaps the last pause.
void ClientStandIn::note_late(std::int64_t late_us, std::int64_t at_us) {
  const bool in_pause = at_us > paused_us_ && at_us - late_us < resumed_us_;
  if (!in_pause) around_.lateness.note(late_us);
}

void ClientStandIn::open(MessageReader& words) {
  const auto node = words.number<NodeId>();
  std::optional<redis::Endpoint> at;
  if (words.more()) at = read_endpoint(words);
  ClientWays::Opened opened = around_.ways.open_way(self_, node, at ? &*at : nullptr);
  const int error = opened.socket < 0 ? errno : 0;
  const std::int64_t number = ++opened_;
  if (opened.way) ways_[number] = std::move(opened.way);
  go(Command().add(number).add(std::int64_t{error}), opened.socket);
  if (opened.socket >= 0) ::close(opened.socket);
}

void ClientStandIn::ask(MessageReader& words) {
  const auto about = words.bytes<sim::Event>();
  around_.resource.ask(*this, about, read_command(words));
}

/// Serves a message about a connection. Returns false if there is no such connection.
bool ClientStandIn::serve_way(std::string_view what, MessageReader& words) {
  const std::int64_t number = words.number();
  const auto found = ways_.find(number);
  const std::shared_ptr<ClientWay> way = found == ways_.end() ? nullptr : found->second;
  if (what == said::left) {
    if (way) way->client_left();
    return way != nullptr;
  }
  if (what == said::forget) {
    ways_.erase(number);
    return way != nullptr;
  }
  Command answer;
  if (way && what == said::announce) way->announce(words.bytes<sim::Event>());
  if (way && what == said::read) way->read_now();
  if (way && what == said::last_word) put(answer, way->last_word());
  go(answer);
  return way != nullptr;
}

void ClientStandIn::resource_answered(std::uint32_t message, Reply reply) {
  if (crashed_) return;
  Command answered(lab_tells::answered);
  answered.add(std::int64_t{message});
  put(answered, reply);
  send(answered);
}

// --- faults and time

void ClientStandIn::record(sim::EventKind kind, sim::FaultToken token, std::int64_t value) {
  around_.record.add({.value = value, .client = self_, .kind = kind, .fault = token});
}

sim::NoEffect ClientStandIn::strike(const sim::Fault& fault, sim::FaultToken token) {
  if (crashed_) return sim::NoEffect::client_crashed;
  switch (fault.kind) {
    case sim::FaultKind::crash:
      return crash(token);
    case sim::FaultKind::pause:
      return pause(token, fault.duration ? us(*fault.duration) : -1);
    case sim::FaultKind::resume:
      return resume(sim::every_fault);
    case sim::FaultKind::jump:
      return jump(token, us(fault.amount));
    case sim::FaultKind::drift:
      return drift(token, fault.ppm);
    default:
      break;
  }
  // The process applies the remaining faults itself.
  ++strikes_;
  sim::FaultLine line{.fault = fault, .client = std::uint32_t{index(self_)}};
  line.fault.trigger.at = Duration(0);
  send(Command(lab_tells::strike).add(sim::to_line(line)).add(std::int64_t{token}));
  return sim::NoEffect::none;
}

sim::NoEffect ClientStandIn::crash(sim::FaultToken token) {
  if (crashed_) return sim::NoEffect::client_crashed;
  if (started_) record(sim::EventKind::client_crashed, token);
  crashed_ = true;
  acts_ = false;
  around_.loop.stop(its_timer_);
  pauses_.clear();
  end_process();
  return sim::NoEffect::none;
}

sim::NoEffect ClientStandIn::pause(sim::FaultToken token, std::int64_t for_us) {
  if (crashed_) return sim::NoEffect::client_crashed;
  ::kill(pid_, SIGSTOP);
  if (!paused()) paused_us_ = redis::Loop::now_us();
  pauses_.push_back(token);
  arm_its_timer();
  record(sim::EventKind::client_paused, token, for_us);
  watch();
  return sim::NoEffect::none;
}

sim::NoEffect ClientStandIn::resume(sim::FaultToken token) {
  if (crashed_) return sim::NoEffect::client_crashed;
  if (!sim::end_fault(pauses_, token)) return sim::NoEffect::not_paused;
  sim::Event resumed{.client = self_, .kind = sim::EventKind::client_resumed, .fault = token};
  resumed.standing = paused();
  around_.record.add(resumed);
  if (paused()) return sim::NoEffect::none;
  if (by_hand_) {  // it may continue in the middle of a callback, and then needs the time first
    ++rounds_;
    send(Command(lab_tells::round).add(around_.loop.time_us()));
  }
  resumed_us_ = redis::Loop::now_us();
  ::kill(pid_, SIGCONT);
  arm_its_timer();
  around_.loop.queue(*this);  // messages sent before the stop may be waiting
  watch();
  return sim::NoEffect::none;
}

void ClientStandIn::record_clock(sim::FaultToken token) {
  around_.record.add({.value = clock_.offset_us(),
                      .extra = clock_.ppm(),
                      .client = self_,
                      .kind = sim::EventKind::client_clock,
                      .fault = token});
}

sim::NoEffect ClientStandIn::jump(sim::FaultToken token, std::int64_t by_us) {
  if (crashed_) return sim::NoEffect::client_crashed;
  clock_.jump(around_.record.now_us(), by_us);
  send(Command(lab_tells::jump).add(by_us));
  record_clock(token);
  return sim::NoEffect::none;
}

sim::NoEffect ClientStandIn::drift(sim::FaultToken token, std::int64_t ppm) {
  if (crashed_) return sim::NoEffect::client_crashed;
  clock_.drift(around_.record.now_us(), ppm);
  send(Command(lab_tells::drift).add(ppm));
  record_clock(token);
  return sim::NoEffect::none;
}

void ClientStandIn::time_changed() {
  const bool by_hand = around_.loop.fires_by_hand();
  if (crashed_ || by_hand == by_hand_) return;
  by_hand_ = by_hand;
  due_us_.reset();
  arm_its_timer();
  if (by_hand) return order_round(lab_tells::round);
  send(Command(lab_tells::flow).add(around_.loop.behind_us()));
}

void ClientStandIn::take_round() {
  if (by_hand_ && may_go_on() && rounds_ == 0) order_round(lab_tells::round);
}

/// Orders a round, and waits until it is over. A client that is stopped meanwhile finishes the
/// round once it resumes.
void ClientStandIn::order_round(std::string_view how) {
  ++rounds_;
  send(Command(how).add(around_.loop.time_us()));
  listen();
}

void ClientStandIn::round_is_over(MessageReader& words) {
  --rounds_;
  due_us_.reset();
  if (words.more()) due_us_ = words.number();
  arm_its_timer();
}

void ClientStandIn::arm_its_timer() {
  if (!by_hand_ || !due_us_ || !may_go_on()) return around_.loop.stop(its_timer_);
  around_.loop.start(its_timer_, *due_us_);
}

void ClientStandIn::routes_changed() {
  if (crashed_) return;
  Command routes(lab_tells::routes);
  put(routes, around_.routes);
  send(routes);
}

}  // namespace locklab::app
