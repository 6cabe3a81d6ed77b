// Intents for moving through a run, and for its description in words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/gui/model/any_of.h"
#include "app/gui/model/model.h"

namespace locklab::app {

/// The events at which "run until" can stop.
enum class Until : std::uint8_t { acquired, entered, released, lost, violation, fault, count_ };

namespace intent {

struct Step {
  int by;
};  ///< number of events, extended to whole steps (told_order.h)
struct StepOnLane {
  int by;
};  ///< to the next (by > 0) or previous event of the selected lane
struct Seek {
  double at_us;
};
struct SeekEvent {
  std::uint32_t event;
};  ///< moves the cursor right after the event, and selects it
struct SeekVerdict {
  std::uint16_t verdict;
};
struct LightVerdict {
  std::optional<std::uint16_t> verdict;
};  ///< while the pointer is on it
struct RunUntil {
  Until what;
};
struct AskTime {};  ///< focuses the field for a time
struct TypeTime {
  std::string text;
};
struct RunUntilTime {};  ///< until the time in the field
struct GoToStart {};
struct GoToEnd {};
struct PlayOrPause {};
struct SetSpeed {
  double speed;
};
struct Tick {
  double seconds;
};  ///< elapsed real time

struct ShowTelling {
  Telling page;
};
struct OnlyLane {
  bool on;
};
struct SeekWords {
  std::string words;
};  ///< lists only the events with these words
struct WordsFound {
  std::uint64_t job;
  std::vector<std::uint32_t> events;
};

struct RemediesFound {
  std::uint64_t job;
  std::vector<Remedy> found;
};
struct TryRemedy {
  std::size_t remedy;
};  ///< runs the remedy as a branch

}  // namespace intent

using StepIntents =
    TypeList<intent::Step, intent::StepOnLane, intent::Seek, intent::SeekEvent, intent::SeekVerdict,
             intent::LightVerdict, intent::RunUntil, intent::AskTime, intent::TypeTime,
             intent::RunUntilTime, intent::GoToStart, intent::GoToEnd, intent::PlayOrPause,
             intent::SetSpeed, intent::Tick, intent::ShowTelling, intent::OnlyLane,
             intent::SeekWords, intent::WordsFound, intent::RemediesFound, intent::TryRemedy>;

}  // namespace locklab::app
