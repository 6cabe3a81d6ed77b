#include "app/gui/update/done.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "app/changes/run_story.h"
#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/story_form.h"
#include "app/timeline/words/wording.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

bool has_broken_promises(const ShownRun& run) {
  const std::vector<sim::Verdict>& verdicts = run.judged.verdicts;
  return std::any_of(verdicts.begin(), verdicts.end(), [](const sim::Verdict& verdict) {
    return verdict.promised && verdict.kept == sim::Kept::broken;
  });
}

bool is_broken(const ShownRun& run, sim::Property property) {
  const std::vector<sim::Verdict>& verdicts = run.judged.verdicts;
  return std::any_of(verdicts.begin(), verdicts.end(), [&](const sim::Verdict& verdict) {
    return verdict.property == property && verdict.kept == sim::Kept::broken;
  });
}

}  // namespace

std::optional<ClientId> late_write_refused(const ShownRun& run) {
  const sim::Trace& trace = run.trace();
  for (std::size_t i = trace.first(); i < trace.size(); ++i)
    if (trace[i].kind == sim::EventKind::resource_rejected && trace[i].detail == 1)
      return trace[i].client;
  return std::nullopt;
}

void tell_saved(Model& model, const intent::Saved& done) {
  const std::size_t slash = done.path.rfind('/');
  const std::string_view path = done.path;
  const auto file = Sentence::name(path.substr(slash + 1));
  const auto folder = Sentence::name(slash == 0 ? "/" : path.substr(0, slash));
  const bool of_run = done.kind == FileKind::scenario || done.kind == FileKind::trace;
  if (slash == path.npos) {
    model.done = say("saved as {}", file);
  } else if (of_run && model.branch < model.branches.size()) {
    const auto title = Sentence::text(story_of(model, model.branch).title);
    model.done = model.branch == 0 ? say("'{}' is saved as {} in {}", title, file, folder)
                                   : say("branch {}, '{}', is saved as {} in {}", model.branch,
                                         title, file, folder);
  } else {
    model.done = say("saved as {} in {}", file, folder);
  }
}

void tell_branch_that_saves(Model& model) {
  model.done = {};
  const Branch& branch = model.branches[model.branch];
  const ShownRun& parent = *model.branches[branch.parent].run;
  if (branch.run->recorded || predicts(model) || !has_broken_promises(parent)) return;
  if (has_broken_promises(*branch.run)) {
    const auto late = late_write_refused(*branch.run);
    if (late && is_broken(parent, sim::Property::no_lost_update) &&
        !is_broken(*branch.run, sim::Property::no_lost_update))
      model.done = say("both inside, but {}'s late write is refused: no update lost",
                       client_words(branch.run->trace(), *late));
    return;
  }
  const Words& words = Words::in(model.settings.language);
  model.done = say("branch {} keeps every promise in this run: {}", model.branch,
                   Sentence::name(change_from(words, *branch.run, parent)));
  model.branches[model.branch].reached = branch.run->trace().size();  // the message reveals the end
}

}  // namespace locklab::app
