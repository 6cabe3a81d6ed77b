#include "app/live/servers/refused_writes.h"

#include <filesystem>
#include <initializer_list>
#include <string_view>
#include <system_error>

#include "app/live/servers/info_field.h"
#include "lock/redis/blocking_client.h"
#include "lock/redis/loop.h"

namespace locklab::app {

namespace {

constexpr Duration settings_patience = 2s;

/// Changes settings of one server, until a change fails.
class SettingChanges {
 public:
  explicit SettingChanges(ServerProcess& server) : client_(server.endpoint(), server.login()) {}

  void say(std::initializer_list<std::string_view> words) {
    if (!failed_.empty()) return;
    Command command(*words.begin());
    for (const std::string_view* word = words.begin() + 1; word != words.end(); ++word)
      command.add(*word);
    const Reply reply = client_.call(command, settings_patience);
    if (reply.is_error() || reply.is_unknown()) failed_ = reply.text;
  }
  std::string persistence() {
    Command info("INFO");
    info.add("persistence");
    return client_.call(info, settings_patience).text;
  }
  bool cannot_save() { return info_field(persistence(), "rdb_last_bgsave_status") == "err"; }
  const std::string& failed() const { return failed_; }

 private:
  redis::BlockingClient client_;
  std::string failed_;
};

}  // namespace

std::string refuse_writes(ServerProcess& server, sim::WriteRefusals before,
                          sim::WriteRefusals now) {
  using enum sim::WriteRefusal;
  SettingChanges settings(server);
  const auto changes = [&](sim::WriteRefusal one) { return has(before, one) != has(now, one); };
  if (changes(full)) settings.say({"CONFIG", "SET", "maxmemory", has(now, full) ? "1" : "0"});
  const bool follows_one = server.plan().replica_of != 0;  // a replica refuses writes anyway
  if (changes(read_only) && !follows_one) {
    if (has(now, read_only)) {
      settings.say({"REPLICAOF", "127.0.0.1", "1"});  // nothing listens there
    } else {
      settings.say({"REPLICAOF", "NO", "ONE"});
    }
  }
  if (!changes(unsaved)) return settings.failed();
  // After a failed save, a server refuses writes only while saving is configured.
  if (has(now, unsaved))
    if (std::string failed = fail_to_save(server); !failed.empty()) return failed;
  settings.say({"CONFIG", "SET", "save", has(now, unsaved) ? "3600 1" : ""});
  return settings.failed();
}

/// Puts a folder in place of the server's dump file until a save has failed. A server that has
/// failed before must not save again, since that save might end after the folder is gone.
std::string fail_to_save(ServerProcess& server) {
  SettingChanges settings(server);
  if (settings.cannot_save()) return settings.failed();
  const std::filesystem::path in_the_way = server.folder() + "/dump.rdb";
  std::error_code failed;
  std::filesystem::create_directories(in_the_way / "full", failed);
  if (failed) return failed.message();
  settings.say({"BGSAVE"});
  const std::int64_t give_up_us = redis::Loop::now_us() + us(settings_patience);
  while (settings.failed().empty() && !settings.cannot_save())
    if (redis::Loop::now_us() >= give_up_us) return "it saves in spite of all";
  std::filesystem::remove_all(in_the_way, failed);  // else it could not start again
  return settings.failed();
}

std::optional<sim::WriteRefusal> refusal_in(const Reply& reply) {
  constexpr std::pair<std::string_view, sim::WriteRefusal> signs[] = {
      {"OOM ", sim::WriteRefusal::full},
      {"READONLY ", sim::WriteRefusal::read_only},
      {"MISCONF ", sim::WriteRefusal::unsaved}};
  if (!reply.is_error()) return std::nullopt;
  for (const auto& [sign, why] : signs)
    if (reply.text.starts_with(sign)) return why;
  return std::nullopt;
}

}  // namespace locklab::app
