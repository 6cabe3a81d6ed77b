#include "app/explore/matrix_cache.h"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/words/embedded.h"
#include "lock/strategy.h"
#include "sim/scenario/read_scenario.h"
#include "sim/trace/json_text.h"
#include "sim/trace/whole_file.h"

namespace locklab::app {

namespace {

namespace fs = std::filesystem;
using CachedJson = nlohmann::json;

/// In bytes: far above the size of the shipped matrix, half a MiB.
constexpr std::uint64_t largest_matrix_file = std::uint64_t{64} << 20;

CachedJson to_json(const PropertyCell& one) {
  return {{"promised", one.promised}, {"standing", static_cast<int>(one.standing)},
          {"ground", one.ground},     {"run", one.run},
          {"why", one.why},           {"why_in_chinese", one.why_in_chinese}};
}

CachedJson to_json(const GroundSearch& one) {
  return {{"ground", one.ground},
          {"states", one.states},
          {"struck",
           {one.struck.times, one.struck.holding, one.struck.acquiring, one.struck.releasing}},
          {"exhausted", one.exhausted},
          {"seconds", one.seconds}};
}

CachedJson to_json(const MatrixCell& cell) {
  CachedJson properties = CachedJson::array();
  for (const PropertyCell& one : cell.properties) properties.push_back(to_json(one));
  CachedJson grounds = CachedJson::array();
  for (const GroundSearch& one : cell.grounds) grounds.push_back(to_json(one));
  return {{"strategy", cell.strategy},
          {"faults", cell.faults},
          {"applies", cell.applies},
          {"grounds", grounds},
          {"properties", properties}};
}

/// Throws if the file is malformed; the caller then ignores the cache.
PropertyCell property_from(const CachedJson& json, std::size_t index) {
  PropertyCell one;
  one.property = static_cast<sim::Property>(index);
  one.promised = json.at("promised").get<bool>();
  const int standing = json.at("standing").get<int>();
  if (standing < 0 || standing >= static_cast<int>(Standing::count_))
    throw CachedJson::other_error::create(501, "standing", nullptr);
  one.standing = static_cast<Standing>(standing);
  one.ground = json.at("ground").get<std::string>();
  one.run = json.at("run").get<std::string>();
  one.why = json.at("why").get<std::string>();
  one.why_in_chinese = json.at("why_in_chinese").get<std::string>();
  return one;
}

GroundSearch ground_from(const CachedJson& json) {
  GroundSearch one;
  one.ground = json.at("ground").get<std::string>();
  one.states = json.at("states").get<std::uint64_t>();
  const auto struck = json.at("struck").get<std::array<std::uint64_t, 4>>();
  one.struck = {struck[0], struck[1], struck[2], struck[3]};
  one.exhausted = json.at("exhausted").get<bool>();
  one.seconds = json.at("seconds").get<double>();
  return one;
}

MatrixCell cell_from(const CachedJson& json) {
  MatrixCell cell;
  cell.done = true;
  cell.strategy = json.at("strategy").get<std::string>();
  cell.faults = json.at("faults").get<std::string>();
  cell.applies = json.at("applies").get<bool>();
  for (const CachedJson& one : json.at("grounds")) cell.grounds.push_back(ground_from(one));
  const CachedJson& properties = json.at("properties");
  for (std::size_t i = 0; i < properties.size(); ++i)
    cell.properties.push_back(property_from(properties[i], i));
  return cell;
}

bool is_whole(const Matrix& matrix) {
  if (matrix.cells.size() != matrix.strategies.size() * matrix.faults.size()) return false;
  for (const std::string& id : matrix.strategies)
    if (!find_strategy(id)) return false;
  for (const MatrixCell& cell : matrix.cells)
    if (cell.applies && cell.properties.size() != sim::property_count) return false;
  return true;
}

std::string key_of_scenario(const sim::Library& library) {
  const auto bare = library.find("bare");
  const auto* searched = std::get_if<sim::ScenarioText>(&bare);
  return fmt::format("{:016x}", searched ? sim::content_hash(searched->text) : 0);
}

/// The matrix in a file's text; nullopt if it is malformed, or was stored under another key.
std::optional<Matrix> matrix_from(std::string_view text, std::string_view key) {
  try {
    const CachedJson json = read_json<CachedJson>(text);
    if (json.at("key").get<std::string>() != key) return std::nullopt;
    Matrix matrix;
    matrix.strategies = json.at("strategies").get<std::vector<std::string>>();
    matrix.faults = json.at("faults").get<std::vector<std::string>>();
    matrix.seconds = json.at("seconds").get<double>();
    for (const CachedJson& cell : json.at("cells")) matrix.cells.push_back(cell_from(cell));
    if (is_whole(matrix)) return matrix;
  } catch (const CachedJson::exception&) {
    // The file is incomplete, or another program wrote it.
  }
  return std::nullopt;
}

}  // namespace

std::string matrix_cache_path() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache && *cache == '/') return std::string(cache) + "/locklab/matrix.json";
  const char* home = std::getenv("HOME");
  return home && *home == '/' ? std::string(home) + "/.cache/locklab/matrix.json" : "";
}

std::string matrix_cache_key(const sim::Library& library, const std::string& program) {
  const auto bytes = sim::read_whole(program);
  const auto* text = std::get_if<std::string>(&bytes);
  return fmt::format("{:016x} {}", text ? sim::content_hash(*text) : 0, key_of_scenario(library));
}

std::optional<Matrix> read_matrix(const std::string& path, const std::string& key) {
  std::error_code error;
  if (path.empty() || !fs::exists(path, error)) return std::nullopt;
  const auto text = sim::read_whole(path, largest_matrix_file);
  const auto* kept = std::get_if<std::string>(&text);
  return kept ? matrix_from(*kept, key) : std::nullopt;
}

std::optional<Matrix> shipped_matrix(const sim::Library& library) {
  return matrix_from(embedded::matrix().front().text, key_of_scenario(library));
}

void keep_matrix(const std::string& path, const std::string& key, const Matrix& matrix) {
  if (path.empty()) return;
  CachedJson cells = CachedJson::array();
  for (const MatrixCell& cell : matrix.cells) {
    if (!cell.done) return;
    cells.push_back(to_json(cell));
  }
  const CachedJson all{{"key", key},
                       {"strategies", matrix.strategies},
                       {"faults", matrix.faults},
                       {"seconds", matrix.seconds},
                       {"cells", cells}};
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  if (!error) (void)sim::write_whole(path, {json_text(all)});
}

std::variant<Matrix, sim::Problem> find_matrix(
    const sim::Library& library, const MatrixTask& task, bool again,
    const std::atomic<bool>& cancelled,
    const std::function<void(const MatrixProgress&)>& progress) {
  const bool all = task.strategies.empty() && task.faults.empty() &&
                   task.most_states == MatrixTask().most_states;
  if (!all) return make_matrix(library, task, cancelled, progress);
  const std::string path = matrix_cache_path();
  const std::string key = matrix_cache_key(library);
  if (!again) {
    if (auto kept = read_matrix(path, key)) return std::move(*kept);
    if (auto shipped = shipped_matrix(library)) return std::move(*shipped);
  }
  auto made = make_matrix(library, task, cancelled, progress);
  const auto* matrix = std::get_if<Matrix>(&made);
  if (matrix && !cancelled) keep_matrix(path, key, *matrix);
  return made;
}

}  // namespace locklab::app
