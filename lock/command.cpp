#include "lock/command.h"

#include <fmt/format.h>
#include <algorithm>

#include <array>
#include <cstring>

namespace locklab {

std::string_view name(Purpose purpose) {
  static constexpr std::array<std::string_view, static_cast<std::size_t>(Purpose::count_)> names{
      "other", "claim", "release", "renew", "read", "write"};
  return names[static_cast<std::size_t>(purpose)];
}

std::size_t PackedWords::size() const {
  std::size_t count = 0;
  for (auto it = begin(); it != end(); ++it) ++count;
  return count;
}

bool well_packed(std::string_view packed) {
  while (!packed.empty()) {
    std::uint32_t length;
    if (packed.size() < 4) return false;
    std::memcpy(&length, packed.data(), 4);
    if (packed.size() - 4 < length) return false;
    packed.remove_prefix(4 + std::size_t{length});
  }
  return true;
}

Command& Command::add(std::int64_t number) {
  const fmt::format_int digits(number);
  return add(std::string_view(digits.data(), digits.size()));
}

Command& Command::by(const Token& token, Purpose why) {
  acquisition = token.acquisition;
  purpose = why;
  return *this;
}

std::string_view verb(const PackedWords& words) {
  if (words.empty()) return {};
  const std::string_view first = *words.begin();
  return first == "EVALSHA" ? first.substr(0, 4) : first;
}

std::string typed_word(std::string_view word) {
  const auto plain = [](unsigned char c) { return c > ' ' && c < 127 && c != '"' && c != '\''; };
  if (!word.empty() && std::all_of(word.begin(), word.end(), plain)) return std::string(word);
  std::string out = "\"";
  for (const unsigned char c : word) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += static_cast<char>(c);
    } else if (c == '\n') {
      out += "\\n";
    } else if (c < ' ' || c >= 127) {
      out += fmt::format("\\x{:02x}", c);
    } else {
      out += static_cast<char>(c);
    }
  }
  return out + '"';
}

std::string as_typed(const PackedWords& words) {
  std::string out;
  for (const std::string_view word : words) {
    if (!out.empty()) out += ' ';
    out += typed_word(word);
  }
  return out;
}

Command setnx(std::string_view key, std::string_view value) {
  Command command("SETNX");
  command.add(key).add(value);
  return command;
}

Command set_nx_px(std::string_view key, std::string_view value, Duration ttl) {
  Command command("SET");
  command.add(key).add(value).add("NX").add("PX").add(ms(ttl));
  return command;
}

Command set_px(std::string_view key, std::string_view value, Duration ttl) {
  Command command("SET");
  command.add(key).add(value).add("PX").add(ms(ttl));
  return command;
}

Command get(std::string_view key) {
  Command command("GET");
  command.add(key);
  return command;
}

Command getset(std::string_view key, std::string_view value) {
  Command command("GETSET");
  command.add(key).add(value);
  return command;
}

Command del(std::string_view key) {
  Command command("DEL");
  command.add(key);
  return command;
}

Command incr(std::string_view key) {
  Command command("INCR");
  command.add(key);
  return command;
}

Command decr(std::string_view key) {
  Command command("DECR");
  command.add(key);
  return command;
}

Command expire_seconds(std::string_view key, std::int64_t seconds) {
  Command command("EXPIRE");
  command.add(key).add(seconds);
  return command;
}

Command pexpire(std::string_view key, Duration ttl) {
  Command command("PEXPIRE");
  command.add(key).add(ms(ttl));
  return command;
}

Command subscribe(std::string_view channel) {
  Command command("SUBSCRIBE");
  command.add(channel);
  command.listens = true;
  return command;
}

Command unsubscribe(std::string_view channel) {
  Command command("UNSUBSCRIBE");
  command.add(channel);
  command.listens = true;
  return command;
}

Command publish(std::string_view channel, std::string_view message) {
  Command command("PUBLISH");
  command.add(channel).add(message);
  return command;
}

Command wait_replicas(std::int64_t replicas, Duration timeout) {
  Command command("WAIT");
  command.add(replicas).add(ms(timeout));
  return command;
}

Command eval(const Script& script, std::initializer_list<std::string_view> keys) {
  Command command("EVALSHA");
  command.script = &script;
  command.add(script.sha1).add(static_cast<std::int64_t>(keys.size()));
  for (std::string_view key : keys) command.add(key);
  return command;
}

}  // namespace locklab
