// Connections between clients and nodes: each delivers its messages in order and after a latency,
// and suffers the faults of its link.
//
// A request and its reply are one Exchange. It lives until both the client has stopped waiting for
// it and nothing of it is in flight: a client that gave up does not stop a request that may still
// arrive.
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
  /// Called when a reply has arrived after its connection, or the client, had ended. The reply is
  /// lost.
  virtual void reply_lost(Exchange& exchange) = 0;
  virtual void deadline_passed(Exchange& exchange) = 0;
  /// Called when the connection for the node's pushes has ended.
  virtual void pushes_ended(NodeId node) = 0;
  /// Whether the client is gone and can read nothing more.
  bool gone() const { return gone_; }

 protected:
  ~ClientEnd() = default;
  bool gone_ = false;
};

/// The receiving end at the nodes and the resource.
class ServiceEnd {
 public:
  virtual void request_arrived(Exchange& exchange) = 0;
  /// Called when a request's maximum wait at its node is over (Exchange::wire).
  virtual void wait_over(Exchange& exchange) = 0;

 protected:
  ~ServiceEnd() = default;
};

/// The two connections of a client to a node: one carries its commands, the other the node's
/// pushes.
enum class Line : std::uint8_t { commands, pushes, count_ };

constexpr std::size_t index(Line line) { return static_cast<std::size_t>(line); }

/// A TCP connection. The network frees it when no link has it as its current one and no exchange
/// uses it.
struct WireConnection {
  std::unique_ptr<ServiceSession> session;  ///< created by the service on first use
  std::uint32_t number = 0;                 ///< unique among open connections
  std::uint32_t users = 0;
  ClientEnd* client = nullptr;
  ClientId from = no_client;
  NodeId node = no_node;
  Line line = Line::commands;
  bool closed_by_client = false;
  bool dead_at_node = false;  ///< the node's process died, or did not exist when a request arrived:
                              ///< a later request gets a reset, if any reply
  bool has_begun = true;  ///< false if the link was cut when this was opened: the handshake waits
                          ///< for the end of the cut
  bool end_is_late = false;  ///< its client learns of the end once replies get through again
  std::int64_t last_request_at = 0;  ///< earliest arrival of the last request, in us
  std::int64_t last_reply_at = 0;    ///< earliest arrival of the last reply, in us
  std::vector<Exchange*> waiting;    ///< exchanges whose client still waits
};

/// The network's part of an exchange. It precedes the request so that members used in every
/// callback are close together.
struct Carriage {
  Carriage(Network& carrier, Exchange& its_exchange);

  Timer wire;      ///< arrival of the request or reply; at the node: end of a WAIT
  Timer deadline;  ///< its client's timeout
  WireConnection* connection = nullptr;
  Network& network;
  ClientEnd* client = nullptr;
  Stage stage = Stage::over;
  bool stalled = false;
  bool torn_off = false;  ///< an earlier request on its connection was dropped, so it cannot arrive
  FaultToken held_by = 0;  ///< the hold that has caught it; 0 if none
  std::uint32_t reply_text = no_text;
  Duration delayed{0};  ///< additional delay by `delay` faults; 0 once the message travels
};

/// A request and its reply, or a pushed frame, as carried by the network.
struct Exchange : Carriage, Request {
  explicit Exchange(Network& carrier) : Carriage(carrier, *this) {}
  bool answered = false;    ///< the node has run the command, or it pushed the frame
  bool never_left = false;  ///< the reply to it died with the node's end of its connection
  /// Whether the message is in flight, or stalled.
  bool in_flight() const;
  /// Which of its client's connections carries the request.
  Line line() const { return command.listens ? Line::pushes : Line::commands; }
};

struct Link {
  std::array<WireConnection*, index(Line::count_)> current{};  ///< by Line; null if none is open
  std::uint32_t pushed = 0;                                    ///< frames pushed so far; 0 unless
                                                               ///< the choice orders events
  Duration latency{1000};
  Duration jitter{500};
  std::vector<LinkFault> faults;   ///< in the order of injection
  std::vector<Exchange*> stalled;  ///< in sending order

  /// Whether any connection is open.
  bool open() const;
  /// Whether a cut is active, in either direction: no handshake completes.
  bool cut() const;
  /// 1-based position in `faults` of the fault with that token; 0 if there is none.
  std::size_t place_of(FaultToken token) const;
  /// How many messages the fault with that token has yet to hit; 0 if it is not on the link.
  std::uint32_t still_of(FaultToken token) const;
};

class Network final : public Performer {
 public:
  /// The parts of the world that a network uses. All of them must outlive it.
  struct Surroundings {
    const std::int64_t& now_us;
    EventQueue& queue;
    Agenda& agenda;
    Record& record;
    Choice& choice;
    OpenTimes& open;
    ServiceEnd& services;
  };
  /// Creates the links of the scenario's clients, nodes and resource; `scenario` must outlive the
  /// network.
  Network(const Surroundings& around, const Scenario& scenario);

  /// Adds a client with links to all nodes, or a node with links to all clients. Not allowed in a
  /// search, whose message numbers depend on the number of clients.
  ClientId add_client(const std::string& name);
  NodeId add_node(const std::string& name);

  /// A new exchange from the client `from`, whose end is `client`, to `node`; not sent yet.
  Exchange& open(ClientEnd& client, ClientId from, NodeId node);
  /// Sends the exchange on the client's connection: now, or as a deferred step while faults wait
  /// for events (Agenda).
  void send(Exchange& exchange);
  bool perform_next() override;
  /// Creates a frame that the node pushes on that connection; answer() sends it.
  Exchange& push(std::uint32_t connection, Reply frame);
  /// Sends the reply, or the pushed frame, to the client.
  void answer(Exchange& exchange);
  /// Answers with `silence` in place of a reply, since the node's end of the connection is gone.
  /// The client learns of it one latency later.
  void refuse(Exchange& exchange, Silence silence);
  /// Records the request as lost, or its reply if it is answered, and ends the exchange on the
  /// wire: nothing of it will arrive.
  void lose(Exchange& exchange, Loss loss);
  /// Ends the exchange on the wire: nothing of it is in flight any more.
  void settle(Exchange& exchange);
  /// Ends the client's wait with a fixed outcome: the deadline and the end of the connection no
  /// longer matter.
  void wait_is_over(Exchange& exchange);
  /// Notes that the client has stopped waiting, for whatever reason.
  void stop_waiting(Exchange& exchange);

  /// Drops a connection of the client: all exchanges that wait on it fail with `silence`.
  void drop_connection(ClientId client, NodeId node, Line line, Silence silence);
  void drop_connections(ClientId client, Silence silence);
  /// Drops the connection if it is still its link's current one.
  void drop_connection(const WireConnection& connection, Silence silence);
  /// Whether, as far as the client knows, the connection for the node's pushes is open.
  bool listens(ClientId client, NodeId node) const {
    return link(client, node).current[index(Line::pushes)] != nullptr;
  }
  /// Ends the node's side of every connection, since its process died. Clients learn of it at once,
  /// or as soon as replies get through again; after a power loss (`silently`) only when a later
  /// request is answered by a reset. Messages in flight continue.
  void node_died(NodeId node, bool silently);

  Link& link(ClientId client, NodeId node) {
    const std::size_t at = index(client) * columns_ + column(node);
    LOCKLAB_ASSERT(at < links_.size());
    return links_[at];
  }
  const Link& link(ClientId client, NodeId node) const {
    return links_[index(client) * columns_ + column(node)];
  }
  /// Whether a request that may still get a reply is in flight to the node, or at the node.
  bool expects_reply(ClientId client, NodeId node) const;
  /// Whether the order of events on different links matters: while a fault counts the messages of
  /// several links, or drops replies. Dropping a reply ends its connection at the moment the node
  /// sends it, which tells the client at once that the node has acted.
  bool links_depend() const;
  /// The number of the client's requests that wait for a reply.
  std::size_t awaited_by(ClientId client) const;
  /// Injects a fault into a link, where it stays until it is ended or spent.
  void strike(ClientId client, NodeId node, const LinkFault& fault);
  /// Ends the fault with that token, or all of `kind` (every_fault). Returns false if there was
  /// none.
  bool end(ClientId client, NodeId node, FaultKind kind, FaultToken token);
  /// The number of active faults of that kind on the link, with that token or with any
  /// (every_fault).
  std::size_t count(ClientId client, NodeId node, FaultKind kind, FaultToken token) const;
  /// Tears down the link's connections, with everything in flight on them.
  void reset(ClientId client, NodeId node);

  /// The number of exchanges still in flight or awaited.
  std::size_t live() const { return live_; }
  std::size_t nodes() const { return columns_ - 1; }
  /// Adds the position of the fault with that token on each link. Of two identical faults, one may
  /// have caught messages that the other has not.
  void add_places(Fingerprint& print, FaultToken token) const;
  /// Adds everything in flight, and every link's connections and faults.
  void fingerprint(Fingerprint& print) const;
  /// All exchanges, used or not, in a fixed order.
  std::deque<Exchange>& exchanges() { return exchanges_; }

 private:
  /// Sends a message, to which the link's `delay` faults apply.
  void leave(Exchange& exchange, Link& link);
  /// Lets the message arrive after the link's latency.
  void travel(Exchange& exchange, const Link& link);
  /// Like travel(), but leaves the latency, `jitter_us` around `latency` in us, open (OpenTimes).
  void travel_some_time(Exchange& exchange, std::int64_t latency, std::int64_t jitter_us);
  bool follows_open(const Exchange& exchange) const;
  /// The earliest arrival, in us, of the last message in that direction on its connection.
  static std::int64_t& last_arrival(const Exchange& exchange);
  void stop_wire(Exchange& exchange);
  static LostPart part_to_lose(const Exchange& exchange);
  /// Lets the message travel unless a fault drops it or holds it back.
  void carry(Exchange& exchange, Link& link);
  bool keeps(Link& link, Exchange& exchange);
  /// Whether the fault applies to this message.
  static bool catches(const LinkFault& fault, const Exchange& exchange);
  void drop(Exchange& exchange, Link& link, FaultToken token);
  void tear_off_behind(const Exchange& dropped, const Link& link);
  /// Counts a message of `link` that the fault has hit, on every link with this fault. On `link` a
  /// spent fault is not removed.
  void count_down(LinkFault& fault, const Link& link);
  /// Reconsiders every stalled message, and releases those that nothing holds back any more.
  void go_on(Link& link);
  void tell_late_ends(Link& link);
  /// Establishes the connections whose handshake has waited for the end of the link's cuts.
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
  /// Column 0 is the resource.
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
  std::vector<Exchange*> departing_;  ///< sent, but not in flight yet
  std::deque<WireConnection> connections_;
  std::vector<WireConnection*> free_connections_;
  std::size_t live_ = 0;
  std::uint32_t messages_ = 0;
  std::vector<std::uint32_t> sent_by_;  ///< number of messages, by client; 0 unless the choice
                                        ///< orders events
};

}  // namespace locklab::sim
