// The names of a run may come from a stranger, so pages and pictures escape them.
#include "app/words/markup_text.h"

#include <gtest/gtest.h>

namespace locklab::app {
namespace {

TEST(MarkupText, EscapesWhatHasAMeaningAlsoInsideQuotes) {
  EXPECT_EQ(escaped("<a b='c' d=\"e\">&amp;"), "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;amp;");
  EXPECT_EQ(escaped("a\nb\x1b[0m\xff"), "a b?[0m?");
}

}  // namespace
}  // namespace locklab::app
