// What befalls a simulated client: it crashes, is paused, and its clock goes wrong.
#include <algorithm>
#include <utility>

#include "sim/world/client.h"
#include "sim/world/world.h"

namespace locklab::sim {

bool Client::crash(FaultToken token) {
  if (crashed_) return false;
  Event crashed = event(EventKind::client_crashed);
  crashed.fault = token;
  world_.record(crashed);
  crashed_ = true;
  pauses_.clear();
  if (!finished_) world_.client_is_done();
  for (const Deed& deed : std::exchange(deeds_, {})) {
    const bool unsent = deed.kind == Deed::Kind::send && !deed.exchange->call;
    if (unsent || deed.kind == Deed::Kind::hand_over) mailbox_.push_back(deed.exchange);
  }
  for (Exchange* exchange : std::exchange(mailbox_, {})) world_.network().settle(*exchange);
  late_.clear();
  destroy_tasks();
  for (std::size_t n = 0; n < world_.network().nodes(); ++n)
    world_.network().drop_connection(*this, static_cast<NodeId>(n), "the client crashed");
  world_.network().drop_connection(*this, resource_node, "the client crashed");
  return true;
}

bool Client::pause(FaultToken token, std::int64_t for_us) {
  if (crashed_) return false;
  pauses_.push_back(token);
  Event paused = event(EventKind::client_paused);
  paused.value = for_us;
  paused.fault = token;
  world_.record(paused);
  return true;
}

bool Client::resume(FaultToken token) {
  if (crashed_ || !end_fault(pauses_, token)) return false;
  Event resumed = event(EventKind::client_resumed);
  resumed.fault = token;
  resumed.standing = !pauses_.empty();
  world_.record(resumed);
  if (paused()) return true;
  // What it was about to do comes first, then what has come, then what is overdue.
  if (!deeds_.empty()) world_.put_on_agenda(*this);
  for (Exchange* exchange : std::exchange(mailbox_, {}))
    world_.queue().set(exchange->wire, world_.now());
  for (Timer* timer : std::exchange(late_, {})) world_.queue().set(*timer, world_.now());
  return true;
}

void Client::record_clock(FaultToken token) {
  Event clock = event(EventKind::client_clock);
  clock.value = clock_.offset_us();
  clock.extra = clock_.ppm();
  clock.fault = token;
  world_.record(clock);
}

bool Client::jump(FaultToken token, std::int64_t by_us) {
  if (crashed_) return false;
  clock_.jump(by_us);
  record_clock(token);
  return true;
}

bool Client::drift(FaultToken token, std::int64_t ppm) {
  if (crashed_) return false;
  clock_.drift(world_.now(), ppm);
  record_clock(token);
  for (PendingSleep& sleep : sleeps_)
    if (sleep.timer.pending() && !sleep.cancelled) set_timer(sleep);
  for (Exchange& exchange : world_.network().exchanges())
    if (exchange.client == this && exchange.deadline.pending() && !exchange.cancelled &&
        !exchange.failure)
      set_deadline(exchange);
  return true;
}

}  // namespace locklab::sim
