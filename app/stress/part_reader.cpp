#include "app/stress/part_reader.h"

#include "app/words/display_text.h"

namespace locklab::app {

void PartReader::wrong(const std::string& key) {
  if (!problem_) problem_ = say("'{}' is missing or not valid", printable(key));
}

}  // namespace locklab::app
