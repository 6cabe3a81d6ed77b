#include "app/live/servers/replica_keys.h"

#include "lock/redis/blocking_client.h"

namespace locklab::app {

std::vector<sim::Effect> keys_of(ServerProcess& server) {
  redis::BlockingClient client(server.endpoint(), server.login());
  Command all("KEYS");
  all.add("*");
  const Reply names = client.call(all);
  std::vector<sim::Effect> keys;
  for (const Reply& name : names.items) {
    Command read("GET");
    read.add(name.text);
    const Reply value = client.call(read);
    Command ends("PEXPIRETIME");
    ends.add(name.text);
    const Reply deadline = client.call(ends);
    if (value.kind != Reply::Kind::text || deadline.kind != Reply::Kind::integer) continue;
    keys.push_back({name.text, sim::KeyValue(value.text), deadline.integer});
  }
  return keys;
}

}  // namespace locklab::app
