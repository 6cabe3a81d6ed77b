// Random sequences of Redis commands, good and bad, for the comparison of the simulated server with
// a real one. The same seed gives the same sequence.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lock/command.h"
#include "sim/world/dice.h"

namespace locklab::test {

struct CommandStep {
  Command command;
  int connection = 0;
  bool clocked = false;  ///< its reply contains times: compare with a margin
  bool wait = false;     ///< no command: lets leases of `short_lease_ms` expire
};

inline constexpr std::int64_t short_lease_ms = 20;

class RandomCommands {
 public:
  explicit RandomCommands(std::uint64_t seed) : dice_(seed) {}

  /// A sequence of about `length` steps on two connections, from an empty server.
  std::vector<CommandStep> sequence(std::size_t length);

 private:
  using Text = std::vector<std::string>;

  CommandStep step();
  Text command(bool& clocked);
  Text string_command(bool& clocked);
  Text counting_command(bool& clocked);
  Text set_options();
  Text expiry_command(bool& clocked);
  Text key_command(bool& clocked);
  Text server_command(bool& clocked);
  Text transaction_command(bool& clocked);
  Text script_command(bool& clocked);
  Text script_admin(bool& clocked);
  void leases_run_out(std::vector<CommandStep>& steps);
  void spoil(Text& words);

  std::string key();
  std::string value();
  std::string number();
  std::string lease();
  std::string nonsense();
  std::string script();
  std::string any_case(std::string word);
  std::uint64_t below(std::uint64_t n) { return dice_.below(n); }
  const std::string& one_of(const Text& words) { return words[below(words.size())]; }

  sim::RandomBits dice_;
  bool leases_ran_out_ = false;
};

/// The scripts to draw from: correct ones, failing ones, and texts that only look like scripts.
const std::vector<std::string>& sample_scripts();

}  // namespace locklab::test
