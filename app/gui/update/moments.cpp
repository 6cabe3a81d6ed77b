#include "app/gui/update/moments.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <vector>

#include "app/gui/update/axis_view.h"
#include "app/gui/update/look.h"
#include "app/gui/update/navigation.h"
#include "app/words/display_text.h"
#include "app/words/time_words.h"
#include "sim/trace/problem.h"

namespace locklab::app {

namespace {

constexpr std::array<std::string_view, 3> panes_ids{"timeline", "both", "cluster"};
constexpr std::array<std::string_view, 3> page_ids{"happened", "why", "story"};
constexpr std::array<std::string_view, 2> axis_ids{"time", "steps"};
static_assert(panes_ids.size() == static_cast<std::size_t>(Panes::count_));
static_assert(page_ids.size() == static_cast<std::size_t>(Telling::count_));

/// Formats "319.018ms", with nanosecond precision.
std::string time_text(double us) {
  std::string text = fmt::format("{:.6f}", std::round(us * 1000) / 1e6);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text + "ms";
}

std::optional<double> time_in(std::string_view text) {
  const std::optional<double> us = read_time(text);
  return us ? std::optional(std::round(*us * 1000) / 1000) : std::nullopt;
}

/// Parses one end of a range, which may be before the run's start.
std::optional<double> range_end(std::string_view text) {
  const bool before = text.starts_with('-');
  if (before) text.remove_prefix(1);
  const std::optional<double> us = time_in(text);
  return us && before ? std::optional(-*us) : us;
}

std::optional<std::size_t> whole(std::string_view text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Panels that a suffix can hide: all except the lesson and the cluster, which open in other ways.
std::vector<Panel> panels_to_hide() {
  std::vector<Panel> all;
  for (std::size_t i = 0; i < panel_count; ++i)
    if (const auto panel = static_cast<Panel>(i); panel != Panel::lesson && panel != Panel::cluster)
      all.push_back(panel);
  return all;
}

/// Whether a name can be written in a suffix, which has no quotes.
bool is_plain(std::string_view name) {
  return !name.empty() && name.find_first_of(" \t\r\n\"'@=") == std::string_view::npos;
}

std::string cursor_text(const Model& model) {
  const Cursor& cursor = model.cursor;
  const double at =
      cursor.events == 0 ? 0 : static_cast<double>(model.run->trace()[cursor.events - 1].at);
  return cursor.at_us == at ? fmt::format("@{}", cursor.events) : "@" + time_text(cursor.at_us);
}

/// Applies the words of a suffix one by one, and keeps the first mistake.
class MomentReader {
 public:
  explicit MomentReader(Model& model) : model_(model), run_(*model.run) {}

  Sentence apply(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find(' '), text.size());
      const std::string_view word = text.substr(0, end);
      if (word.starts_with('@')) {
        cursor(word.substr(1));
      } else if (!word.empty()) {
        setting(word);
      }
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    change_look(model_, intent::SetAxis{axis_});
    if (range_) model_.view = on_axis(*range_);  // last, as the cursor moves the view
    return problem_;
  }

 private:
  void fail(const Sentence& what, const Sentence& instead) {
    if (problem_.empty()) problem_ = say("{}; {}", what, instead);
  }

  void cursor(std::string_view text) {
    if (const auto events = whole(text)) {
      if (*events > run_.trace().size())
        return fail(say("The run has {} events, and the link is to the moment after {}",
                        run_.trace().size(), *events),
                    say("it may be of another version of the run"));
      return stand_after(model_, *events);
    }
    const auto us = time_in(text);
    if (!us)
      return fail(say("'{}' is not a moment of a run", printable(text)),
                  say("write @57 for the moment after 57 events, or @319.018ms for a time"));
    if (*us > static_cast<double>(run_.scene.end))
      fail(say("The run ends before {}", printable(text)),
           say("it may be of another version of the run"));
    run_until_time(model_, *us);
  }

  void setting(std::string_view word) {
    static constexpr std::string_view keys[] = {"event", "lane", "verdict", "range",
                                                "axis",  "page", "panes",   "hide"};
    const std::size_t equals = word.find('=');
    const std::string_view key = word.substr(0, equals);
    const std::string_view value =
        equals == word.npos ? std::string_view() : word.substr(equals + 1);
    if (key == "event") return event(value);
    if (key == "lane") return lane(value);
    if (key == "verdict") return verdict(value);
    if (key == "range") return range(value);
    if (key == "axis") return axis(value);
    if (key == "page") return page(value);
    if (key == "panes") return panes(value);
    if (key == "hide") return hide(value);
    fail(say("'{}' is not part of a moment", printable(key)), sim::use_instead(key, keys));
  }

  void event(std::string_view value) {
    const auto number = whole(value);
    if (!number || *number >= run_.trace().size())
      return fail(say("'{}' is not an event of this run", printable(value)),
                  say("they are 0 .. {}", run_.trace().size() - 1));
    model_.event = static_cast<std::uint32_t>(*number);
  }

  void lane(std::string_view value) {
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < run_.scene.lanes.size(); ++i) {
      names.push_back(run_.scene.lanes[i].name);
      if (names.back() == value) {
        model_.lane = static_cast<std::uint16_t>(i);
        return;
      }
    }
    fail(say("The run has no lane '{}'", printable(value)), sim::use_instead(value, names));
  }

  void verdict(std::string_view value) {
    std::vector<std::string_view> names;
    const auto& verdicts = run_.judged.verdicts;
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
      names.push_back(name(verdicts[i].property));
      if (names.back() == value) {
        model_.verdict = static_cast<std::uint16_t>(i);
        return;
      }
    }
    fail(say("'{}' is not a property", printable(value)), sim::use_instead(value, names));
  }

  void range(std::string_view value) {
    const std::size_t dots = value.find("..");
    const auto from = range_end(value.substr(0, dots));
    const auto to = dots == value.npos ? std::nullopt : range_end(value.substr(dots + 2));
    if (!from || !to || *from >= *to)
      return fail(say("'{}' is not a span of time", printable(value)),
                  say("write for example range=300ms..380ms"));
    range_ = within({*from, *to});
  }

  void axis(std::string_view value) {
    for (std::size_t i = 0; i < axis_ids.size(); ++i)
      if (axis_ids[i] == value) {
        axis_ = static_cast<AxisKind>(i);
        return;
      }
    fail(say("'{}' is not what the timeline measures", printable(value)),
         sim::use_instead(value, axis_ids));
  }

  /// The time span or, if an edited line names one that the window cannot show, the whole run.
  TimeView within(TimeView wanted) const {
    const TimeView whole_run = fit(run_.scene.end);
    const bool sane = wanted.span() >= 1 && wanted.span() <= 8 * whole_run.span() &&
                      wanted.to > 0 && wanted.from < whole_run.to;
    return sane ? wanted : whole_run;
  }

  TimeView on_axis(const TimeView& times) const {
    const Axis axis = axis_of(model_);
    return {axis.position(times.from), axis.position(times.to)};
  }

  void page(std::string_view value) {
    for (std::size_t i = 0; i < page_ids.size(); ++i)
      if (page_ids[i] == value) {
        model_.tale.shown = static_cast<Telling>(i);
        return;
      }
    fail(say("'{}' is not a page of the run in words", printable(value)),
         sim::use_instead(value, page_ids));
  }

  void panes(std::string_view value) {
    for (std::size_t i = 0; i < panes_ids.size(); ++i)
      if (panes_ids[i] == value) {
        model_.settings.layout.panes = static_cast<Panes>(i);
        if (!hid_) model_.settings.layout.hidden = {};
        return;
      }
    fail(say("'{}' is not what the middle can show", printable(value)),
         sim::use_instead(value, panes_ids));
  }

  void hide(std::string_view value) {
    std::vector<std::string_view> names;
    for (const Panel panel : panels_to_hide()) names.push_back(name(panel));
    model_.settings.layout.hidden = {};
    hid_ = true;
    while (!value.empty()) {
      const std::size_t end = std::min(value.find(','), value.size());
      const std::string_view one = value.substr(0, end);
      value.remove_prefix(std::min(end + 1, value.size()));
      bool known = false;
      for (const Panel panel : panels_to_hide()) {
        if (name(panel) != one) continue;
        known = true;
        model_.settings.layout.hidden[static_cast<std::size_t>(panel)] = true;
      }
      if (!known)
        fail(say("'{}' is not a panel that can be hidden", printable(one)),
             sim::use_instead(one, names));
    }
  }

  Model& model_;
  const ShownRun& run_;
  std::optional<TimeView> range_;  ///< in us
  AxisKind axis_ = AxisKind::time;
  bool hid_ = false;
  Sentence problem_;
};

}  // namespace

std::string moment_text(const Model& model) {
  const ShownRun& run = *model.run;
  std::string text = cursor_text(model);
  if (model.event) text += fmt::format(" event={}", *model.event);
  if (model.lane && *model.lane < run.scene.lanes.size() &&
      is_plain(run.scene.lanes[*model.lane].name))
    text += " lane=" + run.scene.lanes[*model.lane].name;
  if (model.verdict)
    text += fmt::format(" verdict={}", name(run.judged.verdicts[*model.verdict].property));
  const Axis axis = axis_of(model);
  if (axis.kind() != AxisKind::time)
    text += fmt::format(" axis={}", axis_ids[static_cast<std::size_t>(axis.kind())]);
  if (!(model.view == whole_view(model)))
    text += fmt::format(" range={}..{}", time_text(axis.time(model.view.from)),
                        time_text(axis.time(model.view.to)));
  text += fmt::format(" page={}", page_ids[static_cast<std::size_t>(model.tale.shown)]);
  text += fmt::format(" panes={}", panes_ids[static_cast<std::size_t>(wanted_panes(model))]);
  std::string hidden;
  for (const Panel panel : panels_to_hide())
    if (!is_wanted(model, panel)) hidden += (hidden.empty() ? "" : ",") + std::string(name(panel));
  if (!hidden.empty()) text += " hide=" + hidden;
  return text;
}

Sentence go_to_moment(Model& model, std::string_view text) {
  return MomentReader(model).apply(text);
}

}  // namespace locklab::app
