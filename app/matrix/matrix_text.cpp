#include "app/matrix/matrix_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "app/matrix/grounds.h"
#include "app/matrix/table_text.h"
#include "app/words/display_text.h"
#include "app/words/markup_text.h"
#include "app/words/verdict_name.h"
#include "lock/strategy.h"
#include "sim/trace/json_text.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

using Json = nlohmann::ordered_json;

/// A two-letter name for each property, in the order of Property.
constexpr std::array<std::string_view, sim::property_count> short_names{
    "ME", "LU", "OR", "DL", "FT", "HO", "CF", "FE", "QU", "RE", "FA", "DU", "AV"};

std::string_view short_name(sim::Property property) {
  return short_names[static_cast<std::size_t>(property)];
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(c - 'A' + 'a');
  return out;
}

/// The kind as in `--faults`, the same in every language; the words for "no fault" are translated.
std::string column_name(const std::string& kind, Language language) {
  return kind.empty() ? told(say("no fault"), language) : kind;
}

/// The ground on which a property breaks, unless it is the plain one: "@patient".
std::string ground_of(const PropertyCell& one) {
  return one.ground.empty() || one.ground == plain_ground ? "" : "@" + one.ground;
}

/// A cell as text: "–" if it does not apply; otherwise "✓" or "○" if no promise is broken, the
/// broken properties, and "…" if it is not finished. `promised` decorates a broken promise.
template <class Decorate>
std::string marks(const MatrixCell& cell, Decorate promised) {
  if (!cell.applies) return "–";
  std::string text;
  bool finished = cell.done;
  bool promise_broken = false, vacuous = false;
  for (const PropertyCell& one : cell.properties) {
    finished = finished && one.standing != Standing::not_finished;
    vacuous = vacuous || (one.promised && one.standing == Standing::vacuous);
    if (one.standing != Standing::broken) continue;
    promise_broken = promise_broken || one.promised;
    if (!text.empty()) text += ' ';
    text += one.promised ? promised(std::string(short_name(one.property)))
                         : lower(short_name(one.property));
    text += ground_of(one);
  }
  const bool promises = std::any_of(cell.properties.begin(), cell.properties.end(),
                                    [](const PropertyCell& one) { return one.promised; });
  if (promises && !promise_broken) text = (vacuous ? "○" : "✓") + (text.empty() ? "" : " " + text);
  if (!finished) text += "…";
  return text;
}

std::string legend(Language language) {
  std::string text =
      told(say("Bounds of the plain ground: 2 clients, 1 round each, a lease of 100 ms, work of 60 "
               "ms, 1 node without "
               "persistence (Redlock 3; failover, split_brain: a master and a replica, set_wait "
               "two), one fault of the kind, between any two instants."),
           language);
  text += '\n';
  text += told(say("✓ every promise kept on every ground, in all that was searched (retry pauses: "
                   "their ends, and where they meet another event); LETTERS: promised, and broken; "
                   "@GROUND: not on the plain ground, but there; letters: broken, and never "
                   "promised; ○ the fault never struck anybody who held, acquired or released; – "
                   "not applicable; … not searched to the end."),
               language);
  text += '\n';
  for (std::size_t i = 0; i < sim::property_count; ++i)
    text += fmt::format("{}{} {} {}", i == 0 ? "" : ", ", short_names[i],
                        name(static_cast<sim::Property>(i)),
                        chinese_name(static_cast<sim::Property>(i)));
  return text + ".\n";
}

Json as_json(const GroundSearch& one) {
  return {{"ground", one.ground},
          {"states", one.states},
          {"struck",
           {{"times", one.struck.times},
            {"holding", one.struck.holding},
            {"acquiring", one.struck.acquiring},
            {"releasing", one.struck.releasing}}},
          {"exhausted", one.exhausted},
          {"seconds", one.seconds}};
}

}  // namespace

std::string missing_words(const Matrix& matrix, Language language) {
  if (matrix.complete()) return {};
  return told(say("NOT FINISHED: {} of {} cells were searched to their end; the others say …",
                  matrix.finished(), matrix.cells.size()),
              language) +
         "\n";
}

std::string as_text(const Matrix& matrix, Language language, std::size_t columns, bool colour) {
  std::vector<std::vector<TableCell>> rows(matrix.strategies.size() + 1);
  rows[0].emplace_back();
  for (const std::string& kind : matrix.faults) rows[0].push_back({column_name(kind, language)});
  const auto plain = [](std::string word) { return word; };
  for (std::size_t row = 0; row < matrix.strategies.size(); ++row) {
    rows[row + 1].push_back({matrix.strategies[row]});
    for (std::size_t column = 0; column < matrix.faults.size(); ++column) {
      const std::string text = marks(matrix.cell(row, column), plain);
      const bool good = text.starts_with("✓");
      rows[row + 1].push_back({text, good          ? Tone::good
                                     : text == "–" ? Tone::dim
                                                   : Tone::violation});
    }
  }
  return table_text(rows, columns, colour) + "\n" +
         wrapped(missing_words(matrix, language) + legend(language), columns);
}

std::string as_markdown(const Matrix& matrix, Language language) {
  std::string out = "|  |";
  for (const std::string& kind : matrix.faults) out += " " + column_name(kind, language) + " |";
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
  return out + "\n" + missing_words(matrix, language) + legend(language);
}

std::string grounds_as_text(Language language, std::size_t columns) {
  std::string out;
  for (const Ground& ground : all_grounds()) {
    out += wrapped(fmt::format("{}: {}", ground.id, told(ground.meaning, language)), columns, 2);
    if (!ground.settings.empty()) out += fmt::format("    --set '{}'\n", ground.settings);
    if (ground.clients && *ground.clients != 2)
      out += fmt::format("    --clients {}\n", *ground.clients);
  }
  return out;
}

std::string page_begin(const std::string& title, Language language) {
  std::string out =
      fmt::format("<!doctype html><html lang=\"{}\"><meta charset=\"utf-8\"><title>{}</title>",
                  language == Language::chinese ? "zh-Hans" : "en", escaped(title));
  out +=
      "<style>body{font-family:sans-serif;margin:2em;background:#fff;color:#14171c}"
      "table{border-collapse:collapse}td,th{border:1px solid #b8c0cc;padding:4px 8px;"
      "text-align:left;vertical-align:top}.kept{background:#d8f0e6}.broken{background:#ffdce0}"
      ".none{color:#5b6675}summary{cursor:pointer}code{font-size:12px;word-break:break-all}"
      "p{max-width:60em}</style>";
  return out + "<h1>" + escaped(title) + "</h1>";
}

std::string as_html(const Matrix& matrix, Language language) {
  std::string out =
      page_begin(told(say("Lock Lab: every lock against every kind of fault"), language),
                 language) +
      "<table><tr><th></th>";
  for (const std::string& kind : matrix.faults)
    out += "<th>" + escaped(column_name(kind, language)) + "</th>";
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
      for (const PropertyCell& one : cell.properties) {
        if (one.standing != Standing::broken) continue;
        runs += fmt::format("<p><b>{} {}</b>{}: {}<br><code>locklab run '{}'</code></p>",
                            name(one.property),
                            told(verdict_name(one.property, sim::Kept::broken), Language::chinese),
                            ground_of(one), escaped(one.why_in(language)), escaped(one.run));
      }
      out += runs.empty() ? text
                          : fmt::format("<details><summary>{}</summary>{}</details>", text, runs);
      out += "</td>";
    }
    out += "</tr>";
  }
  return out + "</table><p>" + escaped(missing_words(matrix, language) + legend(language)) +
         "</p></html>\n";
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
                            {"ground", broken ? Json(one.ground) : Json()},
                            {"run", broken ? Json(one.run) : Json()},
                            {"why", broken ? Json(one.why) : Json()}});
    }
    Json grounds = Json::array();
    for (const GroundSearch& one : cell.grounds) grounds.push_back(as_json(one));
    cells.push_back({{"strategy", cell.strategy},
                     {"faults", cell.faults},
                     {"applies", cell.applies},
                     {"done", cell.done},
                     {"states", cell.states()},
                     {"seconds", cell.seconds()},
                     {"grounds", grounds},
                     {"properties", properties}});
  }
  const Json all{{"bounds", {{"clients", 2}, {"rounds", 1}, {"faults_of_the_kind", 1}}},
                 {"complete", matrix.complete()},
                 {"finished_cells", matrix.finished()},
                 {"seconds", matrix.seconds},
                 {"cells", cells}};
  return json_text(all) + "\n";
}

}  // namespace locklab::app
