#include "app/live/clients/own_client.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/live/clients/client_messages.h"
#include "app/live/clients/live_client.h"
#include "app/live/lateness.h"
#include "app/live/servers/own_process.h"
#include "app/proxy/client_way.h"
#include "app/proxy/watched_socket.h"
#include "sim/scenario/fault_line.h"

namespace locklab::app {

namespace {

class OwnClient final : private LiveRecord::Listener,
                        private ClientWays,
                        private ResourceDoor,
                        private redis::Turn {
 public:
  OwnClient(ClientChannel& lab, redis::Loop& loop, ClientSetting setting);

  [[noreturn]] void live();

 private:
  /// A connection through the proxy, which is in the lab.
  struct Way final : ClientWay {
    Way(OwnClient& its_client, std::int64_t its_number) : client(its_client), number(its_number) {}
    ~Way() override { client.tell(about(said::forget)); }
    Command about(std::string_view what) const { return std::move(Command(what).add(number)); }

    void announce(const sim::Event& next) override {
      client.ask_lab(about(said::announce).add(as_bytes(next)));
    }
    void read_now() override { client.ask_lab(about(said::read)); }
    void client_left() override { client.tell(about(said::left)); }
    bool reached() const override { return true; }  // the lab checks this
    Reply last_word() const override {
      const std::string answer = client.ask_lab(about(said::last_word));
      MessageReader words(answer);
      return read_reply(words);
    }

    OwnClient& client;
    const std::int64_t number;
  };

  // LiveRecord::Listener
  void about_to_send(NodeId, const PackedWords&) override {}  // the lab sees the event
  void before(const sim::Event& event, const Reply* reply) override;
  void after() override {}
  bool faults_wait() const override { return faults_wait_; }
  void settle() override;
  std::uint32_t granted_message() override;
  void about_to_read_clock() override { listen(); }
  // ClientWays
  Opened open_way(ClientId client, NodeId node, const redis::Endpoint* at) override;
  // ResourceDoor
  void ask(ResourceAsker& asker, const sim::Event& about, const Command& command) override;
  void read_now() override;
  void close(ClientId) override { tell(Command(said::shut)); }
  // Turn
  void take() override;

  void tell(const Command& message);
  std::string ask_lab(const Command& message);
  void listen();
  void heed(std::string_view message);
  bool strike_next();
  void tell_ready();
  void take_round(bool fires);

  ClientChannel& lab_;
  redis::Loop& loop_;
  ClientSetting setting_;
  sim::Trace trace_;
  LiveRecord record_;
  FramePool frames_;
  Lateness lateness_{loop_};
  std::unique_ptr<LiveClient> client_;
  WatchedSocket socket_;

  bool faults_wait_ = false;
  std::optional<std::string> answer_;  ///< the lab's answer to the last request
  std::size_t scripts_told_ = 0;
  bool told_ = false;    ///< something happened since it last reported that it waits
  bool struck_ = false;  ///< asked for due faults since its last event
  bool ready_ = false;
  bool told_lost_ = false;
  bool began_ = false;

  // Orders of the lab that are not carried out yet.
  std::optional<std::int64_t> start_us_;
  struct Ordered {
    sim::Fault fault;
    sim::FaultToken token;
  };
  std::deque<Ordered> strikes_;
  struct Answered {
    std::uint32_t message;
    Reply reply;
  };
  std::deque<Answered> answered_;
  bool by_hand_ = false;     ///< the lab controls its time, and it acts only in rounds
  std::deque<bool> rounds_;  ///< for each ordered round, whether the first timer fires

  ResourceAsker* asker_ = nullptr;
  std::int64_t struck_by_order_ = 0;
  bool was_done_ = false;  ///< as last reported
};

OwnClient::OwnClient(ClientChannel& lab, redis::Loop& loop, ClientSetting setting)
    : lab_(lab), loop_(loop), setting_(std::move(setting)), record_(loop, trace_, this) {
  trace_.keep_last(1);  // the lab's trace has all events
  const Surroundings around{.loop = &loop_,
                            .record = &record_,
                            .nodes = &setting_.nodes,  // the lab connects to them
                            .login = &setting_.login,
                            .resource = this,
                            .ways = this,
                            .frames = &frames_,
                            .routes = &setting_.routes};
  client_ = std::make_unique<LiveClient>(setting_.self, around, setting_.program, setting_.clock);
}

void OwnClient::live() {
  const int watched = fcntl(lab_.fd(), F_DUPFD_CLOEXEC, 0);
  if (!socket_.open(loop_, watched, [this](int, int) { listen(); })) _exit(1);
  socket_.watch(UV_READABLE);
  client_->wire().connect(setting_.first_reached);
  while (true) {
    if (!began_ && client_->wire().connected()) tell_ready();
    if (!rounds_.empty()) {
      const bool fires = rounds_.front();
      rounds_.pop_front();
      take_round(fires);
    } else if (by_hand_) {
      lab_.wait(-1);
      listen();
      if (start_us_) {
        leave();
        take();
      }
    } else {
      loop_.run_once();
    }
  }
}

/// Fires the first timer if it is due and `fires` is set. Then runs some rounds of the loop, which
/// deliver what has arrived to the client and its events to the lab, and reports the end of the
/// round.
void OwnClient::take_round(bool fires) {
  if (fires && loop_.has_timer() && loop_.first_due_us() <= loop_.time_us()) loop_.fire_first();
  for (int rounds = 0; rounds < 3; ++rounds) loop_.run_ready();
  Command over(said::rounded);
  if (loop_.has_timer()) over.add(loop_.first_due_us());
  tell(over);
}

/// Reports once that the client is ready, and again if a connection is lost before the run begins.
void OwnClient::tell_ready() {
  const auto lost = client_->wire().lost_connection();
  if (ready_ && (!lost || told_lost_)) return;
  ready_ = true;
  told_lost_ = lost.has_value();
  Command ready(said::ready);
  if (lost) {
    ready.add(std::int64_t{index(lost->first)});
    put(ready, lost->second);
  }
  tell(ready);
}

// --- to the lab

void OwnClient::tell(const Command& message) {
  lab_.send(message);
  lab_.flush_all();
}

/// Sends a request, and returns the rest of the lab's "go".
std::string OwnClient::ask_lab(const Command& message) {
  answer_.reset();
  tell(message);
  listen();
  while (!answer_) {
    lab_.wait(-1);
    listen();
  }
  return *std::exchange(answer_, {});
}

void OwnClient::before(const sim::Event& event, const Reply* reply) {
  Command message(said::event);
  put(message, event, trace_);
  const std::vector<sim::TraceInfo::ScriptText>& scripts = trace_.info.scripts;
  message.add(static_cast<std::int64_t>(scripts.size() - scripts_told_));
  for (; scripts_told_ < scripts.size(); ++scripts_told_) message.add(scripts[scripts_told_].sha1);
  if (reply) put(message, *reply);
  told_ = true;
  struck_ = false;
  ask_lab(message);
}

/// Ends a callback, as in the lab's own process: injects due faults and runs deferred actions, one
/// by one. Then reports that the client waits, if there is anything to report.
void OwnClient::settle() {
  record_.agenda().settle([this] { return strike_next(); });
  const bool done = client_->done();
  if (!told_ && done == was_done_) return;
  told_ = false;
  was_done_ = done;
  const Lateness::Longest late = lateness_.take();
  tell(Command(said::waits)
           .add(std::int64_t{done})
           .add(struck_by_order_)
           .add(late.us)
           .add(late.at_us));
}

bool OwnClient::strike_next() {
  if (faults_wait_ && told_ && !std::exchange(struck_, true)) ask_lab(Command(said::between));
  if (strikes_.empty()) return false;
  const Ordered first = std::move(strikes_.front());
  strikes_.pop_front();
  ++struck_by_order_;
  told_ = true;  // settle() reports this
  client_->strike(first.fault, first.token);
  return true;
}

std::uint32_t OwnClient::granted_message() {
  const std::string answer = ask_lab(Command(said::number));
  return MessageReader(answer).number<std::uint32_t>();
}

ClientWays::Opened OwnClient::open_way(ClientId, NodeId node, const redis::Endpoint* at) {
  Command message(said::open);
  message.add(std::int64_t{index(node)});
  if (at) put(message, *at);
  const std::string answer = ask_lab(message);
  MessageReader words(answer);
  const auto number = words.number();
  errno = words.number<int>();
  return {lab_.take_descriptor(), std::make_shared<Way>(*this, number)};
}

void OwnClient::ask(ResourceAsker& asker, const sim::Event& about, const Command& command) {
  asker_ = &asker;
  Command message(said::ask);
  message.add(as_bytes(about));
  put(message, command);
  tell(message);
}

// --- from the lab

/// Handles the lab's messages, without waiting; exits if the lab is gone. The start, replies of the
/// resource, and faults other than those of the clock are only queued, for the next turn.
void OwnClient::listen() {
  const bool open = lab_.take_in();
  while (const auto message = lab_.next()) heed(*message);
  if (!open) _exit(0);
}

void OwnClient::heed(std::string_view message) {
  MessageReader words(message);
  const std::string_view what = words.text();
  if (what == lab_tells::go) {
    faults_wait_ = words.number() != 0;
    answer_ = words.rest();
  } else if (what == lab_tells::jump) {
    client_->shift_clock(words.number());
  } else if (what == lab_tells::drift) {
    client_->drift_clock(words.number());
  } else if (what == lab_tells::round || what == lab_tells::fire) {
    by_hand_ = true;
    const std::int64_t time_us = words.number();
    loop_.fire_by_hand(true);
    loop_.stand_at(began_ ? std::max(time_us, loop_.time_us()) : time_us);
    rounds_.push_back(what == lab_tells::fire);
  } else if (what == lab_tells::flow) {
    by_hand_ = false;
    loop_.go_behind(std::min(words.number(), loop_.behind_us()));
    loop_.fire_by_hand(false);
    lateness_.time_changed();
  } else if (what == lab_tells::routes) {
    setting_.routes = read_nodes(words);
  } else {
    if (what == lab_tells::start) {
      start_us_ = words.number();
      faults_wait_ = words.number() != 0;
    } else if (what == lab_tells::answered) {
      const auto number = words.number<std::uint32_t>();
      answered_.push_back({number, read_reply(words)});
    } else if (what == lab_tells::strike) {
      const auto line = sim::parse_fault_line(words.text(), {});
      if (const auto* fault = std::get_if<sim::FaultLine>(&line))
        strikes_.push_back({fault->fault, words.number<sim::FaultToken>()});
    }
    loop_.queue(*this);
  }
}

void OwnClient::read_now() {
  listen();
  while (!answered_.empty()) {
    Answered first = std::move(answered_.front());
    answered_.pop_front();
    asker_->resource_answered(first.message, std::move(first.reply));
  }
}

void OwnClient::take() {
  read_now();
  if (const auto start = std::exchange(start_us_, {})) {
    began_ = true;
    // The run begins at a whole millisecond, shortly after the time at which it was held.
    if (by_hand_) loop_.stand_at(std::max(*start, loop_.time_us()));
    lateness_.restart();
    record_.began_at(*start);
    client_->start();
    told_ = true;  // report that it has begun
  }
  settle();
}

}  // namespace

bool is_own_client(const char* name) { return name && std::string_view(name) == own_client_name; }

void be_own_client() {
  prctl(PR_SET_NAME, own_client_name);
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // even while it is stopped
  ClientChannel lab(own_process_socket);
  std::string why;
  const std::unique_ptr<redis::Loop> loop = redis::Loop::open(why);
  if (!loop) _exit(1);
  std::optional<std::string_view> setting;
  while (!setting) {
    lab.wait(-1);
    if (!lab.take_in()) _exit(0);
    setting = lab.next();
  }
  MessageReader words(*setting);
  words.text();  // lab_tells::begin
  OwnClient(lab, *loop, read_setting(words)).live();
}

}  // namespace locklab::app
