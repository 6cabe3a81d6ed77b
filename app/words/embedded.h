// The files embedded in the program, in addition to the shipped scenarios.
#pragma once

#include "sim/scenario/embedded.h"

namespace locklab::embedded {

std::span<const File> i18n();        ///< assets/i18n/*.json
std::span<const File> lessons();     ///< assets/lessons/{en,zh}/*.md
std::span<const File> challenges();  ///< assets/challenges/*.toml
std::span<const File> matrix();      ///< assets/matrix.json
std::span<const File> outlines();    ///< assets/outlines/*.txt: each lock's outline
std::span<const File> page();        ///< assets/page/*: an exported page's frame, style and script
std::span<const File> sources();     ///< C++ sources of the strategies and of the client program

}  // namespace locklab::embedded
