#include "app/gui/update/commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/changes/added_faults.h"
#include "app/changes/fault_tools.h"
#include "app/changes/run_settings.h"
#include "app/changes/spot.h"
#include "app/gui/update/class_votes.h"
#include "app/gui/update/command_names.h"
#include "app/gui/update/comparison.h"
#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/lesson_work.h"
#include "app/gui/update/live_state.h"
#include "app/gui/update/look.h"
#include "app/gui/update/navigation.h"
#include "app/gui/update/screens.h"
#include "app/lessons/lesson_list.h"
#include "app/timeline/words/fault_words.h"
#include "app/words/display_text.h"
#include "app/words/verdict_name.h"
#include "lock/strategy.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

class Lister {
 public:
  Lister(const Model& model, const Words& say, std::span<const sim::ScenarioEntry> scenarios)
      : m_(model), say_(say), scenarios_(scenarios), run_(model.run.get()) {}

  std::vector<WindowCommand> all() {
    if (run_) {
      playing();
      promises();
      breaking();
      links_and_messages();
      placed();
      branches();
      lanes();
    }
    lessons_and_answers();
    stories();
    files();
    looks();
    return std::move(all_);
  }

 private:
  static constexpr Language languages[] = {Language::english, Language::chinese};
  std::string_view language(std::string_view text) const {
    return told(text, m_.settings.language);
  }

  void add(CommandGroup group, std::string words, std::string_view keys, Intent wanted) {
    std::string key(keys);
    words = without_key(std::move(words), key);
    all_.push_back({group, std::move(words), std::move(key), std::move(wanted)});
  }
  /// Makes the last command also findable by the text of the key, in both languages.
  void also_found_by(std::string_view key) { all_.back().also += other_names(key); }
  /// Makes the last command also findable by a text of the catalogue, in both languages.
  void also_by_title(std::string_view title) {
    for (const Language language : languages)
      all_.back().also += fmt::format(" {}", told(title, language));
  }
  void plain(CommandGroup group, std::string_view key, std::string_view keys, Intent wanted) {
    add(group, capital(std::string(say_(key))), keys, std::move(wanted));
    also_found_by(key);
  }

  void playing() {
    constexpr auto go = CommandGroup::go;
    plain(go, "help.space", "Space", intent::PlayOrPause{});
    static constexpr std::string_view until[] = {"acquired", "entered",   "released",
                                                 "lost",     "violation", "fault"};
    for (std::size_t i = 0; i < std::size(until); ++i) {
      const bool violation = static_cast<Until>(i) == Until::violation;
      add(go, say_.fill("commands.until", say_(fmt::format("time.until.{}", until[i]))),
          violation ? "V" : "", intent::RunUntil{static_cast<Until>(i)});
      if (violation) also_found_by("commands.also.violation");
    }
    plain(go, "help.time", "T", intent::AskTime{});
    plain(go, "time.start", "", intent::GoToStart{});
    plain(go, "time.end", "", intent::GoToEnd{});
    plain(go, "time.lane_forward", "", intent::StepOnLane{+1});
    plain(go, "time.lane_back", "", intent::StepOnLane{-1});
    for (const double speed : {0.01, 0.1, 1.0, 10.0, 100.0})
      add(go, say_.fill("commands.speed", fmt::format("{:g}", speed)), "", intent::SetSpeed{speed});
    plain(CommandGroup::look, "time.fit.tip", "F", intent::Fit{});
    measuring();
    plain(CommandGroup::look, "time.only", m_.only_selected ? "✓" : "",
          intent::OnlySelected{!m_.only_selected});
    plain(CommandGroup::look, "help.only_message", m_.only_message ? "O ✓" : "O",
          intent::OnlyMessage{!m_.only_message});
    if (m_.pending)
      plain(go, m_.pending->live ? "top.stop" : "top.cancel", "Esc", intent::Cancel{});
    if (m_.pending && m_.pending->live)
      plain(go, "top.follow", m_.follow ? "✓" : "", intent::Follow{!m_.follow});
  }

  void measuring() {
    constexpr auto group = CommandGroup::look;
    plain(group, "help.axis", m_.settings.axis == AxisKind::events ? "Y ✓" : "Y",
          intent::SetAxis{other_axis(m_.settings.axis)});
    plain(group, "marks.a", "[", intent::SetMark{0, {}});
    plain(group, "marks.b", "]", intent::SetMark{1, {}});
    if (m_.marks[0] && m_.marks[1]) plain(group, "marks.zoom", "", intent::ZoomToMarks{});
    if (m_.marks[0] || m_.marks[1]) plain(group, "marks.clear", "Esc", intent::ClearMarks{});
  }

  void promises() {
    const auto& verdicts = run_->judged.verdicts;
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
      if (!verdicts[i].promised && verdicts[i].kept == sim::Kept::not_applicable) continue;
      if (!is_told(m_, verdicts[i])) continue;  // hidden until the reader has answered
      // A verdict not reached yet is not revealed here either.
      const bool reached = is_reached(m_, verdicts[i]);
      const std::string_view kept = !reached                                ? "kept.later"
                                    : verdicts[i].kept == sim::Kept::broken ? "kept.broken"
                                    : verdicts[i].kept == sim::Kept::kept   ? "kept.kept"
                                                                            : "kept.not_applicable";
      add(CommandGroup::go,
          fmt::format("{}{}{}{}{}", say_("commands.verdict"), say_("list.colon"),
                      say_.tell(property_name(verdicts[i].property)), say_("list.then"),
                      say_(kept)),
          "", intent::SeekVerdict{static_cast<std::uint16_t>(i)});
      if (reached && verdicts[i].kept == sim::Kept::broken)
        also_found_by("commands.also.violation");
    }
  }

  std::string tool_words(const BreakingTool& tool, std::string_view whom) const {
    return fmt::format("{}{}{}", say_.tell(tool.label), say_("list.colon"), whom);
  }

  void breaking() {
    if (!can_be_struck(m_)) return;
    const auto all_tools = breaking_tools();
    const auto tools = static_cast<std::uint16_t>(all_tools.size());
    const auto lanes = static_cast<std::uint16_t>(run_->scene.lanes.size());
    // The selected lane comes first, since the user is looking at it.
    for (const bool selected : {true, false})
      for (std::uint16_t lane = 0; lane < lanes; ++lane) {
        if ((m_.lane == lane) != selected) continue;
        for (std::uint16_t i = 0; i < tools; ++i) {
          const Spot spot{SpotKind::lane, lane};
          if (applies(all_tools[i], *run_, spot))
            add(CommandGroup::breaking, tool_words(all_tools[i], run_->scene.lanes[lane].name), "",
                intent::Break{spot, i, {}, {}});
        }
      }
  }

  void links_and_messages() {
    if (!can_be_struck(m_)) return;
    const auto all_tools = breaking_tools();
    const auto tools = static_cast<std::uint16_t>(all_tools.size());
    const auto message =
        m_.event && !run_->recorded ? message_of_event(*run_, *m_.event) : std::nullopt;
    for (std::uint16_t i = 0; message && i < tools; ++i)
      if (all_tools[i].on_message && applies(all_tools[i], *run_, *message))
        add(CommandGroup::breaking, tool_words(all_tools[i], say_("commands.message")),
            all_tools[i].id == "delay" ? "M" : "", intent::NewFault{*message, i, {}, {}});
    const Scene& scene = run_->scene;
    const auto lanes = static_cast<std::uint16_t>(scene.lanes.size());
    for (std::uint16_t client = 0; client < scene.clients; ++client)
      for (std::uint16_t node = 0; node < lanes; ++node) {
        if (scene.lanes[node].kind != LaneKind::node) continue;
        const Spot link{SpotKind::link, client, node};
        for (std::uint16_t i = 0; i < tools; ++i)
          if (all_tools[i].on_link && applies(all_tools[i], *run_, link))
            add(CommandGroup::breaking,
                tool_words(all_tools[i], fmt::format("{} – {}", scene.lanes[client].name,
                                                     scene.lanes[node].name)),
                "", intent::Break{link, i, {}, {}});
      }
  }

  void placed() {
    if (run_->recorded) return;  // faults of a recording cannot be changed
    const auto faults = added(*run_);
    for (std::size_t i = 0; i < faults.size(); ++i) {
      const std::string words = say_.tell(fault_words(run_->judged.scenario, faults[i]));
      add(CommandGroup::faults, say_.fill("commands.edit", words), "", intent::EditFault{i, {}});
      add(CommandGroup::faults, say_.fill("commands.remove", words), "",
          intent::RemoveFault{i, {}});
    }
  }

  void branches() {
    constexpr auto group = CommandGroup::branches;
    if (can_undo(m_)) plain(group, "break.undo", "Ctrl+Z", intent::Undo{});
    if (!m_.undone.empty()) plain(group, "break.redo", "Ctrl+Y", intent::Redo{});
    if (m_.comparison) plain(group, "compare.leave.tip", "D", intent::Compare{std::nullopt});
    for (std::size_t i = 0; i < m_.branches.size(); ++i) {
      if (i == m_.branch) continue;
      const std::string branch = branch_name(say_, m_, i);
      add(group, say_.fill("commands.show", branch), "", intent::ShowBranch{i});
      add(group, say_.fill("commands.compare", branch), "", intent::Compare{i});
    }
    for (std::size_t i = 1; i < m_.branches.size(); ++i)
      add(group, say_.fill("commands.remove", branch_name(say_, m_, i)), "",
          intent::RemoveBranch{i});
  }

  void lanes() {
    constexpr auto group = CommandGroup::look;
    for (std::size_t place = 0; place < m_.lanes.size(); ++place) {
      const LaneChoice& choice = m_.lanes[place];
      const std::string& lane = run_->scene.lanes[choice.lane].name;
      const auto of_lane = [&](std::string_view key, std::string_view keys, Intent wanted) {
        add(group, fmt::format("{}{}{}", lane, say_("list.colon"), say_(key)), keys,
            std::move(wanted));
      };
      of_lane("help.lanes", place < 9 ? fmt::format("{}", place + 1) : "",
              intent::SelectLane{choice.lane});
      of_lane(choice.shown ? "lane.hide" : "commands.show_lane", "",
              intent::ShowLane{choice.lane, !choice.shown});
      if (place > 0) of_lane("lane.up", "", intent::MoveLane{choice.lane, -1});
      if (place + 1 < m_.lanes.size()) of_lane("lane.down", "", intent::MoveLane{choice.lane, +1});
      of_lane(choice.pinned ? "lane.unpin" : "lane.pin", "",
              intent::PinLane{choice.lane, !choice.pinned});
    }
  }

  void lessons_and_answers() {
    constexpr auto group = CommandGroup::lessons;
    const LessonShelf shelf = lessons_of(m_);
    plain(group, "help.lessons", "I", intent::ListLessons{true});
    if (m_.lesson) {
      plain(group, "lesson.next", "N", intent::GoToStep{+1});
      plain(group, "lesson.back", "Backspace", intent::GoToStep{-1});
      plain(group, "lesson.show", "R", intent::ShowAgain{});
      plain(group, "lesson.close", "Ctrl+1", intent::CloseLesson{});
      plain(group, "lesson.reset", "", intent::ResetAnswers{m_.lesson->lesson});
      if (open_question(m_))
        plain(group, counts_votes(m_) ? "lesson.vote.stop" : "lesson.vote.count", "W",
              intent::CountVotes{!counts_votes(m_)});
    }
    plain(group, "lesson.reset.all", "", intent::ResetAnswers{});
    if (m_.forgotten) plain(group, "lesson.reset.undo", "", intent::BringAnswersBack{});
    for (std::size_t i = 0; i < shelf.shipped; ++i) {
      add(group, fmt::format("{} {} {}", say_("commands.lesson"), i + 1, shelf[i].title), "",
          intent::OpenLesson{i});
      for (const Language language : languages) {
        const std::vector<Lesson>& all = lessons(language);
        all_.back().also += " " + Words::in(language).fill("commands.also.lesson", i + 1);
        if (i < all.size()) all_.back().also += " " + all[i].title;
      }
    }
    for (std::size_t i = shelf.shipped; i < shelf.size(); ++i)
      add(group, fmt::format("{}{}{}", say_("lesson.own"), say_("list.colon"), shelf[i].title), "",
          intent::OpenLesson{i});
    plain(group, "notebook.note", "Ctrl+N", intent::NoteMoment{});
    plain(group, m_.notebook.shown ? "notebook.hide" : "notebook.show", "Ctrl+B",
          intent::ShowNotebook{!m_.notebook.shown});
  }

  /// Lists a story, and its variations after it: Enter on its number opens the original.
  void story(const sim::ScenarioEntry& entry, bool with_variations) {
    const auto row = [&](std::string_view between, std::string_view title, std::string name) {
      add(CommandGroup::stories, fmt::format("{}{}{}", entry.failure, between, language(title)), "",
          intent::Open{name});
      also_by_title(title);
      all_.back().also += " " + name;
    };
    row(" ", entry.title, entry.name);
    also_found_by(fmt::format("commands.also.{}", entry.failure));
    if (!with_variations) return;
    for (const sim::VariationName& variation : entry.variations)
      row(" / ", variation.title.empty() ? variation.name : variation.title,
          entry.name + "/" + variation.name);
  }

  void stories() {
    constexpr auto group = CommandGroup::stories;
    const std::string now = run_ ? run_->judged.scenario.name : "";
    const std::string_view base = std::string_view(now).substr(0, now.find('/'));
    // All variations at once would bury the stories, so they are listed only for a search.
    const bool searching = m_.commands && !m_.commands->typed.empty();
    // The open story comes first, since the user is looking at it.
    for (const bool open : {true, false})
      for (const sim::ScenarioEntry& entry : scenarios_)
        if (!entry.problem && (entry.name == base) == open) story(entry, open || searching);
    if (!run_ || run_->recorded) return;
    for (const Strategy& strategy : strategies()) {
      add(group,
          fmt::format("{}{}{}", say_("commands.strategy"), say_("list.colon"),
                      say_.lock_name(strategy.id, strategy.title)),
          "", intent::ChangeStrategy{std::string(strategy.id)});
      also_by_title(strategy.title);
      also_found_by(fmt::format("lock.{}", strategy.id));
      also_found_by(fmt::format("commands.also.{}", strategy.id));
      all_.back().also += fmt::format(" {}", strategy.id);
    }
    plain(group, "top.seed.tip", "", intent::ChangeSeed{run_->judged.scenario.seed + 1});
    plain(group, "menu.set_up", "S", intent::SetUp{!m_.setting_up});
    if (changed_by_hand(*run_)) plain(group, "menu.reset", "", intent::Reset{});
  }

  void files() {
    constexpr auto group = CommandGroup::files;
    if (run_) plain(group, "top.live.tip", "", intent::ShowLive{true});
    plain(group, "menu.open", "Ctrl+O", intent::OpenDialog{false, FileKind::scenario});
    for (const std::string& file : m_.settings.recent)
      add(group, fmt::format("{}{}{}", say_("menu.recent"), say_("list.colon"), file), "",
          intent::Open{file});
    if (run_) {
      if (has_scenario(*run_))
        plain(group, "menu.save", run_->recorded ? "" : "Ctrl+S",
              intent::OpenDialog{true, FileKind::scenario});
      if (!run_->recorded) plain(group, "menu.story", "", intent::EditStory{});
      plain(group, "menu.trace", run_->recorded ? "Ctrl+S" : "",
            intent::OpenDialog{true, FileKind::trace});
      plain(group, "menu.picture", "F12", intent::OpenDialog{true, FileKind::picture});
      plain(group, "menu.svg", "", intent::OpenDialog{true, FileKind::svg});
      plain(group, "menu.page", "", intent::OpenDialog{true, FileKind::page});
      plain(group, "menu.copy", "Ctrl+C", intent::CopyName{});
      plain(group, "menu.copy_moment", "Ctrl+Shift+C", intent::CopyMoment{});
    }
    plain(group, "menu.explore", "E", intent::ShowExplore{true});
    plain(group, "menu.paste", "Ctrl+V", intent::PasteName{});
    plain(group, "menu.quit", "Ctrl+Q", intent::Quit{});
  }

  void looks() {
    constexpr auto group = CommandGroup::look;
    for (std::size_t i = 0; i < screen_count; ++i)
      if (static_cast<Screen>(i) != m_.screen)
        plain(group, fmt::format("screen.{}", name(static_cast<Screen>(i))), "X",
              intent::ShowScreen{static_cast<Screen>(i)});
    for (std::size_t i = 0; i < panel_count; ++i) {
      const auto panel = static_cast<Panel>(i);
      const bool on = is_wanted(m_, panel);
      add(group,
          say_.fill(on ? "commands.hide" : "commands.show",
                    say_(fmt::format("panel.{}", name(panel)))),
          fmt::format("Ctrl+{}", i + 1), intent::ShowPanel{panel, !on});
      also_found_by(fmt::format("panel.{}", name(panel)));
    }
    static constexpr std::string_view panes[] = {"timeline", "both", "cluster"};
    for (std::size_t i = 0; i < std::size(panes); ++i)
      plain(group, fmt::format("panes.{}.tip", panes[i]), "",
            intent::ShowPanes{static_cast<Panes>(i)});
    static constexpr std::string_view themes[] = {"dark", "light", "projector"};
    for (std::size_t i = 0; i < std::size(themes); ++i) {
      add(group,
          fmt::format("{}{}{}", say_("top.theme"), say_("list.colon"),
                      say_(fmt::format("view.theme.{}", themes[i]))),
          "", intent::SetTheme{static_cast<ThemeName>(i)});
      also_found_by("top.theme");
      also_found_by(fmt::format("view.theme.{}", themes[i]));
    }
    const bool chinese = m_.settings.language == Language::chinese;
    add(group, chinese ? "English" : "中文", "L",
        intent::SetLanguage{chinese ? Language::english : Language::chinese});
    also_found_by("view.language");
    for (const int percent : {75, 100, 125, 150, 200, 250}) {
      add(group, fmt::format("{}{}{} %", say_("view.scale"), say_("list.colon"), percent), "",
          intent::SetScale{percent});
      also_found_by("view.scale");
    }
    plain(group, "view.motion", m_.settings.motion ? "✓" : "",
          intent::SetMotion{!m_.settings.motion});
    plain(group, "help.present", "P", intent::Present{!m_.presenting});
    plain(group, "help.full", "F11", intent::SetFullScreen{!m_.full_screen});
    plain(group, "help.help", "?", intent::Help{true});
  }

  const Model& m_;
  const Words& say_;
  std::span<const sim::ScenarioEntry> scenarios_;
  const ShownRun* run_;
  std::vector<WindowCommand> all_;
};

}  // namespace

std::vector<WindowCommand> commands(const Model& model, const Words& say,
                                    std::span<const sim::ScenarioEntry> scenarios) {
  return Lister(model, say, scenarios).all();
}

void change_commands(Model& model, const intent::ShowCommands& show) {
  model.commands.reset();
  if (show.shown) model.commands = CommandList{{}, 0, show.group};
}

void change_commands(Model& model, const intent::TypeCommand& type) {
  if (!model.commands || model.commands->typed == type.text) return;
  model.commands->typed = type.text;
  model.commands->marked = 0;
}

void change_commands(Model& model, const intent::MarkCommand& mark) {
  if (model.commands) model.commands->marked = mark.command;
}

std::string_view name(CommandGroup group) {
  static constexpr std::string_view names[] = {"all",     "go",      "break", "faults", "branches",
                                               "lessons", "stories", "files", "look"};
  static_assert(std::size(names) == static_cast<std::size_t>(CommandGroup::count_));
  return names[static_cast<std::size_t>(group)];
}

}  // namespace locklab::app
