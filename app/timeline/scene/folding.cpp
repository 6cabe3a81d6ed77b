// Reduces the number of rows: a client's notes of one moment become one sentence, repeated
// attempts, renewals and rounds become one row, and a very long run loses its quiet middle. The
// row of a fault, or of a verdict's event, is never folded into a repeat, and separates repeats.
#include <algorithm>
#include <array>

#include "app/timeline/scene/draft.h"
#include "app/timeline/words/wording.h"
#include "app/words/display_text.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

/// One attempt, renewal or round: its rows and their shape.
struct Repeat {
  Unit unit;
  std::vector<std::size_t> drafts;
  std::string shape;
};

constexpr std::size_t kinds = 3;

/// Repeats by client and kind, ordered by their beginning. Those of one client and kind never
/// interleave.
std::vector<std::vector<Repeat>> repeats_in(const std::vector<Draft>& drafts, std::size_t clients) {
  std::vector<std::vector<Repeat>> lists(clients * kinds);
  for (std::size_t i = 0; i < drafts.size(); ++i) {
    const Draft& draft = drafts[i];
    if (!draft.unit) continue;
    auto& list =
        lists[index(draft.unit->client) * kinds + static_cast<std::size_t>(draft.unit->kind)];
    if (list.empty() || list.back().unit != *draft.unit) list.push_back({*draft.unit, {}, {}});
    list.back().drafts.push_back(i);
    list.back().shape += draft.shape + '\n';
  }
  return lists;
}

Sentence fold_words(const sim::Trace& trace, const Unit& unit, std::size_t times,
                    std::int64_t until_us) {
  const Sentence what = unit.kind == Unit::Kind::attempt   ? say("is refused")
                        : unit.kind == Unit::Kind::renewal ? say("renews")
                                                           : say("gets in and out");
  return say("… {} {} {} until {}", client_words(trace, unit.client), what,
             times == 1 ? say("once more") : say("{} times more", times), span_text(until_us));
}

/// Whether a fold of `kind` must end at this row.
bool breaks(const Draft& draft, Unit::Kind kind) {
  if (!draft.unit) return true;
  const bool round = draft.unit->kind == Unit::Kind::round;
  return kind == Unit::Kind::round ? draft.unit->kind == Unit::Kind::renewal : round;
}

class RowFolder {
 public:
  RowFolder(const DraftContext& context, std::vector<Draft>& drafts)
      : context_(context), drafts_(drafts), gone_(drafts.size()) {
    for (std::size_t kind = 0; kind < kinds; ++kind) {
      breakers_[kind].resize(drafts.size() + 1);
      for (std::size_t i = 0; i < drafts.size(); ++i)
        breakers_[kind][i + 1] =
            breakers_[kind][i] + breaks(drafts[i], static_cast<Unit::Kind>(kind));
    }
  }

  void run() {
    for (const std::vector<Repeat>& repeats :
         repeats_in(drafts_, context_.trace.info.clients.size()))
      fold_equal(repeats);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < drafts_.size(); ++i)
      if (!gone_[i]) {
        if (kept != i) drafts_[kept] = std::move(drafts_[i]);
        ++kept;
      }
    drafts_.resize(kept);
  }

 private:
  /// Whether no row that must stay in place lies between two repeats.
  bool undisturbed(const Repeat& a, const Repeat& b) const {
    const auto& breakers = breakers_[static_cast<std::size_t>(a.unit.kind)];
    return breakers[a.drafts.front()] == breakers[b.drafts.back() + 1];
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
    fold.row.text =
        context_.tell(fold_words(context_.trace, repeats[begin].unit, end - begin, until));
  }

  const DraftContext& context_;
  std::vector<Draft>& drafts_;
  std::vector<bool> gone_;
  /// By kind, then row: the number of earlier rows that break folds of this kind.
  std::array<std::vector<std::size_t>, kinds> breakers_;
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
                         before.row.at_us == draft.row.at_us &&
                         (!draft.unit || before.unit == draft.unit);
      if (joins) {
        const std::string who = printable(context.trace.client_name(draft.row.client));
        before.row.text += context.tell(say(", {}", draft.row.text.substr(who.size() + 1)));
        before.row.event = draft.row.event;
        before.shape += "," + draft.shape;
        before.events.insert(before.events.end(), draft.events.begin(), draft.events.end());
        continue;
      }
    }
    if (kept != i) drafts[kept] = std::move(draft);
    ++kept;
  }
  drafts.resize(kept);
}

void fold_repeats(const DraftContext& context, std::vector<Draft>& drafts) {
  RowFolder(context, drafts).run();
}

void leave_out(std::vector<Row>& rows, const LayoutOptions& options) {
  const std::size_t most = options.most_rows;
  if (rows.size() <= most) return;
  std::vector<bool> keep(rows.size());
  std::size_t room = most;
  const auto want = [&](std::size_t i) {
    if (i >= rows.size() || keep[i] || room == 0) return;
    keep[i] = true;
    --room;
  };
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].kind == RowKind::violation || rows[i].kind == RowKind::gap)
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
    fold.text = told(count == 1 ? say("… 1 row left out") : say("… {} rows left out", count),
                     options.language);
    kept.push_back(std::move(fold));
  }
  rows = std::move(kept);
}

}  // namespace locklab::app
