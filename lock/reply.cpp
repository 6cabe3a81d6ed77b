#include "lock/reply.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace locklab {

ReplyItems::ReplyItems(std::vector<Reply> items) : items_(new std::vector<Reply>) {
  *items_ = std::move(items);
}

void ReplyItems::copy(const ReplyItems& other) {
  clear();
  if (other.items_) items_ = new std::vector<Reply>(*other.items_);
}

void ReplyItems::clear() noexcept { delete std::exchange(items_, nullptr); }

std::size_t ReplyItems::size() const { return items_ ? items_->size() : 0; }

const Reply& ReplyItems::operator[](std::size_t i) const { return (*items_)[i]; }

const Reply* ReplyItems::begin() const { return items_ ? items_->data() : nullptr; }

const Reply* ReplyItems::end() const { return begin() + size(); }

Reply& ReplyItems::add() {
  if (!items_) items_ = new std::vector<Reply>;
  return items_->emplace_back();
}

bool ReplyItems::operator==(const ReplyItems& other) const {
  return std::equal(begin(), end(), other.begin(), other.end());
}

Reply Reply::nil_array() {
  Reply reply;
  reply.kind = Kind::nil_array;
  return reply;
}

Reply Reply::array(std::vector<Reply> items) {
  Reply reply;
  reply.kind = Kind::array;
  reply.items = ReplyItems(std::move(items));
  return reply;
}

std::string_view name(Silence silence) {
  static constexpr std::array<std::string_view, static_cast<std::size_t>(Silence::count_)> names{
      "",
      "timeout",
      "connection refused",
      "no connection",
      "no socket",
      "connection lost",
      "connection reset",
      "connection lost",
      "the connection was dropped",
      "closed",
      "not subscribed",
      "no reply to it"};
  return names[static_cast<std::size_t>(silence)];
}

Reply Reply::cancelled() {
  Reply reply;
  reply.kind = Kind::cancelled;
  return reply;
}

std::string as_printed(const Reply& reply) {
  switch (reply.kind) {
    case Reply::Kind::status:
      return reply.text;
    case Reply::Kind::nil:
    case Reply::Kind::nil_array:
      return "(nil)";
    case Reply::Kind::integer:
      return fmt::format("(integer) {}", reply.integer);
    case Reply::Kind::text:
      return fmt::format("\"{}\"", reply.text);
    case Reply::Kind::error:
      return fmt::format("(error) {}", reply.text);
    case Reply::Kind::unknown:
      return fmt::format("unknown: {}", reply.text);
    case Reply::Kind::cancelled:
      return "cancelled";
    case Reply::Kind::array: {
      std::string out = "[";
      for (const Reply& item : reply.items) {
        if (out.size() > 1) out += ", ";
        out += as_printed(item);
      }
      return out + "]";
    }
    case Reply::Kind::count_:
      break;
  }
  return "?";
}

std::string to_resp(const Reply& reply) {
  switch (reply.kind) {
    case Reply::Kind::status:
      return "+" + reply.text + "\r\n";
    case Reply::Kind::nil:
      return "$-1\r\n";
    case Reply::Kind::nil_array:
      return "*-1\r\n";
    case Reply::Kind::integer:
      return fmt::format(":{}\r\n", reply.integer);
    case Reply::Kind::text:
      return fmt::format("${}\r\n{}\r\n", reply.text.size(), reply.text);
    case Reply::Kind::error:
      return "-" + reply.text + "\r\n";
    case Reply::Kind::array: {
      std::string out = fmt::format("*{}\r\n", reply.items.size());
      for (const Reply& item : reply.items) out += to_resp(item);
      return out;
    }
    default:
      return "";
  }
}

}  // namespace locklab
