#include "app/live/servers/named_servers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#include "app/live/live_limits.h"
#include "app/live/run_keys.h"
#include "app/live/servers/info_field.h"
#include "app/live/servers/janitor_process.h"
#include "app/words/display_text.h"
#include "lock/redis/blocking_client.h"
#include "lock/redis/random_source.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

constexpr Duration patience = 2s;

struct Advice {
  std::string_view error;
  Sentence remedy;
};

/// Advice for errors in which Redis itself gives the reason.
const std::vector<Advice>& advices() {
  static const std::vector<Advice> all{
      {"NOAUTH",
       say("it asks for a password: set LOCKLAB_REDIS_PASSWORD, or type it in (--ask-password)")},
      {"WRONGPASS",
       say("user or password is wrong: check both (for the command line --user and the "
           "environment variable LOCKLAB_REDIS_PASSWORD)")},
      {"NOPERM", say("ACL SETUSER must allow this user the commands of the lock, on the keys "
                     "~locklab:* (with fenced also ~{locklab:*}:*; a load: ~locklab:stress:*)")},
      {"ERR AUTH", say("it has no password: leave LOCKLAB_REDIS_PASSWORD unset")},
      {"CLUSTERDOWN", say("its cluster serves no keys: see CLUSTER INFO, or name a single server")},
      {"MOVED",
       say("it is one node of a cluster, and its user may not ask it whether it is (INFO): "
           "allow that, or name a single server")},
      {"LOADING", say("it still loads its data: try again when it has")},
      {"READONLY", say("it is a read-only replica: name its master")},
      {"MASTERDOWN", say("it is a replica that has lost its master: name a master")},
      {"OOM", say("its memory is full (maxmemory): free some, or name another server")},
      {"NOREPLICAS", say("it has too few replicas to write (min-replicas-to-write): see INFO "
                         "replication")},
      {"DENIED", say("it is in protected mode: give it a password, or run on its own machine")},
      {"ERR max number of clients", say("it takes no more connections (maxclients): allow more, or "
                                        "let fewer clients run")},
      {"ERR unknown command", say("it does not have a command that this lock needs: look for "
                                  "rename-command in its configuration, or name another server")},
      {"MISCONF", say("it cannot save its data and so refuses writes: see its log")},
  };
  return all;
}

bool same_address(const redis::Endpoint& a, const redis::Endpoint& b) {
  return a.address_length == b.address_length &&
         std::memcmp(&a.address, &b.address, a.address_length) == 0;
}

std::string random_name() {
  redis::RandomSource random;
  return fmt::format("{:016x}{:016x}", random.bits(), random.bits());
}

/// Makes a server's or a user's text safe for a terminal, and fit for the middle of a sentence:
/// without a final full stop.
std::string in_quotes(std::string_view text) {
  if (text.ends_with('.') && !text.ends_with("..")) text.remove_suffix(1);
  return fit(printable(text), 300);
}

std::string name_of(const redis::Endpoint& server) { return printable(server.text()); }

std::optional<LiveProblem> probe_answer(redis::BlockingClient& client,
                                        const redis::Endpoint& server) {
  const Reply pong = client.call(Command("PING"), patience);
  if (pong != Reply::status("PONG")) return server_refused(server, pong);
  return std::nullopt;
}

std::optional<LiveProblem> probe_write(redis::BlockingClient& client, const redis::Endpoint& server,
                                       const std::string& prefix) {
  const std::string key = prefix + "probe:" + random_name();
  // The lease removes the key even if the lab dies.
  const Reply written = client.call(set_nx_px(key, "1", 2s), patience);
  if (!written.ok()) return server_refused(server, written);
  // Without the right to delete, a run could neither release a lock nor clean up.
  const Reply deleted = client.call(del(key), patience);
  if (deleted.kind != Reply::Kind::integer) return server_refused(server, deleted);
  return std::nullopt;
}

std::optional<LiveProblem> probe_keys(redis::BlockingClient& client, const redis::Endpoint& server,
                                      const std::vector<std::string>& keys) {
  for (const std::string& key : keys) {
    Command exists("EXISTS");
    exists.add(key);
    const Reply reply = client.call(exists, patience);
    if (reply.kind != Reply::Kind::integer) return server_refused(server, reply);
    if (reply.integer != 0)
      return LiveProblem{
          say("the server at {} has a key {} already", name_of(server), printable(key)),
          say("another run may use it; if none does, remove it with DEL")};
  }
  return std::nullopt;
}

/// Marks the server unless another run has, atomically: of two runs that begin at the same time,
/// one is refused.
std::optional<LiveProblem> mark_as_ours(redis::BlockingClient& client,
                                        const redis::Endpoint& server, Janitor& janitor,
                                        const std::string& mark) {
  const std::string run = random_name();
  janitor.keep_mark(server, mark, run);
  const Reply marked = client.call(set_nx_px(mark, run, mark_lease), patience);
  if (marked.ok()) return std::nullopt;
  if (!marked.is_nil()) return server_refused(server, marked);
  return LiveProblem{
      say("another run uses the server at {} now", name_of(server)),
      say("wait until it has ended: its mark {} goes with it, within {} s at the latest", mark,
          us(mark_lease) / 1'000'000)};
}

/// Marks the server as shared unless other labs have, and adds this lab's sign.
std::optional<LiveProblem> mark_as_shared(redis::BlockingClient& client,
                                          const redis::Endpoint& server, Janitor& janitor,
                                          const Janitor::Share& share) {
  janitor.keep_share(server, share);
  const Reply signed_in =
      client.call(set_nx_px(share.sign, share.sign_value, mark_lease), patience);
  if (signed_in.is_nil())
    return LiveProblem{
        say("this part of the load runs already on the server at {}", name_of(server)),
        say("give each generator a number of its own; after one that was killed, "
            "wait {} s",
            us(mark_lease) / 1'000'000)};
  if (!signed_in.ok()) return server_refused(server, signed_in);
  constexpr int tries = 3;  // the mark may expire between two commands
  for (int i = 0; i < tries; ++i) {
    const Reply marked = client.call(set_nx_px(share.mark, share.mark_value, mark_lease), patience);
    if (marked.ok()) return std::nullopt;
    if (!marked.is_nil()) return server_refused(server, marked);
    const Reply owner = client.call(get(share.mark), patience);
    if (owner.is_text(share.mark_value)) return std::nullopt;
    if (!owner.is_nil()) break;
  }
  return LiveProblem{
      say("another run uses the server at {} now", name_of(server)),
      say("wait until it has ended; if it is another part of this load, give all parts the same "
          "options")};
}

}  // namespace

LiveProblem server_refused(const redis::Endpoint& server, const Reply& reply) {
  if (reply.is_unknown())
    return {say("cannot reach a Redis at {}: {}", name_of(server), in_quotes(reply.text)),
            say("start a redis-server there, or check host and port (one without TLS)")};
  if (!reply.is_error())
    return {say("the server at {} does not answer as a Redis would: it said {}", name_of(server),
                in_quotes(as_printed(reply))),
            say("see which program has that port, and name a redis-server")};
  LiveProblem problem{
      say("the server at {} refused: {}", name_of(server), in_quotes(as_printed(reply))), {}};
  for (const Advice& advice : advices())
    if (reply.text.starts_with(advice.error)) problem.remedy = advice.remedy;
  return problem;
}

LiveProblem connection_refused(const redis::Endpoint& server, const Reply& why) {
  if (why.silence() == Silence::no_socket)
    return {say("no connection to the server at {}: {}", name_of(server), in_quotes(why.text)),
            raise_limit()};
  return server_refused(server, why);
}

std::optional<LiveProblem> server_trouble(const redis::Endpoint& server, const Reply& reply,
                                          bool may_be_loading) {
  if (!reply.is_error() || (may_be_loading && reply.text.starts_with("LOADING")))
    return std::nullopt;
  for (const Advice& advice : advices())
    if (reply.text.starts_with(advice.error)) return server_refused(server, reply);
  return std::nullopt;
}

LiveProblem left_behind(const std::vector<Janitor::Left>& keys) {
  Sentence all;
  for (const Janitor::Left& left : keys) {
    const Sentence key = say("{} at {} ({})", printable(left.key), printable(left.server),
                             Sentence::name(in_quotes(left.why)));
    all = all.empty() ? key : say("{}, {}", all, key);
  }
  return {say("these keys could not be removed: {}", all), say("remove them with DEL")};
}

LiveProblem together(LiveProblem problem, const LiveProblem& also) {
  const Sentence more = sentence(also);
  problem.remedy = problem.remedy.empty() ? more : say("{}; {}", problem.remedy, more);
  return problem;
}

std::optional<LiveProblem> resolve_servers(const LiveTarget& target,
                                           std::vector<redis::Endpoint>& endpoints) {
  for (const LiveTarget::Server& server : target.servers) {
    std::string why;
    const auto endpoint = redis::resolve(server.host, server.port, why);
    if (!endpoint)
      return LiveProblem{Sentence::name(printable(why)), say("check the server's name")};
    for (const redis::Endpoint& other : endpoints)
      if (same_address(*endpoint, other))
        return LiveProblem{say("{} is named for two nodes", name_of(*endpoint)),
                           say("name a server of its own for each node"), 2};
    endpoints.push_back(*endpoint);
  }
  return std::nullopt;
}

std::optional<LiveProblem> look_for_cluster(const std::vector<redis::Endpoint>& servers,
                                            redis::Login& login) {
  for (const redis::Endpoint& server : servers) {
    const Reply info =
        redis::BlockingClient(server, login).call(Command("INFO").add("cluster"), patience);
    if (info.kind != Reply::Kind::text || info_field("\n" + info.text, "cluster_enabled") != "1")
      continue;
    if (servers.size() > 1)
      return LiveProblem{
          say("the server at {} is a node of a Redis Cluster, where a key is on one master",
              name_of(server)),
          say("name one node of the cluster alone, with a lock for one server; a lock for several "
              "masters needs servers that know nothing of each other"),
          2};
    login.cluster = true;
  }
  return std::nullopt;
}

std::optional<LiveProblem> probe_master(const redis::Endpoint& server, const redis::Login& login,
                                        const std::vector<std::string>& keys, Janitor& janitor,
                                        const std::string& prefix) {
  redis::BlockingClient client(server, login);
  if (auto problem = probe_answer(client, server)) return problem;
  if (auto problem = probe_write(client, server, prefix)) return problem;
  if (auto problem = mark_as_ours(client, server, janitor, prefix + "run")) return problem;
  return probe_keys(client, server, keys);
}

std::optional<LiveProblem> probe_shared_master(const redis::Endpoint& server,
                                               const redis::Login& login,
                                               const Janitor::Share& share, Janitor& janitor,
                                               const std::string& prefix) {
  redis::BlockingClient client(server, login);
  if (auto problem = probe_answer(client, server)) return problem;
  if (auto problem = probe_write(client, server, prefix)) return problem;
  return mark_as_shared(client, server, janitor, share);
}

std::optional<LiveProblem> probe(const sim::Scenario& scenario, const redis::Login& login,
                                 const std::vector<redis::Endpoint>& endpoints, Janitor& janitor) {
  const std::vector<std::string> keys = keys_of(scenario);
  for (std::size_t i = 0; i < endpoints.size(); ++i) {
    const bool master = scenario.nodes[i].replica_of.empty();
    redis::BlockingClient client(endpoints[i], login);
    auto problem = master ? probe_master(endpoints[i], login, keys, janitor, "locklab:")
                          : probe_answer(client, endpoints[i]);
    if (problem) return problem;
  }
  return std::nullopt;
}

LiveProblem server_lost(const redis::Endpoint& server, const Sentence& why) {
  return {say("the server at {} was lost during the run ({}), although the scenario has no such "
              "fault",
              name_of(server), why),
          say("see what became of it, and run again")};
}

LiveProblem server_lost_under_load(const redis::Endpoint& server, const Sentence& why) {
  return {say("the server at {} was lost in the middle of the load ({})", name_of(server), why),
          say("see what became of it, and run again")};
}

std::optional<LiveProblem> probe_silent(const sim::Trace& trace, const redis::Login& login,
                                        const std::vector<redis::Endpoint>& endpoints) {
  std::vector<bool> silent(endpoints.size());
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].kind == sim::EventKind::timed_out && index(trace[i].node) < silent.size())
      silent[index(trace[i].node)] = true;
  for (std::size_t i = 0; i < endpoints.size(); ++i) {
    if (!silent[i]) continue;
    const Reply pong = redis::BlockingClient(endpoints[i], login).call(Command("PING"), patience);
    if (pong.is_unknown()) return server_lost(endpoints[i], Sentence::name(in_quotes(pong.text)));
  }
  return std::nullopt;
}

}  // namespace locklab::app
