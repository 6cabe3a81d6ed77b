// Fingerprints the parts of a network that decide what it will deliver, and when.
#include "sim/process/task_log.h"
#include "sim/wire/network.h"

namespace locklab::sim {

namespace {

void add(Fingerprint& print, const LinkFault& fault) {
  print.add(static_cast<std::uint64_t>(fault.kind));
  print.add_flags({fault.requests, fault.replies, fault.all});
  print.add(fault.still);
  print.add(fault.together && fault.still > 0 ? std::uint64_t{fault.token} : 0);
  print.add(us(fault.by));
  print.add(us(fault.jitter));
  print.add(std::string_view(fault.command));
}

bool is_current(const WireConnection& connection, const Link& link) {
  return link.current[index(connection.line)] == &connection;
}

/// Adds one exchange that is in flight or awaited, except the times at which its timers fire.
void add(Fingerprint& print, const Exchange& exchange, const Link& link) {
  print.add(exchange.message);
  print.add(static_cast<std::uint64_t>(exchange.stage));
  print.add(std::uint64_t{exchange.hops});
  print.add(exchange.command.acquisition);
  print.add(exchange.command.packed());
  print.add(fingerprint(exchange.reply));
  print.add_flags({exchange.call != nullptr, exchange.cancelled, exchange.stalled,
                   exchange.torn_off, exchange.is_silent(),
                   exchange.connection != nullptr && is_current(*exchange.connection, link)});
  print.add(us(exchange.delayed));
  print.add(exchange.held_by == 0 ? 0 : std::uint64_t{link.place_of(exchange.held_by)});
}

void add(Fingerprint& print, const WireConnection& connection) {
  print.add(connection.users);
  print.add_flags({connection.closed_by_client, connection.dead_at_node, connection.has_begun,
                   connection.end_is_late});
  print.add(connection.last_request_at);
  print.add(connection.last_reply_at);
  if (connection.session) connection.session->fingerprint(print);
}

}  // namespace

void Network::add_places(Fingerprint& print, FaultToken token) const {
  for (const Link& link : links_) print.add(std::uint64_t{link.place_of(token)});
}

void Network::fingerprint(Fingerprint& print) const {
  for (const std::uint32_t sent : sent_by_) print.add(sent);
  for (const Link& link : links_) {
    for (const LinkFault& fault : link.faults) add(print, fault);
    const auto [commands, pushes] = link.current;
    print.add(link.pushed * 4 + (commands ? 1u : 0u) + (pushes ? 2u : 0u));
    if (commands) add(print, *commands);
    if (pushes) add(print, *pushes);
    for (const Exchange* stalled : link.stalled) print.add(stalled->message);
  }
  std::uint64_t live = 0;  // sum, since exchanges are stored in no particular order
  for (const Exchange& exchange : exchanges_) {
    if (exchange.stage == Stage::over && !exchange.call) continue;
    Fingerprint one;
    const Link& link = this->link(exchange.from, exchange.node);
    add(one, exchange, link);
    if (exchange.connection && !is_current(*exchange.connection, link))
      add(one, *exchange.connection);
    live += one.value();
  }
  print.add(live);
}

}  // namespace locklab::sim
