// Searches: the Explore dialog for one lock, the matrix for all.
#pragma once

#include <concepts>
#include <optional>

#include "app/gui/model/intent.h"
#include "app/gui/model/job.h"

namespace locklab::app {

std::optional<Job> search_by_hand(Model& model, const intent::ShowExplore& show);
std::optional<Job> search_by_hand(Model& model, const intent::SetExplore& set);
std::optional<Job> search_by_hand(Model& model, const intent::Explore&);
std::optional<Job> search_by_hand(Model& model, const intent::StopExploring&);
std::optional<Job> search_by_hand(Model& model, const intent::ExploreProgress& progress);
std::optional<Job> search_by_hand(Model& model, const intent::Explored& explored);
std::optional<Job> search_by_hand(Model& model, const intent::NotExplored& failed);

std::optional<Job> search_by_hand(Model& model, const intent::MakeMatrix& make);
std::optional<Job> search_by_hand(Model& model, const intent::StopMatrix&);
std::optional<Job> search_by_hand(Model& model, const intent::MatrixGrows& grows);
std::optional<Job> search_by_hand(Model& model, const intent::MatrixMade& made);
std::optional<Job> search_by_hand(Model& model, const intent::MatrixNotMade& failed);
std::optional<Job> search_by_hand(Model& model, const intent::ShowTraits& show);
std::optional<Job> search_by_hand(Model& model, const intent::ShowProperty& show);
std::optional<Job> search_by_hand(Model& model, const intent::SelectCell& select);

template <class Intent>
concept Searches = requires(Model& model, const Intent& intent) {
  { search_by_hand(model, intent) } -> std::same_as<std::optional<Job>>;
};

/// Whether an intent only reports the progress of a search, or the figures of a running load.
bool is_progress(const Intent& intent);

/// The work that a screen needs when it is first shown: computing the matrix.
std::optional<Job> work_for_screen(Model& model);

}  // namespace locklab::app
