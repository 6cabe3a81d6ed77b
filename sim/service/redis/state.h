// The internals of Server, shared by the files of this folder; no file elsewhere includes this one.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lock/command.h"
#include "lock/reply.h"
#include "sim/service/redis/keyspace.h"
#include "sim/service/redis/server.h"

namespace locklab::sim {

/// The connections that listen to each channel, in the order of subscription. Shared by connections
/// and server, as either may be destroyed first.
class Channels {
 public:
  void add(std::string_view channel, std::uint32_t session);
  void remove(std::string_view channel, std::uint32_t session);
  std::vector<std::uint32_t> of(std::string_view channel) const;
  void clear() { listeners_.clear(); }
  void fingerprint(Fingerprint& print) const;

 private:
  std::map<std::string, std::vector<std::uint32_t>, std::less<>> listeners_;
};

struct Session::State {
  struct Watch {
    std::string key;
    std::uint64_t touches;
    bool alive;  ///< at WATCH, it existed and had not expired
  };

  bool in_transaction = false;
  bool must_abort = false;         ///< a command was refused while queueing
  std::uint32_t queued_flags = 0;  ///< `write` and `may_grow`, if any queued command has them
  std::vector<Command> queue;
  std::vector<Watch> watches;
  std::uint64_t write_offset = 0;  ///< replication offset of this connection's last write
  std::vector<std::string> subscribed;
  std::shared_ptr<Channels> channels;  ///< the server's; null before the first subscription
  std::uint32_t id = 0;

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State();
  void end_transaction();
};

/// A script that the server knows by its SHA-1.
struct KnownScript {
  std::string text;
  std::uint32_t flags = 0;       ///< of its "#!lua flags=..." line, see scripts.h
  std::uint64_t generation = 0;  ///< the generation of the thread's Lua engine that compiled it
  int compiled = 0;              ///< the engine's number for it
};

/// The scripts that a server knows. Clients run the same script repeatedly, so the last one is
/// found without hashing its name.
class KnownScripts {
 public:
  /// Null if unknown.
  KnownScript* find(std::string_view sha1) {
    if (last_ && last_->first == sha1) return &last_->second;
    const auto found = scripts_.find(sha1);
    if (found == scripts_.end()) return nullptr;
    last_ = &*found;
    return &last_->second;
  }
  KnownScript& add(std::string_view sha1) { return scripts_[std::string(sha1)]; }
  void erase(std::string_view sha1) {
    last_ = nullptr;
    scripts_.erase(std::string(sha1));
  }
  void clear() {
    last_ = nullptr;
    scripts_.clear();
  }

 private:
  NameMap<KnownScript> scripts_;
  NameMap<KnownScript>::value_type* last_ = nullptr;
};

/// A script that used up its budget. Redis would still be running it; no client can see the
/// difference.
struct StuckScript {
  Reply killed;        ///< its reply if SCRIPT KILL ends it
  bool wrote = false;  ///< it wrote, so only SHUTDOWN NOSAVE ends it
  bool in_exec = false;
  std::vector<Reply> done;    ///< EXEC's replies so far
  std::vector<Command> rest;  ///< EXEC's remaining commands
};

using WordsView = std::span<const std::string_view>;

struct ServerState {
  explicit ServerState(ServerOptions o) : options(o), keys(o.persistence) {}

  ServerOptions options;
  Keyspace keys;
  std::int64_t now_us = 0;
  bool replica = false;
  int replicas = 0;
  WriteRefusals refusals = 0;  ///< why it refuses writes
  bool out_of_memory = false;  ///< as of the beginning of the running command
  KnownScripts scripts;
  bool declared_scripts = false;  ///< whether any of them ever had a "#!lua" line
  static constexpr std::uint64_t first_random =
      0x1234abcd330e;  ///< the initial state of Redis's own drand48()
  std::uint64_t random = first_random;
  std::optional<StuckScript> blocked;
  std::optional<Reply> killed_script;
  std::shared_ptr<Channels> channels;  ///< created on the first subscription
  std::function<void(std::uint32_t, Reply)> push;
  /// In a cluster: the error for a command with keys of a slot, or empty if it may run here. Null
  /// outside a cluster.
  std::function<std::string(std::uint16_t)> slot_error;
  /// In a cluster: passes a channel's message to the other servers. May be empty.
  std::function<void(std::string_view, std::string_view)> publish_elsewhere;

  void set_clock(std::int64_t us);
  /// Commits the command's changes, unless an endless script still blocks the server.
  void settle();

  static Session::State& of(Session& session);
  static std::uint32_t id_of(const Session& session) { return session.id_; }
  static Session::State* maybe(Session& session) { return session.state_.get(); }
};

/// Sends a channel's message to the subscribers on this server, and returns their number.
std::size_t publish_here(ServerState& server, std::string_view channel, std::string_view text);

}  // namespace locklab::sim
