// A violation's title is English in its file, and is shown in the user's language.
#include "app/words/violation_title.h"

#include <gmock/gmock.h>

#include <string>

#include "app/words/language.h"

namespace locklab::app {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(ViolationTitle, IsReadFromItsEnglishAndToldInChinese) {
  for (const char* kind : {"overlap", "lost_update", "stale_write", "token_fell"})
    for (const bool in_warm_up : {false, true}) {
      const Sentence title = violation_title(kind, "12", "1.234567 s", in_warm_up, "-0.900000 s");
      const Sentence again = title_words(title.english());
      EXPECT_EQ(again, title);
      EXPECT_THAT(again.untranslated(chinese_catalogue()), IsEmpty());
      const std::string chinese = told(again, Language::chinese);
      EXPECT_THAT(chinese, HasSubstr("1.234567 s"));
      EXPECT_THAT(chinese, Not(HasSubstr(kind)));
      EXPECT_THAT(chinese, Not(HasSubstr("lock")));
    }
}

TEST(ViolationTitle, AnyOtherTitleStaysAsItIs) {
  for (const char* title : {"", "My own story", "overlap at lock 1, at 3 s of the load",
                            "a at lock b, at c of the load (d)",
                            "a at lock b, at c of the load (time 0 here = d), they say"})
    EXPECT_EQ(title_words(title).english(), title);
}

}  // namespace
}  // namespace locklab::app
