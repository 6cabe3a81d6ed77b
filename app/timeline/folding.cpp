// Makes many rows few: a client's notes of one moment are one sentence, attempts and renewals that
// repeat are one row, and of a very long run the quiet middle is left out. Nothing that a fault or
// a verdict points at is ever folded.
#include <fmt/format.h>

#include <algorithm>

#include "app/timeline/display_text.h"
#include "app/timeline/draft.h"
#include "app/timeline/wording.h"

namespace locklab::app {

namespace {

/// One attempt or renewal: its rows, and what they say.
struct Repeat {
  Unit unit;
  std::vector<std::size_t> drafts;
  std::string shape;
};

/// Attempts and renewals in the order in which they began. Units of a client never interleave.
std::vector<Repeat> repeats_in(const std::vector<Draft>& drafts, std::size_t clients) {
  std::vector<Repeat> repeats;
  std::vector<std::optional<std::size_t>> open(clients);
  for (std::size_t i = 0; i < drafts.size(); ++i) {
    const Draft& draft = drafts[i];
    if (!draft.unit) continue;
    std::optional<std::size_t>& current = open[index(draft.unit->client)];
    if (!current || repeats[*current].unit != *draft.unit) {
      current = repeats.size();
      repeats.push_back({*draft.unit, {}, {}});
    }
    Repeat& repeat = repeats[*current];
    repeat.drafts.push_back(i);
    repeat.shape += draft.shape + '\n';
  }
  return repeats;
}

std::string fold_words(const Trace& trace, const Unit& unit, std::size_t times,
                       std::int64_t until_us) {
  const std::string who = printable(trace.client_name(unit.client));
  const std::string count = times == 1 ? "once more" : fmt::format("{} times more", times);
  return unit.renewal ? fmt::format("… {} renews {} until {}", who, count, span_text(until_us))
                      : fmt::format("… {} tries {} until {}, each time refused", who, count,
                                    span_text(until_us));
}

class Folder {
 public:
  Folder(const Trace& trace, std::vector<Draft>& drafts)
      : trace_(trace), drafts_(drafts), gone_(drafts.size()), breakers_(drafts.size() + 1) {
    for (std::size_t i = 0; i < drafts.size(); ++i)
      breakers_[i + 1] = breakers_[i] + (drafts[i].unit ? 0 : 1);
  }

  void run() {
    std::vector<std::vector<Repeat>> by_client(trace_.info.clients.size());
    for (Repeat& repeat : repeats_in(drafts_, by_client.size()))
      by_client[index(repeat.unit.client)].push_back(std::move(repeat));
    for (const std::vector<Repeat>& repeats : by_client) fold_equal(repeats);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < drafts_.size(); ++i)
      if (!gone_[i]) {
        if (kept != i) drafts_[kept] = std::move(drafts_[i]);
        ++kept;
      }
    drafts_.resize(kept);
  }

 private:
  /// Nothing but attempts and renewals stands between the two.
  bool undisturbed(const Repeat& a, const Repeat& b) const {
    return breakers_[a.drafts.front()] == breakers_[b.drafts.back() + 1];
  }

  void fold_equal(const std::vector<Repeat>& repeats) {
    for (std::size_t first = 0; first < repeats.size();) {
      std::size_t next = first + 1;
      while (next < repeats.size() && repeats[next].shape == repeats[first].shape &&
             undisturbed(repeats[first], repeats[next]))
        ++next;
      fold(repeats, first + 1, next);
      first = next;
    }
  }

  void fold(const std::vector<Repeat>& repeats, std::size_t begin, std::size_t end) {
    std::size_t rows = 0;
    for (std::size_t r = begin; r < end; ++r) rows += repeats[r].drafts.size();
    if (rows < 2) return;
    const std::size_t last = repeats[end - 1].drafts.back();
    Draft& fold = drafts_[repeats[begin].drafts.front()];
    const std::int64_t until = drafts_[last].row.at_us;
    for (std::size_t r = begin; r < end; ++r)
      for (std::size_t i : repeats[r].drafts) {
        gone_[i] = true;
        if (&drafts_[i] != &fold)
          fold.events.insert(fold.events.end(), drafts_[i].events.begin(), drafts_[i].events.end());
      }
    gone_[repeats[begin].drafts.front()] = false;
    fold.row.kind = RowKind::fold;
    fold.row.arrow.reset();
    fold.row.text = fold_words(trace_, repeats[begin].unit, end - begin, until);
  }

  const Trace& trace_;
  std::vector<Draft>& drafts_;
  std::vector<bool> gone_;
  std::vector<std::size_t> breakers_;  ///< how many rows before this one never fold
};

}  // namespace

void join_notes(const DraftContext& context, std::vector<Draft>& drafts) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < drafts.size(); ++i) {
    Draft& draft = drafts[i];
    if (kept > 0) {
      Draft& before = drafts[kept - 1];
      const bool joins = before.row.kind == RowKind::note && draft.row.kind == RowKind::note &&
                         before.row.client == draft.row.client &&
                         before.row.at_us == draft.row.at_us && !before.unit && !draft.unit;
      if (joins) {
        const std::string who = printable(context.trace.client_name(draft.row.client));
        before.row.text += "," + draft.row.text.substr(who.size());
        before.row.event = draft.row.event;
        before.events.insert(before.events.end(), draft.events.begin(), draft.events.end());
        continue;
      }
    }
    if (kept != i) drafts[kept] = std::move(draft);
    ++kept;
  }
  drafts.resize(kept);
}

void fold_repeats(const Trace& trace, std::vector<Draft>& drafts) { Folder(trace, drafts).run(); }

void leave_out(std::vector<Row>& rows, std::size_t most) {
  if (rows.size() <= most) return;
  std::vector<bool> keep(rows.size());
  std::size_t room = most;
  const auto want = [&](std::size_t i) {
    if (i >= rows.size() || keep[i] || room == 0) return;
    keep[i] = true;
    --room;
  };
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].kind == RowKind::violation)
      for (std::size_t k = i < 4 ? 0 : i - 4; k <= i + 1; ++k) want(k);
  for (std::size_t i = 0; i < most / 3; ++i) want(i);
  for (std::size_t i = 0; i < most / 6; ++i) want(rows.size() - 1 - i);
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].kind == RowKind::fault) want(i);
  for (std::size_t i = 0; i < rows.size(); ++i) want(i);

  std::vector<Row> kept;
  for (std::size_t i = 0; i < rows.size();) {
    if (keep[i]) {
      kept.push_back(std::move(rows[i++]));
      continue;
    }
    Row fold = std::move(rows[i]);
    std::size_t count = 0;
    for (; i < rows.size() && !keep[i]; ++i) ++count;
    fold.kind = RowKind::fold;
    fold.arrow.reset();
    fold.text = fmt::format("… {} row{} left out", count, count == 1 ? "" : "s");
    kept.push_back(std::move(fold));
  }
  rows = std::move(kept);
}

}  // namespace locklab::app
