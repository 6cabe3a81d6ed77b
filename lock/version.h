// The version of the library and of the program, which CMakeLists.txt reads here.
#pragma once

#define LOCKLAB_VERSION "0.1.0"
/// major * 10'000 + minor * 100 + patch, to compare with in #if.
#define LOCKLAB_VERSION_NUMBER 100
