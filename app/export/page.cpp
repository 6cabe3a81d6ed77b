#include "app/export/page.h"

#include <fmt/format.h>

#include <functional>
#include <map>
#include <utility>

#include "app/changes/run_story.h"
#include "app/export/markup.h"
#include "app/export/page_data.h"
#include "app/export/svg.h"
#include "app/timeline/scene/palette.h"
#include "app/timeline/words/server_words.h"
#include "app/timeline/words/told_order.h"
#include "app/timeline/words/wording.h"
#include "app/words/embedded.h"
#include "app/words/markup_text.h"
#include "app/words/verdict_name.h"
#include "app/words/violation_title.h"

namespace locklab::app {

namespace {

std::string_view text_of(std::span<const embedded::File> files, std::string_view path) {
  for (const embedded::File& file : files)
    if (file.path == path) return file.text;
  return {};
}

/// Replaces each {{name}} in `text` once; replacements are not expanded again.
std::string filled(std::string_view text,
                   const std::function<std::string(std::string_view)>& value) {
  std::string out;
  while (true) {
    const std::size_t open = text.find("{{");
    const std::size_t close = text.find("}}", open);
    if (open == std::string_view::npos || close == std::string_view::npos) break;
    out += text.substr(0, open);
    out += value(text.substr(open + 2, close - open - 2));
    text.remove_prefix(close + 2);
  }
  return out.append(text);
}

std::string style() {
  const Palette& p = light_palette;
  std::string out = ":root {";
  for (const auto& [name, colour] : {std::pair{"background", p.background},
                                     {"panel", p.panel},
                                     {"raised", p.raised},
                                     {"line", p.line},
                                     {"text", p.text},
                                     {"second", p.second_text},
                                     {"accent", p.accent},
                                     {"good", p.good},
                                     {"warning", p.warning},
                                     {"violation", p.violation}})
    out += fmt::format(" --{}: {};", name, web_colour(colour));
  out += " }\n";
  for (std::size_t i = 0; i < client_colours.size(); ++i)
    out += fmt::format(".c{} {{ --own: {}; }}\n", i, web_colour(client_colours[i]));
  return out.append(text_of(embedded::page(), "assets/page/page.css"));
}

std::string script() {
  return std::string(text_of(embedded::page(), "assets/page/picture.js"))
      .append(text_of(embedded::page(), "assets/page/page.js"));
}

class PageWriter {
 public:
  PageWriter(const ShownRun& run, Language language, sim::StoryText text)
      : run_(run),
        info_(run.trace().info),
        say_(Words::in(language)),
        text_(std::move(text)),
        files_(source_files(run)),
        parts_{
            {"lang", language == Language::chinese ? "zh-CN" : "en"},
            // Only scripts with this nonce may run, in case untrusted text is not escaped. The
            // nonce is a hash of the names and events in the trace; it does not cover the title and
            // the servers.
            {"nonce", fmt::format("{:016x}", run.trace().hash())},
            {"title",
             escaped(text_.title.empty() ? info_.scenario : say_.tell(title_words(text_.title)))},
            {"about", escaped(fmt::format("{}  ·  {}  ·  {}", say_.lock_name(info_.strategy),
                                          info_.scenario, world_words()))},
            {"story", story()},
            {"events", fmt::format("{}", run.trace().size())},
            {"timeline", svg_for_page(run, language)},
            {"verdicts", verdicts()},
            {"sources", sources()},
            {"list", list()},
            {"again", again()},
            {"data", json_in_script(page_data(run, say_, files_))},
            {"style", style()},
            {"script", script()},
        } {}

  std::string html() const {
    return filled(text_of(embedded::page(), "assets/page/page.html"), [&](std::string_view name) {
      if (name.starts_with("say ")) return escaped(say_(name.substr(4)));
      return parts_.at(std::string(name));
    });
  }

 private:
  /// The world's name, with the servers of a live run: from the trace, which is untrusted.
  std::string world_words() const {
    const bool known = info_.world == "simulated" || info_.world == "live";
    if (!known) return info_.world;
    const std::string world(say_("page.world." + info_.world));
    const Sentence servers = servers_and_time_words(info_);
    return servers.empty() ? world : fmt::format("{}  ·  {}", world, say_.tell(servers));
  }
  std::string story() const {
    const std::string& story = text_.story;
    return story.empty() ? ""
                         : fmt::format("<p class=\"told\">{}</p>\n", escaped(say_.tell(story)));
  }

  std::string verdict(std::size_t i) const {
    const sim::Verdict& v = run_.judged.verdicts[i];
    const char* sign = v.kept == sim::Kept::broken ? "✗" : v.kept == sim::Kept::kept ? "✓" : "–";
    return fmt::format(
        "<button class=\"verdict {}\" data-verdict=\"{}\" id=\"{}\"><b>{} {}</b>"
        "<span class=\"why\">{}</span></button>\n",
        name(v.kept), i, name(v.property), sign,
        escaped(verdict_label(say_, v.property, v.kept, v.promised)),
        escaped(say_.tell(v.sentence)));
  }

  /// The verdicts: broken ones first; last, and folded, those that were neither promised nor
  /// judged.
  std::string verdicts() const {
    std::string broken;
    std::string kept;
    std::string rest;
    for (std::size_t i = 0; i < run_.judged.verdicts.size(); ++i) {
      const sim::Verdict& v = run_.judged.verdicts[i];
      const bool silent = !v.promised && v.kept == sim::Kept::not_applicable;
      (v.kept == sim::Kept::broken ? broken : silent ? rest : kept) += verdict(i);
    }
    if (!rest.empty())
      rest = fmt::format("<details><summary>{}</summary>\n{}</details>\n",
                         escaped(say_("page.undecided")), rest);
    return broken + kept + lockouts() + rest;
  }

  std::string lockouts() const {
    std::string out;
    for (const sim::Lockout& one : run_.lockouts)
      out += fmt::format(
          "<p class=\"why\">{}</p>\n",
          escaped(say_.tell(say("longest lock-out: {}", lockout_words(run_.trace(), one)))));
    return out;
  }

  std::string sources() const {
    std::string out;
    for (std::size_t i = 0; i < files_.size(); ++i) {
      out += fmt::format("<div class=\"source\"{}><h3>{}</h3><pre>", i == 0 ? "" : " hidden",
                         escaped(files_[i]));
      std::string_view text = text_of(embedded::sources(), files_[i]);
      while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        const std::size_t first = line.find_first_not_of(' ');
        const bool remark = first != std::string_view::npos && line.substr(first).starts_with("//");
        out += fmt::format("<span{}>{}</span>", remark ? " class=\"remark\"" : "", escaped(line));
        text.remove_prefix(std::min(end + 1, text.size()));
      }
      out += "</pre></div>\n";
    }
    return out;
  }

  /// The list of events in words, in the order of told_order.h.
  std::string list() const {
    const sim::Trace& trace = run_.trace();
    std::vector<bool> broke(trace.size());
    for (const Clash& clash : run_.scene.clashes) broke[clash.event] = true;
    std::string out;
    for (std::size_t place = 0; place < trace.size(); ++place) {
      const std::uint32_t i = told_at(trace, static_cast<std::uint32_t>(place));
      const std::size_t client = run_.scene.lane_of(trace[i].client);
      std::string look = client < run_.scene.clients ? fmt::format("c{}", client % 8) : "";
      if (broke[i]) look += look.empty() ? "broke" : " broke";
      out += fmt::format("<li{} data-event=\"{}\"><time>{:.3f} ms</time><span>{}</span></li>\n",
                         look.empty() ? "" : fmt::format(" class=\"{}\"", look), i,
                         static_cast<double>(trace[i].at) / 1000,
                         escaped(say_.tell(event_words(trace, i))));
    }
    return out;
  }

  std::string again() const {
    if (run_.judged.name.empty()) return "";
    return fmt::format("<p>{} <code>{}</code></p>\n", escaped(say_("page.again")),
                       escaped(run_.judged.name));
  }

  const ShownRun& run_;
  const sim::TraceInfo& info_;
  const Words& say_;
  sim::StoryText text_;
  std::vector<std::string> files_;
  std::map<std::string, std::string> parts_;
};

}  // namespace

std::string write_page(const ShownRun& run, Language language,
                       const std::optional<sim::StoryText>& text) {
  return PageWriter(run, language, text.value_or(story_of(run, Words::in(language)))).html();
}

}  // namespace locklab::app
