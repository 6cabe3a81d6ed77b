#include "lock/redis/reply_reader.h"

#include <fmt/format.h>

namespace locklab::redis {

namespace {

/// Adds a new reply at the parser's position: the root, or the next item of the current array. An
/// array grows only with the items that arrive: a hostile server can announce any length, so no
/// memory is reserved for it.
Reply* place(const redisReadTask* task) {
  if (!task->parent) return new Reply;
  auto* array = static_cast<Reply*>(task->parent->obj);
  return &array->items.add();
}

void* create_string(const redisReadTask* task, char* bytes, std::size_t length) {
  Reply* reply = place(task);
  reply->text.assign(bytes, length);
  reply->kind = task->type == REDIS_REPLY_STATUS  ? Reply::Kind::status
                : task->type == REDIS_REPLY_ERROR ? Reply::Kind::error
                                                  : Reply::Kind::text;
  return reply;
}

void* create_array(const redisReadTask* task, int count) {
  if (count > ReplyReader::max_items) return nullptr;
  Reply* reply = place(task);
  reply->kind = Reply::Kind::array;
  return reply;
}

void* create_integer(const redisReadTask* task, long long value) {
  Reply* reply = place(task);
  reply->kind = Reply::Kind::integer;
  reply->integer = value;
  return reply;
}

void* create_nil(const redisReadTask* task) {
  Reply* reply = place(task);
  reply->kind = task->type == REDIS_REPLY_ARRAY ? Reply::Kind::nil_array : Reply::Kind::nil;
  return reply;
}

void free_reply(void* root) { delete static_cast<Reply*>(root); }

redisReplyObjectFunctions functions{create_string, create_array, create_integer, create_nil,
                                    free_reply};

}  // namespace

ReplyReader::ReplyReader() : reader_(redisReaderCreateWithFunctions(&functions)) {}

void ReplyReader::feed(std::string_view bytes) {
  if (!broken_.empty()) return;
  reply_bytes_ += bytes.size();
  if (reply_bytes_ > max_bytes) {
    broken_ = fmt::format("the server sent a reply of more than {} MiB", max_bytes >> 20);
    return;
  }
  redisReaderFeed(reader_.get(), bytes.data(), bytes.size());
}

std::optional<Reply> ReplyReader::next() {
  if (!broken_.empty()) return std::nullopt;
  void* root = nullptr;
  if (redisReaderGetReply(reader_.get(), &root) != REDIS_OK) {
    broken_ = reader_->err == REDIS_ERR_OOM
                  ? fmt::format("the server sent an array of more than {} items", max_items)
                  : fmt::format("the server sent no Redis reply: {}", reader_->errstr);
    return std::nullopt;
  }
  if (!root) return std::nullopt;
  reply_bytes_ = reader_->len - reader_->pos;
  const std::unique_ptr<Reply> reply(static_cast<Reply*>(root));
  return std::move(*reply);
}

bool ReplyReader::in_the_middle() const {
  // The parser prepares for the next reply before any of it arrives: only its type shows that a
  // reply has begun.
  const bool begun = reader_->ridx >= 0 && reader_->rstack[0].type >= 0;
  return begun || reader_->pos < reader_->len;
}

}  // namespace locklab::redis
