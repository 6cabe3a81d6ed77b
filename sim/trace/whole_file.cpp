#include "sim/trace/whole_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>

namespace locklab::sim {

namespace {

/// A file descriptor that closes itself at the end of its scope.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }
  bool open() const { return fd_ >= 0; }
  /// Closes the file, and returns 0 or errno. A network file system may report a failed write only
  /// now.
  int close() {
    const int fd = fd_;
    fd_ = -1;
    return ::close(fd) == 0 ? 0 : errno;
  }

 private:
  int fd_;
};

Sentence advice_for(int error) {
  switch (error) {
    case ENOENT:
      return say("check the name, and that its folder exists");
    case EACCES:
    case EPERM:
    case EROFS:
      return say("choose a place that you may use");
    case ENOSPC:
    case EDQUOT:
      return say("make room, or write somewhere else");
    case EFBIG:
      return say("raise the limit on file sizes (ulimit -f), or write somewhere else");
    case EISDIR:
      return say("name a file, not a folder");
    default:
      return {};
  }
}

Sentence reason(int error) {
  switch (error) {
    case ENOSPC:
      return say("no space left on the disk");
    case EDQUOT:
      return say("no space left in your quota");
    case ENOENT:
      return say("no such file or folder");
    case EISDIR:
      return say("it is a folder");
    default:
      return Sentence::name(std::strerror(error));
  }
}

Sentence failure(std::string_view doing, const Sentence& why) {
  if (doing == "open") return say("cannot open it: {}", why);
  if (doing == "read") return say("cannot read it: {}", why);
  return say("cannot write it: {}", why);
}

/// The problem of a file that could not be used. `doing`: "open", "read" or "write".
Problem failed(const std::string& path, std::string_view doing, int error) {
  return {path, 0, 0, failure(doing, reason(error)), advice_for(error)};
}

/// Writes all bytes, and returns 0 or errno.
int write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return 0;
}

using Make = std::function<void(const ByteSink&)>;

/// Writes the output of `make`, combining small pieces, and returns 0 or errno.
int write_made(int fd, const Make& make) {
  constexpr std::size_t enough = std::size_t{1} << 18;
  std::string waiting;
  int error = 0;
  make([&](std::string_view bytes) {
    if (error) return false;
    waiting += bytes;
    if (waiting.size() >= enough) {
      error = write_all(fd, waiting);
      waiting.clear();
    }
    return error == 0;
  });
  return error ? error : write_all(fd, waiting);
}

/// The target of a chain of symbolic links. A rename then replaces the file and not the link to it.
std::string resolved(const std::string& path) {
  char* real = ::realpath(path.c_str(), nullptr);
  if (!real) return path;
  std::string result = real;
  std::free(real);
  return result;
}

std::optional<Problem> write_directly(const std::string& path, const Make& make) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file.open()) return failed(path, "open", errno);
  if (const int error = write_made(file.get(), make)) return failed(path, "write", error);
  if (const int error = file.close()) return failed(path, "write", error);
  return std::nullopt;
}

}  // namespace

std::variant<std::string, Problem> read_whole(const std::string& path, std::uint64_t most) {
  // Without O_NONBLOCK, opening a pipe without a writer would block forever.
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.open()) return failed(path, "open", errno);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return failed(path, "read", errno);
  if (!S_ISREG(status.st_mode))
    return Problem{path, 0, 0, say("it is not a regular file"), say("name a file that was saved")};
  if (const auto size = static_cast<std::uint64_t>(status.st_size); size > most)
    return Problem{
        path, 0, 0, say("the file is too large"),
        say("{} MiB at most, and it has {}", most >> 20, (size >> 20) + (size % (1 << 20) != 0))};

  std::string bytes(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t have = 0;
  while (have < bytes.size()) {
    const ssize_t n = ::read(file.get(), bytes.data() + have, bytes.size() - have);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return failed(path, "read", errno);
    if (n == 0) break;  // the file has been truncated meanwhile
    have += static_cast<std::size_t>(n);
  }
  bytes.resize(have);
  return bytes;
}

std::optional<Problem> write_whole(const std::string& path,
                                   std::initializer_list<std::string_view> pieces) {
  return write_whole(path, [&](const ByteSink& sink) {
    for (const std::string_view piece : pieces)
      if (!sink(piece)) return;
  });
}

std::optional<Problem> write_whole(const std::string& path, const Make& make) {
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) return failed(path, "write", EISDIR);
  if (exists && !S_ISREG(status.st_mode)) return write_directly(path, make);

  const std::string target = resolved(path);
  const std::string partial = fmt::format("{}.partial-{}", target, ::getpid());
  const mode_t mode = exists ? status.st_mode & 0777 : 0666;
  Descriptor file(::open(partial.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
  if (!file.open()) return failed(path, "write", errno);

  int error = write_made(file.get(), make);
  if (!error && ::fsync(file.get()) != 0) error = errno;
  const int close_error = file.close();
  if (!error) error = close_error;
  if (!error && ::rename(partial.c_str(), target.c_str()) != 0) error = errno;
  if (!error) return std::nullopt;
  ::unlink(partial.c_str());
  return failed(path, "write", error);
}

}  // namespace locklab::sim
