// How one live client's requests reach real servers: a connection of its own to each, through the
// proxy where there is one, and the door to the resource. What comes back waits here for its turn
// in the loop, so that nothing is brought to the client from inside something that it does.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/proxy/client_way.h"
#include "lock/redis/connection.h"
#include "lock/redis/endpoint.h"
#include "lock/redis/loop.h"
#include "sim/process/client_process.h"

namespace locklab::app {

class LiveWire;
struct LiveRequest;

/// Whoever has the requests: called from the loop alone.
class LiveReceiver {
 public:
  /// A reply has come, or what stands for it.
  virtual void reply_came(LiveRequest& request) = 0;
  virtual void deadline_is_due(LiveRequest& request) = 0;
  /// A frame that a node has pushed gets its client and a number; then reply_came() brings it.
  virtual void sign_push(LiveRequest& frame) = 0;
  /// The connection has ended on which that node pushed.
  virtual void no_more_pushes(NodeId node) = 0;

 protected:
  ~LiveReceiver() = default;
};

/// A request on its way to a real server.
struct LiveRequest : sim::Request {
  explicit LiveRequest(LiveReceiver& its_receiver) : deadline(*this), receiver(its_receiver) {}

  struct Deadline final : redis::QueuedTimer {
    explicit Deadline(LiveRequest& of) : request(of) {}
    void due() override { request.receiver.deadline_is_due(request); }
    LiveRequest& request;
  };
  Deadline deadline;
  LiveReceiver& receiver;
  std::uint32_t carrier = 0;  ///< the number of the connection that carried it; 0: none
  bool used = false;
  bool told = false;       ///< it is known what its program will be told
  bool under_way = false;  ///< its connection, or the resource, still owes an answer
  bool consumed = true;    ///< nothing of it is anywhere but in whoever waits for it
};

/// Whoever has asked the resource.
class ResourceAsker {
 public:
  /// The answer to that message of its own, or the failure that stands for it.
  virtual void resource_answered(std::uint32_t message, Reply reply) = 0;

 protected:
  ~ResourceAsker() = default;
};

/// The resource that the lock protects, as a live client reaches it.
class ResourceDoor {
 public:
  /// Takes a command to the resource, later, from the loop, and then answers, unless its client has
  /// closed the door by then. `about` is the event that it was sent.
  virtual void ask(ResourceAsker& asker, const sim::Event& about, const Command& command) = 0;
  /// Brings the answers that have come, without waiting.
  virtual void read_now() {}
  /// That client waits for none of its answers any more; what it has asked may still arrive.
  virtual void close(ClientId client) = 0;

 protected:
  ~ResourceDoor() = default;
};

/// The wires of one client.
class LiveWire final : private ResourceAsker, private redis::Turn {
 public:
  /// What a wire uses; all of it outlives the wire.
  struct Ways {
    redis::Loop& loop;
    const std::vector<redis::Endpoint>& nodes;  ///< by NodeId
    const redis::Login& login;
    ResourceDoor* resource;  ///< may be null where no task asks it
    ClientWays* ways;        ///< null: straight to the servers
  };
  LiveWire(LiveReceiver& receiver, ClientId client, const Ways& ways);
  ~LiveWire() override;

  /// Opens a connection to each of these nodes: before the run, so that what is recorded as sent
  /// has somewhere to go.
  void connect(const std::vector<NodeId>& nodes);
  /// Whether each of them is open, or lost already.
  bool connected() const;
  /// The first node whose connection is lost, and why.
  std::optional<std::pair<NodeId, Reply>> lost_connection() const;

  LiveRequest& open(NodeId node, std::uint32_t message);
  void carry(LiveRequest& request);
  /// Frees the request: nothing of it is at the client any more.
  void consumed(LiveRequest& request);
  /// Learns that the client's program waits for the request no longer.
  void not_awaited(LiveRequest& request);
  /// Whether the connection is open on which that node pushes.
  bool listens(NodeId node) const;
  /// Drops the connection that carried it, if there is no other by now.
  void drop_connection(const LiveRequest& request);
  /// Brings its reply to the client once more.
  void bring_again(LiveRequest& request);
  /// Reads what has arrived, without waiting, and brings it to the client.
  void read_now();
  /// While it stands still it neither reads nor writes; the kernel goes on receiving.
  void stand_still(bool still);
  /// Closes every connection. Nothing is brought any more.
  void close();

  std::deque<LiveRequest>& requests() { return requests_; }

 private:
  /// A connection to a node; null until it is first used.
  struct Line final : redis::Connection::Listener {
    Line(LiveWire& its_wire, NodeId its_node) : wire(its_wire), node(its_node) {}
    void answered(redis::Connection::Ticket ticket, Reply reply) override;
    void written(std::optional<redis::Connection::Ticket> ticket) override;
    void pushed(Reply frame) override { wire.pushed(node, std::move(frame)); }
    void lost() override;
    std::optional<int> way_to(const redis::Endpoint& other) override;
    void written_elsewhere(const redis::Endpoint& other,
                           std::optional<redis::Connection::Ticket> ticket) override;
    void lost_elsewhere(const redis::Endpoint& other) override;
    void announce(ClientWay& on, std::optional<redis::Connection::Ticket> ticket);
    void read_now();
    /// The same, and why the proxy has ended the connection, if it has.
    Reply explained(Reply unknown) const;

    LiveWire& wire;
    const NodeId node;
    std::shared_ptr<ClientWay>
        way;  ///< its connection's way through the proxy; null: there is none
    /// By address: the ways to others in the node's cluster.
    std::map<std::string, std::shared_ptr<ClientWay>> elsewhere;
    std::unique_ptr<redis::Connection> connection;
    std::uint32_t number = 0;
    bool dropped = false;  ///< by its client
    bool listens = false;  ///< it is the one on which the node pushes
  };

  void take() override { bring(); }
  void bring();
  Line& open_line(Line& line);
  Line& line_for(const LiveRequest& request);
  void answered(LiveRequest& request, Reply reply);
  void resource_answered(std::uint32_t message, Reply reply) override;
  void pushed(NodeId node, Reply frame);
  void close_resource();
  void free_if_over(LiveRequest& request);

  LiveReceiver& receiver_;
  redis::Loop& loop_;
  const std::vector<redis::Endpoint>& nodes_;
  const redis::Login& login_;
  ResourceDoor* resource_;
  ClientWays* ways_;
  const ClientId client_;
  bool still_ = false;
  std::deque<LiveRequest> requests_;  ///< used or not; they stay where they are
  std::vector<LiveRequest*> free_;
  std::deque<LiveRequest*> arrived_;  ///< answered, and not brought yet
  std::deque<Line> lines_;            ///< by NodeId
  std::deque<Line> listening_;        ///< by NodeId
  std::vector<NodeId> quiet_;         ///< whose pushes have ended, and nobody was told yet
  std::uint32_t opened_ = 0;          ///< connections, ever
};

}  // namespace locklab::app
