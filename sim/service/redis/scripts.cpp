#include "sim/service/redis/scripts.h"

#include <fmt/format.h>

#include "sim/service/redis/command_table.h"

namespace locklab::sim {
namespace {

constexpr std::string_view blanks = " \t\r\v\f";

/// Takes the next word from `rest`; empty if there is none.
std::string_view next_word(std::string_view& rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(blanks), rest.size()));
  const std::string_view word = rest.substr(0, rest.find_first_of(blanks));
  rest.remove_prefix(word.size());
  return word;
}

/// Reads a comma-separated list of flags. Returns the error to reply, or empty.
std::string add_flags(std::string_view list, std::uint32_t& flags) {
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    const std::string_view flag = list.substr(0, comma);
    const bool last = comma == std::string_view::npos;
    list.remove_prefix(last ? list.size() : comma + 1);
    if (flag == "no-writes") {
      flags |= script_flag::no_writes;
    } else if (flag == "allow-oom") {
      flags |= script_flag::allow_oom;
    } else if (flag != "allow-stale" && flag != "no-cluster" && flag != "allow-cross-slot-keys") {
      return fmt::format("ERR Unexpected flag in script shebang: {}", flag);
    }
    if (!last && list.empty()) return "ERR Unexpected flag in script shebang: ";
  }
  return {};
}

}  // namespace

std::variant<std::uint32_t, std::string> script_flags(std::string_view text) {
  if (!text.starts_with("#!")) return 0u;
  const std::size_t line_end = text.find('\n');
  if (line_end == std::string_view::npos) return "ERR Invalid script shebang";
  std::string_view rest = text.substr(0, line_end);
  if (rest.find_first_of("\"'") != std::string_view::npos)
    return "ERR Invalid engine in script shebang";
  const std::string_view engine = next_word(rest);
  if (engine != "#!lua") return fmt::format("ERR Unexpected engine in script shebang: {}", engine);

  std::uint32_t flags = script_flag::declared;
  for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
    if (!word.starts_with("flags=")) return fmt::format("ERR Unknown lua shebang option: {}", word);
    std::string error = add_flags(word.substr(6), flags);
    if (!error.empty()) return error;
  }
  return flags;
}

std::string_view script_body(std::string_view text) {
  return text.starts_with("#!") ? text.substr(std::min(text.find('\n'), text.size())) : text;
}

std::uint32_t flags_of_script(ServerState& server, bool is_text, std::string_view word) {
  std::uint32_t flags = 0;
  if (is_text) {
    const auto read = script_flags(word);
    if (const std::uint32_t* good = std::get_if<std::uint32_t>(&read)) flags = *good;
  } else if (server.declared_scripts) {
    if (const KnownScript* known = server.scripts.find(word)) flags = known->flags;
  }
  if (!(flags & script_flag::declared) || flags & script_flag::no_writes) return 0;
  return flag::write | (flags & script_flag::allow_oom ? 0 : flag::may_grow);
}

KnownScript& know_script(ServerState& server, std::string_view sha1, std::string_view text) {
  KnownScript& script = server.scripts.add(sha1);
  script.text = text;
  const auto flags = script_flags(text);
  script.flags = std::holds_alternative<std::uint32_t>(flags) ? std::get<std::uint32_t>(flags) : 0;
  if (script.flags != 0) server.declared_scripts = true;
  return script;
}

}  // namespace locklab::sim
