// A promotion in a form: it may take its time, and its old master may not be told.
#include <gmock/gmock.h>

#include <cstddef>
#include <cstdint>
#include <functional>

#include "app/changes/added_faults.h"
#include "app/changes/fault_form.h"
#include "app/changes/fault_tools.h"
#include "app/changes/spot.h"
#include "app/gui/update/update.h"
#include "tests/support/golden_text.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

using namespace intent;
using testing::ElementsAre;

TEST(PromotionForm, MayTakeTimeAndLeaveTheOldMasterUntold) {
  Model model;
  work_on(model, update(model, Open{"F11_failover_lost_lock"}));
  const std::size_t lanes = model.run->scene.lanes.size();  // the last is the resource
  const Spot replica{SpotKind::lane, static_cast<std::uint16_t>(lanes - 2)};
  ASSERT_TRUE(applies(breaking_tools()[breaking_tool("promote")], *model.run, replica));
  work_on(model, update(model, Break{replica, breaking_tool("promote"), 3'000, {}}));
  const auto change = [&](const std::function<void(FaultForm&)>& how) {
    update(model, EditFault{0, {}});
    FaultForm form = *model.form;
    how(form);
    update(model, SetForm{form});
    work_on(model, update(model, AcceptForm{}));
    return added_faults(*model.run);
  };
  EXPECT_THAT(change([](FaultForm& f) {
                f.after_ms = "12.5";
                f.untold = true;
                f.size = "40";
              }),
              ElementsAre("{at_ms=3.001, promote={node=\"n3\", ms=40, after_ms=12.5, "
                          "untold=true}}"));
  update(model, EditFault{0, {}});
  EXPECT_EQ(model.form->after_ms, "12.5");
  EXPECT_TRUE(model.form->untold);
  FaultForm wrong = *model.form;
  wrong.after_ms = "soon";
  update(model, SetForm{wrong});
  EXPECT_FALSE(update(model, AcceptForm{}));
  EXPECT_EQ(model.form->wrong, "after");
  EXPECT_THAT(model.form->problem, test::IsGolden());
  update(model, CloseForm{});
  EXPECT_THAT(change([](FaultForm& f) {
                f.after_ms = "0";
                f.untold = false;
                f.size.clear();
              }),
              ElementsAre("{at_ms=3.001, promote={node=\"n3\"}}"));
}

}  // namespace
}  // namespace locklab::app
