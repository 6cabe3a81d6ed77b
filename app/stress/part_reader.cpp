#include "app/stress/part_reader.h"

#include "app/words/display_text.h"

namespace locklab::app {

void PartReader::wrong(const std::string& key) {
  wrong(say("'{}' is missing or not valid", printable(key)));
}

void PartReader::wrong(const Sentence& what) {
  if (!problem_) problem_ = what;
}

}  // namespace locklab::app
