#include "app/stress/load/violation_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/live/inference/inference.h"
#include "app/words/violation_title.h"
#include "sim/process/request.h"
#include "sim/scenario/describe.h"
#include "sim/scenario/resource_commands.h"
#include "sim/scenario/scenario.h"

namespace locklab::app {

namespace {

using sim::EventKind;

/// Acquisition number beyond any that a client reaches.
constexpr std::uint32_t forgotten_acquisition = UINT32_MAX;

/// Drops moments before the first operation: replies to commands that the ring lost make no sense.
void begin_with_an_operation(std::vector<Moment>& moments) {
  auto first = std::find_if(moments.begin(), moments.end(),
                            [](const Moment& moment) { return moment.begins; });
  if (first == moments.end())  // the start of its operation has left the ring
    first = std::find_if(moments.begin(), moments.end(), [](const Moment& moment) {
      return moment.event.kind == EventKind::attempt;
    });
  moments.erase(moments.begin(), first);
}

Moment moment_of(const Window::Side& side, EventKind kind, std::int64_t at_us,
                 const std::string& key) {
  Moment moment;
  moment.event.kind = kind;
  moment.event.at = at_us;
  moment.event.acquisition = forgotten_acquisition;
  moment.event.extra = side.hold.token;
  if (kind == EventKind::resource_wrote) {
    moment.event.node = resource_node;
  } else {
    moment.key = key;
  }
  return moment;
}

/// Adds the hold as the oracle saw it, if the ring was too small to keep its beginning.
void tell_the_hold(Window::Side& side, bool wrote, const std::string& key) {
  const auto is_it = [&](const Moment& moment) {
    return moment.event.kind == EventKind::entered && moment.event.at == side.hold.entered_us;
  };
  if (std::any_of(side.moments.begin(), side.moments.end(), is_it)) return;
  const bool has_left = side.hold.left_us >= 0;
  std::vector<Moment> hold{moment_of(side, EventKind::entered, side.hold.entered_us, key)};
  if (has_left && wrote)
    hold.push_back(moment_of(side, EventKind::resource_wrote, side.hold.left_us, key));
  if (has_left) hold.push_back(moment_of(side, EventKind::left, side.hold.left_us, key));
  std::vector<Moment> all;
  std::merge(hold.begin(), hold.end(), side.moments.begin(), side.moments.end(),
             std::back_inserter(all),
             [](const Moment& a, const Moment& b) { return a.event.at < b.event.at; });
  side.moments = std::move(all);
}

std::string seconds(std::int64_t us) {
  return fmt::format("{:.3f} s", static_cast<double>(us) / 1e6);
}

/// Title with the time of the violation and of the trace's zero, both by the report's clock.
Sentence title_of(const Window& window, std::int64_t begin_us) {
  const Hold& hold = window.sides.back().hold;
  const bool wrote = window.harm == Harm::lost_update || window.harm == Harm::stale_write;
  const std::int64_t seen_us = wrote && hold.left_us >= 0 ? hold.left_us : hold.entered_us;
  const std::int64_t at_us = seen_us - window.measured_from_us;
  return violation_title(name(window.harm), std::to_string(window.lock + 1), seconds(at_us),
                         at_us < 0, seconds(begin_us - window.measured_from_us));
}

/// Header of the trace: the load's lock and the clients of the window.
sim::TraceInfo info_of(const StressWork& work, const Window& window, std::int64_t begin_us,
                       std::int64_t lasted_us) {
  sim::Scenario shape;
  shape.strategy = work.strategy->id;
  shape.stand_in = work.strategy;
  shape.lock = work.lock;
  shape.seed = work.seed;
  shape.lock.nodes.clear();
  for (std::size_t i = 0; i < work.servers; ++i) {
    shape.lock.nodes.push_back(static_cast<NodeId>(i));
    shape.nodes.push_back({.name = fmt::format("n{}", i + 1)});
  }
  shape.name = fmt::format("stress/{}", work.strategy->id);
  shape.title = title_of(window, begin_us).english();
  sim::TraceInfo info = sim::describe(shape, "live", {});
  for (const Window::Side& side : window.sides) info.clients.push_back(client_name(side.client));
  info.initial_value.reset();
  info.change = 1;
  // Clients outside the trace may hold the lock at any time, so waiting proves nothing. The most
  // impatient check waits for a third of the bound.
  info.bound_us = std::max(info.bound_us, 3 * lasted_us);
  return info;
}

/// Adds moments to a trace, with the server events inferred from them.
class ViolationTelling {
 public:
  ViolationTelling(sim::Trace& trace, std::int64_t begin_us, bool servers_forget)
      : trace_(trace), begin_us_(begin_us), servers_forget_(servers_forget), inference_(trace) {}

  void started(ClientId client, std::int64_t at_us, const std::string& key) {
    sim::Event event{.at = at_us - begin_us_, .client = client, .kind = EventKind::started};
    event.key = trace_.name_id(key);
    add(event, nullptr);  // keys that expired earlier are recorded first, at their own times
  }

  void tell(const Moment& moment, ClientId client) {
    sim::Event event = moment.event;
    event.at = std::max<std::int64_t>(event.at - begin_us_, 0);
    event.client = client;
    if (event.kind == EventKind::node_restarted) event.value = inference_.keys_at(event.node);
    if (event.message > 0 && !number_message(event)) return;
    if (event.acquisition > 0) event.acquisition = acquisition_of(event);
    if (!moment.key.empty()) event.key = trace_.name_id(moment.key);
    if (event.node == resource_node) {
      if (event.kind == EventKind::resource_read) tell_others(event);
      return access(event);
    }
    const bool answer = event.kind == EventKind::received;
    if (answer) {
      event.text = sim::keep_text(moment.reply, trace_);
    } else if (!moment.text.empty()) {
      event.text = trace_.keep(moment.text);
    }
    if (moment.place) event.place = trace_.place_id(*moment.place);
    if (moment.script) trace_.mention(*moment.script);
    add(event, answer ? &moment.reply : nullptr);
    if (event.kind == EventKind::node_killed && servers_forget_)
      inference_.node_forgot(event.node, event.at);
  }

  void end(std::int64_t at_us) {
    sim::Event event{.at = at_us - begin_us_, .kind = EventKind::ended};
    event.text = trace_.keep("the window ends");
    add(event, nullptr);
  }

 private:
  void add(sim::Event& event, const Reply* reply) {
    inference_.before(event, reply);
    trace_.add(event);
  }

  /// Adds a write by "somebody" if the counter has changed since the last access in the trace.
  void tell_others(const sim::Event& read) {
    if (!value_ || *value_ == read.value) return;
    if (others_ == no_client) {
      others_ = static_cast<ClientId>(trace_.info.clients.size());
      trace_.info.clients.emplace_back("somebody");
    }
    sim::Event wrote = read;
    wrote.kind = EventKind::resource_wrote;
    wrote.client = others_;
    // A new acquisition each time, since neither the client nor its hold is known.
    wrote.acquisition = ++others_acquisitions_;
    access(wrote);
  }

  /// Adds an access to the load's in-memory counter as what it models: a command to the resource,
  /// and its reply.
  void access(const sim::Event& happened) {
    const bool reads = happened.kind == EventKind::resource_read;
    const std::string& name = trace_.info.resource;
    Token token;
    token.acquisition = happened.acquisition;
    const Command command = reads
                                ? sim::read_resource(name, happened.extra, token)
                                : sim::write_resource(name, happened.value, happened.extra, token);
    Reply reply = reads ? Reply::number(happened.value) : Reply::status("OK");
    if (happened.kind == EventKind::resource_rejected)
      reply = Reply::error(fmt::format("STALE token {}", happened.extra));
    if (happened.kind != EventKind::resource_rejected) value_ = happened.value;

    sim::Event event{.at = happened.at, .message = ++messages_told_};
    event.acquisition = happened.acquisition;
    event.client = happened.client;
    event.node = resource_node;
    event.purpose = command.purpose;
    sim::Event sent = event;
    sent.kind = EventKind::sent;
    sent.text = trace_.keep(command.packed());
    add(sent, nullptr);
    event.detail = static_cast<std::uint8_t>(reply.kind);
    event.value = reply.integer;
    event.text = sim::keep_text(reply, trace_);
    event.kind = EventKind::ran;
    add(event, nullptr);
    sim::Event done = happened;
    done.message = event.message;
    done.purpose = command.purpose;
    done.key = trace_.name_id(name);
    add(done, nullptr);
    event.kind = EventKind::received;
    add(event, &reply);
  }

  /// Acquisition number in the trace, from 1: the client's own may be arbitrarily large.
  std::uint32_t acquisition_of(const sim::Event& event) {
    auto& known = acquisitions_[event.client];
    const auto next = static_cast<std::uint32_t>(known.size() + 1);
    return known.try_emplace(event.acquisition, next).first->second;
  }

  /// Assigns the message number in the trace; false if its command was sent before the window.
  bool number_message(sim::Event& event) {
    const std::pair own(event.client, event.message);
    if (event.kind == EventKind::sent) messages_.emplace(own, ++messages_told_);
    const auto found = messages_.find(own);
    if (found == messages_.end()) return false;
    event.message = found->second;
    return true;
  }

  sim::Trace& trace_;
  const std::int64_t begin_us_;
  const bool servers_forget_;  ///< a kill loses their data
  Inference inference_;
  std::uint32_t messages_told_ = 0;
  ClientId others_ = no_client;
  std::uint32_t others_acquisitions_ = 0;
  std::optional<std::int64_t> value_;  ///< of the counter; nullopt before the first read or write
  std::map<std::pair<ClientId, std::uint32_t>, std::uint32_t> messages_;
  std::map<ClientId, std::map<std::uint32_t, std::uint32_t>> acquisitions_;
};

/// Moments of the clients and the servers, in order.
std::vector<std::pair<ClientId, const Moment*>> in_order(const Window& window) {
  std::vector<std::pair<ClientId, const Moment*>> all;
  for (std::size_t i = 0; i < window.sides.size(); ++i)
    for (const Moment& moment : window.sides[i].moments)
      all.emplace_back(static_cast<ClientId>(i), &moment);
  if (all.empty()) return all;
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return std::pair(a.second->event.at, a.second->order) <
           std::pair(b.second->event.at, b.second->order);
  });
  const std::int64_t begin_us = all.front().second->event.at;
  const std::int64_t end_us = all.back().second->event.at;
  // The last change before the window, by server; for link faults and refusals, of which several
  // can be active at once, also by fault.
  std::map<std::pair<NodeId, std::uint16_t>, const Moment*> before;
  std::vector<std::pair<ClientId, const Moment*>> servers;
  for (const Moment& moment : window.servers) {
    const bool several = sim::subject_of(moment.event.kind) == sim::Subject::link ||
                         moment.event.kind == sim::EventKind::node_refuses ||
                         moment.event.kind == sim::EventKind::node_accepts;
    const std::uint16_t fault = several ? moment.event.fault : std::uint16_t{0};
    const bool changes = several || !moment.event.standing;  // else another fault still applies
    if (moment.event.at < begin_us && changes) before[{moment.event.node, fault}] = &moment;
    if (moment.event.at >= begin_us && moment.event.at <= end_us)
      servers.emplace_back(no_client, &moment);
  }
  std::vector<std::pair<ClientId, const Moment*>> told;
  for (const auto& [where, moment] : before)
    if (sim::strikes(moment->event.kind)) told.emplace_back(no_client, moment);
  std::merge(all.begin(), all.end(), servers.begin(), servers.end(), std::back_inserter(told),
             [](const auto& a, const auto& b) { return a.second->event.at < b.second->event.at; });
  return told;
}

std::string key_in(const std::vector<Moment>& moments) {
  for (const Moment& moment : moments)
    if (!moment.key.empty()) return moment.key;
  return {};
}

}  // namespace

std::string client_name(std::uint32_t client) {
  return fmt::format("client{}", std::uint64_t{client} + 1);
}

sim::Trace trace_of(const StressWork& work, const Window& seen) {
  Window window = seen;
  std::string key;
  for (Window::Side& side : window.sides) {
    begin_with_an_operation(side.moments);
    if (key.empty()) key = key_in(side.moments);
  }
  for (Window::Side& side : window.sides)
    tell_the_hold(side, window.harm == Harm::lost_update && &side == &window.sides.front(), key);
  const auto all = in_order(window);
  sim::Trace trace;
  const auto is_of_client = [](const auto& one) { return one.first != no_client; };
  const auto first = std::find_if(all.begin(), all.end(), is_of_client);
  if (first == all.end()) return trace;
  const std::int64_t begin_us = first->second->event.at;
  const std::int64_t end_us = all.back().second->event.at;
  trace.info = info_of(work, window, begin_us, end_us - begin_us);
  ViolationTelling telling(trace, begin_us, work.fsync == Fsync::off);
  std::vector<bool> has_started(window.sides.size());
  for (const auto& [client, moment] : all) {
    if (client != no_client && !has_started[index(client)]) {
      has_started[index(client)] = true;
      telling.started(client, moment->event.at, key);
    }
    telling.tell(*moment, client);
  }
  telling.end(end_us);
  return trace;
}

}  // namespace locklab::app
