// What the window shows: one value. Views read it and say what the user wants (an Intent); only
// update() changes it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/changes/fault_form.h"
#include "app/changes/spot.h"
#include "app/gui/model/challenge.h"
#include "app/gui/model/explore_form.h"
#include "app/gui/model/file_dialog.h"
#include "app/gui/model/matrix_view.h"
#include "app/timeline/shown_run.h"
#include "app/timeline/time_view.h"
#include "app/words/language.h"
#include "sim/trace/property.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// What the window is for at the moment. Each has its tab in the top bar (screens.h).
enum class Screen : std::uint8_t { lab, matrix, challenges, count_ };
inline constexpr std::size_t screen_count = static_cast<std::size_t>(Screen::count_);

/// What stands in the middle of the lab.
enum class Panes : std::uint8_t { timeline, both, cluster, count_ };
enum class ThemeName : std::uint8_t { dark, light, projector };

/// What can be hidden and shown again, in the order of the View menu and of its keys.
enum class Panel : std::uint8_t {
  lesson,
  source,
  inspector,
  cluster,
  palette,
  branches,
  verdicts,
  holding,
  count_
};
inline constexpr std::size_t panel_count = static_cast<std::size_t>(Panel::count_);

/// How much of the window each panel takes, as parts of it.
struct Layout {
  float side = 0.33f;      ///< source and story, of the width
  float reading = 0.25f;   ///< lesson or set-up, of the width
  float breaking = 0.16f;  ///< palette, of the height
  float story = 0.30f;     ///< below the source, of the height
  Panes panes = Panes::both;
  std::optional<float> cluster;  ///< of the middle, where both are shown; none: what is left over
  /// By Panel. A lesson is hidden by closing it, the cluster by `panes`: theirs are never set.
  std::array<bool, panel_count> hidden{};
  bool operator==(const Layout&) const = default;
};

inline constexpr float least_part = 0.08f;
inline constexpr float most_part = 0.7f;

/// How the user likes the window. Kept between sessions.
struct Settings {
  Language language = Language::english;
  ThemeName theme = ThemeName::dark;
  int scale_percent = 100;  ///< 75 .. 250
  bool motion = true;       ///< cursor and zoom glide, and what has changed glows
  Layout layout;
  std::string folder;                                ///< where files were opened or saved last
  std::vector<std::string> recent;                   ///< files, the last one first
  bool welcomed = false;                             ///< the first hints were read
  std::map<std::string, double, std::less<>> sizes;  ///< of the palette's tools, by their ids
  std::map<std::string, LevelScore, std::less<>> challenges;  ///< won, by their ids
  bool reading = false;  ///< a lesson was open when the window was closed
  bool operator==(const Settings&) const = default;
};

inline constexpr int least_scale = 75;
inline constexpr int most_scale = 250;

/// Where in the run the window stands. Everything on the screen shows this moment: the state after
/// `events` events, at `at_us`.
struct Cursor {
  std::size_t events = 0;
  double at_us = 0;
  bool operator==(const Cursor&) const = default;
};

struct LaneChoice {
  std::uint16_t lane = 0;
  bool shown = true;
  bool pinned = false;  ///< stays in sight while the others scroll
  bool operator==(const LaneChoice&) const = default;
};

/// A run that is being made.
struct Pending {
  std::uint64_t job = 0;
  std::string name;
  bool branch = false;     ///< the run that is shown with something changed, not another story
  std::size_t parent = 0;  ///< of which branch
  bool live = false;       ///< on real servers
  std::optional<std::size_t> shown_as;    ///< live: the branch that shows what was recorded so far
  std::optional<std::size_t> fault = {};  ///< of its own: the cursor goes to where it strikes
};

/// On which servers a live run takes place, as the user says it.
struct LiveForm {
  bool shown = false;
  bool own = true;      ///< the lab starts its own
  std::string servers;  ///< "HOST:PORT, HOST:PORT"
  std::string user;
  std::string password;  ///< goes into no file and no trace
  Sentence problem;      ///< why the last one could not run
};

/// An arrow whose head is being dragged: that message is to arrive at another time.
struct ArrowDrag {
  std::size_t branch = 0;  ///< in which
  std::uint32_t message = 0;
  bool reply = false;
  double to_us = 0;
  bool left = false;  ///< by Escape: dropping it does nothing
  bool operator==(const ArrowDrag&) const = default;
};

/// A run of the same story. The first is the story itself; each other came of one before it.
struct Branch {
  ShownRunPtr run;
  std::size_t parent = 0;
  std::string saved_as;  ///< the trace's file; empty: in none
};

/// Something in the run at a time, in one of the branches that are in sight.
struct Pointed {
  Spot spot;
  double at_us = 0;
  std::size_t branch = 0;
};

/// Two branches side by side.
struct Comparison {
  std::size_t shown = 0;                  ///< the branch above, which is shown
  std::size_t with = 0;                   ///< the one below
  std::optional<std::size_t> difference;  ///< the first event that differs; none: they are the same
};

/// The field for "run until that time".
struct TimeField {
  std::string text;
  bool asked = false;  ///< by key: it wants the keyboard
  bool wrong = false;  ///< what it said when it was given up was no time
};

/// What a command of the list is about.
enum class CommandGroup : std::uint8_t {
  all,
  go,        ///< play, run until, promises
  breaking,  ///< the palette's tools, each on what it can strike
  faults,    ///< that were placed
  branches,
  lessons,
  stories,  ///< scenarios, variations, locks
  files,
  look,
  count_
};

/// The list of all that can be done, open.
struct CommandList {
  std::string typed;
  std::size_t marked = 0;  ///< of those that are found
  CommandGroup group = CommandGroup::all;
};

/// Where a reader is in the lessons.
struct LessonPlace {
  std::size_t lesson = 0;  ///< of lessons()
  std::size_t step = 0;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> answers;  ///< by lesson and step
  std::map<std::size_t, std::size_t> read;  ///< by lesson: so many of its steps were reached

  std::optional<std::size_t> answer() const {
    const auto given = answers.find({lesson, step});
    return given == answers.end() ? std::nullopt : std::optional(given->second);
  }
};

struct Model {
  Settings settings;
  Screen screen = Screen::lab;

  ShownRunPtr run;                  ///< null: nothing yet; else branches[branch].run
  std::vector<Branch> branches;     ///< in the order in which they were made
  std::size_t branch = 0;           ///< which is shown
  std::vector<std::size_t> undone;  ///< branches that were left by going back, the last one last
  std::optional<Comparison> comparison;
  std::optional<Pending> pending;  ///< what will replace it
  Sentence problem;                ///< why the last one could not be opened; empty: it could
  Sentence warning;                ///< about the program itself; stays until it is put away
  std::string notice;              ///< a file that was written; empty: none lately
  std::uint64_t jobs = 0;          ///< how many have been asked for

  std::optional<Property> at_violation;  ///< of the run that comes, the moment at which it broke
  std::string instead;                   ///< the run to open where that one cannot be made

  Exploring exploring;
  MatrixView matrix;

  LiveForm live;
  bool follow = true;  ///< the cursor stays at the end of what a live run has recorded

  Cursor cursor;
  TimeView view;
  bool playing = false;
  double speed = 0.1;  ///< world time per real time: 0.01 .. 100
  TimeField until;

  std::vector<LaneChoice> lanes;         ///< from top to bottom
  std::optional<std::uint16_t> lane;     ///< selected
  std::optional<std::uint32_t> event;    ///< selected: an index into the trace
  std::optional<std::uint16_t> verdict;  ///< lit up: an index into the verdicts
  std::optional<std::uint16_t> lit;      ///< a verdict under the pointer: lit up meanwhile
  bool only_selected = false;            ///< arrows of the selected lane alone
  bool only_message = false;             ///< those of the selected message alone

  std::optional<LessonPlace> lesson;  ///< open
  std::optional<LessonPlace> left;    ///< where the reader was when it was closed
  bool lessons_listed = false;        ///< the list of all lessons stands before the lab
  bool showing = false;               ///< the step's moment is sought as soon as its story is there

  std::optional<std::uint16_t> tool;  ///< of the palette, taken up: a click places it
  std::optional<ArrowDrag> drag;      ///< a message's arrow is being drawn longer
  std::optional<FaultForm> form;      ///< a fault is being changed, or a new one made
  std::optional<Pointed> pointed;     ///< what a right click was on
  std::optional<int> wanted_scale;    ///< per cent, while the slider is dragged

  bool setting_up = false;              ///< the form is shown
  std::optional<CommandList> commands;  ///< open
  std::optional<FileDialog> dialog;     ///< open
  std::string saved_run;                ///< the run that was saved last, by its name
  std::optional<std::string>
      leave_for;  ///< asks whether to save before this run; "": before quitting
  std::optional<std::string> leaving;  ///< the same, while the answer "save" is carried out

  std::optional<Play> play;  ///< a challenge that is being played
  std::vector<Model> board;  ///< what its timeline shows, as a model of its own; at most one

  bool help = false;
  bool presenting = false;  ///< timeline and source alone
  bool full_screen = false;
  bool quit = false;
};

inline constexpr double least_speed = 0.01;
inline constexpr double most_speed = 100;

}  // namespace locklab::app
