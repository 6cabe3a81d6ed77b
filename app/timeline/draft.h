// A row in the making: what layout needs to know of it until rows are sorted, joined and folded.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/timeline/layout.h"

namespace locklab::app {

/// What repeats: a refused attempt with all its messages, or a renewal. Rows with equal units
/// belong together.
struct Unit {
  ClientId client = no_client;
  std::uint32_t acquisition = 0;
  std::size_t renewal = 0;  ///< index of its event; 0: an attempt
  bool operator==(const Unit&) const = default;
};

struct Draft {
  Row row;                          ///< row.event: where it stands among the others
  std::vector<std::size_t> events;  ///< all that it tells of
  std::optional<Unit> unit;         ///< none: never folded
  std::string shape;                ///< equal in rows that say the same, but for tokens and times
};

/// What the makers of rows share. Lanes of nodes come after those of clients.
struct DraftContext {
  const Trace& trace;
  const std::vector<Lane>& lanes;
  bool all = false;
  std::vector<bool> is_lock;               ///< by Trace::name_of
  std::vector<bool> has_row;               ///< by event: some row tells of it
  std::vector<std::vector<bool>> refused;  ///< by client, then acquisition: this attempt failed

  std::optional<std::size_t> lane_of(NodeId node) const;
  bool was_refused(ClientId client, std::uint32_t acquisition) const;
};

DraftContext draft_context(const Trace& trace, const std::vector<Lane>& lanes, bool all);

/// Rows for requests and replies.
void draft_messages(DraftContext& context, std::vector<Draft>& drafts);

/// Rows for everything else that deserves one. After draft_messages.
void draft_happenings(DraftContext& context, std::vector<Draft>& drafts);

/// In order of time: joins a client's notes of one moment, folds what repeats. With `all`: neither.
void join_notes(const DraftContext& context, std::vector<Draft>& drafts);
void fold_repeats(const Trace& trace, std::vector<Draft>& drafts);

/// Of more than `most` rows, leaves the quietest out of the middle.
void leave_out(std::vector<Row>& rows, std::size_t most);

}  // namespace locklab::app
