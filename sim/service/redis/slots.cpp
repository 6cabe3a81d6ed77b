#include "sim/service/redis/slots.h"

#include <cstdint>
#include <string>
#include <string_view>

#include "lock/redirection.h"

namespace locklab::sim {

namespace {

/// Checks the keys of one command. `slot` is the slot of all keys so far; nullopt before the first.
std::optional<Reply> look(const ServerState& server, WordsView words,
                          std::optional<std::uint16_t>& slot) {
  const KeyWords keys = key_words(words);
  for (std::size_t i = keys.first; i < keys.end; i += keys.step) {
    const std::uint16_t of_key = slot_of_key(words[i]);
    if (slot && *slot != of_key)
      return Reply::error("CROSSSLOT Keys in request don't hash to the same slot");
    slot = of_key;
  }
  if (!slot) return std::nullopt;
  const std::string error = server.slot_error(*slot);
  return error.empty() ? std::nullopt : std::optional(Reply::error(error));
}

}  // namespace

std::optional<Reply> sent_elsewhere(const ServerState& server, const Session::State* session,
                                    const CommandSpec& spec, WordsView words) {
  if (!server.slot_error) return std::nullopt;
  std::optional<std::uint16_t> slot;
  if (spec.run != run_exec) return look(server, words, slot);
  if (!session) return std::nullopt;
  for (const Command& queued : session->queue) {
    const PackedWords words_of_it = queued.words();
    const std::vector<std::string_view> parts(words_of_it.begin(), words_of_it.end());
    if (auto error = look(server, parts, slot)) return error;
  }
  return std::nullopt;
}

}  // namespace locklab::sim
