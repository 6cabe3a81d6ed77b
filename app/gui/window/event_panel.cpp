// The event at the cursor in words, and the scenario's story.
#include <fmt/format.h>

#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/navigation.h"
#include "app/gui/update/update.h"
#include "app/gui/window/rich_text.h"
#include "app/gui/window/view.h"
#include "app/timeline/wording.h"

namespace locklab::app {

void event_panel(const View& view, ImVec2 size) {
  ImGui::BeginChild("event_panel", size, false);
  if (!view.model.run) return ImGui::EndChild();
  const ShownRun& run = *view.model.run;
  const auto heading = [&](const char* key) {
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.second_text), "%s",
                       view.say.c(key));
  };
  const auto paragraph = [&](std::string_view text) {
    wrapped_text(view, text, ImGui::GetContentRegionAvail().x);
  };
  heading("event.title");
  if (const auto event = view.model.event ? view.model.event : event_at_cursor(view.model)) {
    ImGui::TextUnformatted(fmt::format("#{}  {:.3f} ms", *event + 1,
                                       static_cast<double>(run.trace()[*event].at) / 1000)
                               .c_str());
    paragraph(view.tell(event_words(run.trace(), *event)));
    view.name_last("event words");
  } else {
    ImGui::TextDisabled("%s", view.say.c("event.start"));
  }
  if (view.model.verdict && *view.model.verdict < run.judged.verdicts.size() &&
      is_told(view.model, run.judged.verdicts[*view.model.verdict])) {
    ImGui::Spacing();
    heading("event.why");
    paragraph(view.tell(run.judged.verdicts[*view.model.verdict].sentence));
    view.name_last("why");
  }
  // The story would give away the answer.
  if (!run.judged.scenario.story.empty() && !predicts(view.model)) {
    ImGui::Spacing();
    heading("event.story");
    paragraph(view.tell(run.judged.scenario.story));
    view.name_last("story");
  }
  ImGui::EndChild();
}

}  // namespace locklab::app
