#include "app/live/servers/append_only_file.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>

#include "lock/redis/reply_reader.h"

namespace locklab::app {

namespace {

namespace fs = std::filesystem;

/// Returns the incremental append-only files, sorted by name. The base file, which Redis writes at
/// its first start and on a rewrite, is left out: it is either complete or absent.
std::vector<fs::path> files_of_commands(const std::string& folder) {
  std::vector<fs::path> files;
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder + "/appendonlydir", none))
    if (entry.path().string().ends_with(".incr.aof")) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

void run_file(const fs::path& path, sim::Server& server, std::int64_t wall_us) {
  std::ifstream file(path, std::ios::binary);
  redis::ReplyReader reader;
  sim::Session session;
  std::array<char, 1 << 16> bytes;
  while (file.read(bytes.data(), bytes.size()), file.gcount() > 0) {
    reader.feed({bytes.data(), static_cast<std::size_t>(file.gcount())});
    while (const std::optional<Reply> command = reader.next()) {
      if (command->items.empty()) continue;
      Command written(command->items[0].text);
      for (std::size_t i = 1; i < command->items.size(); ++i) written.add(command->items[i].text);
      server.execute(session, written.words(), wall_us);
    }
  }
}

}  // namespace

void lose_unsynced(const std::string& folder, const SyncedFiles& synced) {
  for (const fs::path& path : files_of_commands(folder)) {
    struct stat now {};
    if (stat(path.c_str(), &now) != 0) continue;
    const std::int64_t safe = synced.size_of(now.st_ino).value_or(0);
    std::error_code ignored;
    if (safe < now.st_size) fs::resize_file(path, static_cast<std::uintmax_t>(safe), ignored);
  }
}

std::vector<sim::Effect> kept_keys(const std::string& folder, std::int64_t wall_us) {
  sim::Server server;
  for (const fs::path& path : files_of_commands(folder)) run_file(path, server, wall_us);
  server.expire_due(wall_us);
  return server.snapshot();
}

}  // namespace locklab::app
