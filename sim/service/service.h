// A service behind a node: it takes sessions and commands, replies at once or later, and pushes
// frames.
//
// A service has no network, no world time and no process. Its host has those: it passes one command
// at a time with the service's own wall clock, carries the service's messages, and keeps the
// record. To add a service other than Redis, add a class here; the host does not change.
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
#include "sim/scenario/key_removal.h"
#include "sim/scenario/write_refusal.h"
#include "sim/service/key_change.h"
#include "sim/trace/event.h"
#include "sim/trace/fingerprint.h"
#include "sim/wire/service_session.h"

namespace locklab::sim {

/// Identifies a request between a service and its host; unique among waiting requests.
using Ticket = std::uint32_t;
/// Identifies a connection between a service and its host.
using SessionId = std::uint32_t;

/// A service's host, which the service notifies during any of its calls.
class ServiceHost {
 public:
  virtual void key_changed(const KeyChange& change) = 0;
  /// Called when the running command has accessed the resource; `access` has its kind, value, extra
  /// and detail.
  virtual void accessed(const Event& access) = 0;
  /// Called when a deferred request can be answered. The host later takes the answer with
  /// conclude().
  virtual void ready(Ticket ticket) = 0;
  /// Called when the running command blocks all others; `why` gives the reason in words.
  virtual void busy(const char* why) = 0;
  virtual void push(SessionId session, Reply frame) = 0;
  /// The number of replicas that have all changes up to this offset.
  virtual std::int64_t replicas_with(std::uint64_t offset) const = 0;

 protected:
  ~ServiceHost() = default;
};

/// A service whose changes others of its kind can replicate, asynchronously and in order.
class Replicated {
 public:
  virtual void become_replica() = 0;
  virtual void become_master() = 0;
  /// Sets a master's number of replicas; from the first one on it collects its changes.
  virtual void set_replicas(std::size_t count) = 0;
  /// The changes since the last call.
  virtual std::vector<Effect> take_effects() = 0;
  /// The number of changes so far.
  virtual std::uint64_t offset() const = 0;
  /// All keys, to be applied after forget_all().
  virtual std::vector<Effect> snapshot() const = 0;
  virtual void forget_all() = 0;
  virtual void apply(const Effect& effect, std::int64_t now_us) = 0;
  /// Called when a replica may have acknowledged more than before.
  virtual void acknowledged() = 0;

 protected:
  ~Replicated() = default;
};

/// A service that shares its keys with others of its kind by slots (Redis Cluster).
class Clustered {
 public:
  /// Joins a cluster (Server::join_cluster).
  virtual void join(
      std::function<std::string(std::uint16_t slot)> slot_error,
      std::function<void(std::string_view channel, std::string_view text)> publish) = 0;
  /// Delivers a message from another service to the subscribers here.
  virtual void publish(std::string_view channel, std::string_view text) = 0;
  /// Removes all keys of a slot, and returns them with deadlines in ms from now.
  virtual std::vector<Effect> give_away(std::uint16_t slot, std::int64_t now_us) = 0;
  /// Takes a key given away by another service.
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

  /// The time at which a command is answered.
  struct Answer {
    enum class When : std::uint8_t {
      now,
      later,  ///< when the service calls ready(), or at the latest after `timeout_us` (0 for no
              ///< limit)
      never,  ///< the command has ended the service's process
    };
    When when = When::now;
    std::int64_t timeout_us = 0;
  };

  /// Opens a connection. The session ends with it.
  virtual std::unique_ptr<ServiceSession> open(SessionId id) = 0;
  /// Runs one command at the service's wall clock (us since 1970). If answered now, `reply` is set.
  /// `from` is the command's origin; its message is the request's ticket.
  virtual Answer run(ServiceSession& session, const Command& command, const Origin& from,
                     std::int64_t now_us, Reply& reply) = 0;
  /// The answer to a deferred request that is ready, or whose time is over.
  virtual Reply conclude(Ticket ticket) = 0;

  /// Stores a number under a key before anything runs. A service without keys does nothing.
  virtual void prepare(std::string_view /*key*/, std::int64_t /*value*/, std::int64_t /*now_us*/) {}

  /// Does what is due by the service's wall clock, such as removing expired keys.
  virtual void let_time_pass(std::int64_t now_us) = 0;
  /// The time, in ms of the service's clock, after which something is due; -1 if nothing is.
  virtual std::int64_t next_due_ms() const = 0;

  /// Removes keys as somebody who is no client of the run does: of `locks`, or of all keys. The
  /// host hears of each as lost. Returns how many there were; nullopt if it runs no command now.
  virtual std::optional<std::size_t> remove_keys(KeyRemoval /*how*/,
                                                 const std::vector<std::string>& /*locks*/,
                                                 std::int64_t /*now_us*/) {
    return 0;
  }
  /// Fails writes for exactly these reasons (0 for none) from now on, until the process dies. A
  /// service without stored data does nothing.
  virtual void refuse(WriteRefusals /*why*/) {}
  /// Loses what dies with a process: unanswered requests, and data kept only in memory. The disk
  /// stays.
  virtual void lose_process(std::int64_t now_us) = 0;
  /// Loses what a power failure takes: also data not yet synced to disk.
  virtual void lose_power(std::int64_t now_us) = 0;

  virtual std::size_t key_count() const = 0;
  /// Whether it has that key, expired or not.
  virtual bool has_key(std::string_view /*key*/) const { return false; }
  /// The text under a key, expired or not; nullopt if there is none.
  virtual std::optional<std::string_view> text_at(std::string_view key) const = 0;
  /// A text that a command requires before it does anything.
  struct Condition {
    std::string_view key;
    std::string_view text;
  };
  /// The condition of `command`: unless it is met the command changes nothing, and always has the
  /// same reply. nullopt if it has no such condition. Both views live as long as the command.
  virtual std::optional<Condition> asks_for(const Command& /*command*/) const {
    return std::nullopt;
  }
  /// Adds everything that decides future replies, except the clock and the sessions.
  virtual void fingerprint(Fingerprint& print) const = 0;

  /// Null if it cannot be replicated.
  virtual Replicated* replicated() { return nullptr; }
  /// Null if it does not share its keys.
  virtual Clustered* clustered() { return nullptr; }
};

}  // namespace locklab::sim
