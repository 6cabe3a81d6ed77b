#include "app/live/effects.h"

#include <strings.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "lock/scripts.h"

namespace locklab::app {

namespace {

using Kind = KeyEffect::Kind;
using Lease = KeyEffect::Lease;
using WordList = std::vector<std::string_view>;
using Effects = std::vector<KeyEffect>;

bool same(std::string_view a, std::string_view b) {
  return a.size() == b.size() && strncasecmp(a.data(), b.data(), a.size()) == 0;
}

std::int64_t number(std::string_view word) {
  std::int64_t value = 0;
  std::from_chars(word.data(), word.data() + word.size(), value);
  return value;
}

KeyEffect set_to(std::string_view key, std::string_view value, bool was_absent) {
  return {.kind = Kind::set, .key = key, .value = value, .was_absent = was_absent};
}

KeyEffect set_for(std::string_view key, std::string_view value, std::int64_t lease_us,
                  bool was_absent) {
  KeyEffect effect = set_to(key, value, was_absent);
  effect.lease = Lease::given;
  effect.lease_us = lease_us;
  return effect;
}

KeyEffect counted(std::string_view key, std::int64_t value, Lease lease) {
  return {.kind = Kind::set, .key = key, .number = value, .lease = lease};
}

KeyEffect leased(std::string_view key, std::int64_t lease_us) {
  return {.kind = Kind::lease, .key = key, .lease_us = lease_us};
}

KeyEffect seen(Kind kind, std::string_view key) { return {.kind = kind, .key = key}; }

Effects set_command(const WordList& word, const Reply& reply) {
  bool if_absent = false;
  bool old_value = false;
  KeyEffect effect = set_to(word[1], word[2], false);
  for (std::size_t i = 3; i < word.size(); ++i) {
    if_absent = if_absent || same(word[i], "NX");
    old_value = old_value || same(word[i], "GET");
    if (same(word[i], "KEEPTTL")) effect.lease = Lease::kept;
    if (i + 1 == word.size() || !(same(word[i], "PX") || same(word[i], "EX"))) continue;
    effect.lease = Lease::given;
    effect.lease_us = number(word[i + 1]) * (same(word[i], "PX") ? 1'000 : 1'000'000);
  }
  effect.was_absent = if_absent;
  const bool done = old_value ? !if_absent || reply.is_nil() : reply.ok();
  return done ? Effects{effect} : Effects{};
}

/// DEL, UNLINK: which of several keys were there is not told.
Effects delete_command(const WordList& word, const Reply& reply) {
  if (reply.kind != Reply::Kind::integer) return {};
  const auto keys = static_cast<std::int64_t>(word.size()) - 1;
  if (reply.integer != 0 && reply.integer != keys) return {};
  Effects effects;
  for (std::size_t i = 1; i < word.size(); ++i)
    effects.push_back(seen(reply.integer ? Kind::deleted : Kind::absent, word[i]));
  return effects;
}

Effects expire_command(const WordList& word, const Reply& reply, std::int64_t unit_us) {
  if (reply.is(1)) return {leased(word[1], number(word[2]) * unit_us)};
  // With NX, XX, GT or LT a 0 says nothing of the key.
  if (reply.is(0) && word.size() == 3) return {seen(Kind::absent, word[1])};
  return {};
}

/// EVALSHA of one of our scripts. `word` is the script's name, its keys, its arguments.
Effects script_effects(std::string_view script, const WordList& keys, const WordList& args,
                       const Reply& reply) {
  const auto is = [&](std::string_view name, std::size_t key_count, std::size_t arg_count) {
    return script == name && keys.size() == key_count && args.size() == arg_count;
  };
  if (is("release_if_owner", 1, 1) && reply.is(1)) return {seen(Kind::deleted, keys[0])};
  if (is("renew_if_owner", 1, 2) && reply.is(1)) return {leased(keys[0], number(args[1]) * 1'000)};
  if (is("setnx_expire", 1, 2) && reply.is(1))
    return {set_for(keys[0], args[0], number(args[1]) * 1'000, true)};
  if (is("claim_with_fence", 2, 2) && reply.kind == Reply::Kind::integer)
    return {set_for(keys[0], args[0], number(args[1]) * 1'000, true),
            counted(keys[1], reply.integer, Lease::kept)};
  if (is("extend_if_owner_or_absent", 1, 2)) {
    const std::int64_t lease_us = number(args[1]) * 1'000;
    if (reply.is(1)) return {leased(keys[0], lease_us)};
    if (reply.is(2)) return {set_for(keys[0], args[0], lease_us, true)};
  }
  if (is("admit", 1, 2) && reply.kind == Reply::Kind::integer && reply.integer > 0) {
    Effects effects{counted(keys[0], reply.integer, Lease::kept)};
    if (reply.integer == 1) effects.push_back(leased(keys[0], number(args[1]) * 1'000));
    return effects;
  }
  if (is("sell", 1, 1) && reply.kind == Reply::Kind::integer)
    return {counted(keys[0], reply.integer, Lease::none)};
  return {};
}

/// An EVALSHA of one of our scripts, taken apart.
struct ScriptCall {
  std::string_view name;
  WordList keys;
  WordList args;
};

std::optional<ScriptCall> script_call(const WordList& word) {
  if (word.size() < 3 || !same(word[0], "EVALSHA")) return std::nullopt;
  const auto keys = static_cast<std::size_t>(std::max<std::int64_t>(number(word[2]), 0));
  if (word.size() < 3 + keys) return std::nullopt;
  for (const Script* known : all_scripts()) {
    const Script& script = *known;
    if (script.sha1 != word[1]) continue;
    const auto first_arg = word.begin() + 3 + static_cast<std::ptrdiff_t>(keys);
    return ScriptCall{script.name, {word.begin() + 3, first_arg}, {first_arg, word.end()}};
  }
  return std::nullopt;
}

}  // namespace

std::vector<KeyEffect> effects_of(const Words& words, const Reply& reply) {
  if (reply.is_error() || reply.is_unknown()) return {};
  const WordList word(words.begin(), words.end());
  if (const std::optional<ScriptCall> call = script_call(word))
    return script_effects(call->name, call->keys, call->args, reply);
  if (word.size() < 2) return {};
  const auto is = [&](std::string_view verb) { return same(word[0], verb); };

  if (is("GET")) return reply.is_nil() ? Effects{seen(Kind::absent, word[1])} : Effects{};
  if (is("DEL") || is("UNLINK")) return delete_command(word, reply);
  for (std::string_view verb : {"INCR", "DECR", "INCRBY", "DECRBY"})
    if (is(verb) && reply.kind == Reply::Kind::integer)
      return {counted(word[1], reply.integer, Lease::kept)};
  if (word.size() < 3) return {};

  if (is("SET")) return set_command(word, reply);
  if (is("SETNX")) return reply.is(1) ? Effects{set_to(word[1], word[2], true)} : Effects{};
  if (is("GETSET")) return {set_to(word[1], word[2], reply.is_nil())};
  if (is("EXPIRE")) return expire_command(word, reply, 1'000'000);
  if (is("PEXPIRE")) return expire_command(word, reply, 1'000);
  return {};
}

bool may_delete(const Words& words, std::string_view key, std::string_view value) {
  const WordList word(words.begin(), words.end());
  if (const std::optional<ScriptCall> call = script_call(word))
    return call->name == "release_if_owner" && call->keys.size() == 1 && call->keys[0] == key &&
           call->args.size() == 1 && call->args[0] == value;
  return word.size() >= 2 && (same(word[0], "DEL") || same(word[0], "UNLINK")) &&
         std::find(word.begin() + 1, word.end(), key) != word.end();
}

bool may_prolong(const Words& words, std::string_view key, std::string_view value) {
  const WordList word(words.begin(), words.end());
  if (const std::optional<ScriptCall> call = script_call(word)) {
    const bool prolongs =
        call->name == "renew_if_owner" || call->name == "extend_if_owner_or_absent";
    return prolongs && call->keys.size() == 1 && call->keys[0] == key && !call->args.empty() &&
           call->args[0] == value;
  }
  return word.size() >= 3 && word[1] == key &&
         (same(word[0], "EXPIRE") || same(word[0], "PEXPIRE") || same(word[0], "GETSET"));
}

bool counts_down(const Words& words) {
  const WordList word(words.begin(), words.end());
  if (word.size() < 2) return false;
  // DECR, DECRBY 1, INCRBY -1 and the script's argument -1.
  return same(word[0].substr(0, 4), "DECR") != word.back().starts_with('-');
}

}  // namespace locklab::app
