#include "lock/reply.h"

#include <fmt/format.h>

namespace locklab {

Reply Reply::status(std::string_view line) {
  Reply reply;
  reply.kind = Kind::status;
  reply.text = line;
  return reply;
}

Reply Reply::nil() { return {}; }

Reply Reply::nil_array() {
  Reply reply;
  reply.kind = Kind::nil_array;
  return reply;
}

Reply Reply::number(std::int64_t n) {
  Reply reply;
  reply.kind = Kind::integer;
  reply.integer = n;
  return reply;
}

Reply Reply::bulk(std::string_view bytes) {
  Reply reply;
  reply.kind = Kind::text;
  reply.text = bytes;
  return reply;
}

Reply Reply::array(std::vector<Reply> items) {
  Reply reply;
  reply.kind = Kind::array;
  reply.items = std::move(items);
  return reply;
}

Reply Reply::error(std::string_view line) {
  Reply reply;
  reply.kind = Kind::error;
  reply.text = line;
  return reply;
}

Reply Reply::unknown(std::string_view why) {
  Reply reply;
  reply.kind = Kind::unknown;
  reply.text = why;
  return reply;
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
