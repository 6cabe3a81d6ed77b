// The keys of one server: what they hold and when they expire. Every way to change a key is here,
// so that no change can pass the journal by.
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
  std::int64_t deadline_ms = -1;  ///< -1: never
  std::uint32_t heap_slot = 0;    ///< where the deadline stands in the heap, if it has one
};

/// A key with its item; it stays where it is until it is erased.
using Key = std::pair<const std::string, Item>;

inline const std::string& text_of(const Key& key) {
  return std::get<std::string>(key.second.value);
}

class Keyspace {
 public:
  explicit Keyspace(Persistence persistence) : journal(persistence) {}

  Journal journal;
  /// The server's clock, frozen for the whole of a command, a script or a transaction.
  std::int64_t now_ms = 0;
  /// A replica answers as if an expired key were gone, but waits for its master's word to remove
  /// it.
  bool replica = false;

  /// The key if it is there and has not expired; on a master an expired one is removed.
  Key* find(std::string_view name);
  bool expired(const Key& key) const {
    return key.second.deadline_ms >= 0 && now_ms > key.second.deadline_ms;
  }

  /// Creates or overwrites with a string. `found` is what find() gave for that name.
  void set(Key* found, std::string_view name, std::string_view text, std::int64_t deadline_ms);
  /// The same with a value of any type.
  void put(Key* found, std::string_view name, const KeyValue& value, std::int64_t deadline_ms);
  void set_deadline(Key& key, std::int64_t deadline_ms);
  void erase(Key& key, KeyChange::Kind why);

  void expire_due();
  std::int64_t next_deadline_ms() const {
    return heap_.empty() ? -1 : heap_.front()->second.deadline_ms;
  }

  std::size_t size() const { return keys_.size(); }
  /// Bytes of all keys and values.
  std::uint64_t bytes() const { return bytes_; }
  /// Any key of that name, expired or not, as it stands.
  const Key* look_up(std::string_view name) const;
  std::vector<const Key*> sorted() const;

  /// Brings a key to a former or a foreign state: a replica's work, and a restart's.
  void restore(const Effect& state, KeyChange::Kind when_removed);
  void erase_all(KeyChange::Kind why);

 private:
  Key* stored(std::string_view name);
  void remember(std::string_view name, const Key* key);
  Key& make(Key* found, std::string_view name);
  void written(Key& key, std::int64_t deadline_ms);

  // The keys that expire, as a binary heap by deadline, then name.
  void place(Key& key, std::int64_t deadline_ms);
  void sift_up(std::size_t slot);
  void sift_down(std::size_t slot);
  void put_in_heap(std::size_t slot, Key* key);
  void leave_heap(Key& key);

  NameMap<Item> keys_;
  NameMap<Item>::iterator last_ =
      keys_.end();  ///< the last key looked up: the likeliest to be erased
  std::vector<Key*> heap_;
  std::uint64_t bytes_ = 0;
};

}  // namespace locklab::sim
