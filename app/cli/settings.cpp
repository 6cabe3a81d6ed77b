#include "app/cli/settings.h"

#include <algorithm>
#include <string_view>

#include "app/words/display_text.h"
#include "sim/scenario/run_name.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

/// Whether a value is a whole number or a flag, or begins like a TOML string, array or table.
bool is_toml(std::string_view value) {
  if (value == "true" || value == "false") return true;
  if (value.empty()) return false;
  if (std::string_view("\"'[{").find(value.front()) != std::string_view::npos) return true;
  if (value.front() == '-' || value.front() == '+') value.remove_prefix(1);
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return !value.empty() && std::all_of(value.begin(), value.end(), digit);
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

/// Whether the text is a list of settings in TOML.
bool are_toml(const std::string& settings) {
  return std::holds_alternative<sim::RunName>(sim::parse_run_name("bare set={" + settings + "}"));
}

std::variant<std::string, sim::Problem> as_toml(const std::string& setting) {
  const std::size_t equals = setting.find('=');
  if (equals == 0 || equals == std::string::npos)
    return sim::Problem{"--set", 0, 0, say("'{}' sets nothing", printable(setting)),
                        say("write it as key=value, for example --set ttl_ms=100")};
  const std::string_view value = trimmed(std::string_view(setting).substr(equals + 1));
  if (are_toml(setting)) return setting;
  if (is_toml(value))
    return sim::Problem{"--set", 0, 0, say("'{}' cannot be read", printable(setting)),
                        say("write for example ttl_ms=100, renew=\"expire\" or "
                            "program=[\"lock\", \"work\", \"unlock\"]")};
  std::string quoted;
  for (const char c : value) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return setting.substr(0, equals) + "=\"" + quoted + '"';
}

}  // namespace

std::vector<std::string> keys_of(std::string_view settings) {
  std::vector<std::string> keys;
  std::string word;
  int depth = 0;
  char quote = 0;
  for (std::size_t i = 0; i < settings.size(); ++i) {
    const char c = settings[i];
    if (quote != 0) {
      if (c == '\\' && quote == '"') ++i;
      if (c == quote) quote = 0;
      continue;
    }
    if (c == '"' || c == '\'') quote = c;
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    if (depth > 0) continue;
    if (c == '=') keys.emplace_back(trimmed(word));
    if (c == ',' || c == '=') {
      word.clear();
    } else {
      word += c;
    }
  }
  return keys;
}

std::variant<std::string, sim::Problem> settings_as_toml(
    const std::vector<std::string>& settings, const std::string& before,
    const std::vector<std::string_view>& options) {
  std::string all;
  const bool braces = before.size() >= 2 && before.front() == '{' && before.back() == '}';
  std::vector<std::string> taken =
      keys_of(braces ? std::string_view(before).substr(1, before.size() - 2) : "");
  for (const std::string& setting : settings) {
    auto toml = as_toml(setting);
    if (std::holds_alternative<sim::Problem>(toml)) return toml;
    for (std::string& key : keys_of(std::get<std::string>(toml))) {
      if (std::find(options.begin(), options.end(), key) != options.end())
        return sim::Problem{"--set", 0, 0,
                            say("'{}' is set twice: by --set and by --{}", printable(key), key),
                            say("keep one of them")};
      if (std::find(taken.begin(), taken.end(), key) != taken.end())
        return sim::Problem{"--set", 0, 0, say("'{}' is set twice", printable(key)),
                            say("set it once")};
      taken.push_back(std::move(key));
    }
    all += (all.empty() ? "" : ", ") + std::get<std::string>(toml);
  }
  return all;
}

sim::Problem said_of_option(sim::Problem problem, const std::vector<std::string>& settings) {
  if (problem.file == "set" && !settings.empty()) problem.file = "--set";
  return problem;
}

}  // namespace locklab::app
