// Previously computed matrices, since computing one takes minutes: the program ships one, and
// caches those that it computes in the user's cache folder. A cached matrix is valid for one build
// of the program and one scenario.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <variant>

#include "app/explore/make_matrix.h"
#include "app/matrix/matrix.h"

namespace locklab::app {

/// Path of the cache, $XDG_CACHE_HOME/locklab/matrix.json or ~/.cache/...; empty if the user has no
/// home folder.
std::string matrix_cache_path();
/// A key for the program's bytes and the searched scenario.
std::string matrix_cache_key(const sim::Library& library,
                             const std::string& program = "/proc/self/exe");

/// Reads the cached matrix; nullopt if none is stored under `key`.
std::optional<Matrix> read_matrix(const std::string& path, const std::string& key);
/// Writes the matrix if all its cells are done. A failure is ignored, since the matrix can be
/// computed again.
void keep_matrix(const std::string& path, const std::string& key, const Matrix& matrix);

/// The matrix shipped with the program (assets/matrix.json; tests/matrix compares it with a
/// computed one). nullopt if `library` has another scenario to search.
std::optional<Matrix> shipped_matrix(const sim::Library& library);

/// Returns the matrix that `task` describes. A matrix of all locks and all faults with the default
/// limit comes from the cache if this build of the program has computed it, or else is the shipped
/// one if `library` has its scenario; otherwise, or with `again`, it is computed and, unless
/// cancelled, cached. Any other matrix is computed and not cached.
std::variant<Matrix, sim::Problem> find_matrix(
    const sim::Library& library, const MatrixTask& task, bool again,
    const std::atomic<bool>& cancelled,
    const std::function<void(const MatrixProgress&)>& progress = {});

}  // namespace locklab::app
