#include "app/export/svg.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/changes/run_story.h"
#include "app/export/markup.h"
#include "app/export/svg_painter.h"
#include "app/timeline/scene/palette.h"
#include "app/timeline/words/server_words.h"
#include "app/words/display_text.h"
#include "app/words/generator.h"
#include "app/words/markup_text.h"
#include "app/words/verdict_name.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

constexpr float width = 1280;
constexpr float names_width = 140;
constexpr float margin = 12;
constexpr float line_height = 17;
constexpr std::size_t columns = 185;  ///< width of a line of text, in columns

TimelineOptions options_for(const ShownRun& run) {
  TimelineOptions options;
  options.view = fit(run.scene.end);
  options.width = width - names_width - margin;
  options.row = 50;
  options.ruler = 40;
  options.strip_row = 17;
  for (std::size_t lane = 0; lane < run.scene.lanes.size(); ++lane)
    options.lanes.push_back(static_cast<std::uint16_t>(lane));
  return options;
}

std::string text(float x, float y, float size, std::uint32_t colour, std::string_view words,
                 std::string_view more = {}) {
  return fmt::format("<text x=\"{}\" y=\"{:.1f}\" font-size=\"{}\" fill=\"{}\"{}>{}</text>\n", x, y,
                     size, web_colour(colour), more, escaped(words));
}

std::string names(const ShownRun& run, const Words& say, const TimelineShapes& shapes, bool page) {
  static constexpr std::string_view strips[] = {"holding.believes", "holding.servers",
                                                "holding.resource"};
  const Palette& colours = light_palette;
  std::string out;
  for (const LaneRow& row : shapes.rows) {
    const bool client = row.lane < run.scene.clients;
    const std::uint32_t colour =
        client ? client_colours[row.lane % client_colours.size()] : colours.text;
    out += fmt::format("<g class=\"lane\" data-lane=\"{}\">", row.lane);
    if (page)
      out += fmt::format(
          "<rect class=\"back\" y=\"{:.1f}\" width=\"{}\" height=\"{:.1f}\" fill=\"transparent\"/>",
          row.y0 + 1, names_width - 6, row.y1 - row.y0 - 2);
    out += fmt::format(
        "<rect x=\"2\" y=\"{:.1f}\" width=\"4\" height=\"{:.1f}\" rx=\"2\" fill=\"{}\"/>",
        row.y0 + 6, row.y1 - row.y0 - 12, web_colour(colour));
    const std::string name = fit(run.scene.lanes[row.lane].name, 17);
    out += text(12, page ? row.y0 + 21 : (row.y0 + row.y1) / 2 + 5, 14, colours.text, name);
    if (page) out += text(12, row.y0 + 38, 12, colours.second_text, "", " class=\"state\"");
    out += "</g>\n";
  }
  for (const LaneRow& strip : shapes.strips)
    out += text(12, strip.y0 + 13, 12, colours.second_text, say(strips[strip.lane]));
  return out;
}

std::string opened(float height, bool page) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\"{} viewBox=\"0 0 {:.0f} {:.0f}\" width=\"{:.0f}\" "
      "height=\"{:.0f}\" font-family=\"'Noto Sans', 'Noto Sans CJK SC', 'DejaVu Sans', Arial, "
      "sans-serif\" data-generator=\"{}\">\n",
      page ? " id=\"timeline\"" : "", width, height, width, height, generator);
}

std::string lanes_in_time(const SvgPaint& paint, const TimelineShapes& shapes) {
  return fmt::format(
      "<svg class=\"time\" x=\"{:.0f}\" width=\"{:.0f}\" height=\"{:.0f}\">\n{}</svg>\n",
      names_width, paint.options.width, shapes.height, svg_timeline(paint, shapes));
}

std::vector<std::string> broken_promises(const ShownRun& run, const Words& say) {
  std::vector<std::string> lines;
  for (const sim::Verdict& verdict : run.judged.verdicts) {
    if (verdict.kept != sim::Kept::broken) continue;
    const std::string sentence = fmt::format(
        "✗ {}{}{}", verdict_label(say, verdict.property, verdict.kept, verdict.promised),
        say("list.colon"), say.tell(verdict.sentence));
    for (std::string& line : wrap(sentence, columns)) lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace

std::string write_svg(const ShownRun& run, Language language,
                      const std::optional<sim::StoryText>& text_of_run) {
  const Words& say = Words::in(language);
  const std::string title = say.tell(text_of_run.value_or(story_of(run, say)).title);
  const sim::TraceInfo& info = run.trace().info;
  const SvgPaint paint{run, say, options_for(run), false};
  const TimelineShapes shapes = lay_out_timeline(run.scene, run.trace(), paint.options);
  const std::vector<std::string> broken = broken_promises(run, say);
  const float top = 52;
  const float below = top + shapes.height + 18;
  const float height = below + line_height * static_cast<float>(broken.size() + 1) + margin;

  std::string out = opened(height, false);
  out += fmt::format("<title>{}</title>\n", escaped(title));
  out += svg_definitions();
  out += fmt::format("<rect width=\"{:.0f}\" height=\"{:.0f}\" fill=\"{}\"/>\n", width, height,
                     web_colour(light_palette.panel));
  out += text(margin, 24, 18, light_palette.text, title, " font-weight=\"bold\"");
  std::string about = fmt::format("{}  ·  {}", say.lock_name(info.strategy), info.scenario);
  if (const Sentence servers = servers_and_time_words(info); !servers.empty())
    about += fmt::format("  ·  {}", say.tell(servers));
  out += text(margin, 43, 12, light_palette.second_text, fit(about, columns));
  out += fmt::format("<g transform=\"translate(0,{:.0f})\">\n", top);
  out += names(run, say, shapes, false);
  out += lanes_in_time(paint, shapes);
  out += "</g>\n";
  float y = below;
  for (const std::string& line : broken) {
    out += text(margin, y, 12, light_palette.violation, line);
    y += line_height;
  }
  const std::string again = fit(run.judged.name, columns);
  out += text(margin, y, 11, light_palette.second_text, again) + "</svg>\n";
  return out;
}

std::string svg_for_page(const ShownRun& run, Language language) {
  const Words& say = Words::in(language);
  SvgPaint paint{run, say, options_for(run), true};
  paint.options.thin = 0;
  const TimelineShapes shapes = lay_out_timeline(run.scene, run.trace(), paint.options);
  return opened(shapes.height, true) + svg_definitions() + names(run, say, shapes, true) +
         lanes_in_time(paint, shapes) + "</svg>\n";
}

}  // namespace locklab::app
