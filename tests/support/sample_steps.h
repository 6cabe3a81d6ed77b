// Lesson steps as an author writes them: a question of each kind, with the run that it is about.
#pragma once

#include <string_view>

namespace locklab::test {

inline constexpr std::string_view step_to_choose = R"(```lab
scenario = "F06_pause_past_ttl"
seek = "alice paused"
```

```ask
question = "Will Bob get in?"
answers = ["no", "yes"]
right = 2
why = "The lease ends."
```
)";

inline constexpr std::string_view step_to_write = R"(```lab
scenario = "F27_lost_update/lock"
seek = "end"
```

```ask
question = "Which lease?"
open = "lease"
why = "So it is."
```
)";

inline constexpr std::string_view step_to_break = R"(```lab
scenario = "F27_lost_update/lock"
seek_ms = 4
point = ["palette"]
```

```ask
question = "Which fault?"
open = "fault"
why = "A pause does."
```
)";

}  // namespace locklab::test
