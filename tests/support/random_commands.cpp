#include "tests/support/random_commands.h"

#include <cctype>
#include <fstream>
#include <stdexcept>

#include "sim/service/redis/sha1.h"

namespace locklab::test {
namespace {

CommandStep step_of(const std::vector<std::string>& words, int connection) {
  CommandStep step;
  step.command = Command(words[0]);
  for (std::size_t i = 1; i < words.size(); ++i) step.command.add(words[i]);
  step.connection = connection;
  return step;
}

/// Reads one script per line; "@@" stands for a line end within it. Names of commands there must
/// not continue after a NUL: a server finds "get\0x" by a hash of all of it, with a new seed at
/// every start, but compares it only up to the NUL, so one server in some 500 takes it for GET.
std::vector<std::string> read_scripts() {
  std::ifstream file(LOCKLAB_SOURCE_DIR "/tests/support/sample_scripts.txt");
  std::vector<std::string> scripts;
  for (std::string line; std::getline(file, line);) {
    for (std::size_t at; (at = line.find("@@")) != std::string::npos;) line.replace(at, 2, "\n");
    scripts.push_back(line);
  }
  if (scripts.empty()) throw std::runtime_error("no tests/support/sample_scripts.txt");
  return scripts;
}

}  // namespace

const std::vector<std::string>& sample_scripts() {
  static const std::vector<std::string> scripts = read_scripts();
  return scripts;
}

std::vector<CommandStep> RandomCommands::sequence(std::size_t length) {
  std::vector<CommandStep> steps;
  for (int connection : {0, 1}) {
    steps.push_back(step_of({"DISCARD"}, connection));
    steps.push_back(step_of({"UNWATCH"}, connection));
  }
  steps.push_back(step_of({"FLUSHALL"}, 0));
  leases_ran_out_ = false;
  while (steps.size() < length) steps.push_back(step());
  if (below(100) == 0) {
    leases_run_out(steps);
    for (std::size_t i = 0; i < length; ++i) steps.push_back(step());
  }
  return steps;
}

CommandStep RandomCommands::step() {
  bool clocked = false;
  Text words = command(clocked);
  if (below(16) == 0) spoil(words);
  words[0] = any_case(words[0]);
  CommandStep step = step_of(words, below(5) == 0 ? 1 : 0);
  step.clocked = clocked;
  return step;
}

RandomCommands::Text RandomCommands::command(bool& clocked) {
  switch (below(12)) {
    case 0:
    case 1:
      return string_command(clocked);
    case 2: {
      Text words{"SET", key(), value()};
      for (std::string& word : set_options()) words.push_back(std::move(word));
      return words;
    }
    case 3:
    case 4:
      return expiry_command(clocked);
    case 5:
      return key_command(clocked);
    case 6:
      return counting_command(clocked);
    case 7:
      return server_command(clocked);
    case 8:
    case 9:
      return transaction_command(clocked);
    case 10:
      return script_command(clocked);
    default:
      return below(3) == 0 ? script_admin(clocked) : script_command(clocked);
  }
}

RandomCommands::Text RandomCommands::string_command(bool&) {
  switch (below(13)) {
    case 0:
      return {"GET", key()};
    case 1:
      return {"GETSET", key(), value()};
    case 2:
      return {"GETDEL", key()};
    case 3:
      return {"SETNX", key(), value()};
    case 4:
      return {"SETEX", key(), lease(), value()};
    case 5:
      return {"PSETEX", key(), lease(), value()};
    case 6:
      return {"MSETNX", key(), value(), key(), value()};
    case 7:
      return {"MSET", key(), value(), key(), value()};
    case 8:
      return {"MGET", key(), key(), key()};
    case 9:
      return {"APPEND", key(), value()};
    case 10:
      return {"STRLEN", key()};
    case 11:
      return {"SET", key(), value()};
    default: {
      Text words{"GETEX", key()};
      static const Text options{"EX", "px", "PERSIST", "EXAT", "PXAT", "NX", "KEEPTTL"};
      for (std::uint64_t i = below(3); i > 0; --i) {
        words.push_back(one_of(options));
        if (below(3) != 0) words.push_back(lease());
      }
      return words;
    }
  }
}

RandomCommands::Text RandomCommands::counting_command(bool&) {
  switch (below(4)) {
    case 0:
      return {"INCR", key()};
    case 1:
      return {"DECR", key()};
    case 2:
      return {"INCRBY", key(), number()};
    default:
      return {"DECRBY", key(), number()};
  }
}

RandomCommands::Text RandomCommands::set_options() {
  static const Text plain{"NX", "XX", "GET", "KEEPTTL", "nx", "xX", "PERSIST"};
  static const Text timed{"EX", "PX", "EXAT", "PXAT", "px"};
  Text words;
  for (std::uint64_t i = below(4); i > 0; --i) {
    if (below(2) == 0) {
      words.push_back(one_of(plain));
    } else {
      words.push_back(one_of(timed));
      if (below(10) != 0) words.push_back(lease());
    }
  }
  return words;
}

RandomCommands::Text RandomCommands::expiry_command(bool& clocked) {
  static const Text tell{"TTL", "PTTL", "EXPIRETIME", "PEXPIRETIME"};
  static const Text give{"EXPIRE", "PEXPIRE", "EXPIREAT", "PEXPIREAT"};
  static const Text conditions{"NX", "XX", "GT", "LT", "gt", "FOO"};
  const std::uint64_t kind = below(8);
  if (kind < 3) {
    clocked = true;
    return {one_of(tell), key()};
  }
  if (kind == 3) return {"PERSIST", key()};
  Text words{one_of(give), key(), lease()};
  for (std::uint64_t i = below(3); i > 0; --i) words.push_back(one_of(conditions));
  return words;
}

RandomCommands::Text RandomCommands::key_command(bool&) {
  switch (below(6)) {
    case 0:
      return {"DEL", key(), key()};
    case 1:
      return {"UNLINK", key()};
    case 2:
      return {"EXISTS", key(), key(), key()};
    case 3:
      return {"TYPE", key()};
    case 4:
      // A real server removes expired keys at unknown times, so their number may differ.
      return leases_ran_out_ ? Text{"EXISTS", key()} : Text{"DBSIZE"};
    default:
      return {"DEL", key()};
  }
}

RandomCommands::Text RandomCommands::server_command(bool& clocked) {
  static const Text nonsense{"nosuch",      "GETT",      "",      "SE",
                             "script|load", "FLUSH-ALL", "EVAL_", "@et"};
  switch (below(12)) {
    case 0:
      return {"PING"};
    case 1:
      return {"PING", value()};
    case 2:
      return {"ECHO", value()};
    case 3:
      clocked = true;
      return {"TIME"};
    case 4:
      return {"WAIT", "0", "0"};
    case 5:
      return {"WAIT", number(), below(2) == 0 ? "-1" : "x"};
    case 6:
      return {"SELECT", number()};
    case 7:
      return {"FLUSHALL"};
    case 8:
      return {below(2) == 0 ? "FLUSHALL" : "FLUSHDB", below(2) == 0 ? "async" : "sink"};
    case 9:
      return {"SHUTDOWN", below(2) == 0 ? "ABORT" : "please"};
    default:
      return {one_of(nonsense), value(), value()};
  }
}

RandomCommands::Text RandomCommands::transaction_command(bool& clocked) {
  switch (below(9)) {
    case 0:
    case 1:
    case 2:
      return {"MULTI"};
    case 3:
    case 4:
    case 5:
      clocked = true;
      return {"EXEC"};
    case 6:
      return {"DISCARD"};
    case 7:
      return {"WATCH", key(), key()};
    default:
      return {"UNWATCH"};
  }
}

RandomCommands::Text RandomCommands::script_command(bool& clocked) {
  clocked = true;
  static const Text through{"return redis.call(unpack(ARGV))", "return redis.pcall(unpack(ARGV))",
                            "return {redis.pcall(unpack(ARGV)), redis.call('GET', 'k1')}",
                            "local ok, e = pcall(redis.call, unpack(ARGV)) return {ok, e}"};
  Text words;
  if (below(2) == 0) {
    words = {"EVAL", one_of(through), "0"};
    bool ignored = false;
    for (std::string& word : command(ignored)) words.push_back(std::move(word));
    return words;
  }
  switch (below(5)) {
    case 0:
      words = {"EVALSHA", sim::sha1_hex(script())};
      break;
    case 1:
      words = {"EVAL_RO", script()};
      break;
    case 2:
      words = {"EVALSHA_RO", below(4) == 0 ? value() : sim::sha1_hex(script())};
      break;
    default:
      words = {"EVAL", script()};
  }
  if (below(12) == 0) {
    words.push_back(number());
  } else {
    words.push_back(std::to_string(below(3)));
  }
  for (std::uint64_t i = below(5); i > 0; --i) words.push_back(below(2) == 0 ? key() : value());
  return words;
}

RandomCommands::Text RandomCommands::script_admin(bool&) {
  switch (below(7)) {
    case 0:
    case 1:
      return {"SCRIPT", "LOAD", script()};
    case 2:
      return {"SCRIPT", any_case("exists"), sim::sha1_hex(script()), value()};
    case 3:
      return {"SCRIPT", "FLUSH"};
    case 4:
      return {"SCRIPT", "FLUSH", below(2) == 0 ? "ASYNC" : "NEVER"};
    case 5:
      return {"SCRIPT", "KILL"};
    default:
      return {"SCRIPT", below(2) == 0 ? "HELP" : value()};
  }
}

void RandomCommands::leases_run_out(std::vector<CommandStep>& steps) {
  steps.push_back(step_of({"DISCARD"}, 0));
  const std::string lease = std::to_string(short_lease_ms);
  // Nothing may access these keys before the wait: whether they exist would depend on speed.
  steps.push_back(step_of({"MSET", "k1", "1", "k2", "2", "k3", "3"}, 0));
  steps.push_back(step_of({"WATCH", "k1"}, 0));
  steps.push_back(step_of({"PEXPIRE", "k1", lease}, 1));
  steps.push_back(step_of({"PSETEX", "k2", lease, "soon gone"}, 0));
  steps.push_back(step_of({"SET", "k3", "gone as well", "PX", lease}, 0));
  CommandStep wait;
  wait.wait = true;
  steps.push_back(wait);
  leases_ran_out_ = true;
  if (below(2) == 0) {
    steps.push_back(step_of({"MULTI"}, 0));
    steps.push_back(step_of({"GET", "k2"}, 0));
    steps.push_back(step_of({"EXEC"}, 0));
  }
}

void RandomCommands::spoil(Text& words) {
  switch (below(3)) {
    case 0:
      if (words.size() > 1) words.pop_back();
      break;
    case 1:
      words.push_back(nonsense());
      break;
    default:
      if (words.size() > 1) words[1 + below(words.size() - 1)] = nonsense();
  }
  // WAIT could block forever, and SHUTDOWN would end the server.
  if (words[0] == "WAIT" || words[0] == "SHUTDOWN") words = {"PING", "a", "b"};
}

std::string RandomCommands::key() {
  static const Text keys{"k1", "k1", "k2", "k2", "k3", "locklab:lock:a-longer-name", ""};
  return one_of(keys);
}

std::string RandomCommands::value() {
  static const Text values{"",
                           "v",
                           "hello world",
                           "0",
                           "1",
                           "-1",
                           "10",
                           "9223372036854775807",
                           "+1",
                           "01",
                           " 1",
                           "-0",
                           "-9223372036854775808",
                           "1.5",
                           "NX",
                           "a\r\nb",
                           std::string("nul\0byte", 8),
                           "9223372036854775808",
                           "\xff\xfe",
                           std::string(140, 'x')};
  return one_of(values);
}

std::string RandomCommands::number() {
  static const Text numbers{"0",
                            "1",
                            "-1",
                            "2",
                            "7",
                            "-3",
                            "10",
                            "1.5",
                            "abc",
                            "",
                            "9223372036854775807",
                            "-9223372036854775808",
                            "99999999999999999999"};
  return one_of(numbers);
}

/// A text that cannot be a short lease, with which the existence of its key would depend on speed.
std::string RandomCommands::nonsense() {
  static const Text words{"",
                          "v",
                          "-1",
                          "NX",
                          "01",
                          "1.5",
                          "abc",
                          "0",
                          "99999999999999999999",
                          "-9223372036854775808",
                          std::string("nul\0byte", 8),
                          "GET",
                          "a\r\nb"};
  return one_of(words);
}

std::string RandomCommands::lease() {
  switch (below(12)) {
    case 0:
      return "0";
    case 1:
      return "-1";
    case 2:
    case 3:
      return nonsense();
    case 4:
      return "9223372036854775807";
    case 5:
      return "9223372036854775";
    // Two values of this range are hardly ever close. As leases all end far in the future; as
    // absolute times some are past, in ms and in seconds.
    case 6:
      return std::to_string(100'000 + below(1'000'000'000));
    default:
      return std::to_string(4'000'000'000'000 + below(100'000'000'000'000));
  }
}

std::string RandomCommands::script() { return one_of(sample_scripts()); }

std::string RandomCommands::any_case(std::string word) {
  if (below(4) != 0) return word;
  for (char& c : word)
    if (below(2) == 0) {
      c = static_cast<char>(below(2) == 0 ? std::toupper(static_cast<unsigned char>(c))
                                          : std::tolower(static_cast<unsigned char>(c)));
    }
  return word;
}

}  // namespace locklab::test
