// What answers behind a node: sessions and commands in; replies out at once or later, and frames
// that nobody asked for.
//
// A service has no network, no world time and no process of its own. Its host keeps those: it
// brings one command at a time with the service's own wall clock, carries what the service says,
// and writes the record. Another service than Redis is another class here; the host does not
// change.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lock/command.h"
#include "lock/reply.h"
#include "sim/scenario/write_refusal.h"
#include "sim/service/key_change.h"
#include "sim/trace/event.h"
#include "sim/trace/fingerprint.h"
#include "sim/wire/service_session.h"

namespace locklab::sim {

/// Names a request between a service and its host: no two that wait have the same.
using Ticket = std::uint32_t;
/// Names a connection between a service and its host.
using SessionId = std::uint32_t;

/// The listener of a service, which tells it news during any of the service's calls.
class ServiceHost {
 public:
  virtual void key_changed(const KeyChange& change) = 0;
  /// The command that runs has reached the resource: kind, value, extra and detail are set.
  virtual void accessed(const Event& access) = 0;
  /// A request that was to be answered later can be: the host takes the answer with conclude() when
  /// its turn comes.
  virtual void ready(Ticket ticket) = 0;
  /// The command that runs blocks all others; `why` lasts.
  virtual void busy(const char* why) = 0;
  /// Sends a frame on a connection whose client has not asked for one.
  virtual void push(SessionId session, Reply frame) = 0;
  /// How many replicas have all changes up to this offset.
  virtual std::int64_t replicas_with(std::uint64_t offset) const = 0;

 protected:
  ~ServiceHost() = default;
};

/// A service whose changes others of its kind can copy, asynchronously and in order.
class Replicated {
 public:
  virtual void become_replica() = 0;
  virtual void become_master() = 0;
  /// Tells a master how many replicas it has, and from the first one on it collects its changes.
  virtual void set_replicas(std::size_t count) = 0;
  /// The changes since the last call.
  virtual std::vector<Effect> take_effects() = 0;
  /// How many changes there have been.
  virtual std::uint64_t offset() const = 0;
  /// Everything, to be applied after forget_all().
  virtual std::vector<Effect> snapshot() const = 0;
  virtual void forget_all() = 0;
  virtual void apply(const Effect& effect, std::int64_t now_us) = 0;
  /// Some replica has acknowledged more than before.
  virtual void acknowledged() = 0;

 protected:
  ~Replicated() = default;
};

/// A service that shares its keys with others of its kind, by slots (Redis Cluster).
class Clustered {
 public:
  /// Is one of a cluster from now on (Server::join_cluster).
  virtual void join(
      std::function<std::string(std::uint16_t slot)> slot_error,
      std::function<void(std::string_view channel, std::string_view text)> publish) = 0;
  /// Sends a message of another one to those who listen here.
  virtual void publish(std::string_view channel, std::string_view text) = 0;
  /// Removes all keys of a slot, and returns them with deadlines in ms from now.
  virtual std::vector<Effect> give_away(std::uint16_t slot, std::int64_t now_us) = 0;
  /// Takes a key that another one has given away.
  virtual void take_over(const Effect& key, std::int64_t now_us) = 0;

 protected:
  ~Clustered() = default;
};

class Service {
 public:
  Service() = default;
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;
  virtual ~Service() = default;

  /// When a command is answered.
  struct Answer {
    enum class When : std::uint8_t {
      now,
      later,  ///< when the service says ready(), or `timeout_us` from now (0: never)
      never,  ///< the command has ended the service's process
    };
    When when = When::now;
    std::int64_t timeout_us = 0;
  };

  /// A new connection. The session ends with it.
  virtual std::unique_ptr<ServiceSession> open(SessionId id) = 0;
  /// Runs one command at the service's wall clock (us since 1970). Answered now, `reply` is set.
  /// `from` says whose it is; its message is the request's ticket.
  virtual Answer run(ServiceSession& session, const Command& command, const Origin& from,
                     std::int64_t now_us, Reply& reply) = 0;
  /// The answer of a request that was to be answered later: it is ready, or its time is over.
  virtual Reply conclude(Ticket ticket) = 0;

  /// Puts a number under a key before anything runs. A service without keys does nothing.
  virtual void prepare(std::string_view /*key*/, std::int64_t /*value*/, std::int64_t /*now_us*/) {}

  /// Does what is due by the service's wall clock, such as removing keys whose time is over.
  virtual void let_time_pass(std::int64_t now_us) = 0;
  /// The clock's milliseconds after which something is due; -1: nothing is.
  virtual std::int64_t next_due_ms() const = 0;

  /// Answers writes with an error for these reasons from now on, until the process dies. A service
  /// that keeps nothing does nothing.
  virtual void refuse(WriteRefusals /*why*/) {}
  /// Loses what a dead process loses: sessions and unanswered requests. The disk stays.
  virtual void lose_process(std::int64_t now_us) = 0;
  /// Loses what a machine without power loses: also what was not yet synced to the disk.
  virtual void lose_power(std::int64_t now_us) = 0;

  /// How many keys it holds.
  virtual std::size_t key_count() const = 0;
  /// The text under a key, expired or not; none: there is no text.
  virtual std::optional<std::string_view> text_at(std::string_view key) const = 0;
  /// The text that a command asks for before it does anything.
  struct Condition {
    std::string_view key;
    std::string_view text;
  };
  /// What `command` asks for: without it the command changes nothing, and answers the same whatever
  /// else there is. None: it asks for nothing of that kind. Both views live as long as the command.
  virtual std::optional<Condition> asks_for(const Command& /*command*/) const {
    return std::nullopt;
  }
  /// Adds all that decides future answers, except the clock and the sessions.
  virtual void fingerprint(Fingerprint& print) const = 0;

  /// Null: others cannot copy it.
  virtual Replicated* replicated() { return nullptr; }
  /// Null: it has all its keys for itself.
  virtual Clustered* clustered() { return nullptr; }
};

}  // namespace locklab::sim
