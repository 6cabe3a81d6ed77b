// The side effects of a change of a key: a report to the observer, effects for the replicas, and a
// record of the state on disk.
//
// The append-only file is stored inverted: as instructions to undo what is not on disk yet. A
// change is written when its command has ended (commit), and safe once it is synced.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#define XXH_INLINE_ALL  // a call would cost more than the hash of a short name
#include <xxhash.h>

#include "sim/service/redis/server.h"

namespace locklab::sim {

/// Lets a string_view search a map of std::string.
struct NameHash {
  using is_transparent = void;
  std::size_t operator()(
      std::string_view name) const {  // not noexcept, so that the map caches hashes
    return XXH3_64bits(name.data(), name.size());
  }
};

template <class T>
using NameMap = std::unordered_map<std::string, T, NameHash, std::equal_to<>>;

class ChangeJournal {
 public:
  explicit ChangeJournal(Persistence persistence) : persistence_(persistence) {}

  std::function<void(const KeyChange&)> observer;
  /// Set while a crash restores earlier keys, or all keys are forgotten: nothing is written, but
  /// the observer is called.
  bool only_observe = false;

  /// Whether remember() must be called before each change.
  bool wants_past() const { return persistence_ != Persistence::none && !only_observe; }
  void remember(Effect past) { undo_.push_back(std::move(past)); }

  /// Reports a change; a removal is reported before its key is destroyed. `value` is the key's
  /// value; null if it is removed.
  void report(const KeyChange& change, const KeyValue* value);

  /// Ends a command: its changes are written to the file, perhaps synced, and ready for the
  /// replicas (take_effects).
  void commit(std::int64_t now_us);
  /// Under everysec, marks everything that was due to be synced by `now_us` as safe.
  void sync_until(std::int64_t now_us);

  /// Takes the entries to undo when the process dies, latest first: changes of a script that never
  /// ended.
  std::vector<Effect> take_unfinished();
  /// Takes the entries to undo when the power fails: unfinished and unsynced changes.
  std::vector<Effect> take_unsynced();
  /// Drops unfinished changes, which reach no replica, and all watches, when the process dies.
  void drop_unfinished();
  /// Drops the undo log, when all keys are gone for good.
  void drop_past();

  void collect_effects(bool on) { collecting_ = on; }
  bool collecting() const { return collecting_; }
  std::vector<Effect> take_effects();
  std::uint64_t offset() const { return offset_; }
  /// The replication offset including the changes of the running command.
  std::uint64_t written_offset() const { return offset_ + uncounted_; }

  /// WATCH: the number of changes of a key since it was first watched. Only watched keys are
  /// counted.
  std::uint64_t watch(std::string_view key);
  std::uint64_t touches(std::string_view key) const;
  /// Adds everything that decides later crashes, replication and WATCH.
  void fingerprint(Fingerprint& print) const;

 private:
  Persistence persistence_;
  bool collecting_ = false;
  std::vector<Effect> undo_;  ///< earlier states, oldest first
  std::size_t written_ = 0;   ///< number of entries of undo_ whose commands have ended
  std::int64_t last_sync_s_ = INT64_MIN;
  std::vector<Effect> effects_;
  std::size_t sendable_ = 0;     ///< number of entries of effects_ whose commands have ended
  std::uint64_t uncounted_ = 0;  ///< changes since the last commit
  std::uint64_t offset_ = 0;
  NameMap<std::uint64_t> watched_;
};

}  // namespace locklab::sim
