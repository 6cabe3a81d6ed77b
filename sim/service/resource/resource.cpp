#include "sim/service/resource/resource.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>

namespace locklab::sim {

namespace {

std::optional<std::int64_t> integer(std::string_view word) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
  return value;
}

Resource::Result refuse(std::string_view why) {
  Resource::Result result;
  result.reply = Reply::error(why);
  return result;
}

}  // namespace

Resource::Result Resource::handle(const PackedWords& words) {
  std::array<std::string_view, 5> word;
  std::size_t count = 0;
  for (std::string_view w : words) {
    if (count == word.size()) return refuse("ERR too many words");
    word[count++] = w;
  }
  const bool writes = count > 0 && word[0] == "WRITE";
  const std::size_t plain = writes ? 3 : 2;
  if (count == 0 || (!writes && word[0] != "READ"))
    return refuse("ERR the resource knows READ and WRITE");
  if (count != plain && count != plain + 2) return refuse("ERR wrong number of words");
  if (word[1] != name_) return refuse("ERR no such resource");

  std::int64_t token = -1;
  if (count == plain + 2) {
    const std::optional<std::int64_t> given = integer(word[plain + 1]);
    if (word[plain] != "TOKEN" || !given || *given < 0) return refuse("ERR TOKEN takes a number");
    token = *given;
  }
  std::int64_t value = value_;
  if (writes) {
    const std::optional<std::int64_t> given = integer(word[2]);
    if (!given) return refuse("ERR the value is not a number");
    value = *given;
  }

  Result result;
  result.happened = true;
  result.event.value = value;
  result.event.extra = token;
  if (checks_fence_ && token >= 0 && token < newest_token_) {
    result.event.kind = EventKind::resource_rejected;
    result.event.detail = writes;
    result.reply =
        Reply::error(fmt::format("STALE token {} is older than {}", token, newest_token_));
    return result;
  }
  newest_token_ = std::max(newest_token_, token);
  result.event.kind = writes ? EventKind::resource_wrote : EventKind::resource_read;
  value_ = value;
  result.reply = writes ? Reply::status("OK") : Reply::number(value);
  return result;
}

}  // namespace locklab::sim
