// Connections between clients and nodes: in order, with latency, and with everything that can
// happen to them.
//
// A request and its reply are one Exchange. It lives until both the client has stopped waiting for
// it and nothing of it is on its way any more: a client that gave up does not stop a request that
// may still arrive.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/process/agenda.h"
#include "sim/process/client_process.h"
#include "sim/scenario/scenario.h"
#include "sim/wire/choice.h"
#include "sim/wire/event_queue.h"
#include "sim/wire/link_fault.h"
#include "sim/wire/open_times.h"
#include "sim/wire/record.h"
#include "sim/wire/service_session.h"

namespace locklab::sim {

class Network;
struct Exchange;

/// The client's end of its connections.
class ClientEnd {
 public:
  virtual void reply_arrived(Exchange& exchange) = 0;
  /// A reply that was to arrive once more (Stage::mailbox) is lost with its connection.
  virtual void reply_lost(Exchange& exchange) = 0;
  virtual void deadline_passed(Exchange& exchange) = 0;
  /// The connection on which the node pushed has ended.
  virtual void pushes_ended(NodeId node) = 0;
  /// Whether nobody is there any more who could read.
  bool gone() const { return gone_; }

 protected:
  ~ClientEnd() = default;
  bool gone_ = false;
};

/// The end of the nodes and of the resource.
class ServiceEnd {
 public:
  virtual void request_arrived(Exchange& exchange) = 0;
  /// A request has waited at its node for as long as it may (Exchange::wire).
  virtual void wait_over(Exchange& exchange) = 0;

 protected:
  ~ServiceEnd() = default;
};

/// The two connections of a client to a node: one carries its commands, the other brings what the
/// node sends by itself.
enum class Line : std::uint8_t { commands, pushes, count_ };

constexpr std::size_t index(Line line) { return static_cast<std::size_t>(line); }

/// A TCP connection. The network frees it when no link has it as its current one and no exchange
/// uses it.
struct WireConnection {
  std::unique_ptr<ServiceSession> session;  ///< made by the service when it first needs it
  std::uint32_t number = 0;                 ///< of all that are open, it alone has it
  std::uint32_t users = 0;
  ClientEnd* client = nullptr;
  ClientId from = no_client;
  NodeId node = no_node;
  Line line = Line::commands;
  bool closed_by_client = false;
  bool dead_at_node = false;  ///< the node's process died, or there was none when it was opened: a
                              ///< request that arrives is answered by a reset
  bool has_begun = true;  ///< false: its link was cut when it was opened, and its handshake still
                          ///< waits for the cut's end
  bool end_is_late = false;  ///< its client will learn of that when replies get through again
  std::int64_t last_request_at = 0;  ///< when the last one arrives at the earliest
  std::int64_t last_reply_at = 0;
  std::vector<Exchange*> waiting;  ///< exchanges whose client still waits
};

/// What the network adds to a request. It comes before the request, beside what every callback
/// looks at.
struct Carriage {
  Carriage(Network& carrier, Exchange& its_exchange);

  Timer wire;      ///< arrival of request or reply; at the node: end of a WAIT
  Timer deadline;  ///< its client's timeout
  WireConnection* connection = nullptr;
  Network& network;
  ClientEnd* client = nullptr;
  Stage stage = Stage::over;
  bool stalled = false;
  bool torn_off = false;   ///< a request before it on its connection was dropped: it cannot arrive
  FaultToken held_by = 0;  ///< the hold that has caught it; 0: none
  std::uint32_t reply_text = no_text;
  Duration delayed{0};  ///< so much later than it would arrive by itself
};

/// A request and its reply, as the network carries them.
struct Exchange : Carriage, Request {
  explicit Exchange(Network& carrier) : Carriage(carrier, *this) {}
  /// Whether the message is on its way, or kept there.
  bool in_flight() const;
  /// Which of its client's connections carries a request.
  Line line() const { return command.listens ? Line::pushes : Line::commands; }
};

struct Link {
  std::array<WireConnection*, index(Line::count_)> current{};  ///< by Line; null: none is open
  std::uint32_t pushed = 0;                                    ///< frames, ever
  Duration latency{1000};
  Duration jitter{500};
  std::vector<LinkFault> faults;   ///< in the order in which they struck
  std::vector<Exchange*> stalled;  ///< in the order in which they were sent

  /// Whether any connection is open.
  bool open() const;
  /// Whether a cut stands on it, in whatever direction: no handshake passes.
  bool cut() const;
  /// Which of `faults` has that token, from 1; 0: none.
  std::size_t place_of(FaultToken token) const;
};

class Network final : public Performer {
 public:
  /// The parts of the world that a network uses; all of them outlive it.
  struct Surroundings {
    const std::int64_t& now_us;
    EventQueue& queue;
    Agenda& agenda;
    Record& record;
    Choice& choice;
    OpenTimes& open;
    ServiceEnd& services;
  };
  /// With the scenario's clients, nodes and resource; `scenario` outlives it.
  Network(const Surroundings& around, const Scenario& scenario);

  /// Another client, or another node, with links to all that are there. Not in a search, whose
  /// messages are numbered by their clients.
  ClientId add_client(const std::string& name);
  NodeId add_node(const std::string& name);

  /// A new exchange from the client `from`, whose end is `client`, to `node`; not sent yet.
  Exchange& open(ClientEnd& client, ClientId from, NodeId node);
  /// Puts the exchange on the client's connection and on its way: now, or after a fault that
  /// strikes as it leaves.
  void send(Exchange& exchange);
  bool perform_next() override;
  /// A frame that the node sends by itself on that connection; answer() puts it on its way.
  Exchange& push(std::uint32_t connection, Reply frame);
  /// Sends the reply on its way back.
  void answer(Exchange& exchange);
  /// Answers with a reset, since the node's end of the connection is gone: the client learns it one
  /// latency later.
  void refuse(Exchange& exchange, Silence silence);
  /// Marks the exchange as lost: it will reach nobody.
  void lose(Exchange& exchange, Loss loss);
  /// Ends the exchange on the wire: nothing of it is on its way any more.
  void settle(Exchange& exchange);
  /// Ends the client's wait, whose outcome is settled: neither the deadline nor the end of the
  /// connection counts any more.
  void wait_is_over(Exchange& exchange);
  /// Notes that the client has stopped waiting, for whatever reason.
  void stop_waiting(Exchange& exchange);

  /// Drops a connection of the client's: whatever else waits on it fails with `why`.
  void drop_connection(ClientId client, NodeId node, Line line, Silence silence);
  /// Drops all connections of the client.
  void drop_connections(ClientId client, Silence silence);
  /// Drops the connection, if it is still its link's current one.
  void drop_connection(const WireConnection& connection, Silence silence);
  /// Whether the connection is open on which the node may push, as far as the client knows.
  bool listens(ClientId client, NodeId node) const {
    return link(client, node).current[index(Line::pushes)] != nullptr;
  }
  /// Ends the node's side of every connection, since its process died. Clients learn it at once, or
  /// as soon as replies get through again; if the power went (`silently`) only when their next
  /// request is answered by a reset. Messages on their way go on.
  void node_died(NodeId node, bool silently);

  Link& link(ClientId client, NodeId node) {
    const std::size_t at = index(client) * columns_ + column(node);
    LOCKLAB_ASSERT(at < links_.size());
    return links_[at];
  }
  const Link& link(ClientId client, NodeId node) const {
    return links_[index(client) * columns_ + column(node)];
  }
  /// Whether a request is on its way, or at the node, whose reply may still come.
  bool expects_reply(ClientId client, NodeId node) const;
  /// Whether it matters in what order things happen on different links. Some reply will be lost
  /// when its node sends it: its client's connection ends at that very moment, so that, for once,
  /// it knows at once what a node does. Or a fault counts the messages of several links.
  bool links_depend() const;
  /// How many requests of the client wait for a reply.
  std::size_t awaited_by(ClientId client) const;
  /// Lets a fault strike a link, where it stands until it is ended or spent.
  void strike(ClientId client, NodeId node, const LinkFault& fault);
  /// Ends the fault with that token, or all of `kind` (every_fault). False: there was none.
  bool end(ClientId client, NodeId node, FaultKind kind, FaultToken token);
  /// How many faults of that kind, with that token or with any (every_fault), stand on the link.
  std::size_t count(ClientId client, NodeId node, FaultKind kind, FaultToken token) const;
  /// Tears down the link's connections, with all that is on its way on them.
  void reset(ClientId client, NodeId node);

  /// Exchanges of which something is still on its way or awaited.
  std::size_t live() const { return live_; }
  std::size_t nodes() const { return columns_ - 1; }
  /// Adds which of each link's faults has that token. Of two faults that are alike, one may have
  /// caught messages that the other has not.
  void add_places(Fingerprint& print, FaultToken token) const;
  /// Adds all that is on its way and what is wrong with any link.
  void fingerprint(Fingerprint& print) const;
  /// All exchanges, used or not, in a fixed order.
  std::deque<Exchange>& exchanges() { return exchanges_; }

 private:
  /// Sends a message, which the next `delay` may make late.
  void leave(Exchange& exchange, Link& link);
  /// Lets the message arrive after the link's latency.
  void travel(Exchange& exchange, const Link& link);
  /// The same where it is left open how long that is; `least` is when it arrives at the earliest.
  void travel_some_time(Exchange& exchange, std::int64_t jitter_us, std::int64_t least);
  void stop_wire(Exchange& exchange);
  /// Lets the message travel unless a fault drops it, or keeps it where it is.
  void carry(Exchange& exchange, Link& link);
  bool keeps(Link& link, Exchange& exchange);
  /// Whether the fault is about this message, among those of its link.
  static bool catches(const LinkFault& fault, const Exchange& exchange);
  void drop(Exchange& exchange, Link& link, FaultToken token);
  void tear_off_behind(const Exchange& dropped, const Link& link);
  /// Counts a message of `link` that the fault has struck, wherever the fault stands. On `link` it
  /// remains there, though it be spent.
  void count_down(LinkFault& fault, const Link& link);
  /// Looks again at all that was kept: what nothing keeps any longer goes on.
  void go_on(Link& link);
  void tell_late_ends(Link& link);
  /// Begins the connections whose handshake has waited for the end of the link's cuts.
  void begin_connections(const Link& link);
  void lose_unsent(const WireConnection& never_begun);
  void catch_in_flight(ClientId client, NodeId node, Link& link);
  void let_go(WireConnection* connection);
  void free_if_unused(Exchange& exchange);
  WireConnection* connect(Link& link, const Exchange& first);
  void never_leaves(Exchange& exchange);
  void close_older(const WireConnection& opened);
  Exchange& take_exchange();
  void ended(WireConnection& connection);
  /// The resource has the first.
  static std::size_t column(NodeId node) { return node == resource_node ? 0 : index(node) + 1u; }
  Link make_link(const std::string& client, const std::string& node) const;
  std::uint32_t next_message(ClientId client);
  std::uint32_t next_push(Link& link);

  friend struct Carriage;
  static void wire_fired(Timer& timer);
  static void deadline_fired(Timer& timer);
  void reply_arrived(Exchange& exchange);

  const std::int64_t& now_us_;
  EventQueue& queue_;
  Agenda& agenda_;
  Record& record_;
  Choice& choice_;
  OpenTimes& open_;
  ServiceEnd& services_;
  const bool orders_;  ///< Choice::orders()
  const Scenario& scenario_;
  std::vector<std::string> clients_;  ///< names
  std::vector<std::string> nodes_;    ///< names, by column: the resource first
  std::size_t columns_ = 1;
  std::vector<Link> links_;  ///< by client and column
  std::deque<Exchange> exchanges_;
  std::vector<Exchange*> free_exchanges_;
  std::vector<Exchange*> departing_;  ///< sent, and not on their way yet
  std::deque<WireConnection> connections_;
  std::vector<WireConnection*> free_connections_;
  std::size_t live_ = 0;
  std::uint32_t messages_ = 0;
  std::vector<std::uint32_t> sent_by_;  ///< how many, by client
};

}  // namespace locklab::sim
