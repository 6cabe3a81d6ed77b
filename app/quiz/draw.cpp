#include "app/quiz/draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>
#include <utility>
#include <vector>

#include "app/changes/added_faults.h"
#include "app/quiz/judge_answer.h"
#include "app/quiz/run_facts.h"
#include "app/timeline/causes/plain_wording.h"
#include "app/timeline/causes/why.h"
#include "app/timeline/words/wording.h"
#include "app/words/verdict_name.h"

namespace locklab::app {

namespace {

using sim::Event;
using sim::EventKind;
using sim::Trace;

constexpr std::size_t most_answers = 4;
constexpr std::int64_t least_gap_us = 500;  ///< between times that must be distinguishable

/// Whether the run has only one lock, so that "the key" is unambiguous.
bool has_one_lock(const ShownRun& run) {
  return std::count(run.scene.is_lock.begin(), run.scene.is_lock.end(), true) == 1;
}

bool is_lock(const ShownRun& run, std::uint16_t key) {
  return key < run.scene.is_lock.size() && run.scene.is_lock[key];
}

class Drawing {
 public:
  Drawing(const sim::Library& library, const ShownRun& run, Dice& dice)
      : library_(library), run_(run), trace_(run.trace()), dice_(dice) {}

  std::optional<QuizQuestion> draw(QuizKind kind) {
    asked_.kind = kind;
    asked_.run = run_.judged.name;
    switch (kind) {
      case QuizKind::inside:
        return inside();
      case QuizKind::next:
        return next();
      case QuizKind::key:
        return key();
      case QuizKind::reply:
        return reply();
      case QuizKind::promise:
        return promise();
      case QuizKind::lease:
        return lease();
      case QuizKind::fault:
        return fault();
      case QuizKind::count_:
        break;
    }
    return std::nullopt;
  }

 private:
  // ---- what the student sees ------------------------------------------------------------------

  /// Shows the run up to a random event before `until`, but after the last fault before it. Events
  /// of one instant are shown together. Returns false if there is no such event.
  bool see_before(std::size_t until) {
    const std::size_t first = after_faults(trace_, until);
    // Events of one instant are shown together.
    std::vector<std::size_t> ends;
    for (std::size_t i = std::max<std::size_t>(first, 1); i < until; ++i)
      if (trace_[i].at != trace_[i - 1].at) ends.push_back(i);
    if (first == 0) ends.push_back(0);
    if (ends.empty()) return false;
    asked_.seen = ends[dice_.below(ends.size())];
    return true;
  }

  /// The longest time that an exchange takes unless a fault delays it.
  std::int64_t round_trip_us() const {
    const sim::Scenario& scenario = run_.judged.scenario;
    Duration longest = scenario.latency + scenario.jitter;
    for (const sim::LinkSpec& link : scenario.links)
      longest = std::max(longest, link.latency + link.jitter);
    return 2 * us(longest);
  }

  // ---- answers --------------------------------------------------------------------------------

  /// The fact and the causes of its event, the nearest first.
  Sentence because(const Sentence& fact, std::size_t event) const {
    constexpr std::size_t most_causes = 3;
    const auto steps = why(trace_, run_.scene, static_cast<std::uint32_t>(event));
    Sentence causes;
    for (std::size_t i = 1; i < std::min(steps.size(), most_causes + 1); ++i) {
      const Sentence one = say("at {} ms, {}", quiz_ms(trace_[steps[i].event].at),
                               cause_words(trace_, run_.scene, steps[i]));
      causes = causes.empty() ? one : say("{}; {}", causes, one);
    }
    return causes.empty() ? fact : say("{} Cause: {}.", fact, causes);
  }

  /// Asks with the right answer and up to three wrong ones that differ from it and from each other;
  /// nullopt if there are fewer than two. `in_order` sorts them; otherwise they are shuffled.
  std::optional<QuizQuestion> choose(const QuizAnswer& right, std::vector<QuizAnswer> wrong,
                                     bool in_order = false) {
    std::vector<QuizAnswer> kept{right};
    for (QuizAnswer& one : wrong) {
      if (kept.size() == most_answers) break;
      const bool known = std::any_of(kept.begin(), kept.end(), [&](const QuizAnswer& other) {
        return other.value == one.value || other.words == one.words;
      });
      if (!known) kept.push_back(std::move(one));
    }
    if (kept.size() < 3) return std::nullopt;
    if (in_order) {
      std::stable_sort(kept.begin(), kept.end(), [](const QuizAnswer& a, const QuizAnswer& b) {
        return a.value.size() != b.value.size() ? a.value.size() < b.value.size()
                                                : a.value < b.value;
      });
    } else {
      dice_.shuffle(kept);
    }
    for (std::size_t i = 0; i < kept.size(); ++i)
      if (kept[i].value == right.value) asked_.right = i;
    asked_.answers = std::move(kept);
    return asked_;
  }

  QuizAnswer clients_answer(const std::set<ClientId>& clients) const {
    QuizAnswer answer;
    if (clients.empty()) answer.words = say("nobody");
    for (const ClientId client : clients) {
      const Sentence one = client_words(trace_, client);
      answer.words = answer.words.empty() ? one : say("{} and {}", answer.words, one);
      if (!answer.value.empty()) answer.value += ' ';
      answer.value += trace_.client_name(client);
    }
    return answer;
  }

  std::vector<ClientId> all_clients() const {
    std::vector<ClientId> all;
    for (std::size_t i = 0; i < trace_.info.clients.size(); ++i)
      all.push_back(static_cast<ClientId>(i));
    return all;
  }

  // ---- the questions --------------------------------------------------------------------------

  std::optional<QuizQuestion> inside() {
    const std::vector<InsideSpan> spans = inside_spans(trace_);
    // Nobody can work out within less than a round trip when a client comes or goes.
    const std::int64_t gap_us = std::max(least_gap_us, round_trip_us());
    std::vector<InsideSpan> long_ones;
    for (const InsideSpan& span : spans)
      if (span.from > 0 && span.to - span.from >= 3 * gap_us) long_ones.push_back(span);
    if (long_ones.empty() || trace_.info.clients.size() < 2) return std::nullopt;
    const InsideSpan span = long_ones[dice_.below(long_ones.size())];
    // A round time, away from both ends.
    const std::int64_t from = (span.from + gap_us + 99) / 100 * 100;
    const std::int64_t middle = from + static_cast<std::int64_t>(dice_.below(
                                           static_cast<std::size_t>(span.to - gap_us - from) + 1));
    asked_.at_us = middle / 100 * 100;
    if (asked_.at_us % 1000 != 0 && asked_.at_us / 1000 * 1000 > from)
      asked_.at_us = asked_.at_us / 1000 * 1000;
    if (!see_before(events_until(trace_, asked_.at_us - gap_us))) return std::nullopt;
    // A fault after the shown part could not be foreseen.
    if (after_faults(trace_, events_until(trace_, asked_.at_us)) > asked_.seen) return std::nullopt;
    std::vector<QuizAnswer> wrong;
    for (const InsideSpan& other : spans) wrong.push_back(clients_answer(other.clients));
    const std::vector<ClientId> clients = all_clients();
    for (const ClientId client : clients) wrong.push_back(clients_answer({client}));
    wrong.push_back(clients_answer({}));
    for (std::size_t i = 1; i < clients.size(); ++i)
      wrong.push_back(clients_answer({clients[i - 1], clients[i]}));
    dice_.shuffle(wrong);
    asked_.words = say("Who is inside the critical section at {} ms?", quiz_ms(asked_.at_us));
    const Sentence fact =
        span.clients.empty()
            ? say("Nobody is inside from {} to {} ms.", quiz_ms(span.from), quiz_ms(span.to))
            : say("Inside from {} to {} ms: {}.", quiz_ms(span.from), quiz_ms(span.to),
                  clients_answer(span.clients).words);
    asked_.why = because(fact, span.begun_by);
    return choose(clients_answer(span.clients), std::move(wrong));
  }

  std::optional<QuizQuestion> next() {
    std::vector<std::size_t> entries;
    for (std::size_t i = 0; i < trace_.size(); ++i)
      if (trace_[i].kind == EventKind::entered) entries.push_back(i);
    if (entries.size() < 2 || trace_.info.clients.size() < 2) return std::nullopt;
    // The last choice is that nobody enters after the last entry.
    const std::size_t which = 1 + dice_.below(entries.size());
    const bool is_over = which == entries.size();
    const std::size_t target = is_over ? trace_.size() : entries[which];
    const std::size_t before = entries[which - 1];
    // The student sees at least one entry, and none between it and the target.
    const std::size_t first = std::max(after_faults(trace_, target), before + 1);
    std::vector<std::size_t> moments;
    for (std::size_t i = first; i < target; ++i)
      if (trace_[i].at != trace_[i - 1].at && trace_[i - 1].at >= trace_[before].at)
        moments.push_back(i);
    if (moments.empty()) return std::nullopt;
    asked_.seen = moments[dice_.below(moments.size())];
    asked_.at_us = trace_[asked_.seen - 1].at;
    QuizAnswer nobody{say("nobody any more"), ""};
    std::vector<QuizAnswer> wrong;
    for (const ClientId client : all_clients()) wrong.push_back(clients_answer({client}));
    if (!is_over) wrong.push_back(nobody);
    dice_.shuffle(wrong);
    asked_.words = say("Who is the next to enter the critical section?");
    asked_.why =
        is_over ? say("Nobody enters after that.")
                : because(say("{} enters at {} ms.", client_words(trace_, trace_[target].client),
                              quiz_ms(trace_[target].at)),
                          target);
    return choose(is_over ? nobody : clients_answer({trace_[target].client}), std::move(wrong));
  }

  static QuizAnswer time_answer(std::int64_t at) {
    return {say("at {} ms", quiz_ms(at)), fmt::format("{}", at)};
  }

  std::optional<QuizQuestion> key() {
    if (!has_one_lock(run_)) return std::nullopt;
    std::vector<KeyLife> lives;
    const std::vector<KeyLife> all = key_lives(trace_);
    for (const KeyLife& life : all)
      if (is_lock(run_, trace_[life.set].key) && life.gone < trace_.size() &&
          trace_[life.gone].at - trace_[life.set].at > 4 * least_gap_us)
        lives.push_back(life);
    if (lives.empty()) return std::nullopt;
    const KeyLife life = lives[dice_.below(lives.size())];
    const Event& set = trace_[life.set];
    const Event& gone = trace_[life.gone];
    asked_.seen = std::max(after_faults(trace_, life.gone), life.set + 1);
    while (asked_.seen < life.gone && trace_[asked_.seen].at == trace_[asked_.seen - 1].at)
      ++asked_.seen;  // events of one instant are shown together
    if (asked_.seen >= life.gone || trace_[asked_.seen - 1].at + least_gap_us > gone.at)
      return std::nullopt;
    asked_.client = trace_.client_name(set.client);
    asked_.node = trace_.node_name(set.node);
    asked_.at_us = set.at;
    std::vector<std::int64_t> times;
    if (set.value > 0) times.push_back(set.at + set.value);
    for (const KeyLife& other : all)
      if (other.gone < trace_.size()) times.push_back(trace_[other.gone].at);
    for (std::size_t i = life.set; i < trace_.size(); ++i) {
      const EventKind kind = trace_[i].kind;
      if (kind == EventKind::left || kind == EventKind::released || kind == EventKind::entered)
        times.push_back(trace_[i].at);
    }
    times.push_back(gone.at + run_.trace().info.ttl_us / 2);
    times.push_back(gone.at + run_.trace().info.ttl_us);
    dice_.shuffle(times);
    std::vector<QuizAnswer> wrong;
    std::vector<std::int64_t> kept{gone.at};
    for (const std::int64_t time : times) {
      const bool near = std::any_of(kept.begin(), kept.end(), [&](std::int64_t other) {
        return std::abs(other - time) < 2 * least_gap_us;
      });
      if (near || time <= trace_[asked_.seen - 1].at) continue;
      kept.push_back(time);
      wrong.push_back(time_answer(time));
    }
    const Sentence client = client_words(trace_, set.client);
    const Sentence node = node_words(trace_, set.node);
    asked_.words = say("{} sets {}'s key at {} ms. When does {} lose it?", node, client,
                       quiz_ms(set.at), client);
    asked_.why = because(say("{}.", event_words(trace_, life.gone)), life.gone);
    return choose(time_answer(gone.at), std::move(wrong), true);
  }

  std::optional<QuizQuestion> reply() {
    std::vector<Claim> claims;
    const std::vector<Claim> all = claims_of(trace_);
    for (const Claim& claim : all)
      // A request that its node never ran has no reply to ask about.
      if (claim.ran < trace_.size()) claims.push_back(claim);
    if (claims.empty()) return std::nullopt;
    const Claim claim = claims[dice_.below(claims.size())];
    const Event& sent = trace_[claim.sent];
    if (!see_before(claim.sent)) return std::nullopt;
    if (after_faults(trace_, claim.ran) > claim.sent) return std::nullopt;
    asked_.client = trace_.client_name(sent.client);
    asked_.node = trace_.node_name(sent.node);
    asked_.nth = claim.nth;
    asked_.at_us = sent.at;
    const Sentence right = short_reply(trace_, trace_[claim.ran]);
    std::vector<QuizAnswer> wrong;
    for (const Claim& other : all)
      if (other.ran < trace_.size()) {
        const Sentence words = short_reply(trace_, trace_[other.ran]);
        wrong.push_back({words, words.english()});
      }
    dice_.shuffle(wrong);
    const bool number = !right.english().empty() &&
                        right.english().find_first_not_of("-0123456789") == std::string::npos;
    for (const char* other : number ? std::array{"1", "0", "nil"} : std::array{"OK", "nil", "0"})
      wrong.push_back({Sentence::name(other), other});
    const bool is_next = std::none_of(all.begin(), all.end(), [&](const Claim& other) {
      return other.sent >= asked_.seen && other.sent < claim.sent &&
             trace_[other.sent].client == sent.client && trace_[other.sent].node == sent.node;
    });
    const Sentence node = node_words(trace_, sent.node);
    const Sentence client = client_words(trace_, sent.client);
    asked_.words =
        is_next
            ? say("What does {} answer to {}'s next {}?", node, client, command_name(trace_, sent))
            : say("What does {} answer to {}'s claim number {}?", node, client, claim.nth);
    asked_.why = because(say("{} runs {} at {} ms and answers {}.", node_words(trace_, sent.node),
                             short_command(trace_, sent), quiz_ms(trace_[claim.ran].at), right),
                         claim.ran);
    return choose({right, right.english()}, std::move(wrong));
  }

  static QuizAnswer property_answer(sim::Property property) {
    return {property_name(property), std::string(name(property))};
  }

  std::optional<QuizQuestion> promise() {
    std::vector<QuizAnswer> broken, kept;
    std::optional<std::size_t> first;
    Sentence why;
    for (const sim::Verdict& verdict : run_.judged.verdicts) {
      if (!verdict.promised || verdict.kept == sim::Kept::not_applicable) continue;
      if (verdict.kept == sim::Kept::kept) {
        kept.push_back(property_answer(verdict.property));
        continue;
      }
      if (!verdict.event) return std::nullopt;
      broken.push_back(property_answer(verdict.property));
      if (!first || *verdict.event < *first) first = verdict.event;
      if (broken.size() == 1) why = verdict.sentence;
    }
    // With two broken promises, both answers would be right.
    if (broken.size() > 1) return std::nullopt;
    const std::size_t last_fault = after_faults(trace_, trace_.size());
    if (first && last_fault > *first) return std::nullopt;
    if (!see_before(first ? *first : trace_.size() - 1)) return std::nullopt;
    dice_.shuffle(kept);
    QuizAnswer none{say("none of them"), ""};
    QuizAnswer right = broken.empty() ? none : broken.front();
    if (!broken.empty())
      kept.insert(kept.begin() + std::min<std::ptrdiff_t>(2, std::ssize(kept)), none);
    asked_.words = say("Which of these promises is broken in this run?");
    asked_.why = broken.empty() ? say("This run keeps all of them.") : why;
    asked_.at_us = first ? trace_[*first].at : trace_.back().at;
    return choose(right, std::move(kept));
  }

  std::optional<QuizQuestion> lease() {
    const auto least = least_lease(library_, run_);
    if (!least) return std::nullopt;
    asked_.seen = trace_.size();
    asked_.words =
        say("What is the smallest lease, in whole milliseconds, with which this run keeps "
            "every promise?");
    asked_.sample = fmt::format("{}", *least);
    asked_.why =
        say("With {} ms every promise is kept; with one millisecond less, one is broken.", *least);
    return asked_;
  }

  std::optional<QuizQuestion> fault() {
    // A run that is already broken teaches nothing about faults.
    if (keeps_promises(library_, run_.judged.name) != true) return std::nullopt;
    if (after_faults(trace_, trace_.size()) > 0) return std::nullopt;
    const auto breaking = breaking_fault(library_, run_);
    if (!breaking) return std::nullopt;
    asked_.seen = trace_.size();
    asked_.words = say("Which single fault makes this run break a promise?");
    asked_.sample = *breaking;
    asked_.why = strikes(*breaking);
    return asked_;
  }

  /// The effect of a fault that breaks the run, in the words of the timeline.
  Sentence strikes(const std::string& fault) const {
    const auto made = make_shown_run(library_, run_.judged.name + " fault=" + fault);
    const auto* broken = std::get_if<ShownRunPtr>(&made);
    const auto strike =
        broken ? strike_of(**broken, added_faults(**broken).size() - 1) : std::nullopt;
    if (!strike) return say("One that does: {}", Sentence::name(fault));
    const Trace& trace = (*broken)->trace();
    return say("One that does: at {} ms, {}.", quiz_ms(trace[*strike].at),
               event_words(trace, *strike));
  }

  const sim::Library& library_;
  const ShownRun& run_;
  const Trace& trace_;
  Dice& dice_;
  QuizQuestion asked_;
};

}  // namespace

std::optional<QuizQuestion> draw_question(const sim::Library& library, const ShownRun& run,
                                          QuizKind kind, Dice& dice) {
  if (run.trace().empty() || run.recorded) return std::nullopt;
  return Drawing(library, run, dice).draw(kind);
}

}  // namespace locklab::app
