// The matrix takes a minute or more: what was found is kept in the user's cache folder until the
// program, or the scenario that it searches, is another.
#pragma once

#include <optional>
#include <string>

#include "app/matrix/matrix.h"

namespace locklab::app {

/// $XDG_CACHE_HOME/locklab/matrix.json, or ~/.cache/...; empty: the user has no such folder.
std::string matrix_cache_path();
/// Of what the matrix would be made: the program's bytes, and the scenario that is searched.
std::string matrix_cache_key(const sim::Library& library,
                             const std::string& program = "/proc/self/exe");

/// None: nothing is kept there, or it was found by another program.
std::optional<Matrix> read_matrix(const std::string& path, const std::string& key);
/// What cannot be kept is made again next time.
void keep_matrix(const std::string& path, const std::string& key, const Matrix& matrix);

}  // namespace locklab::app
