// A row under construction: the data that layout needs before rows are sorted, joined and folded.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/timeline/scene/layout.h"
#include "app/timeline/words/round_trip.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// A part of a run that may repeat and be folded. Rows with equal units form one repetition.
struct Unit {
  enum class Kind : std::uint8_t {
    attempt,  ///< a refused attempt with all its messages
    renewal,
    round,  ///< from an attempt that was not refused to its release
  };
  Kind kind = Kind::attempt;
  ClientId client = no_client;
  std::uint32_t acquisition = 0;
  std::size_t event = 0;  ///< index of the renewal's `sent` event; 0 for other kinds
  bool operator==(const Unit&) const = default;
};

struct Draft {
  Row row;                          ///< row.event determines the order
  std::vector<std::size_t> events;  ///< all events that the row covers
  std::optional<Unit> unit;         ///< nullopt if the row is never folded
  std::string shape;                ///< equal in rows that may fold as repeats of each other
};

struct EventRange {
  std::size_t begin = 0;
  std::size_t end = SIZE_MAX;
};

/// Data shared by the makers of rows. Lanes of clients precede those of nodes.
struct DraftContext {
  const sim::Trace& trace;
  const std::vector<Lane>& lanes;
  bool all = false;
  Language language = Language::english;
  std::vector<bool> is_lock;               ///< by name (Trace::name_of)
  std::vector<bool> has_row;               ///< by event: a row covers it
  std::vector<std::vector<bool>> refused;  ///< by client, then acquisition: this attempt failed

  std::vector<std::size_t> faults;    ///< events that begin a fault, without lost messages
  std::vector<EventRange> parts{{}};  ///< the events that get rows, in order

  bool tells(std::size_t event) const {
    return std::any_of(parts.begin(), parts.end(), [&](const EventRange& range) {
      return event >= range.begin && event < range.end;
    });
  }

  std::optional<std::size_t> lane_of(NodeId node) const;
  /// A sentence in this timeline's language.
  std::string tell(const Sentence& words) const { return told(words, language); }
  /// Whether a fault begins between two events.
  bool fault_between(std::size_t from, std::size_t to) const;
  /// The attempt or round of a message or note with this acquisition; nullopt if `acquisition` is
  /// 0.
  std::optional<Unit> unit_of(ClientId client, std::uint32_t acquisition) const;
};

DraftContext draft_context(const sim::Trace& trace, const std::vector<Lane>& lanes,
                           const LayoutOptions& options);

/// Adds the rows of requests and replies.
void draft_messages(DraftContext& context, const std::vector<RoundTrip>& exchanges,
                    std::vector<Draft>& drafts);

/// Adds the rows of all other events. Call it after draft_messages.
void draft_happenings(DraftContext& context, std::vector<Draft>& drafts);

/// `join_notes` joins a client's notes of one moment; `fold_repeats` folds repeated rows. Both
/// expect rows sorted by event. Callers skip both with `all`.
void join_notes(const DraftContext& context, std::vector<Draft>& drafts);
void fold_repeats(const DraftContext& context, std::vector<Draft>& drafts);

/// If there are more than options.most_rows, replaces the least important rows in the middle with
/// their number.
void leave_out(std::vector<Row>& rows, const LayoutOptions& options);

}  // namespace locklab::app
