// The fields of a load's form, each with its label and, in front of what is below it, the mistake
// in it.
#pragma once

#include <imgui/imgui.h>

#include <string>
#include <string_view>

#include "app/gui/window/view.h"

namespace locklab::app {

class LoadFields {
 public:
  LoadFields(const View& view, StressForm& form) : view_(view), form_(form) {}

  /// Draws the fields that every load needs.
  void usual();
  /// Draws the rarely needed fields, and the switches of the chosen locks.
  void seldom();

 private:
  void strategies();
  void strategy(const Strategy& one);
  void choose(std::uint32_t servers, bool cluster);
  void servers();
  void keys();
  void on_disk();
  void switches(const Strategy& strategy);
  void one_switch(const Strategy& strategy, const Switch& one);

  /// Draws the label "stress.ID" on the left, and moves the cursor to the field.
  void label(std::string_view id);
  float label_width() const;
  void label(const std::string& words, const std::string& tip);
  /// Shows the mistake in the option of the last widget, if there is one.
  void wrong(std::string_view option);
  /// Whether the option is the list of servers, and none is named yet: a hint, not a mistake.
  bool is_awaited(std::string_view option) const;
  /// The field's tooltip; empty if there is a mistake, which is shown below the field.
  std::string_view tip_of(std::string_view option, std::string_view tip) const;
  void field(std::string_view id, std::string& text, std::string_view option,
             std::string_view hint = {}, ImGuiInputTextFlags flags = 0);
  /// Draws the field itself, after its label; framed if its option has a mistake.
  void input(std::string_view id, std::string& text, std::string_view option, std::string_view hint,
             ImGuiInputTextFlags flags = 0);

  const View& view_;
  StressForm& form_;
};

}  // namespace locklab::app
