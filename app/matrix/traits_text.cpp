#include "app/matrix/traits_text.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "app/matrix/matrix_text.h"
#include "app/matrix/table_text.h"
#include "app/matrix/trait_stories.h"
#include "app/matrix/traits.h"
#include "app/words/display_text.h"
#include "sim/trace/json_text.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

using Json = nlohmann::ordered_json;

std::string_view mark_of(const std::optional<TraitStanding>& found) {
  if (!found) return "–";
  if (found->standing == Standing::broken) return "✗";
  if (found->standing == Standing::vacuous) return "○";
  return found->standing == Standing::kept ? "✓" : "…";
}

std::vector<std::string> locks_with_traits(const Matrix& matrix) {
  std::vector<std::string> ids;
  for (const std::string& id : matrix.strategies)
    if (has_traits(*find_strategy(id))) ids.push_back(id);
  return ids;
}

std::string column_heading(const TextbookTrait& trait, Language language) {
  return std::string(language == Language::chinese ? trait.chinese : trait.english);
}

/// The runs that show a trait and need more than the scenario and the lock, as a Markdown list.
std::string runs_with_settings(const Matrix& matrix) {
  std::string list;
  for (const std::string& id : locks_with_traits(matrix))
    for (const TextbookTrait& trait : traits()) {
      const auto story = story_of(trait, id);
      if (!story || story->run.changes.set.empty() || !standing(matrix, id, trait)) continue;
      list += fmt::format("* `app/run run '{}'`\n", to_string(story->run));
    }
  return list;
}

std::string trait_legend(Language language) {
  return told(
      say("✓ yes; ✗ no, with the scenario that shows it, if there is one; ○ the fault never struck "
          "anybody who held, acquired or released; – not looked for; … not searched to the end. "
          "Whether a lock is reentrant, it says itself; searches decide the rest."),
      language);
}

}  // namespace

std::string traits_as_text(const Matrix& matrix, Language language, std::size_t columns,
                           bool colour) {
  std::vector<std::vector<TableCell>> rows(1);
  rows[0].emplace_back();
  for (const TextbookTrait& trait : traits()) rows[0].push_back({column_heading(trait, language)});
  for (const std::string& id : locks_with_traits(matrix)) {
    std::vector<TableCell>& row = rows.emplace_back();
    row.push_back({id});
    for (const TextbookTrait& trait : traits()) {
      const auto found = standing(matrix, id, trait);
      const bool broken = found && found->standing == Standing::broken;
      std::string cell(mark_of(found));
      if (const auto story = story_of(trait, id); broken && story) cell += " " + story->number();
      row.push_back({cell, broken ? Tone::violation : found ? Tone::good : Tone::dim});
    }
  }
  return table_text(rows, columns, colour) + "\n" +
         wrapped(missing_words(matrix, language) + trait_legend(language), columns);
}

std::string traits_as_markdown(const Matrix& matrix) {
  std::string out = "|  |";
  for (const TextbookTrait& trait : traits())
    out += fmt::format(" {}<br>{} |", trait.chinese, trait.english);
  out += "\n|---|";
  for (std::size_t i = 0; i < traits().size(); ++i) out += "---|";
  out += '\n';
  for (const std::string& id : locks_with_traits(matrix)) {
    out += "| `" + id + "` |";
    for (const TextbookTrait& trait : traits()) {
      const auto found = standing(matrix, id, trait);
      out += fmt::format(" {}", mark_of(found));
      if (const auto story = story_of(trait, id); found && story)
        out += fmt::format(" [{}](assets/scenarios/{}.toml)", story->number(), story->run.scenario);
      out += " |";
    }
    out += '\n';
  }
  const std::string runs = runs_with_settings(matrix);
  if (!runs.empty())
    out +=
        "\nA lock runs in a scenario as `app/run run F04 --strategy set_px_lua`. These need "
        "settings:\n\n" +
        runs;
  const std::string missing = missing_words(matrix, Language::english);
  return missing.empty() ? out : out + "\n" + missing;
}

std::string traits_as_html(const Matrix& matrix, Language language) {
  const std::string title = told(say("Lock Lab: the traits that textbooks name"), language);
  std::string out = page_begin(title, language) + "<table><tr><th></th>";
  for (const TextbookTrait& trait : traits())
    out += "<th>" + column_heading(trait, language) + "</th>";
  out += "</tr>";
  for (const std::string& id : locks_with_traits(matrix)) {
    out += "<tr><th>" + id + "</th>";
    for (const TextbookTrait& trait : traits()) {
      const auto found = standing(matrix, id, trait);
      const char* kind = !found ? "none" : found->standing == Standing::broken ? "broken" : "kept";
      const auto story = story_of(trait, id);
      out += fmt::format("<td class=\"{}\">{} {}</td>", kind, mark_of(found),
                         found && story ? to_string(story->run) : std::string());
    }
    out += "</tr>";
  }
  return out + "</table><p>" + missing_words(matrix, language) + trait_legend(language) +
         "</p></html>\n";
}

std::string traits_as_json(const Matrix& matrix) {
  Json locks = Json::array();
  for (const std::string& id : locks_with_traits(matrix)) {
    Json traits_of_it = Json::array();
    for (const TextbookTrait& trait : traits()) {
      const auto found = standing(matrix, id, trait);
      const bool broken = found && found->standing == Standing::broken && found->cell;
      const auto story = story_of(trait, id);
      traits_of_it.push_back({{"trait", trait.id},
                              {"name", trait.english},
                              {"chinese", trait.chinese},
                              {"property", name(trait.property)},
                              {"verdict", found ? Json(name(found->standing)) : Json()},
                              {"scenario", story ? Json(story->run.scenario) : Json()},
                              {"story", story ? Json(to_string(story->run)) : Json()},
                              {"run", broken ? Json(found->cell->run) : Json()}});
    }
    locks.push_back({{"strategy", id}, {"traits", traits_of_it}});
  }
  const Json document{
      {"complete", matrix.complete()}, {"seconds", matrix.seconds}, {"locks", locks}};
  return json_text(document) + "\n";
}

}  // namespace locklab::app
