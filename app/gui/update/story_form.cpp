#include "app/gui/update/story_form.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

#include "app/changes/run_story.h"
#include "app/words/display_text.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

/// The texts in the user's language, as far as translations exist, in lines for the form.
sim::StoryText told_to_user(const Model& model, std::size_t branch) {
  const Words& say = Words::in(model.settings.language);
  const sim::StoryText own = story_of(model, branch);
  return {say.tell(own.title), in_lines(say.tell(own.story)), in_lines(say.tell(own.notes))};
}

constexpr std::size_t columns = 76;  ///< width of a field

/// The end of a line that continues in the next, as in e-mail (RFC 3676): after a space, or in the
/// middle of a word or between two Chinese characters.
constexpr std::string_view after_space = " \n";
constexpr std::string_view without_space = "  \n";

/// Adds one paragraph as lines of at most `columns`, without its trailing spaces.
void add_in_lines(std::string& all, std::string_view paragraph) {
  while (paragraph.ends_with(' ')) paragraph.remove_suffix(1);
  std::size_t at = 0;
  for (const std::string& line : wrap(paragraph, columns)) {
    if (at > 0) all += paragraph[at] == ' ' ? after_space : without_space;
    at = std::min(paragraph.find_first_not_of(' ', at), paragraph.size());
    all += line;
    at += line.size();
  }
}

bool is_blank(const std::string& text) {
  return text.find_first_not_of(" \t\r\n") == std::string::npos;
}

/// The mistake in the form's texts, with its field; an empty field if there is none.
std::pair<std::string, Sentence> mistake_in(const sim::StoryText& text) {
  if (is_blank(text.title)) return {"title", say("A scenario needs a title.")};
  const auto too_long = [](const std::string& one, std::size_t most) {
    return characters(one).size() > most;
  };
  if (too_long(text.title, longest_title))
    return {"title", say("A title has {} characters at most.", longest_title)};
  for (const auto& [field, one] :
       {std::pair<const char*, const std::string&>{"story", text.story}, {"notes", text.notes}})
    if (too_long(one, longest_story))
      return {field, say("This text has {} characters at most.", longest_story)};
  return {};
}

}  // namespace

std::string in_lines(std::string_view text) {
  std::string all;
  while (true) {
    const std::size_t end = text.find('\n');
    add_in_lines(all, text.substr(0, end));
    if (end == text.npos) return all;
    all += '\n';
    text.remove_prefix(end + 1);
  }
}

std::string from_lines(std::string_view lines) {
  std::string all;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    const std::string_view rest = lines.substr(at);
    if (rest.starts_with(without_space)) {
      at += without_space.size() - 1;
    } else if (rest.starts_with(after_space)) {
      all += ' ';
      at += after_space.size() - 1;
    } else {
      all += lines[at];
    }
  }
  return all;
}

sim::StoryText story_of(const Model& model, std::size_t branch) {
  const Branch& shown = model.branches[branch];
  if (shown.told) return *shown.told;
  return story_of(*shown.run, Words::in(model.settings.language));
}

bool can_edit_story(const Model& model) { return model.run && !model.run->recorded; }

bool has_story(const Model& model) {
  const sim::StoryText text = story_of(model, model.branch);
  return !text.story.empty() || !text.notes.empty() || !model.run->judged.scenario.story.empty();
}

std::optional<std::size_t> unsaved_story(const Model& model) {
  const auto found = std::find_if(model.branches.begin(), model.branches.end(),
                                  [](const Branch& branch) { return branch.story_unsaved; });
  if (found == model.branches.end()) return std::nullopt;
  return static_cast<std::size_t>(found - model.branches.begin());
}

void change_story(Model& model, const intent::EditStory&) {
  if (!can_edit_story(model)) return;
  model.story_form = StoryForm{model.branch, told_to_user(model, model.branch), {}, {}};
}

void change_story(Model& model, const intent::SetStory& set) {
  if (model.story_form) model.story_form = set.form;
}

void change_story(Model& model, const intent::AcceptStory&) {
  if (!model.story_form || model.story_form->branch >= model.branches.size()) return;
  StoryForm& form = *model.story_form;
  std::tie(form.wrong, form.problem) = mistake_in(form.text);
  if (!form.wrong.empty()) return;
  if (!(form.text == told_to_user(model, form.branch))) {
    Branch& branch = model.branches[form.branch];
    branch.told = {form.text.title, from_lines(form.text.story), from_lines(form.text.notes)};
    branch.story_unsaved = true;
  }
  model.story_form.reset();
}

void change_story(Model& model, const intent::CloseStory&) { model.story_form.reset(); }

}  // namespace locklab::app
