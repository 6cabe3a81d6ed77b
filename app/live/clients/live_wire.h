// The connections of one live client: one to each server and one more for its pushes, through the
// proxy if there is one, and one to the resource. Replies and pushes are delivered by the loop,
// never while the client's code runs.
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

/// The client to which a wire delivers; called only from the loop.
class LiveReceiver {
 public:
  /// Called when a reply, the failure that replaces it, or a pushed frame has come.
  virtual void reply_came(LiveRequest& request) = 0;
  virtual void deadline_is_due(LiveRequest& request) = 0;
  /// Sets the client and number of a pushed frame, which reply_came() then delivers.
  virtual void sign_push(LiveRequest& frame) = 0;
  /// Called when the connection for that node's pushes has ended.
  virtual void no_more_pushes(NodeId node) = 0;

 protected:
  ~LiveReceiver() = default;
};

/// A request to a real server or to the resource, or a frame that a server has pushed.
struct LiveRequest : sim::Request {
  explicit LiveRequest(LiveReceiver& its_receiver) : deadline(*this), receiver(its_receiver) {}

  struct Deadline final : redis::QueuedTimer {
    explicit Deadline(LiveRequest& of) : request(of) {}
    void due() override { request.receiver.deadline_is_due(request); }
    LiveRequest& request;
  };
  Deadline deadline;
  LiveReceiver& receiver;
  std::uint32_t carrier = 0;  ///< number of the connection that carried it; 0 if none
  bool used = false;
  bool told = false;       ///< its outcome for the program is fixed
  bool under_way = false;  ///< its connection, or the resource, still owes a reply
  bool consumed = true;    ///< the client's process is done with it
};

/// A sender of commands to the resource.
class ResourceAsker {
 public:
  /// Called with the reply to that message, or the failure that replaces it.
  virtual void resource_answered(std::uint32_t message, Reply reply) = 0;

 protected:
  ~ResourceAsker() = default;
};

/// A live client's access to the resource that the lock protects.
class ResourceDoor {
 public:
  /// Sends a command to the resource. The reply, or the failure that replaces it, comes later, from
  /// the loop, unless the client has closed its connection by then. `about` is the command's sent
  /// event.
  virtual void ask(ResourceAsker& asker, const sim::Event& about, const Command& command) = 0;
  /// Delivers the replies that have come, without waiting.
  virtual void read_now() {}
  /// Drops the replies to that client; the commands that it has sent may still arrive.
  virtual void close(ClientId client) = 0;

 protected:
  ~ResourceDoor() = default;
};

class LiveWire final : private ResourceAsker, private redis::Turn {
 public:
  /// The parts of the world that a wire uses; all outlive it.
  struct Ways {
    redis::Loop& loop;
    const std::vector<redis::Endpoint>& nodes;  ///< by NodeId
    const redis::Login& login;
    ResourceDoor* resource;  ///< may be null if no task uses it
    ClientWays* ways;        ///< null for direct connections
  };
  LiveWire(LiveReceiver& receiver, ClientId client, const Ways& ways);
  ~LiveWire() override;

  /// Opens a connection to each of these nodes before the run, so that every command recorded as
  /// sent has one.
  void connect(const std::vector<NodeId>& nodes);
  /// Whether each connection opened by connect() is open, or already lost.
  bool connected() const;
  /// The first node whose connection is lost, and why; nullopt if there is none.
  std::optional<std::pair<NodeId, Reply>> lost_connection() const;

  LiveRequest& open(NodeId node, std::uint32_t message);
  void carry(LiveRequest& request);
  /// Notes that the client's process is done with the request.
  void consumed(LiveRequest& request);
  /// Notes that the client's program no longer awaits the reply.
  void not_awaited(LiveRequest& request);
  /// Whether the connection for that node's pushes is open.
  bool listens(NodeId node) const;
  /// Drops the connection that carried the request, unless it was replaced.
  void drop_connection(const LiveRequest& request);
  /// Queues the request's reply for delivery to the client, even if it was delivered before.
  void bring_again(LiveRequest& request);
  /// Reads what has arrived, without waiting, and delivers it to the client.
  void read_now();
  /// Stops or resumes reading and writing; the kernel continues to receive.
  void stand_still(bool still);
  /// Closes every connection. Nothing is delivered any more.
  void close();

  std::deque<LiveRequest>& requests() { return requests_; }

 private:
  /// A connection to a node, opened by connect() or when first used, and again after a loss.
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
    /// Returns the reply; in place of an unknown one, the reason that the proxy gives, if any.
    Reply explained(Reply unknown) const;

    LiveWire& wire;
    const NodeId node;
    std::shared_ptr<ClientWay> way;  ///< through the proxy; null if direct
    /// Connections to other nodes of the node's cluster, by address.
    std::map<std::string, std::shared_ptr<ClientWay>> elsewhere;
    std::unique_ptr<redis::Connection> connection;
    std::uint32_t number = 0;
    bool dropped = false;  ///< by the client
    bool listens = false;  ///< it carries the node's pushes
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
  std::deque<LiveRequest> requests_;  ///< used or not; their addresses are stable
  std::vector<LiveRequest*> free_;
  std::deque<LiveRequest*> arrived_;  ///< with a reply that is not delivered yet
  std::deque<Line> lines_;            ///< by NodeId
  std::deque<Line> listening_;        ///< by NodeId
  std::vector<NodeId> quiet_;         ///< nodes whose pushes ended, not reported yet
  std::uint32_t opened_ = 0;          ///< connections opened so far
};

}  // namespace locklab::app
