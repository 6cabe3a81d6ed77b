#include "sim/scenario/program.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/scenario/toml_value.h"
#include "sim/trace/time_words.h"

namespace locklab::sim {

Program usual_program() {
  Program program(3);
  program[0].kind = StepKind::lock;
  program[1].kind = StepKind::work;
  program[2].kind = StepKind::unlock;
  return program;
}

std::string to_string(const Step& step) {
  std::string text(step_words[static_cast<std::size_t>(step.kind)]);
  if (step.mode) text += fmt::format(" {}", mode_words[static_cast<std::size_t>(*step.mode)]);
  if (step.permits > 1) text += fmt::format(" {} permits", step.permits);
  for (const std::string& key : step.keys) text += " " + key;
  if (!step.time) return text;
  return text + fmt::format("{} {} ms", step.kind == StepKind::lock ? " within" : "",
                            ms_number(*step.time));
}

std::string to_toml(const Program& program) {
  Value list;
  list.kind = Value::Kind::array;
  for (const Step& step : program) list.items.push_back(Value::of({}, to_string(step)));
  return to_toml(list);
}

std::vector<std::string> keys_of(const Step& step, const std::string& own) {
  return step.keys.empty() ? std::vector<std::string>{own} : step.keys;
}

std::optional<WrongStep> wrong_step(const Program& program, const std::string& own) {
  std::vector<std::size_t> held;
  for (std::size_t i = 0; i < program.size(); ++i) {
    const Step& step = program[i];
    if (step.kind == StepKind::lock) held.push_back(i);
    if (!ends_hold(step.kind)) continue;
    const auto fits = [&](std::size_t at) {
      const bool mode = !step.mode || program[at].mode.value_or(Mode::exclusive) == *step.mode;
      return mode && keys_of(program[at], own) == keys_of(step, own);
    };
    const auto newest = std::find_if(held.rbegin(), held.rend(), fits);
    if (newest == held.rend()) return WrongStep{i, false};
    held.erase(std::next(newest).base());
  }
  if (held.empty()) return std::nullopt;
  return WrongStep{held.front(), true};
}

}  // namespace locklab::sim
