#include "app/explore/matrix_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "app/timeline/paint.h"
#include "lock/strategy.h"

namespace locklab::app {

namespace {

using Json = nlohmann::ordered_json;

/// Two letters for each property, in the order of Property.
constexpr std::array<std::string_view, property_count> short_names{
    "ME", "LU", "OR", "DL", "FT", "HO", "CF", "FE", "QU", "RE", "FA"};

std::string_view short_name(Property property) {
  return short_names[static_cast<std::size_t>(property)];
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(c - 'A' + 'a');
  return out;
}

std::string column_name(const std::string& kind) { return kind.empty() ? "no fault" : kind; }

/// What a cell says, in marks: all is well, or which properties are broken. `promised` decorates a
/// broken promise.
template <class Decorate>
std::string marks(const MatrixCell& cell, Decorate promised) {
  if (!cell.applies) return "–";
  std::string text;
  bool finished = true;
  bool promise_broken = false;
  for (const PropertyCell& one : cell.properties) {
    finished = finished && one.standing != Standing::not_finished;
    if (one.standing != Standing::broken) continue;
    promise_broken = promise_broken || one.promised;
    if (!text.empty()) text += ' ';
    text += one.promised ? promised(std::string(short_name(one.property)))
                         : lower(short_name(one.property));
  }
  const bool promises = std::any_of(cell.properties.begin(), cell.properties.end(),
                                    [](const PropertyCell& one) { return one.promised; });
  if (promises && !promise_broken) text = "✓" + (text.empty() ? "" : " " + text);
  if (!finished) text += "…";
  return text;
}

std::string legend() {
  std::string text =
      "Bounds: 2 clients, 1 round each, 1 node (Redlock 3; failover: a master and a replica), one "
      "fault of the kind, struck at any moment.\n"
      "✓ every promise kept, searched exhaustively; LETTERS: promised, and broken; letters: "
      "broken, and never promised; – cannot strike; … not searched to the end.\n";
  for (std::size_t i = 0; i < property_count; ++i)
    text += fmt::format("{}{} {} {}", i == 0 ? "" : ", ", short_names[i],
                        name(static_cast<Property>(i)), chinese_name(static_cast<Property>(i)));
  return text + ".\n";
}

/// What the reader sees of a text, in columns.
std::size_t width_of(const std::string& text) {
  std::size_t width = 0;
  for (const char c : text) width += (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  return width;
}

std::string padded(const std::string& text, std::size_t width) {
  const std::size_t has = width_of(text);
  return text + std::string(width > has ? width - has : 0, ' ');
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '&':
        out += "&amp;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

// ---- traits
// --------------------------------------------------------------------------------------------

/// One trait of the textbooks: the property and the fault that decide it, and a scenario for those
/// that have no counterexample of their own.
struct Trait {
  std::string_view chinese;
  std::string_view english;
  Property property;
  std::string_view faults;
  std::string_view scenario;
};

constexpr std::array<Trait, 6> traits{{
    {"互斥性", "mutual exclusion", Property::mutual_exclusion, "", "F27_lost_update"},
    {"锁超时释放", "released by timeout", Property::no_deadlock, "crash", "F01_crash_no_expiry"},
    {"高性能和高可用", "available", Property::fault_tolerance, "kill",
     "F29_single_point_of_failure"},
    {"安全性", "released by its owner only", Property::owner_only_release, "pause",
     "F04_lease_outlived"},
    {"无死锁", "no deadlock", Property::no_deadlock, "lose", "F02_crash_between"},
    {"容错性", "survives a failover", Property::mutual_exclusion, "failover",
     "F11_failover_lost_lock"},
}};

const MatrixCell* find(const Matrix& matrix, std::string_view strategy, std::string_view kind) {
  for (std::size_t row = 0; row < matrix.strategies.size(); ++row)
    for (std::size_t column = 0; column < matrix.faults.size(); ++column)
      if (matrix.strategies[row] == strategy && matrix.faults[column] == kind)
        return &matrix.cell(row, column);
  return nullptr;
}

std::string trait_mark(const Matrix& matrix, std::string_view strategy, const Trait& trait) {
  const MatrixCell* cell = find(matrix, strategy, trait.faults);
  if (!cell) return "–";
  Property property = trait.property;
  if (!cell->applies) {  // no replica to fail over to: the other nodes must bear it
    cell = find(matrix, strategy, "kill");
    property = Property::fault_tolerance;
    if (!cell) return "–";
  }
  const PropertyCell& one = cell->properties[static_cast<std::size_t>(property)];
  const char* mark = one.standing == Standing::broken ? "✗"
                     : one.standing == Standing::kept ? "✓"
                                                      : "…";
  return fmt::format("{} [{}](assets/scenarios/{}.toml)", mark, trait.scenario.substr(0, 3),
                     trait.scenario);
}

}  // namespace

std::string as_text(const Matrix& matrix, bool colour) {
  std::vector<std::vector<std::string>> rows(matrix.strategies.size() + 1);
  rows[0].push_back("");
  for (const std::string& kind : matrix.faults) rows[0].push_back(column_name(kind));
  const auto plain = [](std::string word) { return word; };
  for (std::size_t row = 0; row < matrix.strategies.size(); ++row) {
    rows[row + 1].push_back(matrix.strategies[row]);
    for (std::size_t column = 0; column < matrix.faults.size(); ++column)
      rows[row + 1].push_back(marks(matrix.cell(row, column), plain));
  }
  std::vector<std::size_t> widths(rows[0].size());
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  std::string out;
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string cell = padded(row[i], widths[i] + (i + 1 < row.size() ? 2 : 0));
      const bool heading = &row == &rows[0] || i == 0;
      const bool good = row[i].rfind("✓", 0) == 0;
      out += heading ? cell
                     : toned(cell,
                             good            ? Tone::good
                             : row[i] == "–" ? Tone::dim
                                             : Tone::violation,
                             colour);
    }
    while (!out.empty() && out.back() == ' ') out.pop_back();
    out += '\n';
  }
  return out + "\n" + legend();
}

std::string as_markdown(const Matrix& matrix) {
  std::string out = "|  |";
  for (const std::string& kind : matrix.faults) out += " " + column_name(kind) + " |";
  out += "\n|---|";
  for (std::size_t i = 0; i < matrix.faults.size(); ++i) out += "---|";
  out += '\n';
  const auto bold = [](const std::string& word) { return "**" + word + "**"; };
  for (std::size_t row = 0; row < matrix.strategies.size(); ++row) {
    out += "| `" + matrix.strategies[row] + "` |";
    for (std::size_t column = 0; column < matrix.faults.size(); ++column)
      out += " " + marks(matrix.cell(row, column), bold) + " |";
    out += '\n';
  }
  return out + "\n" + legend();
}

std::string as_html(const Matrix& matrix) {
  std::string out =
      "<!doctype html><html><meta charset=\"utf-8\"><title>Lock Lab: the matrix</title><style>"
      "body{font-family:sans-serif;margin:2em;background:#fff;color:#14171c}"
      "table{border-collapse:collapse}td,th{border:1px solid #b8c0cc;padding:4px 8px;"
      "text-align:left;vertical-align:top}.kept{background:#d8f0e6}.broken{background:#ffdce0}"
      ".none{color:#5b6675}summary{cursor:pointer}code{font-size:12px;word-break:break-all}"
      "p{max-width:60em}</style><h1>Lock Lab: every lock against every kind of fault</h1><table>"
      "<tr><th></th>";
  for (const std::string& kind : matrix.faults)
    out += "<th>" + escaped(column_name(kind)) + "</th>";
  out += "</tr>";
  const auto bold = [](const std::string& word) { return "<b>" + word + "</b>"; };
  for (std::size_t row = 0; row < matrix.strategies.size(); ++row) {
    out += "<tr><th>" + escaped(matrix.strategies[row]) + "</th>";
    for (std::size_t column = 0; column < matrix.faults.size(); ++column) {
      const MatrixCell& cell = matrix.cell(row, column);
      const std::string text = marks(cell, bold);
      const bool kept = text.rfind("✓", 0) == 0;
      out += fmt::format("<td class=\"{}\">", !cell.applies ? "none" : kept ? "kept" : "broken");
      std::string runs;
      for (const PropertyCell& one : cell.properties)
        if (one.standing == Standing::broken)
          runs += fmt::format("<p><b>{} {}</b>: {}<br><code>locklab run '{}'</code></p>",
                              name(one.property), chinese_name(one.property), escaped(one.why),
                              escaped(one.run));
      out += runs.empty() ? text
                          : fmt::format("<details><summary>{}</summary>{}</details>", text, runs);
      out += "</td>";
    }
    out += "</tr>";
  }
  return out + "</table><p>" + escaped(legend()) + "</p></html>\n";
}

std::string as_json(const Matrix& matrix) {
  Json cells = Json::array();
  for (const MatrixCell& cell : matrix.cells) {
    Json properties = Json::array();
    for (const PropertyCell& one : cell.properties) {
      const bool broken = one.standing == Standing::broken;
      const std::string_view verdict =
          broken || one.promised ? name(one.standing) : std::string_view("not_promised");
      properties.push_back({{"property", name(one.property)},
                            {"promised", one.promised},
                            {"verdict", verdict},
                            {"run", broken ? Json(one.run) : Json()},
                            {"why", broken ? Json(one.why) : Json()}});
    }
    cells.push_back({{"strategy", cell.strategy},
                     {"faults", cell.faults},
                     {"applies", cell.applies},
                     {"states", cell.counts.states},
                     {"transitions", cell.counts.transitions},
                     {"seconds", cell.seconds},
                     {"properties", properties}});
  }
  const Json all{{"bounds", {{"clients", 2}, {"rounds", 1}, {"faults_of_the_kind", 1}}},
                 {"seconds", matrix.seconds},
                 {"cells", cells}};
  return all.dump() + "\n";
}

std::string traits_as_markdown(const Matrix& matrix) {
  std::string out = "|  |";
  for (const Trait& trait : traits) out += fmt::format(" {}<br>{} |", trait.chinese, trait.english);
  out += " 可重入性<br>reentrant |\n|---|";
  for (std::size_t i = 0; i <= traits.size(); ++i) out += "---|";
  out += '\n';
  for (const std::string& id : matrix.strategies) {
    const Strategy* strategy = find_strategy(id);
    if (strategy->admits != 1 || strategy->topology == Topology::none) continue;  // no such lock
    out += "| `" + id + "` |";
    for (const Trait& trait : traits) out += " " + trait_mark(matrix, id, trait) + " |";
    out += strategy->promises.has(Property::reentrancy) ? " ✓ |\n" : " ✗ |\n";
  }
  return out;
}

}  // namespace locklab::app
