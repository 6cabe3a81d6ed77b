// Links to a moment: the restored state, and the message if it cannot be restored.
#include "app/gui/update/moments.h"
#include "tests/support/golden_text.h"

#include <gmock/gmock.h>

#include <random>

#include "app/gui/update/look.h"
#include "tests/support/shown_model.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

using test::showing;
using testing::HasSubstr;
using testing::StartsWith;

/// Another user's window, which opens the link.
Model opened_by_another(const std::string& line) {
  Model other;
  other.settings.layout.hidden[static_cast<std::size_t>(Panel::source)] = true;
  want(other, intent::Open{line});
  return other;
}

std::string link_of(Model& model) {
  const auto job = update(model, intent::CopyMoment{});
  return job->work.get<work::Copy>().text;
}

void expect_same_picture(const Model& a, const Model& b, const std::string& line) {
  EXPECT_EQ(a.run->judged.name, b.run->judged.name) << line;
  EXPECT_EQ(a.cursor.events, b.cursor.events) << line;
  EXPECT_NEAR(a.cursor.at_us, b.cursor.at_us, 0.001) << line;
  EXPECT_NEAR(a.view.from, b.view.from, 0.001) << line;
  EXPECT_NEAR(a.view.to, b.view.to, 0.001) << line;
  EXPECT_EQ(a.event, b.event) << line;
  EXPECT_EQ(a.lane, b.lane) << line;
  EXPECT_EQ(a.verdict, b.verdict) << line;
  EXPECT_EQ(a.tale.shown, b.tale.shown) << line;
  EXPECT_EQ(wanted_panes(a), wanted_panes(b)) << line;
  for (std::size_t i = 0; i < panel_count; ++i)
    if (static_cast<Panel>(i) != Panel::lesson) {
      EXPECT_EQ(is_wanted(a, static_cast<Panel>(i)), is_wanted(b, static_cast<Panel>(i)))
          << line << " panel " << i;
    }
}

TEST(LinkToAMoment, OfAViolationBringsAnotherToIt) {
  Model model = showing("F06");
  update(model, intent::RunUntil{Until::violation});
  const std::string line = link_of(model);
  EXPECT_THAT(line, HasSubstr(" @57 event=56 lane=bob verdict=mutual_exclusion range="));
  expect_same_picture(model, opened_by_another(line), line);
}

TEST(LinkToAMoment, OfRandomViewsIsReadAsItWasWritten) {
  std::mt19937 random(20261125);
  const auto pick = [&](std::size_t below) { return random() % below; };
  Model model = showing("F12 fault={at_ms=61, crash={client=\"alice\"}}");
  for (int i = 0; i < 300; ++i) {
    const double end = static_cast<double>(model.run->scene.end);
    switch (pick(9)) {
      case 0:
        update(model, intent::Step{static_cast<int>(pick(40)) - 20});
        break;
      case 1:
        update(model, intent::Seek{end * static_cast<double>(pick(1'000'000)) / 1e6});
        break;
      case 2:
        update(model, intent::Zoom{1.7, static_cast<double>(pick(1000)) / 1000});
        break;
      case 3:
        update(model, intent::Pan{static_cast<double>(pick(1000)) / 1000 - 0.5});
        break;
      case 4:
        update(model,
               intent::SelectLane{static_cast<std::uint16_t>(pick(model.run->scene.lanes.size()))});
        break;
      case 5:
        update(model, intent::SeekVerdict{
                          static_cast<std::uint16_t>(pick(model.run->judged.verdicts.size()))});
        break;
      case 6:
        update(model, intent::ShowTelling{static_cast<Telling>(pick(3))});
        break;
      case 7:
        update(model,
               intent::ShowPanel{static_cast<Panel>(1 + pick(panel_count - 1)), pick(2) == 0});
        break;
      default:
        update(model, pick(2) == 0 ? Intent(intent::ShowPanes{static_cast<Panes>(pick(3))})
                                   : Intent(intent::Fit{}));
    }
    const std::string line = link_of(model);
    expect_same_picture(model, opened_by_another(line), line);
    if (HasFailure()) return;
  }
}

TEST(LinkToAMoment, AShortOneWorksToo) {
  EXPECT_EQ(opened_by_another("F06@57").cursor.events, 57u);
  EXPECT_EQ(opened_by_another("F06 @319.018ms").cursor.at_us, 319018);
  EXPECT_EQ(opened_by_another("F06 @0.3s").cursor.at_us, 300000);
  const Model model = opened_by_another("F06 @57");
  EXPECT_TRUE(model.problem.empty());
  EXPECT_TRUE(model.settings.layout.hidden[static_cast<std::size_t>(Panel::source)])
      << "what a line does not say stays as it is";
}

TEST(LinkToAMoment, SaysWhatIsWrongWithItAndOpensTheRunAllTheSame) {
  std::vector<Sentence> said;
  for (const char* what : {"@now", "@9999", "@90s", "@57 lane=bobb", "@57 lanee=bob",
                           "@57 event=86", "@57 range=5ms..3ms", "@57 panes=all", "@57 hide=sorce",
                           "@57 verdict=mutual", "@57 page=whyy"}) {
    const Model model = opened_by_another(std::string("F06 ") + what);
    EXPECT_TRUE(model.run) << what;
    said.push_back(model.problem);
  }
  EXPECT_THAT(said, test::IsGolden());
  EXPECT_TRUE(opened_by_another("F06 @57  lane=bob ").problem.empty());
}

TEST(LinkToAMoment, WaitsForTheAnswerWhetherToSave) {
  Model model = showing("F06");
  want(model, intent::ChangeSeed{7});
  want(model, intent::ChangeSetting{settings_of(*model.run)[0]});
  update(model, intent::Open{"F01 @5"});
  if (model.leave_for) want(model, intent::Leave{intent::Leaving::discard});
  EXPECT_THAT(model.pending ? model.pending->name : model.run->judged.name, StartsWith("F01"));
}

}  // namespace
}  // namespace locklab::app
