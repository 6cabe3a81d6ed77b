// The append-only record of a run: its events, their texts, and the facts that a reader must know
// about the run. Code that judges or draws a run uses only this. Blocks never move, so appending
// never copies.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lock/assert.h"
#include "lock/source_place.h"
#include "sim/trace/event.h"
#include "sim/trace/trace_memory.h"

namespace locklab::sim {

/// A line of source where a task waits.
struct Place {
  std::string file;  ///< relative to the project's folder
  std::uint32_t line = 0;
  bool operator==(const Place&) const = default;
};

/// Facts about a run that its trace stores. Durations in us.
struct TraceInfo {
  std::string scenario;  ///< name, with its variation after a slash
  std::string title;
  std::string strategy;  ///< id
  std::string world;     ///< "simulated" or "live"
  std::string run;  ///< one-line name of the run, which reproduces it if simulated; may be empty
  std::uint64_t seed = 0;
  std::int64_t ttl_us = 0;           ///< lease; also the scenario's TTL for a lock without expiry
  std::int64_t bound_us = 0;         ///< time within which a client must enter
  std::uint32_t admits = 1;          ///< clients that may be inside at once; 0 for no promised
                                     ///< limit
  std::uint32_t needs = 1;           ///< lock nodes that a client must reach to acquire; 0 for none
  std::uint32_t lock_nodes = 0;      ///< the scenario's nodes that hold the lock (without replicas)
  std::uint32_t needs_replicas = 0;  ///< replicas of the serving node that must have the lock too
  std::int64_t quota_limit = 0;  ///< rate limiters: admissions per window; 0 if not a rate limiter
  std::int64_t quota_window_us = 0;
  std::uint32_t promises = 0;            ///< bit i: the strategy promises property i (Property)
  std::vector<std::string> clients;      ///< names, by ClientId
  std::vector<std::string> nodes;        ///< names, by NodeId
  std::vector<std::int32_t> replica_of;  ///< by NodeId: index of its first master, -1 for a master
  std::string resource = "stock";        ///< the name shown for resource_node
  std::optional<std::int64_t> initial_value;  ///< of the resource; nullopt if unknown
  /// For a tail: number of dropped events before its first one; nullopt for the trace of a whole
  /// run.
  std::optional<std::uint64_t> omitted;
  /// For a tail: bit i is set if the whole run broke property i, as judged over all of it.
  std::uint32_t broken = 0;
  bool lacks_beginning() const { return omitted.value_or(0) > 0; }
  /// Recorded by an earlier version: faults without effect left no event, a copy on a replica looks
  /// like a command there, and a lease that ended late seems to have ended when that was noticed.
  bool is_earlier = false;
  /// For a live run: it ended early, by a user or a problem such as the loss of a server.
  bool cut_short = false;
  std::int64_t change = 0;  ///< added to the resource by one atomic command; 0 if unknown

  struct Server {
    std::string address;  ///< "127.0.0.1:6379"
    std::string version;  ///< "7.0.15"; empty if it did not say
    bool operator==(const Server&) const = default;
  };
  std::vector<Server> servers;  ///< of a live run, by NodeId; empty if unknown
  /// For a live run: the time of day at which it began, in us since 1970 (UTC). Events count from
  /// there by a clock that never jumps.
  std::optional<std::int64_t> began_us;
  /// For a completed live run: its maximum delay behind schedule, in us.
  std::optional<std::int64_t> late_us;

  struct ScriptText {
    std::string name, sha1, text;
    bool operator==(const ScriptText&) const = default;
  };
  std::vector<ScriptText> scripts;  ///< those that `sent` events call, in the order of their first
                                    ///< use
  bool operator==(const TraceInfo&) const = default;
};

class Trace {
 public:
  Trace();
  Trace(Trace&&) = default;  // a moved-from trace can only be assigned to or destroyed
  Trace& operator=(Trace&&) = default;

  TraceInfo info;

  /// For a run too long to be kept whole: only the last `events` are guaranteed to be kept, with
  /// their texts. With 0, no event or text is kept. The trace must be empty.
  void keep_last(std::size_t events);
  /// The number of events added, kept or not.
  std::size_t size() const { return size_; }
  /// The index of the first event still stored; size() if none is.
  std::size_t first() const;
  bool empty() const { return size_ == 0; }
  const Event& operator[](std::size_t i) const { return blocks_[i >> block_bits][i & block_mask]; }
  const Event& back() const { return (*this)[size_ - 1]; }
  /// The event added last, even if none is kept.
  const Event& latest() const { return next_[-1]; }
  /// Copies the events still stored into a separate trace, which can be saved; messages and
  /// acquisitions are renumbered. `broken`: the properties broken so far, for TraceInfo::broken.
  Trace tail(std::uint32_t broken) const;
  /// Copies the whole trace, cheaply, for a reader while this one grows. Not for a trace that keeps
  /// only its last events.
  Trace copy() const;

  /// Appends an event. An `at` before the last one, or negative, breaks an invariant: such a trace
  /// could be written but never read again.
  void add(const Event& event) {
    draft() = event;
    add_draft(event.at);
  }
  /// The next event, empty, to be filled in place: copying an event built elsewhere stalls the
  /// processor. add_draft() appends it.
  Event& draft() {
    if (next_ == block_end_) add_block();
    return *std::construct_at(next_);
  }
  void add_draft(std::int64_t at) {
    LOCKLAB_ASSERT(at >= last_at_);
    next_->at = last_at_ = at;
    prefetch_for_write(++next_ + events_ahead);
    ++size_;
  }
  /// Stores `bytes` and returns the value for Event::text; no_text if no events are kept. The text
  /// of a dropped event is empty.
  std::uint32_t keep(std::string_view bytes);
  std::string_view text(std::uint32_t at) const;
  std::string_view text(const Event& event) const { return text(event.text); }
  PackedWords words(const Event& sent) const { return words(sent.text); }
  PackedWords words(std::uint32_t at) const { return PackedWords(text(at)); }

  /// The number of a lock's, key's or resource's name; shared_name if the trace has run out of
  /// numbers.
  std::uint16_t name_id(std::string_view name);
  std::string_view name_of(std::uint16_t id) const;
  const std::vector<std::string>& names() const { return names_; }
  /// Whether some names share a number.
  bool shares_names() const { return names_.size() > shared_name; }

  /// The number of a place in the source; no_name if there are too many.
  std::uint16_t place_id(const SourcePlace& where);
  std::uint16_t place_id(const Place& place);
  const std::vector<Place>& places() const { return places_; }

  /// Display names of clients and nodes: info.resource for the resource, "?" for an unknown id.
  std::string_view client_name(ClientId id) const;
  std::string_view node_name(NodeId id) const;

  /// Remembers a script that a sent command runs.
  void mention(const Script& script);

  /// A hash of the names and of the events still stored, with their texts but without source
  /// places: equal runs have equal hashes on every machine.
  std::uint64_t hash() const;

  /// The size in bytes of all stored blocks of events and texts.
  std::size_t memory() const;

  // For loading.
  void set_names(std::vector<std::string> names);
  void set_places(std::vector<Place> places) { places_ = std::move(places); }

 private:
  explicit Trace(TraceMemory::Pages pages);

  void add_block();
  void drop_block(std::size_t block);
  /// Adds a block for texts. A text never spans two blocks; one larger than a block gets several
  /// contiguous blocks.
  void add_text_block(std::size_t bytes);
  /// Prefetches memory for events, which are written once to uncached memory.
  static void prefetch_for_write(const void* place) { __builtin_prefetch(place, 1); }
  static constexpr std::ptrdiff_t events_ahead = 8;

  static constexpr std::size_t block_bits = 15;
  static constexpr std::size_t block_mask = (std::size_t{1} << block_bits) - 1;
  static constexpr std::size_t text_block = TraceMemory::usual_block;
  /// The number of text blocks that an Event::text can address.
  static constexpr std::size_t offsets_reach = (std::size_t{1} << 34) / text_block;

  struct NameSlot {
    std::uint16_t id = no_name;
  };
  struct PlaceSlot {
    const char* file = nullptr;
    std::uint32_t line = 0;
    std::uint16_t id = no_name;
  };

  std::size_t size_ = 0;
  std::int64_t last_at_ = 0;
  Event* next_ = nullptr;  ///< where the next event goes
  Event* block_end_ = nullptr;
  std::unique_ptr<TraceMemory> memory_;  ///< owns all blocks
  std::vector<Event*> blocks_;           ///< null if dropped
  std::size_t most_blocks_ = SIZE_MAX;   ///< kept at once; 0: all events go to `scratch_`
  std::unique_ptr<Event[]> scratch_;
  std::size_t text_used_ = 0;  ///< bytes, including the unused tail of full blocks
  char* next_text_ = nullptr;  ///< where the next text goes
  char* texts_end_ = nullptr;
  std::vector<char*> texts_;              ///< null if dropped, or if the block continues the
                                          ///< previous one
  std::vector<std::size_t> texts_since_;  ///< size of texts_ at the start of each block of events
  std::size_t texts_dropped_ = 0;         ///< number of dropped blocks, from the first on
  std::vector<std::size_t> free_text_places_;  ///< positions in memory_ of dropped blocks
  std::vector<std::size_t> text_places_;       ///< positions in memory_ by text block, if only some
                                               ///< are kept
  std::vector<std::string> names_;
  std::array<NameSlot, 256> name_cache_{};
  std::unordered_map<std::string, std::uint16_t> name_ids_;
  std::vector<Place> places_;
  std::array<PlaceSlot, 256> place_cache_{};
  std::vector<const Script*> mentioned_;
};

}  // namespace locklab::sim
