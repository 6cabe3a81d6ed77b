// The matrix that somebody has computed before, which takes a minute or more: the program brings
// one, and keeps in the user's cache folder what it has computed itself. That is valid for one
// build of the program and one scenario.
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

/// The matrix that the program brings (assets/matrix.json; tests/matrix compares it with a computed
/// one). None: `library` has another scenario to search than that matrix is of.
std::optional<Matrix> shipped_matrix(const sim::Library& library);

/// Gives the matrix that `task` asks for. One of all locks and all faults comes from the cache
/// where this build of the program has computed it before, else from the program itself. If
/// `again`, it is computed, and kept in the cache.
std::variant<Matrix, sim::Problem> find_matrix(
    const sim::Library& library, const MatrixTask& task, bool again,
    const std::atomic<bool>& cancelled,
    const std::function<void(const MatrixProgress&)>& progress = {});

}  // namespace locklab::app
