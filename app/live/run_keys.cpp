#include "app/live/run_keys.h"

#include <fmt/format.h>

#include "lock/key_beside.h"
#include "lock/strategy.h"
#include "sim/scenario/resource_commands.h"

namespace locklab::app {

std::vector<std::string> keys_beside(const std::string& lock) {
  return {key_beside(lock, "token")};
}

std::string numbered_lock(const std::string& prefix, std::uint64_t number) {
  std::string key = prefix;
  key += '{';
  return key.append(fmt::format_int(number).c_str()) += '}';
}

std::vector<std::string> keys_of(const sim::Scenario& scenario) {
  std::vector<std::string> keys = locks_of(scenario);
  const Strategy& strategy = *find_strategy(scenario.strategy);
  // A user of the server may have no right to keys that the run never touches.
  const std::size_t locks = strategy.traits.has(Trait::fenced) ? keys.size() : 0;
  for (std::size_t i = 0; i < locks; ++i)
    for (std::string& beside : keys_beside(keys[i])) keys.push_back(std::move(beside));
  // With other strategies the resource is the lab's own.
  if (strategy.atomic_work) keys.push_back(sim::counter_key(scenario.resource));
  return keys;
}

}  // namespace locklab::app
