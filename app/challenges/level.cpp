#include "app/challenges/level.h"

#include <optional>

#include "app/words/embedded.h"
#include "sim/scenario/table_reader.h"

namespace locklab::app {

namespace {

/// The id in a path: "long_pause" of "assets/challenges/09_long_pause.toml".
std::string_view id_of(std::string_view path) {
  path.remove_prefix(path.rfind('/') + 1);
  path.remove_prefix(path.find('_') + 1);
  return path.substr(0, path.find('.'));
}

std::vector<Level> read_all() {
  std::vector<Level> all;
  for (const embedded::File& file : embedded::challenges()) {  // sorted by name
    auto read = read_level(file.text, id_of(file.path), file.path);
    if (auto* level = std::get_if<Level>(&read)) all.push_back(std::move(*level));
  }
  return all;
}

std::vector<std::string_view> property_names() {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < sim::property_count; ++i)
    names.push_back(name(static_cast<sim::Property>(i)));
  return names;
}

}  // namespace

std::variant<Level, sim::Problem> read_level(std::string_view text, std::string_view id,
                                             std::string_view file) {
  auto parsed = sim::parse_toml(text, file, 0);
  if (auto* problem = std::get_if<sim::Problem>(&parsed)) return std::move(*problem);
  sim::Complaints complaints({std::string(file)});
  sim::TableReader table(std::get<sim::Value>(parsed), file, complaints);
  Level level;
  level.id = id;
  sim::Question question;
  table.text("strategy", question.strategy);
  table.text("faults", question.faults);
  table.text("set", question.set);
  const std::vector<std::string_view> properties = property_names();
  table.word("goal", level.goal, properties);
  std::uint32_t clients = 2;
  std::uint32_t nodes = 0;
  std::uint32_t rounds = 1;
  table.integer("clients", clients, 1, 4);
  table.integer("nodes", nodes, 1, 5);
  table.integer("rounds", rounds, 1, 4);
  table.flag("winnable", level.winnable);
  table.integer("par", level.par, 0, 1000);
  table.finish();
  if (complaints.any()) return complaints.problem();
  question.clients = clients;
  question.rounds = rounds;
  if (nodes > 0) question.nodes = nodes;
  question.property = level.goal;
  auto understood = sim::understand(sim::Library(), question);
  if (auto* problem = std::get_if<sim::Problem>(&understood)) return std::move(*problem);
  level.spec = std::get<sim::SearchSpec>(std::move(understood));
  return level;
}

const std::vector<Level>& levels() {
  static const std::vector<Level> all = read_all();
  return all;
}

}  // namespace locklab::app
