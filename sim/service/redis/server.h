// A simulated redis-server: the reply of Redis 7.0 to each command, and the state that it keeps.
//
// The server has no network, no world time and no client program. Its driver passes a command with
// the server's own wall clock, and gets the reply; a world, a parity test or a real socket can all
// drive it.
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
#include "sim/scenario/persistence.h"
#include "sim/scenario/write_refusal.h"
#include "sim/service/key_change.h"
#include "sim/trace/fingerprint.h"

namespace locklab::sim {

struct ServerOptions {
  Persistence persistence = Persistence::none;
  bool shares_keys = false;     ///< with other servers: by replication, or with its slots
  std::uint64_t maxmemory = 0;  ///< limit of bytes of keys and values, above which commands that
                                ///< may add to them fail with OOM; 0 for no limit
  /// Lua instructions after which a script counts as endless and the server as BUSY.
  std::uint32_t script_budget = 5'000'000;
};

/// The state of one connection: queued transaction, watched keys, subscriptions, last write.
class Session {
 public:
  /// `id` is the driver's number for the connection (Server::on_push).
  explicit Session(std::uint32_t id = 0);
  ~Session();
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;

  struct State;
  void fingerprint(Fingerprint& print) const;

 private:
  friend class Server;
  friend struct ServerState;
  std::uint32_t id_;
  std::unique_ptr<State> state_;  ///< created on demand: most connections need none
};

/// The result of a command.
struct Outcome {
  enum class Kind : std::uint8_t {
    replied,
    waits_for_replicas,  ///< WAIT: the driver replies when `replicas` acknowledged `offset`, or
                         ///< after timeout
    blocked_by_script,   ///< its script is endless: the reply comes from
                         ///< Server::take_killed_script()
    no_reply,            ///< there is never a reply (SHUTDOWN)
  };
  Reply reply;
  Kind kind = Kind::replied;
  std::int64_t replicas = 0;
  std::int64_t timeout_ms = 0;  ///< 0 to wait forever
  std::uint64_t offset = 0;     ///< replication offset that replicas must have applied
};

struct ServerState;

class Server {
 public:
  explicit Server(ServerOptions options = {});
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Sets the observer, which any call may notify of changes of keys. May be empty.
  void on_change(std::function<void(const KeyChange&)> observer);
  /// Sets the carrier of pushes: a channel's messages, and all replies of a SUBSCRIBE or
  /// UNSUBSCRIBE except the first. May be empty.
  void on_push(std::function<void(std::uint32_t session, Reply frame)> carrier);

  /// Runs one command as Redis 7.0.15 does, at the server's wall clock `now_us` (microseconds since
  /// 1970 or any other epoch). `argv` has at least one word. Keys past their deadline are gone.
  Outcome execute(Session& session, const PackedWords& argv, std::int64_t now_us);

  /// Sets the origin of the commands that run from now on: keys are attributed to it.
  void run_for(const Origin& origin);

  /// Makes `script` known to EVALSHA, like SCRIPT LOAD without a reply. Cheap if it is already
  /// known.
  void preload(const Script& script);

  /// The reply of the script that blocked the server, once SCRIPT KILL has ended it; for the
  /// session that ran it.
  std::optional<Reply> take_killed_script();
  bool busy() const;

  /// The earliest deadline of any key in ms, -1 for none. A key expires once the clock, in ms, is
  /// past its deadline.
  std::int64_t next_deadline_ms() const;
  /// The value of a key, expired or not; nullopt if it does not exist or is not a string.
  std::optional<std::string_view> text_at(std::string_view key) const;
  /// Removes every key whose deadline has passed (Redis's active expiry, without its randomness). A
  /// replica waits for its master instead, but answers reads as if the keys were gone.
  void expire_due(std::int64_t now_us);

  // Replication: a master emits effects in order; the driver carries them to replicas.
  void become_replica();
  void become_master();
  bool is_replica() const;
  void collect_effects(bool on);
  std::vector<Effect> take_effects();
  std::uint64_t offset() const;  ///< number of changes so far
  void apply(const Effect& effect, std::int64_t now_us);
  /// All keys sorted by name: a full resynchronisation, to be applied after forget_all() on the
  /// replica.
  std::vector<Effect> snapshot() const;
  void forget_all();
  /// Sets the number of connected replicas, which WAIT returns inside a transaction. Outside, WAIT
  /// waits even if there are too few.
  void set_replicas(int connected);

  // Redis Cluster.
  /// Joins a cluster. `slot_error` returns the error for a command with keys of a slot ("MOVED 9842
  /// n2:6379"), or empty if it may run here. `publish` passes a channel's message to all others.
  void join_cluster(std::function<std::string(std::uint16_t slot)> slot_error,
                    std::function<void(std::string_view channel, std::string_view text)> publish);
  /// Delivers a message from another server to the subscribers here.
  void publish(std::string_view channel, std::string_view text);
  /// Removes all keys of a slot and returns them, for the slot's new server. Their deadlines are in
  /// ms from now.
  std::vector<Effect> give_away(std::uint16_t slot, std::int64_t now_us);
  /// Takes a key that another server has given away.
  void take_over(Effect key, std::int64_t now_us);

  /// Removes keys as somebody else's DEL of `locks`, FLUSHALL or an eviction does, and returns how
  /// many there were; nullopt while a script keeps the server busy.
  std::optional<std::size_t> remove_keys(KeyRemoval how, const std::vector<std::string>& locks,
                                         std::int64_t now_us);

  /// Refuses writes for exactly these reasons (0 for none) from now on. A new process accepts
  /// writes again.
  void refuse(WriteRefusals why);

  // Crashes. Sessions die with the process, and the driver drops them. Scripts are forgotten.
  /// The process dies at `now_us`: with an AOF (everysec or always) only the changes of an
  /// unfinished script are lost, otherwise everything.
  void lose_process(std::int64_t now_us);
  /// The machine's power fails at `now_us`: everything that the AOF has not synced is lost too.
  /// Under everysec the first write of a second is synced at once, later ones when the next second
  /// begins.
  void lose_power(std::int64_t now_us);

  std::size_t key_count() const;
  /// Whether it has that key, expired or not.
  bool has_key(std::string_view key) const;
  /// Adds everything that decides future replies, except the clock, the sessions and the known
  /// scripts.
  void fingerprint(Fingerprint& print) const;
  /// The value, deadline and origin of one key at `now_us`; nullopt if it does not exist or has
  /// expired.
  std::optional<Effect> look_up(std::string_view key, std::int64_t now_us) const;

 private:
  std::unique_ptr<ServerState> state_;
};

}  // namespace locklab::sim
