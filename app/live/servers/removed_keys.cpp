#include "app/live/servers/removed_keys.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <string_view>
#include <utility>

#include "app/live/servers/refused_writes.h"

namespace locklab::app {

namespace {

/// Sends commands to one server until one of them fails.
class Remover {
 public:
  explicit Remover(redis::BlockingClient& server) : server_(server) {}

  /// Returns the reply, which is unknown after a failure.
  Reply send(std::initializer_list<std::string_view> words) {
    if (failed()) return {};
    Command command(*words.begin());
    for (const std::string_view* word = words.begin() + 1; word != words.end(); ++word)
      command.add(*word);
    Reply reply = server_.call(command);
    if (!reply.is_error() && !reply.is_unknown()) return reply;
    if (refusal_in(reply) || reply.text.starts_with("BUSY ")) {
      gone_.why = sim::NoEffect::node_refuses;
    } else if (reply.text.starts_with("CLUSTERDOWN ")) {
      gone_.why = sim::NoEffect::just_back;
    } else if (!reply.text.starts_with("MOVED ")) {  // the key is elsewhere
      gone_.failed = reply.text;
    }
    return {};
  }
  /// The names of all keys, sorted as in the simulator.
  std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const Reply& name : send({"KEYS", "*"}).items) all.push_back(name.text);
    std::sort(all.begin(), all.end());
    return all;
  }
  void del(const std::string& key) {
    if (send({"DEL", key}).integer > 0) gone_.keys.push_back(key);
  }
  /// A command frees memory before it runs, so the second one evicts whatever may be evicted.
  void evict() {
    send({"CONFIG", "SET", "maxmemory-policy", "volatile-ttl", "maxmemory", "1"});
    send({"CONFIG", "SET", "maxmemory-policy", "noeviction", "maxmemory", "0"});
  }

  bool failed() const { return gone_.why != sim::NoEffect::none || !gone_.failed.empty(); }
  RemovedKeys& gone() { return gone_; }

 private:
  redis::BlockingClient& server_;
  RemovedKeys gone_;
};

}  // namespace

RemovedKeys remove_keys(redis::BlockingClient& server, sim::KeyRemoval how,
                        const std::vector<std::string>& locks) {
  Remover remover(server);
  if (how == sim::KeyRemoval::del) {
    for (const std::string& lock : locks) remover.del(lock);
  } else {
    const std::vector<std::string> before = remover.names();
    how == sim::KeyRemoval::flush ? void(remover.send({"FLUSHALL"})) : remover.evict();
    const std::vector<std::string> left = remover.names();
    if (!remover.failed())
      std::set_difference(before.begin(), before.end(), left.begin(), left.end(),
                          std::back_inserter(remover.gone().keys));
  }
  if (remover.gone().keys.empty() && !remover.failed()) remover.gone().why = sim::NoEffect::no_key;
  return std::move(remover.gone());
}

}  // namespace locklab::app
