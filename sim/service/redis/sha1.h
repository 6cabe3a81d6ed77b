// SHA-1 (FIPS 180-4), by which Redis names scripts. Not used for security.
#pragma once

#include <string>
#include <string_view>

namespace locklab::sim {

/// The digest as 40 lower-case hexadecimal digits.
std::string sha1_hex(std::string_view bytes);

}  // namespace locklab::sim
