// What a change of a key leaves behind besides the key itself: word to the observer, effects for
// the replicas, and a way back to what the disk knows.
//
// The append-only file is kept as its opposite: not what was written, but how to undo what is not
// on the disk yet. A change counts as written when its command has ended (commit), and as safe when
// it was synced.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#define XXH_INLINE_ALL  // most names are short: a call would cost more than the hash
#include <xxhash.h>

#include "sim/service/redis/server.h"

namespace locklab::sim {

/// Lets a map of std::string be searched by string_view.
struct NameHash {
  using is_transparent = void;
  std::size_t operator()(
      std::string_view name) const {  // not noexcept: then the map keeps the hashes
    return XXH3_64bits(name.data(), name.size());
  }
};

template <class T>
using NameMap = std::unordered_map<std::string, T, NameHash, std::equal_to<>>;

class Journal {
 public:
  explicit Journal(Persistence persistence) : persistence_(persistence) {}

  std::function<void(const KeyChange&)> observer;
  /// While a crash or a resynchronisation replaces the keys: nobody writes, the observer is told
  /// all the same.
  bool only_observe = false;

  /// Whether remember() must be called before each change.
  bool wants_past() const { return persistence_ != Persistence::none && !only_observe; }
  void remember(std::string_view key, std::optional<KeyValue> value, std::int64_t deadline_ms);

  /// Each change, a removal before its key is destroyed. `value` is the key's new value, null:
  /// none.
  void report(const KeyChange& change, const KeyValue* value);

  /// The command has ended: its changes are written to the file, perhaps synced, and sent to
  /// replicas.
  void commit(std::int64_t now_us);
  /// Lets time pass for the file: what was due to be synced by `now_us` is safe.
  void sync_until(std::int64_t now_us);

  /// What to undo, latest first, when the process dies: the changes of a script that never ended...
  std::vector<Effect> take_unfinished();
  /// ...and when power fails: those, and what was not synced.
  std::vector<Effect> take_unsynced();
  /// The process died: unfinished changes reach no replica, and no session watches any more.
  void drop_unfinished();
  /// All keys are gone for good: there is nothing to go back to.
  void drop_past();

  void collect_effects(bool on) { collecting_ = on; }
  bool collecting() const { return collecting_; }
  std::vector<Effect> take_effects();
  std::uint64_t offset() const { return offset_; }
  /// The same, with the changes of the running command.
  std::uint64_t written_offset() const { return offset_ + uncounted_; }

  /// WATCH: how often a key was changed since it was first watched. Only watched keys are counted.
  std::uint64_t watch(std::string_view key);
  std::uint64_t touches(std::string_view key) const;
  /// Adds all that a crash would bring to light.
  void fingerprint(Fingerprint& print) const;

 private:
  Persistence persistence_;
  bool collecting_ = false;
  std::vector<Effect> undo_;  ///< former states, oldest first
  std::size_t written_ = 0;   ///< how many of undo_ belong to commands that have ended
  std::int64_t last_sync_s_ = INT64_MIN;
  std::vector<Effect> effects_;
  std::size_t sendable_ = 0;     ///< how many of effects_ belong to commands that have ended
  std::uint64_t uncounted_ = 0;  ///< changes since the last commit
  std::uint64_t offset_ = 0;
  NameMap<std::uint64_t> watched_;
};

}  // namespace locklab::sim
