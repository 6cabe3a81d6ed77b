#include "app/gui/window/widgets/names_text.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "app/gui/update/headline.h"
#include "app/gui/update/lanes.h"
#include "app/words/window_words.h"
#include "app/workshop/refused_live.h"

namespace locklab::app {

namespace {

/// The problem that the open form or an invalid field shows; empty if there is none.
std::string wrong_words(const Model& model) {
  Sentence wrong;
  if (model.wrong_field) wrong = model.wrong_field->why;
  if (model.exploring.shown) wrong = model.exploring.problem;
  if (model.story_form) wrong = model.story_form->problem;
  if (model.live.shown) {
    const auto refused = refused_live(model);
    wrong = refused ? sentence(*refused) : model.live.problem;
  }
  return with_labels(told(in_window(wrong), model.settings.language),
                     Words::in(model.settings.language));
}

/// The state of the live run in progress: "held" or "goes"; empty if there is none.
const char* live_words(const Model& model) {
  if (!model.pending || !model.pending->live) return "";
  const auto& stepped = model.pending->stepped;
  return stepped && stepped->held && stepped->ordered == 0 ? "held" : "goes";
}

}  // namespace

std::string names_text(const Model& model, const DrawnState& drawn,
                       const std::vector<NamedRectangle>& named) {
  const Headline headline = headline_of(model);
  std::string text = fmt::format(
      "@run\t{}\n@events\t{}\n@at\t{:.1f}\n@view\t{:.1f} {:.1f}\n@playing\t{}\n"
      "@problem\t{}\n@warning\t{}\n"
      "@settled\t{}\n@lane\t{}\n@frames\t{}\n@input\t{}\n@minimised\t{}\n@focus\t{}\n@typing\t{}\n"
      "@title\t{}\n@branches\t{}\n@wrong\t{}\n@now\t{}\n@live\t{}\n",
      model.run ? model.run->judged.name : "", model.cursor.events, model.cursor.at_us,
      model.view.from, model.view.to, model.playing,
      told(in_window(model.problem), model.settings.language),
      told(in_window(model.warning), model.settings.language), drawn.settled, selected_lane(model),
      drawn.frames, drawn.input, drawn.minimised, drawn.focus, drawn.typing, headline.title,
      model.branches.size(), wrong_words(model), told(headline.now, model.settings.language),
      live_words(model));
  if (!model.stress.loads.empty()) {
    const ShownLoad& load = model.stress.loads.back();
    text += fmt::format("@load seconds\t{}\n@load marks\t{}\n@load violations\t{}\n",
                        load.seconds.size(), load.work.strikes.size(), load.violations_so_far);
  }
  if (model.stress.runs())
    text += fmt::format("@load phase\t{}\n@load part\t{:.2f}\n", name(model.stress.phase),
                        done_part(model.stress));
  for (const NamedRectangle& r : named)
    text += fmt::format("{}\t{:.0f}\t{:.0f}\t{:.0f}\t{:.0f}{}{}\n", r.name, r.from.x, r.from.y,
                        r.to.x, r.to.y, r.button ? "\tbutton" : "", r.cut ? "\tcut" : "");
  return text;
}

void NamesFile::tell(const Model& model, const DrawnState& drawn,
                     const std::vector<NamedRectangle>& named) {
  const char* file = std::getenv("LOCKLAB_WIDGETS");
  if (!file || !*file) return;
  std::string text = names_text(model, drawn, named);
  if (text == told_) return;
  told_ = std::move(text);
  const std::string part = std::string(file) + ".part";
  std::ofstream(part) << told_;
  std::rename(part.c_str(), file);
}

}  // namespace locklab::app
