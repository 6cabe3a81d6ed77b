// The answer of the Explore dialog: first, in large letters, whether the lock breaks; then each
// broken property with a button that opens its run; then the others, and what was searched.
#include <fmt/format.h>

#include <algorithm>

#include "app/gui/model/matrix_cells.h"
#include "app/gui/window/lab/explore_parts.h"
#include "app/gui/window/widgets/rich_text.h"
#include "app/words/verdict_name.h"

namespace locklab::app {

namespace {

std::string counted(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, ' ');
  return text;
}

void broken_row(const View& view, const FoundProperty& one) {
  const std::string property(name(one.property));
  // The signs are the same as in the matrix and the lab.
  ImGui::PushStyleColor(ImGuiCol_Text,
                        one.promised ? view.theme.violation : view.theme.second_text);
  const CellState state = one.promised ? CellState::broken : CellState::unpromised_broken;
  if (view.button(
          fmt::format("found {}", property),
          fmt::format("{} {}##found", sign(state),
                      verdict_label(view.say, one.property, sim::Kept::broken, one.promised)),
          view.say("matrix.open.tip")))
    view.want(intent::OpenBroken{one.run, one.property});
  ImGui::PopStyleColor();
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  wrapped_text(view,
               view.tell(one.why) +
                   view.say.fill("list.brackets", view.say.fill("explore.steps", one.steps)),
               ImGui::GetContentRegionAvail().x);
}

/// Draws the classic counterexample, in which the faults hit a client that holds the lock.
void also_row(const View& view, const FoundProperty& one) {
  if (one.also_run.empty()) return;
  ImGui::Indent();
  if (view.button(fmt::format("also {}", name(one.property)),
                  fmt::format("{}##also {}", view.say("explore.also"), name(one.property)),
                  view.say("matrix.open.tip")))
    view.want(intent::OpenBroken{one.also_run, one.property});
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  wrapped_text(view, view.tell(one.also_why), ImGui::GetContentRegionAvail().x);
  ImGui::Unindent();
}

/// Draws the answer in one sentence.
void verdict(const View& view, const Found& found) {
  const auto broken = std::count_if(found.properties.begin(), found.properties.end(),
                                    [](const FoundProperty& one) { return one.broken; });
  std::string_view key = "explore.verdict.unfinished";
  ImU32 colour = view.theme.warning;
  const char* sign = "…";
  if (broken > 0) {
    key = "explore.verdict.breaks";
    colour = view.theme.violation;
    sign = "×";
  } else if (!found.shows_nothing.empty()) {
    key = "explore.verdict.untried";
    sign = "○";
  } else if (found.exhausted) {
    key = "explore.verdict.holds";
    colour = view.theme.good;
    sign = "✓";
  }
  const std::string lock(view.say.lock_name(found.form.strategy));
  ImGui::PushFont(view.fonts.large);
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  wrapped_text(view, fmt::format("{} {}", sign, view.say.fill(key, lock)),
               ImGui::GetContentRegionAvail().x);
  ImGui::PopStyleColor();
  ImGui::PopFont();
  view.name_last(fmt::format("explore verdict {}", broken > 0 ? "breaks" : "holds"));
}

/// Lists the wanted properties that were not broken, and whether the search was complete.
void unbroken(const View& view, const Found& found) {
  std::string rest;
  for (const FoundProperty& one : found.properties)
    if (!one.broken)
      rest += fmt::format("{}{}", rest.empty() ? "" : view.say("explore.comma"),
                          view.tell(property_name(one.property)));
  if (rest.empty()) return;
  const bool nothing = !found.shows_nothing.empty();
  const std::string end = nothing           ? view.tell(found.shows_nothing)
                          : found.exhausted ? std::string(view.say("explore.holds"))
                          : found.stopped   ? std::string(view.say("explore.stopped"))
                                            : std::string(view.say("explore.not_finished"));
  ImGui::PushStyleColor(ImGuiCol_Text, found.exhausted ? view.theme.good : view.theme.warning);
  wrapped_text(view,
               fmt::format("{} {}{}{}",
                           found.exhausted ? "✓"
                           : nothing       ? "○"
                                           : "…",
                           rest, view.say("list.colon"), end),
               ImGui::GetContentRegionAvail().x);
  ImGui::PopStyleColor();
  view.name_last(fmt::format("explore {}", found.exhausted ? "holds" : "unfinished"));
}

/// The budget in words: "clock jump × 2, pause (holding, alice)".
std::string faults_in_words(const View& view, const std::vector<StrikeRow>& strikes) {
  std::string words;
  for (const StrikeRow& row : strikes) {
    if (!words.empty()) words += view.say("explore.comma");
    words += view.say(fmt::format("strike.{}", sim::name(row.kind)));
    if (row.count > 1) words += fmt::format(" × {}", row.count);
    std::string where;
    if (row.phase) where += view.say(fmt::format("phase.{}", sim::name(*row.phase)));
    if (!row.place.empty())
      where += fmt::format("{}{}", where.empty() ? "" : view.say("explore.comma"), row.place);
    if (!where.empty()) words += view.say.fill("explore.where", where);
  }
  return words.empty() ? std::string(view.say("explore.none")) : words;
}

}  // namespace

std::string searched_words(const View& view, const SearchNow& now) {
  const double rate = now.seconds > 0 ? static_cast<double>(now.counts.states) / now.seconds : 0;
  return view.say.fill("explore.progress", now.seconds, counted(now.counts.states),
                       counted(static_cast<std::uint64_t>(rate)), now.counts.depth,
                       static_cast<double>(now.counts.memory) / 1e6);
}

void explore_answer(const View& view, const Found& found) {
  verdict(view, found);
  for (const FoundProperty& one : found.properties)
    if (one.broken) {
      broken_row(view, one);
      also_row(view, one);
    }
  unbroken(view, found);
  for (const auto& [property, why] : found.not_applicable)
    second_text(view, fmt::format("– {}{}{}", view.tell(property_name(property)),
                                  view.say("list.colon"), view.tell(why)));
  second_text(view, view.say.fill("explore.bounds", found.form.clients, found.nodes,
                                  found.form.rounds, faults_in_words(view, found.form.strikes)));
  view.name_last("explore bounds");
  for (const Sentence& one : found.stands_on) second_text(view, view.tell(one));
  second_text(view, searched_words(view, found.searched));
  for (const Sentence& one : found.struck) second_text(view, view.tell(one));
}

}  // namespace locklab::app
