#include "app/stress/client_recorder.h"

#include <algorithm>

#include "lock/redis/loop.h"

namespace locklab::app {

using redis::Loop;
using sim::EventKind;

template <class Fill>
void ClientRecorder::add(EventKind kind, std::int64_t at_us, Fill fill) {
  ring.add([&](Moment& moment) {
    moment.event.kind = kind;
    moment.event.at = at_us;
    moment.order = order_.fetch_add(1, std::memory_order_relaxed);
    moment.begins = std::exchange(begins_, false);
    fill(moment);
  });
}

void ClientRecorder::sent(const Call& call, NodeId node, const Command& command,
                          const SourcePlace& where) {
  in_flight_.push_back({&call, node, ++messages_, command.acquisition, command.purpose});
  add(EventKind::sent, Loop::now_us(), [&](Moment& moment) {
    moment.event.node = node;
    moment.event.message = messages_;
    moment.event.acquisition = command.acquisition;
    moment.event.purpose = command.purpose;
    moment.text.assign(command.packed());
    moment.script = command.script;
    moment.place = where;
  });
}

void ClientRecorder::forgotten(const Await& call) {
  std::erase_if(in_flight_, [&](const InFlight& one) { return one.call == &call; });
}

void ClientRecorder::answered(const Call& call, const Reply& reply) {
  const auto found = std::find_if(in_flight_.begin(), in_flight_.end(),
                                  [&](const InFlight& one) { return one.call == &call; });
  if (found == in_flight_.end()) return;
  const InFlight command = *found;
  in_flight_.erase(found);
  if (reply.kind == Reply::Kind::cancelled) return;
  add(reply.is_unknown() ? EventKind::timed_out : EventKind::received, Loop::now_us(),
      [&](Moment& moment) {
        moment.event.node = command.node;
        moment.event.message = command.message;
        moment.event.acquisition = command.acquisition;
        moment.event.purpose = command.purpose;
        if (reply.is_unknown()) {
          moment.event.reason = sim::reason_of(reply.silence());
          moment.text = reply.text;
          return;
        }
        moment.event.detail = static_cast<std::uint8_t>(reply.kind);
        moment.event.value = reply.integer;
        moment.reply = reply;
      });
}

void ClientRecorder::noted(const Note& note) {
  add(sim::event_kind(note.kind), Loop::now_us(), [&](Moment& moment) {
    sim::tell(moment.event, note);
    moment.key.assign(note.key);
    moment.text.assign(note.text);
    moment.ends = note.kind == NoteKind::released;
  });
}

void ClientRecorder::entered(std::int64_t at_us, std::string_view lock, const Held& held) {
  add(EventKind::entered, at_us, [&](Moment& moment) {
    moment.event.acquisition = held.token.acquisition;
    moment.key.assign(lock);
  });
}

void ClientRecorder::left(std::int64_t at_us, std::string_view lock, std::uint32_t acquisition) {
  add(EventKind::left, at_us, [&](Moment& moment) {
    moment.event.acquisition = acquisition;
    moment.key.assign(lock);
  });
}

void ClientRecorder::accessed(EventKind kind, std::int64_t at_us, std::int64_t value,
                              std::int64_t token, std::uint32_t acquisition) {
  add(kind, at_us, [&](Moment& moment) {
    moment.event.node = resource_node;
    moment.event.acquisition = acquisition;
    moment.event.value = value;
    moment.event.extra = token;
    moment.event.detail = kind == EventKind::resource_rejected;  // 1 for a rejected write
  });
}

void ClientRecorder::struck(EventKind kind, std::uint16_t strike, std::int64_t value) {
  add(kind, Loop::now_us(), [&](Moment& moment) {
    moment.event.fault = strike;
    moment.event.value = value;
    if (kind == EventKind::client_clock) moment.event.extra = 0;  // drift in ppm
    moment.ends = kind == EventKind::client_crashed;
  });
}

}  // namespace locklab::app
