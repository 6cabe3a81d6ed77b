#include "app/live/inference/story_search.h"

#include <algorithm>
#include <charconv>
#include <deque>
#include <utility>

namespace locklab::app {

namespace {

/// A value that the lab's commands neither write nor compare with.
constexpr std::string_view unknown_value = "?";
/// The maximum number of stories that one search tries.
constexpr int most_tries = 48;
constexpr std::size_t longest_told = 2;
constexpr std::size_t longest_silent = 3;

std::optional<std::int64_t> number_in(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Returns the number in a key, or 0 for a missing key; nullopt for any other value.
std::optional<std::int64_t> number_of(const sim::Effect& state) {
  return state.value ? number_in(sim::shown(*state.value)) : 0;
}

const sim::Effect* of_key(const ShadowServer::Saved& saved, std::string_view key) {
  const auto found = std::find_if(saved.begin(), saved.end(),
                                  [&](const sim::Effect& state) { return state.key == key; });
  return found == saved.end() ? nullptr : &*found;
}

bool removes(const Move& move) {
  return move.kind == Move::Kind::expired || move.kind == Move::Kind::gone;
}

bool is_of(const Story& story, const KeyId& key) {
  return std::any_of(story.begin(), story.end(), [&](const Move& move) {
    return move.kind != Move::Kind::ran && move.key == key;
  });
}

}  // namespace

bool counted_down(const ShadowServer::Saved& before,
                  const std::vector<ShadowServer::Change>& changes) {
  for (const ShadowServer::Change& change : changes) {
    const sim::Effect* state = of_key(before, change.key);
    const auto now = number_in(change.value);
    if (!state || !now) continue;
    if (*now < number_of(*state).value_or(*now)) return true;
  }
  return false;
}

std::optional<Story> StorySearch::explain(const OpenCommand& command, const Reply& reply,
                                          std::int64_t at) {
  command_ = &command;
  reply_ = &reply;
  at_ = at;
  tries_left_ = most_tries;
  const Trial plain = attempt({});
  if (plain.agrees) return Story{};
  if ((!owns_a_key() && refused_by_somebody()) || ran_long_ago()) return std::nullopt;
  std::optional<Trial> found = search(plain, longest_told, false);
  if (!found) {
    tries_left_ = most_tries;
    found = search(plain, longest_silent, true);
  }
  if (!found) {
    // A reply of the same kind: its content is unknown here, but its effects on keys are known.
    const bool alike = plain.result.reply.kind == reply.kind && reply.kind != Reply::Kind::integer;
    return alike ? std::optional(Story{}) : std::nullopt;
  }
  if (!proves_something(*found) || is_over(*found)) return std::nullopt;
  return std::move(found->story);
}

/// Whether the command was refused because some client held the key. The refusal does not show who
/// it was, since when, or whether it still holds the key.
bool StorySearch::refused_by_somebody() {
  for (const KeyId& key : command_->keys) {
    std::vector<std::string> values{std::string(unknown_value)};
    if (reply_->kind == Reply::Kind::text) values.push_back(reply_->text);
    for (std::string& value : values) {
      const Trial trial = attempt({{Move::Kind::held, key, 0, std::move(value)}});
      if (trial.agrees && trial.result.changes.empty()) return true;
    }
  }
  return false;
}

/// Whether the command names a key that its own attempt set and that is believed to exist still. If
/// the reply contradicts that, the key is gone.
bool StorySearch::owns_a_key() const {
  return std::any_of(command_->keys.begin(), command_->keys.end(), [&](const KeyId& key) {
    const BelievedKey* state = beliefs_.find(key);
    return state && state->setter == AttemptId(command_->sent.client, command_->sent.acquisition);
  });
}

/// Whether the command counts as run before the key's present holder acquired it: its reply fits a
/// missing key, and its effects may have been over by then.
bool StorySearch::ran_long_ago() {
  for (const KeyId& key : command_->keys) {
    const BelievedKey* state = beliefs_.find(key);
    if (!state || state->known_us <= command_->sent.at) continue;
    const Trial trial = attempt({{Move::Kind::gone, key, 0, {}}});
    if (trial.agrees && is_over(trial)) return true;
  }
  return false;
}

/// Whether the reply proves the trial's story. A command without effects may have run long ago: it
/// proves only the end of keys, or other commands on keys, that existed before it was sent.
bool StorySearch::proves_something(const Trial& trial) const {
  if (!trial.result.changes.empty()) return true;
  return std::all_of(trial.story.begin(), trial.story.end(), [&](const Move& move) {
    if (move.kind == Move::Kind::ran) {
      const OpenCommand& ran = *open_.find(move.message);
      return std::none_of(ran.keys.begin(), ran.keys.end(), [&](const KeyId& key) {
        const BelievedKey* state = beliefs_.find(key);
        return !state || state->known_us > command_->sent.at;
      });
    }
    return removes(move) && beliefs_.find(move.key)->known_us <= command_->sent.at;
  });
}

/// Whether the trial's effects may have been over before a change of the key that is already
/// recorded: a paused client read its reply late, or a lease that was recorded as ended had been
/// released.
bool StorySearch::is_over(const Trial& trial) const {
  for (const Move& move : trial.story) {
    if (move.kind != Move::Kind::gone && move.kind != Move::Kind::held) continue;
    const BelievedKey* now = beliefs_.find(move.key);
    const std::int64_t changed_us =
        now ? now->known_us : beliefs_.removed_us(move.key).value_or(command_->sent.at);
    if (changed_us <= command_->sent.at) continue;
    for (const ShadowServer::Change& change : trial.result.changes) {
      if (change.key != beliefs_.name(move.key)) continue;
      if (change.kind == sim::KeyChange::Kind::deleted) return true;
      if (now && change.lease == ShadowServer::Change::Lease::given &&
          beliefs_.may_be_over(move.key.first, command_->sent.at, change.lease_us) <= changed_us)
        return true;
    }
  }
  return false;
}

/// Tries stories, shorter ones first.
std::optional<StorySearch::Trial> StorySearch::search(const Trial& plain, std::size_t longest,
                                                      bool silent) {
  std::deque<Trial> tried{plain};
  while (!tried.empty()) {
    const Trial last = std::move(tried.front());
    tried.pop_front();
    std::vector<Move> moves = told_moves(last.story);
    if (silent) {
      const std::vector<Move> more = silent_moves(last);
      moves.insert(moves.end(), more.begin(), more.end());
    }
    for (Move& move : moves) {
      if (tries_left_-- == 0) return std::nullopt;
      Story story = last.story;
      story.push_back(std::move(move));
      Trial next = attempt(std::move(story));
      if (next.agrees) return next;
      if (next.story.size() < longest) tried.push_back(std::move(next));
    }
  }
  return std::nullopt;
}

std::vector<Move> StorySearch::told_moves(const Story& so_far) const {
  std::vector<Move> moves;
  const AttemptId own{command_->sent.client, command_->sent.acquisition};
  for (const KeyId& key : command_->keys) {
    const BelievedKey* state = beliefs_.find(key);
    // If a release was in flight too, the order is unknown: expiry, which blames no client, goes
    // first.
    if (state && state->leased && state->earliest_end_us <= at_ && !is_of(so_far, key))
      moves.push_back({Move::Kind::expired, key, 0, {}});
    for (const std::uint32_t message :
         open_.may_have_run(key, {state ? state->setter : own, own})) {
      const bool twice = std::any_of(so_far.begin(), so_far.end(),
                                     [&](const Move& move) { return move.message == message; });
      if (!twice) moves.push_back({Move::Kind::ran, key, message, {}});
    }
  }
  return moves;
}

std::vector<Move> StorySearch::silent_moves(const Trial& last) const {
  std::vector<Move> moves;
  for (const KeyId& key : command_->keys) {
    if (is_of(last.story, key)) continue;
    if (beliefs_.find(key)) moves.push_back({Move::Kind::gone, key, 0, {}});
    for (std::string& value : plausible_values(key, last))
      moves.push_back({Move::Kind::held, key, 0, std::move(value)});
  }
  return moves;
}

std::vector<std::string> StorySearch::plausible_values(const KeyId& key, const Trial& last) const {
  std::vector<std::string> values;
  if (reply_->kind == Reply::Kind::text) values.push_back(reply_->text);
  // A counter may have had another value: both replies differ by as much as the values before.
  const Reply& shadows = last.result.reply;
  if (reply_->kind == Reply::Kind::integer && shadows.kind == Reply::Kind::integer)
    for (const ShadowServer::Change& change : last.result.changes) {
      if (change.key != beliefs_.name(key) || number_in(change.value) != shadows.integer) continue;
      const sim::Effect* before = of_key(last.before, change.key);
      const std::int64_t stood = number_of(*before).value_or(0);
      values.push_back(std::to_string(stood + reply_->integer - shadows.integer));
    }
  values.emplace_back(unknown_value);
  // The values that the command compares with.
  for (std::string_view word : beliefs_.words(command_->sent))
    if (word != beliefs_.name(key)) values.emplace_back(word);
  return values;
}

StorySearch::Trial StorySearch::attempt(Story story) {
  ShadowServer& shadow = beliefs_.shadow(command_->sent.node);
  std::vector<ShadowServer::Saved> saved{beliefs_.save(*command_)};
  for (const Move& move : story) {
    if (move.kind == Move::Kind::ran) saved.push_back(beliefs_.save(*open_.find(move.message)));
    make(move);
  }
  Trial trial;
  trial.before = beliefs_.save(*command_);
  trial.result = beliefs_.run(*command_);
  trial.agrees = agrees(*reply_, trial.result.reply);
  trial.story = std::move(story);
  for (auto it = saved.rbegin(); it != saved.rend(); ++it) shadow.restore(*it);
  return trial;
}

void StorySearch::make(const Move& move) {
  ShadowServer& shadow = beliefs_.shadow(command_->sent.node);
  switch (move.kind) {
    case Move::Kind::expired:
    case Move::Kind::gone:
      return shadow.remove(beliefs_.name(move.key));
    case Move::Kind::held:
      return shadow.put(beliefs_.name(move.key), move.value);
    case Move::Kind::ran:
      beliefs_.run(*open_.find(move.message));
  }
}

}  // namespace locklab::app
