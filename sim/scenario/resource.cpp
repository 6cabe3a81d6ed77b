#include "sim/scenario/resource.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

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

Command read_resource(std::string_view name, std::int64_t fence, const Token& token) {
  Command command("READ");
  command.add(name).by(token, Purpose::read);
  if (fence >= 0) command.add("TOKEN").add(fence);
  return command;
}

Command write_resource(std::string_view name, std::int64_t value, std::int64_t fence,
                       const Token& token) {
  Command command("WRITE");
  command.add(name).add(value).by(token, Purpose::write);
  if (fence >= 0) command.add("TOKEN").add(fence);
  return command;
}

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

Resource::Answer Resource::answer(const PackedWords& words, const Event& request, Trace& trace) {
  Result result = handle(words);
  Answer answer{std::move(result.reply), request, std::nullopt};
  answer.ran.kind = EventKind::ran;
  answer.ran.node = resource_node;
  answer.ran.detail = static_cast<std::uint8_t>(answer.reply.kind);
  answer.ran.value = answer.reply.integer;
  if (answer.reply.is_error()) answer.ran.text = trace.keep(answer.reply.text);
  if (result.happened) {
    Event& access = answer.access.emplace(request);
    access.kind = result.event.kind;
    access.node = resource_node;
    access.key = trace.name_id(name_);
    access.value = result.event.value;
    access.extra = result.event.extra;
    access.detail = result.event.detail;
  }
  return answer;
}

}  // namespace locklab::sim
