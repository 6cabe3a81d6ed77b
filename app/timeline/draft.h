// A row in the making: what layout needs to know of it until rows are sorted, joined and folded.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/timeline/exchange.h"
#include "app/timeline/layout.h"

namespace locklab::app {

/// What may repeat, and then folds. Rows with equal units belong together.
struct Unit {
  enum class Kind : std::uint8_t {
    attempt,  ///< a refused one, with all its messages
    renewal,
    round,  ///< from a granted attempt to its release
  };
  Kind kind = Kind::attempt;
  ClientId client = no_client;
  std::uint32_t acquisition = 0;
  std::size_t event = 0;  ///< of a renewal
  bool operator==(const Unit&) const = default;
};

struct Draft {
  Row row;                          ///< row.event: where it stands among the others
  std::vector<std::size_t> events;  ///< all that it tells of
  std::optional<Unit> unit;         ///< none: never folded
  std::string shape;                ///< equal in rows that say the same, but for tokens and times
};

struct EventRange {
  std::size_t begin = 0;
  std::size_t end = SIZE_MAX;
};

/// What the makers of rows share. Lanes of nodes come after those of clients.
struct DraftContext {
  const Trace& trace;
  const std::vector<Lane>& lanes;
  bool all = false;
  Language language = Language::english;
  std::vector<bool> is_lock;               ///< by Trace::name_of
  std::vector<bool> has_row;               ///< by event: some row tells of it
  std::vector<std::vector<bool>> refused;  ///< by client, then acquisition: this attempt failed

  std::vector<std::size_t> faults;    ///< events at which one strikes
  std::vector<EventRange> parts{{}};  ///< the events that get rows, in order

  bool tells(std::size_t event) const {
    return std::any_of(parts.begin(), parts.end(), [&](const EventRange& range) {
      return event >= range.begin && event < range.end;
    });
  }

  std::optional<std::size_t> lane_of(NodeId node) const;
  /// The words as this timeline says them.
  std::string tell(const Sentence& words) const { return told(words, language); }
  /// Whether a fault strikes between the two events.
  bool fault_between(std::size_t from, std::size_t to) const;
  /// The attempt or round that a message or note of this acquisition belongs to.
  std::optional<Unit> unit_of(ClientId client, std::uint32_t acquisition) const;
};

DraftContext draft_context(const Trace& trace, const std::vector<Lane>& lanes,
                           const LayoutOptions& options);

/// Rows for requests and replies.
void draft_messages(DraftContext& context, const std::vector<Exchange>& exchanges,
                    std::vector<Draft>& drafts);

/// Rows for everything else that deserves one. After draft_messages.
void draft_happenings(DraftContext& context, std::vector<Draft>& drafts);

/// In order of time: joins a client's notes of one moment, folds what repeats. With `all`: neither.
void join_notes(const DraftContext& context, std::vector<Draft>& drafts);
void fold_repeats(const DraftContext& context, std::vector<Draft>& drafts);

/// Of more than `most` rows, leaves the quietest out of the middle.
void leave_out(std::vector<Row>& rows, const LayoutOptions& options);

}  // namespace locklab::app
