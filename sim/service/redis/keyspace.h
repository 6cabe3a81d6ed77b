// The keys of one server with their values and deadlines. All changes go through here, so the
// journal sees every one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/service/redis/journal.h"

namespace locklab::sim {

struct Item {
  KeyValue value;
  std::int64_t deadline_ms = -1;  ///< -1 if never
  Origin origin = {};
  std::uint32_t heap_slot = 0;  ///< position of the deadline in the heap, if it has one
};

/// A key with its item; its address is stable until it is erased.
using Key = std::pair<const std::string, Item>;

inline const std::string& text_of(const Key& key) {
  return std::get<std::string>(key.second.value);
}

class Keyspace {
 public:
  explicit Keyspace(Persistence persistence) : journal(persistence) {}

  ChangeJournal journal;
  /// The server's clock, frozen for the duration of a command, a script or a transaction.
  std::int64_t now_ms = 0;
  /// The origin of the running command, for the keys that it sets.
  Origin runs_for = {};
  /// A replica answers as if an expired key were gone, but removes it only when its master does.
  bool replica = false;

  /// The key if it exists and has not expired; a master removes an expired one.
  Key* find(std::string_view name);
  bool expired(const Key& key) const {
    return key.second.deadline_ms >= 0 && now_ms > key.second.deadline_ms;
  }

  /// Creates or overwrites a key with a string. `found` is the result of find() for that name.
  void set(Key* found, std::string_view name, std::string_view text, std::int64_t deadline_ms);
  /// Sets a key to a value of any type.
  void put(Key* found, std::string_view name, const KeyValue& value, std::int64_t deadline_ms,
           const Origin& origin);
  void set_deadline(Key& key, std::int64_t deadline_ms);
  void erase(Key& key, KeyChange::Kind why);

  void expire_due();
  std::int64_t next_deadline_ms() const {
    return heap_.empty() ? -1 : heap_.front()->second.deadline_ms;
  }

  std::size_t size() const { return keys_.size(); }
  /// Bytes of all keys and values.
  std::uint64_t bytes() const { return bytes_; }
  /// The key of that name as stored, expired or not.
  const Key* look_up(std::string_view name) const;
  std::vector<const Key*> sorted() const;

  /// Sets a key to an earlier state, or to that of another server. Removes it, as `when_removed`,
  /// if the state has no value.
  void restore(const Effect& state, KeyChange::Kind when_removed);
  void erase_all(KeyChange::Kind why);

 private:
  Key* stored(std::string_view name);
  void remember(std::string_view name, const Key* key);
  Key& make(Key* found, std::string_view name);
  Key& add(std::string_view name);
  void keep_memory(NameMap<Item>::node_type node);
  void written(Key& key, std::int64_t deadline_ms, const Origin& origin);

  // The keys that expire, as a binary heap by deadline, then name.
  void place(Key& key, std::int64_t deadline_ms);
  void sift_up(std::size_t slot);
  void sift_down(std::size_t slot);
  void put_in_heap(std::size_t slot, Key* key);
  void leave_heap(Key& key);

  NameMap<Item> keys_;
  NameMap<Item>::iterator last_ =
      keys_.end();  ///< the key looked up last, which is likely to be erased next
  /// Nodes of removed keys, for reuse: a lock's key is created and removed all the time.
  std::vector<NameMap<Item>::node_type> spare_;
  std::vector<Key*> heap_;
  std::uint64_t bytes_ = 0;
};

}  // namespace locklab::sim
