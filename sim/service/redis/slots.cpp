#include "sim/service/redis/slots.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "lock/redirection.h"
#include "sim/service/redis/numbers.h"

namespace locklab::sim {

namespace {

/// The words of a command that are keys: from `first` to before `end`, every `step`-th one.
struct KeyWords {
  std::size_t first = 1;
  std::size_t end = 2;
  std::size_t step = 1;
};

template <std::size_t Size>
bool is_one_of(const std::array<std::string_view, Size>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

KeyWords keys_in(const CommandSpec& spec, WordsView words) {
  constexpr std::array<std::string_view, 17> none{
      "dbsize",    "discard", "echo",        "exec",    "flushall", "flushdb",
      "multi",     "ping",    "publish",     "role",    "select",   "shutdown",
      "subscribe", "time",    "unsubscribe", "unwatch", "wait"};
  constexpr std::array<std::string_view, 5> only_keys{"del", "exists", "mget", "unlink", "watch"};
  constexpr std::array<std::string_view, 4> after_their_number{"eval", "eval_ro", "evalsha",
                                                               "evalsha_ro"};
  constexpr KeyWords nothing{1, 1, 1};
  if (is_one_of(none, spec.name) || spec.name.starts_with("script|")) return nothing;
  if (is_one_of(only_keys, spec.name)) return {1, words.size(), 1};
  if (spec.name == "mset" || spec.name == "msetnx") return {1, words.size(), 2};
  if (!is_one_of(after_their_number, spec.name)) return {1, std::min<std::size_t>(2, words.size())};
  const auto number = parse_integer(words[2]);
  const std::size_t most = words.size() - 3;
  // The script's own error says what is wrong with the number.
  if (!number || *number < 0 || static_cast<std::size_t>(*number) > most) return nothing;
  return {3, 3 + static_cast<std::size_t>(*number), 1};
}

/// Looks at one command's keys. `slot`: that of the keys before them.
std::optional<Reply> look(const ServerState& server, const CommandSpec& spec, WordsView words,
                          std::optional<std::uint16_t>& slot) {
  const KeyWords keys = keys_in(spec, words);
  for (std::size_t i = keys.first; i < keys.end; i += keys.step) {
    const std::uint16_t of_key = slot_of_key(words[i]);
    if (slot && *slot != of_key)
      return Reply::error("CROSSSLOT Keys in request don't hash to the same slot");
    slot = of_key;
  }
  if (!slot) return std::nullopt;
  const std::string owner = server.owner_elsewhere(*slot);
  if (owner.empty()) return std::nullopt;
  return Reply::error(fmt::format("MOVED {} {}", *slot, owner));
}

}  // namespace

std::optional<Reply> sent_elsewhere(const ServerState& server, const Session::State* session,
                                    const CommandSpec& spec, WordsView words) {
  if (!server.owner_elsewhere) return std::nullopt;
  std::optional<std::uint16_t> slot;
  if (spec.run != run_exec) return look(server, spec, words, slot);
  if (!session) return std::nullopt;
  for (const Command& queued : session->queue) {
    std::vector<std::string_view> parts;
    for (const std::string_view word : queued.words()) parts.push_back(word);
    if (auto error = look(server, *find_command(parts), parts, slot)) return error;
  }
  return std::nullopt;
}

}  // namespace locklab::sim
