// The window's state, as one value. Views read it and return the user's requests (intent.h), which
// update() applies.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/changes/fault_form.h"
#include "app/changes/remedies.h"
#include "app/changes/spot.h"
#include "app/gui/model/challenge.h"
#include "app/gui/model/comparison.h"
#include "app/gui/model/explore_form.h"
#include "app/gui/model/file_dialog.h"
#include "app/gui/model/lesson_place.h"
#include "app/gui/model/matrix_view.h"
#include "app/gui/model/notebook.h"
#include "app/gui/model/stepped_run.h"
#include "app/gui/model/stress_view.h"
#include "app/timeline/scene/axis.h"
#include "app/timeline/scene/time_view.h"
#include "app/timeline/shown_run.h"
#include "app/words/language.h"
#include "sim/trace/property.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// The screens of the window. Each has a tab in the top bar (screens.h).
enum class Screen : std::uint8_t { lab, matrix, challenges, stress, count_ };
inline constexpr std::size_t screen_count = static_cast<std::size_t>(Screen::count_);

/// The content of the lab's middle.
enum class Panes : std::uint8_t { timeline, both, cluster, count_ };
enum class ThemeName : std::uint8_t { dark, light, projector };

/// Panels that can be hidden, in the order of the View menu and of its keys.
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

/// The lab's layout: the relative sizes of its panels, the content of its middle, hidden panels.
struct Layout {
  float side = 0.33f;     ///< the right side (source and story, or a form): fraction of the width
  float reading = 0.25f;  ///< the left side (lesson or set-up form): fraction of the width
  float story = 0.45f;    ///< the run in words, below the source: fraction of the height
  Panes panes = Panes::both;
  /// The cluster's fraction of the middle's height if both panes are shown; nullopt for the height
  /// that the timeline leaves free, up to a maximum.
  std::optional<float> cluster;
  /// By Panel. Unused for the lesson, which is closed instead, and for the cluster, which `panes`
  /// controls.
  std::array<bool, panel_count> hidden{};
  bool operator==(const Layout&) const = default;
};

inline constexpr float least_part = 0.08f;
inline constexpr float most_part = 0.7f;

/// The user's preferences, recent files and challenge results, kept between sessions.
struct Settings {
  Language language = Language::english;
  ThemeName theme = ThemeName::dark;
  int scale_percent = 100;         ///< 75 .. 250
  bool motion = true;              ///< cursor and zoom glide, and changes glow
  AxisKind axis = AxisKind::time;  ///< of the timeline
  Layout layout;
  std::string folder;  ///< last folder used for opening or saving; empty for the home folder
  std::vector<std::string> recent;                   ///< files, the latest first
  bool welcomed = false;                             ///< the first hints were dismissed
  std::map<std::string, double, std::less<>> sizes;  ///< sizes of tools by id; unit: see SizeKind
  std::map<std::string, LevelScore, std::less<>> challenges;  ///< best results of levels, by id
  bool reading = false;  ///< a shipped lesson was open when the window last closed
  bool operator==(const Settings&) const = default;
};

inline constexpr int least_scale = 75;
inline constexpr int most_scale = 250;

/// The cursor. All views show this moment: the state after `events` events, at `at_us`.
struct Cursor {
  std::size_t events = 0;
  double at_us = 0;
  bool operator==(const Cursor&) const = default;
};

struct LaneChoice {
  std::uint16_t lane = 0;
  bool shown = true;
  bool pinned = false;  ///< stays visible while others scroll
  bool operator==(const LaneChoice&) const = default;
};

/// A run that is being made or, if live, recorded.
struct PendingRun {
  std::uint64_t job = 0;
  std::string name;
  bool branch = false;                    ///< a child of `parent`; otherwise another story
  std::size_t parent = 0;                 ///< index of the parent branch
  bool live = false;                      ///< on real servers
  std::optional<std::size_t> shown_as;    ///< live: branch showing its events; nullopt if none yet
  std::optional<std::size_t> fault = {};  ///< added fault (index) that the cursor will move to
  bool kept = false;        ///< a lesson's branch from an earlier session, which is not shown
  bool slid = false;        ///< requested by moving a slider (sliding.h)
  bool saves = false;       ///< a remedy; the cursor will move to the event that saves the run
  std::string moment = {};  ///< initial position in it: "@57 lane=bob"; empty for its start
  std::string field = {};   ///< the form's field that requested it; empty if none
  std::string typed = {};   ///< the field's text
  std::optional<SteppedRun> stepped = {};    ///< for a live run; nullopt if it is not stepped
  Sentence starting = {};                    ///< for a live run: the preparation before it begins
  std::optional<std::size_t> replaces = {};  ///< the branch that it will replace; nullopt if none
};

/// A field with invalid input, which keeps its text and the focus until the input is valid.
struct WrongField {
  std::string field;  ///< name of the field: "setting ttl_ms"
  std::string typed;
  Sentence why;
};

/// The form for a live run: its servers and its mode.
struct LiveForm {
  bool shown = false;
  bool own = true;         ///< the lab starts its own servers
  bool stepped = false;    ///< advances step by step; ignored unless `own`
  bool processes = false;  ///< each client is a separate process
  std::string servers;     ///< "HOST:PORT, HOST:PORT"
  std::string user;
  std::string password;  ///< never written to a file or a trace
  Sentence problem;      ///< why the servers are invalid, or the last live run failed

  bool steps() const { return stepped && own; }
};

/// A drag of an arrow's head, which changes the message's arrival time.
struct ArrowDrag {
  std::size_t branch = 0;  ///< index
  std::uint32_t message = 0;
  bool reply = false;
  double to_us = 0;
  bool left = false;  ///< cancelled with Escape: dropping has no effect
  bool operator==(const ArrowDrag&) const = default;
};

/// A drag of an added fault along its lane, or of its end.
struct FaultDrag {
  std::size_t branch = 0;  ///< index
  std::size_t fault = 0;   ///< index into added_faults()
  bool length = false;     ///< whether its end is dragged
  double to_us = 0;
  bool left = false;  ///< cancelled with Escape
  bool operator==(const FaultDrag&) const = default;
};

/// The target of a drag along the axis.
enum class RangeGrip : std::uint8_t {
  band,       ///< a range to zoom to
  view,       ///< the view, dragged on the timeline or by the overview's frame
  left_edge,  ///< left edge of that frame
  right_edge,
  cursor,
};

/// A drag along the axis. All values are positions on it.
struct RangeDrag {
  RangeGrip grip = RangeGrip::band;
  double from = 0;    ///< of the pointer when it began
  double to = 0;      ///< of the pointer now
  TimeView before;    ///< the view when it began
  bool left = false;  ///< cancelled with Escape
  bool operator==(const RangeDrag&) const = default;
};

/// A run of the current story: branch 0 is the story itself; every other branch derives from an
/// earlier one.
struct Branch {
  ShownRunPtr run;
  std::size_t parent = 0;
  std::string saved_as;                     ///< path of the trace file; empty if not saved
  std::optional<sim::StoryText> told = {};  ///< the user's own texts for it
  bool story_unsaved = false;  ///< `told` has changed since the run was saved as a scenario
  std::size_t reached = 0;  ///< number of events that the cursor has passed, or that were revealed
  std::optional<std::uint32_t> saved_at = {};  ///< for a remedy: event that saved the run, if any
};

/// The form for title, story and notes of a branch.
struct StoryForm {
  std::size_t branch = 0;
  sim::StoryText text;
  std::string wrong;  ///< "title", "story" or "notes"; empty if none
  Sentence problem;
};

/// A slider being moved, and the branch that follows it.
struct Sliding {
  std::string key;                    ///< "ttl_ms", or "work alice"
  double number = 0;                  ///< the newest value, in milliseconds
  std::size_t parent = 0;             ///< branch that it changes
  std::optional<std::size_t> branch;  ///< branch with the newest run; nullopt if not made yet
  double at_us = 0;                   ///< time of the cursor when the movement began
  bool released = false;              ///< `number` is the final value
};

/// A reader's branches of a lesson step's story.
struct StepWork {
  std::vector<Branch> branches;  ///< the story first
  std::vector<std::size_t> undone;
};

/// A branch of a step that is stored in the settings but not made yet.
struct KeptBranch {
  std::string name;
  std::size_t parent = 0;
  bool operator==(const KeptBranch&) const = default;
};

/// The reader's position in a step before a reset.
struct BeforeReset {
  std::size_t branch = 0;
  Cursor cursor;
  TimeView view;
};

/// The reader's answers and branches before a reset, for its undo.
struct ForgottenAnswers {
  LessonPlace place;
  std::map<StepId, StepWork> works;
  std::map<StepId, std::vector<KeptBranch>> unmade;
};

/// A target and a time in one of the visible branches.
struct Pointed {
  Spot spot;
  double at_us = 0;
  std::size_t branch = 0;
};

/// The field for "run until" a time.
struct TimeField {
  std::string text;
  bool asked = false;  ///< the focus has been requested
  bool wrong = false;  ///< the last input was not a valid time
};

/// The pages of the panel that describes the run in words.
enum class Telling : std::uint8_t { happened, why, story, count_ };

/// The state of the panel that describes the run in words.
struct Tale {
  Telling shown = Telling::happened;
  bool only_lane = false;            ///< only events on the selected lane
  std::string sought;                ///< only events with these words; empty for all
  std::optional<std::uint64_t> job;  ///< the running search for these words
  std::vector<std::uint32_t> found;  ///< events with these words, in order
  ShownRunPtr found_in;              ///< the run searched; null if the words have changed since
  Language found_as = Language::english;
};

struct Remedies {
  ShownRunPtr of;                    ///< the run that they are for; null before the first search
  std::optional<std::uint64_t> job;  ///< the running search
  std::vector<Remedy> found;
};

enum class CommandGroup : std::uint8_t {
  all,
  go,        ///< playback, run until an event, go to a time or to a verdict
  breaking,  ///< the palette's tools, each with its targets
  faults,    ///< added faults
  branches,
  lessons,
  stories,  ///< scenarios, variations, locks, the seed and the set-up
  files,
  look,
  count_
};

/// The command list while it is open.
struct CommandList {
  std::string typed;
  std::size_t marked = 0;  ///< index into the matching commands
  CommandGroup group = CommandGroup::all;
};

struct Model {
  Settings settings;
  Screen screen = Screen::lab;

  ShownRunPtr run;                  ///< null before the first run; otherwise branches[branch].run
  std::vector<Branch> branches;     ///< in the order of their creation
  std::size_t branch = 0;           ///< the current branch
  std::vector<std::size_t> undone;  ///< branches left by undo, the latest last
  std::optional<Comparison> comparison;
  std::optional<PendingRun> pending;  ///< the run being made or recorded
  Sentence problem;                   ///< the last error; empty if none, or dismissed
  std::optional<WrongField> wrong_field;
  Sentence warning;  ///< a warning about the program; stays until dismissed
  /// The message about a success: a saved file, or a branch that keeps its promises. Cleared after
  /// a few seconds, or by the next key or click.
  Sentence done;
  std::string notice;      ///< the file just written; empty if none
  std::uint64_t jobs = 0;  ///< number of jobs started

  std::optional<sim::Property>
      at_violation;     ///< the next run starts at the verdict on this property
  std::string instead;  ///< name of the run to open if the next one cannot be made

  Exploring exploring;
  MatrixView matrix;
  StressView stress;

  LiveForm live;
  bool follow = true;  ///< the cursor follows the end of a live run

  Cursor cursor;
  TimeView view;        ///< in positions of the axis
  double followed = 0;  ///< span of the view after follow_step() last zoomed in
  bool playing = false;
  double speed = 0.1;  ///< world time relative to real time: 0.01 .. 100
  TimeField until;
  Tale tale;
  Remedies remedies;

  std::vector<LaneChoice> lanes;         ///< from top to bottom
  std::optional<std::uint16_t> lane;     ///< selected
  std::optional<std::uint32_t> event;    ///< selected: index into the trace
  std::optional<std::uint16_t> verdict;  ///< selected: index into the verdicts
  std::optional<std::uint16_t> lit;      ///< the verdict under the pointer, which is highlighted
  bool real_source = false;              ///< the real code instead of the lock's outline
  bool only_selected = false;            ///< only arrows of the selected lane
  bool only_message = false;             ///< only arrows of the selected message

  std::optional<LessonPlace> lesson;            ///< the open lesson
  std::optional<LessonPlace> left;              ///< reader's place while no lesson is open
  bool lessons_listed = false;                  ///< the list of all lessons is open
  std::vector<OwnLesson> own_lessons;           ///< opened from files in this session
  std::optional<std::uint64_t> reading_lesson;  ///< the job that reads a lesson file
  bool showing = false;  ///< the cursor will move to the step's moment once the story is open
  std::optional<StepId> shown_step;                  ///< the step that the branches belong to
  std::map<StepId, StepWork> works;                  ///< of other steps; shown_step's is outdated
  std::map<StepId, std::vector<KeptBranch>> unmade;  ///< from an earlier session
  std::optional<BeforeReset> unreset;                ///< restored by Undo
  std::optional<ForgottenAnswers> forgotten;
  Cursor asked_at;  ///< the cursor at the step's moment; an open question hides all later events
  std::optional<bool> voting;  ///< whether a class votes; nullopt to vote only in presenter mode
  std::string typed_votes;     ///< digits for the next vote
  std::optional<std::pair<std::uint64_t, StepId>> judging;  ///< the job that judges an open answer
  /// Panels and middle of the lab chosen while a lesson is open; nullopt for the lesson's default.
  std::array<std::optional<bool>, panel_count> lesson_panels{};
  std::optional<Panes> lesson_panes;

  Notebook notebook;

  std::optional<std::uint16_t> tool;  ///< the tool picked up from the palette; a click places it
  bool first_strike = false;          ///< a newcomer's first fault is prepared (first_strike.h)
  std::optional<ArrowDrag> drag;      ///< an arrow's head is being dragged
  std::optional<FaultDrag> fault_drag;
  std::optional<RangeDrag> range;
  std::array<std::optional<double>, 2> marks;  ///< A and B: ends of a measured time span, in us
  std::optional<FaultForm> form;               ///< a fault is being edited or created
  std::optional<Pointed> pointed;              ///< target of the context menu
  std::optional<int> wanted_scale;             ///< in per cent, while the slider is dragged

  bool setting_up = false;              ///< the set-up form is open
  std::optional<Sliding> sliding;       ///< while a slider is moved
  std::optional<StoryForm> story_form;  ///< while open
  std::optional<CommandList> commands;  ///< while open
  std::optional<FileDialog> dialog;     ///< while open
  std::set<std::string> saved_runs;     ///< names of runs saved as scenarios, or opened as stories
  std::optional<std::string>
      leave_for;  ///< while asking whether to save: the run to open; "" for a violation, or to quit
  std::optional<std::string> leaving;  ///< like leave_for, while the file is being saved

  std::optional<Play> play;                 ///< a challenge in progress
  std::optional<std::size_t> marked_level;  ///< in the list; nullopt for the first unsolved one
  std::vector<Model> board;  ///< the model of the challenge's timeline; at most one element

  bool help = false;
  bool presenting = false;  ///< presenter mode: lesson, timeline, cluster and source only
  bool full_screen = false;
  bool quit = false;
};

inline constexpr double least_speed = 0.01, most_speed = 100;

}  // namespace locklab::app
