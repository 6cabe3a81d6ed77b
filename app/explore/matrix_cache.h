// A cache of the matrix, which takes a minute or more to compute. It is kept in the user's cache
// folder and is valid for one build of the program and one scenario.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <variant>

#include "app/explore/make_matrix.h"
#include "app/matrix/matrix.h"

namespace locklab::app {

/// Path of the cache, $XDG_CACHE_HOME/locklab/matrix.json or ~/.cache/...; empty: the user has no
/// home folder.
std::string matrix_cache_path();
/// A key of the program's bytes and the scenario that is searched.
std::string matrix_cache_key(const sim::Library& library,
                             const std::string& program = "/proc/self/exe");

/// Reads the cached matrix; none: nothing is cached under `key`.
std::optional<Matrix> read_matrix(const std::string& path, const std::string& key);
/// Writes the matrix. A failure is ignored, since the matrix can be computed again.
void keep_matrix(const std::string& path, const std::string& key, const Matrix& matrix);

/// Gives the matrix that `task` asks for. One of all locks and all faults comes from the cache
/// where this build of the program has computed it before, unless `again`, and is kept there.
std::variant<Matrix, sim::Problem> find_matrix(
    const sim::Library& library, const MatrixTask& task, bool again,
    const std::atomic<bool>& cancelled,
    const std::function<void(const MatrixProgress&)>& progress = {});

}  // namespace locklab::app
