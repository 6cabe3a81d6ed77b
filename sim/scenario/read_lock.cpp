// Reads the settings of the lock itself: lease, retries, and every switch that a strategy declares.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "sim/scenario/read_parts.h"
#include "sim/trace/time_words.h"

namespace locklab::sim {

namespace {

constexpr std::string_view key_prefix = "locklab:";
constexpr std::size_t longest_key = 512;

void read_duration(TableReader& root, const Switch& one, LockConfig& lock) {
  std::optional<Duration> time;
  TimeRange range{Duration(one.least), Duration(one.most)};
  const Value* const value = root.field(one.name);
  if (value && !one.instead.empty() && value->kind == Value::Kind::integer && value->integer == 0 &&
      one.least > 0)
    return root.complaints().wrong(value->at, say("'{}' is {}", one.name, "0"),
                                   Sentence::text(one.instead));
  root.time(one.name, time, range);
  if (!time) return;
  if (one.whole_ms && *time % 1ms != 0us)
    root.complaints().wrong(value->at, say("'{}' is {} ms", one.name, ms_number(*time)),
                            say("Redis counts it in whole milliseconds"));
  one.set(lock, us(*time));
}

void read_switch(TableReader& root, const Switch& one, LockConfig& lock) {
  std::int64_t value = one.value(lock);
  switch (one.type) {
    case SwitchType::duration:
      return read_duration(root, one, lock);
    case SwitchType::choice:
      root.word(one.name, value, one.words);
      break;
    case SwitchType::count:
      root.integer(one.name, value, one.least, one.most);
      break;
    case SwitchType::flag: {
      bool on = value != 0;
      root.flag(one.name, on);
      value = on ? 1 : 0;
      break;
    }
  }
  if (root.field(one.name)) one.set(lock, value);
}

}  // namespace

bool is_key_of_the_lab(std::string_view key) {
  return key.starts_with(key_prefix) && key.size() > key_prefix.size() && key.size() <= longest_key;
}

void read_key(TableReader& table, std::string_view field, std::string& into) {
  const Value* key = table.field(field, Value::Kind::text);
  if (!key) return;
  if (is_key_of_the_lab(key->text)) {
    into = key->text;
  } else {
    table.complaints().wrong(key->at, say("'{}' cannot be '{}'", field, key->text),
                             say("a key of the lab begins with '{}' and has at most {} bytes, for "
                                 "example '{}orders'",
                                 key_prefix, longest_key, key_prefix));
  }
}

void read_lock(TableReader& root, LockConfig& lock, const Strategy* strategy) {
  const std::string key = lock.key;
  if (strategy) lock = default_lock(*strategy);
  lock.key = key;
  read_key(root, "key", lock.key);
  const bool masters = strategy && strategy->topology == Topology::masters;
  lock.ttl = masters ? 500ms : 100ms;  // short enough to watch, long enough for five nodes
  for (const Switch& one : common_switches()) read_switch(root, one, lock);
  if (!strategy) return;
  for (const Switch& one : strategy->switches) read_switch(root, one, lock);
}

void read_other_switches(TableReader& root, LockConfig& lock, const Strategy* strategy) {
  std::set<std::string_view> read;
  if (strategy)
    for (const Switch& one : strategy->switches) read.insert(one.name);
  for (const Strategy& other : strategies())
    for (const Switch& one : other.switches)
      if (read.insert(one.name).second) read_switch(root, one, lock);
}

}  // namespace locklab::sim
