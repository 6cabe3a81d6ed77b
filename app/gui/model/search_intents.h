// Intents for searches, and their reports: the Explore dialog for one lock, the matrix for all. A
// part of intent.h.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/gui/model/any_of.h"
#include "app/gui/model/model.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace intent {

struct ShowExplore {
  bool shown;
  std::string strategy = {};  ///< empty for the lock of the last search, or else of the current run
};
struct SetExplore {
  ExploreForm form;
};
struct Explore {};
struct StopExploring {};  ///< keeps the findings so far
struct ExploreProgress {
  std::uint64_t job;
  SearchNow now;
};
struct Explored {
  std::uint64_t job;
  std::shared_ptr<const Found> found;
};
struct NotExplored {
  std::uint64_t job;
  Sentence problem;
};

struct MakeMatrix {
  bool again;  ///< recomputes an existing matrix
};
struct StopMatrix {};  ///< keeps the finished cells
struct MatrixGrows {
  std::uint64_t job;
  std::shared_ptr<const Matrix> matrix;
  std::size_t done, of;
};
struct MatrixMade {
  std::uint64_t job;
  std::shared_ptr<const Matrix> matrix;
};
struct MatrixNotMade {
  std::uint64_t job;
  Sentence problem;
};
struct ShowTraits {
  bool shown;
};
struct ShowProperty {
  std::optional<sim::Property> property;  ///< nullopt for the worst of all
};
struct SelectCell {
  std::size_t row, column;
};
struct OpenCell {
  std::size_t row, column;
};  ///< selects a cell, and opens its run if it has one

}  // namespace intent

using SearchIntents =
    TypeList<intent::ShowExplore, intent::SetExplore, intent::Explore, intent::StopExploring,
             intent::ExploreProgress, intent::Explored, intent::NotExplored, intent::MakeMatrix,
             intent::StopMatrix, intent::MatrixGrows, intent::MatrixMade, intent::MatrixNotMade,
             intent::ShowTraits, intent::ShowProperty, intent::SelectCell, intent::OpenCell>;

}  // namespace locklab::app
