// Connections between clients and nodes: in order, with latency, and with everything that can
// happen to them.
//
// A request and its reply are one Exchange. It lives until both the client has stopped waiting for
// it and nothing of it is on its way any more: a client that gave up does not stop a request that
// may still arrive.
#pragma once

#include <cstdint>
#include <deque>
#include <string_view>
#include <vector>

#include "lock/env.h"
#include "sim/scenario/scenario.h"
#include "sim/service/redis/server.h"
#include "sim/world/choice.h"
#include "sim/world/event_queue.h"

namespace locklab::sim {

class World;
class Client;

/// What a client's await waits for: an exchange or a nap.
struct Pending {
  bool is_exchange = false;
  bool cancelled = false;
  Client* client = nullptr;
};

struct Exchange;

/// One TCP connection. It is freed when it is nobody's current one and no exchange uses it.
struct Connection {
  Session session;
  std::uint32_t users = 0;
  bool closed_by_client = false;
  bool dead_at_node = false;  ///< the node lost its power: the next request is answered by a reset
  std::int64_t last_request_at = 0;
  std::int64_t last_reply_at = 0;
  std::vector<Exchange*> waiting;  ///< exchanges whose client still waits
};

enum class Stage : std::uint8_t {
  outbox,   ///< not sent yet: its client is paused
  request,  ///< on its way to the node
  at_node,  ///< waits there: frozen node, WAIT, a script that does not end
  reply,    ///< on its way back
  mailbox,  ///< received by a paused client
  over,
};

struct Exchange : Pending {
  Exchange();
  Timer wire;      ///< arrival of request or reply; at the node: end of a WAIT
  Timer deadline;  ///< its client's timeout
  Words words;     ///< the request's; they live in the trace
  std::uint32_t text = no_text;
  Purpose purpose = Purpose::other;
  std::uint32_t acquisition = 0;
  const Script* script = nullptr;
  Reply reply;
  Call* call = nullptr;  ///< null: nobody waits any more
  Connection* connection = nullptr;
  ClientId from = no_client;
  NodeId node = no_node;
  std::uint32_t message = 0;
  Stage stage = Stage::over;
  bool stalled = false;
  Duration delayed{0};    ///< so much later than it would arrive by itself
  bool received = false;  ///< recorded as received, but its client was paused at that instant
  Duration timeout{0};
  const char* failure = nullptr;  ///< why its client will get no reply
  std::uint16_t place = no_name;  ///< where its client waits
  std::uint32_t reply_text = no_text;
  std::int64_t wait_replicas = 0;
  std::uint64_t wait_offset = 0;

  /// Says that the event is about this message.
  void sign(Event& event) const {
    event.message = message;
    event.acquisition = acquisition;
    event.client = from;
    event.node = node;
    event.purpose = purpose;
  }
  /// An event about this message.
  Event event(EventKind kind) const {
    Event event;
    event.kind = kind;
    sign(event);
    return event;
  }
};

/// What may be wrong between one client and one node, in one direction.
struct Way {
  /// Nothing is.
  bool clear() const { return !cut && !hold_all && (hold_next | drop_next | delay_next) == 0; }

  bool cut = false;
  bool hold_all = false;
  std::uint32_t hold_next = 0;
  std::uint32_t drop_next = 0;
  std::uint32_t delay_next = 0;
  Duration delay{0};  ///< of those
};

struct Link {
  Connection* current = nullptr;
  Duration latency{1000};
  Duration jitter{500};
  Duration slowed{0};
  Way requests;
  Way replies;
  std::vector<Exchange*> stalled;  ///< in the order in which they were sent

  Way& way(Stage stage) { return stage == Stage::request ? requests : replies; }
};

class Network {
 public:
  Network(World& world, const Scenario& scenario, Choice& choice);

  /// A new exchange from `client` to `node`, not sent yet.
  Exchange& open(Client& client, NodeId node, const Command& command, Call& call);
  /// Puts it on the client's connection and on its way.
  void send(Exchange& exchange);
  /// Sends the reply on its way back.
  void answer(Exchange& exchange);
  /// The node's end of the connection is gone: its client learns it one latency later.
  void refuse(Exchange& exchange, const char* why);
  /// It will reach nobody.
  void lose(Exchange& exchange, const char* why);
  /// Nothing of it is on its way any more.
  void settle(Exchange& exchange);
  /// Its client has stopped waiting, for whatever reason.
  void stop_waiting(Exchange& exchange);

  /// Both: its client has what it waited for.
  void close(Exchange& exchange);

  /// The client drops its connection: whatever else waits on it fails with `why`.
  void drop_connection(Client& client, NodeId node, const char* why);
  /// The node's process died: current connections end, without touching what is on its way.
  void node_died(NodeId node);
  void node_lost_power(NodeId node);

  Link& link(ClientId client, NodeId node);
  /// Whether a request is on its way, or at the node, whose reply may still come.
  bool expects_reply(ClientId client, NodeId node) const;
  /// Whether some reply will be lost when its node sends it: its client's connection ends at that
  /// very moment, so that, for once, it knows at once what a node does.
  bool loses_replies() const;
  /// How many messages of it, or replies to it, are under way that it waits for.
  std::size_t awaited_by(ClientId client) const;
  void cut(ClientId client, NodeId node, bool requests, bool replies);
  void heal(ClientId client, NodeId node);
  void hold(ClientId client, NodeId node, bool requests, bool replies, std::uint32_t count);
  void release(ClientId client, NodeId node);
  void drop(ClientId client, NodeId node, bool requests, bool replies, std::uint32_t count);
  /// The next `count` messages arrive so much later.
  void delay(ClientId client, NodeId node, bool requests, bool replies, std::uint32_t count,
             Duration by);
  void reset(ClientId client, NodeId node);

  /// Exchanges of which something is still on its way or awaited.
  std::size_t live() const { return live_; }
  std::size_t nodes() const { return nodes_; }
  /// Adds all that is on its way and what is wrong with any link.
  void fingerprint(Fingerprint& print) const;
  /// All exchanges, used or not, in a fixed order.
  std::deque<Exchange>& exchanges() { return exchanges_; }

 private:
  /// It leaves, and may be one of those that are to come late.
  void leave(Exchange& exchange, Link& link);
  /// It arrives after the link's latency.
  void travel(Exchange& exchange, const Link& link);
  void carry(Exchange& exchange, Link& link);
  void let_go(Link& link);
  void let_go(Connection* connection);
  void free_if_unused(Exchange& exchange);
  Connection* connect(Link& link);
  std::uint32_t next_message(ClientId client);

  World& world_;
  Choice& choice_;
  std::size_t nodes_;  ///< without the resource
  std::vector<Link> links_;
  std::deque<Exchange> exchanges_;
  std::vector<Exchange*> free_exchanges_;
  std::deque<Connection> connections_;
  std::vector<Connection*> free_connections_;
  std::size_t live_ = 0;
  std::uint32_t messages_ = 0;
  std::vector<std::uint32_t> sent_by_;  ///< how many, by client
};

}  // namespace locklab::sim
