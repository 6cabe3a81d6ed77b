#include "app/live/servers/lab_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "lock/redis/loop.h"

namespace locklab::app {

namespace {

constexpr std::string_view prefix = "locklab-";
constexpr std::size_t digits = 12;
constexpr std::string_view owner_file = "/owner";

bool is_folder_name(std::string_view name) {
  if (!name.starts_with(prefix) || name.size() != prefix.size() + digits) return false;
  return name.find_first_not_of("0123456789abcdef", prefix.size()) == name.npos;
}

bool is_own_folder(const std::string& path) {
  struct stat found = {};
  return lstat(path.c_str(), &found) == 0 && S_ISDIR(found.st_mode) && found.st_uid == getuid();
}

/// Whether the folder has an owner file that is not locked any more.
bool is_abandoned(const std::string& path) {
  const int owner = open((path + std::string(owner_file)).c_str(),
                         O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (owner < 0) return false;
  const bool free = flock(owner, LOCK_EX | LOCK_NB) == 0;
  close(owner);
  return free;
}

void remove(const std::string& path) {
  std::error_code ignored;
  std::filesystem::remove_all(path, ignored);
}

}  // namespace

LabFolder::~LabFolder() {
  if (!path_.empty()) remove(path_);
  if (owner_ >= 0) close(owner_);
}

bool LabFolder::make(std::string path) {
  if (mkdir(path.c_str(), S_IRWXU) != 0) return false;
  path_ = std::move(path);
  return own();
}

/// Locks the owner file before giving it its name, so that it is never found unlocked.
bool LabFolder::own() {
  const std::string named = path_ + std::string(owner_file);
  const std::string unnamed = named + ".new";
  owner_ = open(unnamed.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
  return owner_ >= 0 && flock(owner_, LOCK_EX | LOCK_NB) == 0 &&
         rename(unnamed.c_str(), named.c_str()) == 0;
}

std::string new_folder_name() {
  std::uint64_t bits = 0;
  if (getrandom(&bits, sizeof bits, 0) != sizeof bits) bits = redis::Loop::now_us();
  return fmt::format("{}{:0{}x}", prefix, bits >> 16, digits);
}

void remove_abandoned_folders(const std::string& parent) {
  std::error_code failed;
  for (std::filesystem::directory_iterator at(parent, failed), end; !failed && at != end;
       at.increment(failed)) {
    const std::string path = at->path().string();
    if (is_folder_name(at->path().filename().string()) && is_own_folder(path) && is_abandoned(path))
      remove(path);
  }
}

}  // namespace locklab::app
