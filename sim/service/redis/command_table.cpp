#include "sim/service/redis/command_table.h"

#include <array>
#include <bit>
#include <cstring>
#include <type_traits>

#include "sim/service/redis/numbers.h"

namespace locklab::sim {
namespace {

using namespace flag;

constexpr std::array script_subcommands{
    CommandSpec{"script|debug", 3, not_in_script, run_script_debug, {}},
    CommandSpec{"script|exists", -3, not_in_script, run_script_exists, {}},
    CommandSpec{"script|flush", -2, not_in_script, run_script_flush, {}},
    CommandSpec{"script|help", 2, 0, run_script_help, {}},
    CommandSpec{"script|kill", 2, not_in_script | while_busy, run_script_kill, {}},
    CommandSpec{"script|load", 3, not_in_script, run_script_load, {}},
};

constexpr std::array commands{
    CommandSpec{"append", 3, write | may_grow, run_append, {}},
    CommandSpec{"dbsize", 1, 0, run_dbsize, {}},
    CommandSpec{"decr", 2, write | may_grow, run_decr, {}},
    CommandSpec{"decrby", 3, write | may_grow, run_decrby, {}},
    CommandSpec{"del", -2, write, run_del, {}},
    CommandSpec{"discard", 1, not_in_script | while_busy | never_queued, run_discard, {}},
    CommandSpec{"echo", 2, 0, run_echo, {}},
    CommandSpec{"eval", -3, not_in_script | evaluates, run_eval, {}},
    CommandSpec{"eval_ro", -3, not_in_script, run_eval_ro, {}},
    CommandSpec{"evalsha", -3, not_in_script | evaluates, run_evalsha, {}},
    CommandSpec{"evalsha_ro", -3, not_in_script, run_evalsha_ro, {}},
    CommandSpec{"exec", 1, not_in_script | never_queued, run_exec, {}},
    CommandSpec{"exists", -2, 0, run_exists, {}},
    CommandSpec{"expire", -3, write, run_expire, {}},
    CommandSpec{"expireat", -3, write, run_expireat, {}},
    CommandSpec{"expiretime", 2, 0, run_expiretime, {}},
    CommandSpec{"flushall", -1, write, run_flush, {}},
    CommandSpec{"flushdb", -1, write, run_flush, {}},
    CommandSpec{"get", 2, 0, run_get, {}},
    CommandSpec{"getdel", 2, write, run_getdel, {}},
    CommandSpec{"getex", -2, write, run_getex, {}},
    CommandSpec{"getset", 3, write | may_grow, run_getset, {}},
    CommandSpec{"incr", 2, write | may_grow, run_incr, {}},
    CommandSpec{"incrby", 3, write | may_grow, run_incrby, {}},
    CommandSpec{"mget", -2, 0, run_mget, {}},
    CommandSpec{"mset", -3, write | may_grow, run_mset, {}},
    CommandSpec{"msetnx", -3, write | may_grow, run_msetnx, {}},
    CommandSpec{"multi", 1, not_in_script | while_busy | never_queued, run_multi, {}},
    CommandSpec{"persist", 2, write, run_persist, {}},
    CommandSpec{"pexpire", -3, write, run_pexpire, {}},
    CommandSpec{"pexpireat", -3, write, run_pexpireat, {}},
    CommandSpec{"pexpiretime", 2, 0, run_pexpiretime, {}},
    CommandSpec{"ping", -1, while_subscribed, run_ping, {}},
    CommandSpec{"psetex", 4, write | may_grow, run_psetex, {}},
    CommandSpec{"pttl", 2, 0, run_pttl, {}},
    CommandSpec{"publish", 3, 0, run_publish, {}},
    CommandSpec{"role", 1, not_in_script, run_role, {}},
    CommandSpec{"script", -2, 0, nullptr, script_subcommands},
    CommandSpec{"select", 2, 0, run_select, {}},
    CommandSpec{"set", -3, write | may_grow, run_set, {}},
    CommandSpec{"setex", 4, write | may_grow, run_setex, {}},
    CommandSpec{"setnx", 3, write | may_grow, run_setnx, {}},
    CommandSpec{"shutdown", -1, not_in_script | while_busy | not_in_multi, run_shutdown, {}},
    CommandSpec{"strlen", 2, 0, run_strlen, {}},
    CommandSpec{"subscribe", -2, not_in_script | while_subscribed, run_subscribe, {}},
    CommandSpec{"time", 1, 0, run_time, {}},
    CommandSpec{"ttl", 2, 0, run_ttl, {}},
    CommandSpec{"type", 2, 0, run_type, {}},
    CommandSpec{"unlink", -2, write, run_del, {}},
    CommandSpec{"unsubscribe", -1, not_in_script | while_subscribed, run_unsubscribe, {}},
    CommandSpec{"unwatch", 1, not_in_script | while_busy, run_unwatch, {}},
    CommandSpec{"wait", 3, not_in_script, run_wait, {}},
    CommandSpec{"watch", -2, not_in_script | while_busy | never_queued, run_watch, {}},
};

constexpr std::size_t longest_verb = 16;

template <class Number>
std::uint64_t load(const char* at) {
  Number number;
  std::memcpy(&number, at, sizeof number);
  return number;
}

/// A verb of at most 16 bytes as two numbers, ignoring the case of letters. Only a command's own
/// verb gives that command's numbers, except that '_' equals the byte 0x7f.
struct Folded {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  constexpr Folded() = default;
  constexpr explicit Folded(std::string_view verb) {
    const std::size_t size = verb.size();
    if (std::is_constant_evaluated()) {
      for (std::size_t i = 0; i < size; ++i)
        (i < 8 ? low : high) |= std::uint64_t{static_cast<unsigned char>(verb[i])} << 8 * (i % 8);
    } else {
      read(verb.data(), size);
    }
    constexpr std::uint64_t small = 0x2020202020202020u;
    low |= size >= 8 ? small : small & ~(~std::uint64_t{0} << 8 * size);
    if (size > 8) high |= small >> 8 * (16 - size);
  }
  constexpr std::size_t slot() const {
    return static_cast<std::size_t>((low ^ high * 0x9e3779b97f4a7c15u) * 0xd6e8feb86659fd93u >> 55);
  }
  constexpr bool operator==(const Folded&) const = default;

 private:
  /// Reads the bytes in at most three overlapping loads, instead of one by one.
  void read(const char* at, std::size_t size) {
    if (size >= 8) {
      low = load<std::uint64_t>(at);
      if (size > 8) high = load<std::uint64_t>(at + size - 8) >> 8 * (16 - size);
    } else if (size >= 4) {
      low = load<std::uint32_t>(at) | load<std::uint32_t>(at + size - 4) << 8 * (size - 4);
    } else if (size > 0) {
      low = load<std::uint8_t>(at) | load<std::uint8_t>(at + size / 2) << 8 * (size / 2) |
            load<std::uint8_t>(at + size - 1) << 8 * (size - 1);
    }
  }
};
static_assert(std::endian::native == std::endian::little);

constexpr auto folded_names = [] {
  std::array<Folded, commands.size()> names{};
  for (std::size_t i = 0; i < commands.size(); ++i) names[i] = Folded(commands[i].name);
  return names;
}();

constexpr auto has_underscore = [] {
  std::array<bool, commands.size()> has{};
  for (std::size_t i = 0; i < commands.size(); ++i)
    has[i] = commands[i].name.find('_') != std::string_view::npos;
  return has;
}();

/// A hash table of the commands with open addressing. A slot holds the command's index plus one, or
/// 0 if empty.
constexpr std::array<std::uint8_t, 512> slots = [] {
  std::array<std::uint8_t, 512> filled{};
  for (std::size_t i = 0; i < commands.size(); ++i) {
    std::size_t at = folded_names[i].slot();
    while (filled[at] != 0) at = (at + 1) % filled.size();
    filled[at] = static_cast<std::uint8_t>(i + 1);
  }
  return filled;
}();

}  // namespace

const CommandSpec* find_verb(std::string_view verb) {
  if (verb.size() > longest_verb) return nullptr;
  const Folded folded(verb);
  for (std::size_t at = folded.slot(); slots[at] != 0; at = (at + 1) % slots.size()) {
    if (folded_names[slots[at] - 1u] != folded) continue;
    const CommandSpec& spec = commands[slots[at] - 1u];
    if (!has_underscore[slots[at] - 1u] || same_word(verb, spec.name)) return &spec;
  }
  return nullptr;
}

const CommandSpec* find_command(WordsView words) {
  const CommandSpec* spec = find_verb(words[0]);
  if (!spec || spec->subcommands.empty() || words.size() < 2) return spec;
  for (const CommandSpec& sub : spec->subcommands)
    if (same_word(words[1], sub.name.substr(spec->name.size() + 1))) return &sub;
  return nullptr;
}

}  // namespace locklab::sim
