// The bar of the presenter mode, which leaves the screen to the run: one row to step, play and
// leave, with the status and the highlighted verdicts.
#include "app/gui/update/look.h"
#include "app/gui/window/view.h"
#include "app/gui/window/widgets/bar.h"
#include "app/gui/window/widgets/icons.h"

namespace locklab::app {

void presenter_bar(const View& view) {
  std::vector<BarWidget> widgets;
  const float gap = view.px(4);
  const auto step = [&](const char* name, Intent wanted) {
    const float wide = icon_button_width(view, "");
    widgets.push_back(
        {{wide, wide, 90, widgets.empty() ? 0 : gap}, [&view, name, wanted](float) {
           if (icon_button(view, name, name, "", view.say(std::string("time.") + name)))
             view.want(wanted);
         }});
  };
  step("back", intent::Step{-1});
  const float play = play_button_width(view);
  widgets.push_back({{play, play, 90, gap}, [&view](float) { play_button(view); }});
  step("forward", intent::Step{+1});
  if (const float status = run_status_width(view); status > 0)
    widgets.push_back({{view.px(60), status, 20, view.px(16)},
                       [&view](float width) { run_status(view, width); }});
  if (const float verdicts = pointed_verdicts_width(view); verdicts > 0)
    widgets.push_back({{verdicts, verdicts, 80, view.px(16)},
                       [&view](float) { verdict_chips(view, true, 1e9f); }});
  const float leave = button_width(view.say("top.lab"));
  widgets.push_back({{leave, leave, 100, gap},
                     [&view](float) {
                       if (view.button("present", view.say("top.lab"), "P, Esc"))
                         view.want(intent::Present{false});
                     },
                     true});
  bar(view, "presenter more", widgets);
}

}  // namespace locklab::app
