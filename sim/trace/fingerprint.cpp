#include "sim/trace/fingerprint.h"

#include <xxhash.h>

namespace locklab::sim {

void Fingerprint::add(std::string_view bytes) { add(XXH3_64bits(bytes.data(), bytes.size())); }

}  // namespace locklab::sim
