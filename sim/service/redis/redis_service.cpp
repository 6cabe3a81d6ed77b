#include "sim/service/redis/redis_service.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "sim/scenario/resource_commands.h"

namespace locklab::sim {

namespace {

struct RedisSession final : ServiceSession {
  explicit RedisSession(SessionId id) : session(id) {}
  void fingerprint(Fingerprint& print) const override { session.fingerprint(print); }
  Session session;
};

/// Whether a script consists of one statement that runs only if KEYS[1] holds ARGV[1], and returns
/// 0 otherwise.
bool compares_first(std::string_view script) {
  constexpr std::string_view before = "if redis.call(\"GET\", KEYS[1]) == ARGV[1] then\n";
  constexpr std::string_view after = "\nend\nreturn 0\n";
  while (script.starts_with("--")) script.remove_prefix(script.find('\n') + 1);
  if (!script.starts_with(before) || !script.ends_with(after)) return false;
  script.remove_prefix(before.size());
  script.remove_suffix(after.size());
  return script.find('\n') == std::string_view::npos;
}

}  // namespace

RedisService::RedisService(ServiceHost& host, const ServerOptions& options)
    : host_(host), server_(options) {
  server_.on_change([this](const KeyChange& change) { host_.key_changed(change); });
  server_.on_push(
      [this](std::uint32_t session, Reply frame) { host_.push(session, std::move(frame)); });
}

std::unique_ptr<ServiceSession> RedisService::open(SessionId id) {
  return std::make_unique<RedisSession>(id);
}

Service::Answer RedisService::run(ServiceSession& session, const Command& command,
                                  const Origin& from, std::int64_t now_us, Reply& reply) {
  const Ticket ticket = from.message;
  if (command.script) server_.preload(*command.script);
  server_.run_for(from);
  Outcome outcome =
      server_.execute(static_cast<RedisSession&>(session).session, command.words(), now_us);
  server_.run_for({});
  if (script_ && !script_->killed) {
    script_->killed = server_.take_killed_script();
    if (script_->killed) host_.ready(script_->ticket);
  }
  switch (outcome.kind) {
    case Outcome::Kind::replied:
      reply = std::move(outcome.reply);
      tell_access(command, reply);
      return {};
    case Outcome::Kind::waits_for_replicas:
      waits_.push_back({ticket, outcome.replicas, outcome.offset});
      acknowledged();
      return {Answer::When::later, outcome.timeout_ms * 1000};
    case Outcome::Kind::blocked_by_script:
      script_ = Script{ticket, std::nullopt};
      host_.busy("a script does not end");
      return {Answer::When::later, 0};
    case Outcome::Kind::no_reply:
      break;
  }
  return {Answer::When::never, 0};
}

void RedisService::tell_access(const Command& command, const Reply& reply) {
  if (!is_atomic_work(command.purpose, reply)) return;
  Event wrote;
  wrote.kind = EventKind::resource_wrote;
  wrote.value = reply.integer;
  wrote.detail = 1;
  host_.accessed(wrote);
}

void RedisService::prepare(std::string_view key, std::int64_t value, std::int64_t now_us) {
  Command set("SET");
  set.add(key).add(value);
  Session nobody(0);
  server_.execute(nobody, set.words(), now_us);
}

Reply RedisService::conclude(Ticket ticket) {
  if (script_ && script_->ticket == ticket) return *std::exchange(script_, std::nullopt)->killed;
  const auto wait = std::find_if(waits_.begin(), waits_.end(),
                                 [&](const ReplicaWait& one) { return one.ticket == ticket; });
  const std::uint64_t offset = wait->offset;
  waits_.erase(wait);
  return Reply::number(host_.replicas_with(offset));
}

void RedisService::acknowledged() {
  for (const ReplicaWait& wait : waits_)
    if (host_.replicas_with(wait.offset) >= wait.replicas) host_.ready(wait.ticket);
}

void RedisService::set_replicas(std::size_t count) {
  if (count > 0) server_.collect_effects(true);
  server_.set_replicas(static_cast<int>(count));
}

void RedisService::lose_process(std::int64_t now_us) {
  died();
  server_.lose_process(now_us);
}

void RedisService::lose_power(std::int64_t now_us) {
  died();
  server_.lose_power(now_us);
}

void RedisService::died() {
  waits_.clear();
  script_.reset();
}

std::optional<Service::Condition> RedisService::asks_for(const Command& command) const {
  if (!command.script || !compares_first(command.script->text)) return std::nullopt;
  // EVALSHA sha1 1 KEY TEXT ...
  std::array<std::string_view, 5> words;
  std::size_t number = 0;
  for (const std::string_view word : command.words())
    if (number < words.size()) words[number++] = word;
  if (number < words.size() || words[2] != "1") return std::nullopt;
  return Condition{words[3], words[4]};
}

void RedisService::fingerprint(Fingerprint& print) const {
  server_.fingerprint(print);
  for (const ReplicaWait& wait : waits_) {
    print.add(wait.ticket);
    print.add(wait.replicas);
    print.add(wait.offset);
  }
  print.add(script_ ? script_->ticket : 0);
}

}  // namespace locklab::sim
