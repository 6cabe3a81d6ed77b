// What the form of a load is made of: a label with its field beside it, and below them what is
// wrong.
#pragma once

#include <imgui/imgui.h>

#include <string>
#include <string_view>

#include "app/gui/window/view.h"

namespace locklab::app {

class LoadFields {
 public:
  LoadFields(const View& view, StressForm& form) : view_(view), form_(form) {}

  /// The fields that every load needs.
  void usual();
  /// The fields that are seldom needed, and the switches of the chosen locks.
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

  /// The label "stress.ID" at the left; the cursor is where the field begins.
  void label(std::string_view id);
  float label_width() const;
  void label(const std::string& words, const std::string& tip);
  /// What is wrong with an option, if anything is.
  void wrong(std::string_view option);
  /// Whether its field has not been filled in yet: what is missing is said, but nothing is wrong.
  bool is_awaited(std::string_view option) const;
  /// The field's tooltip; none over what is wrong, which stands below the field.
  std::string_view tip_of(std::string_view option, std::string_view tip) const;
  void field(std::string_view id, std::string& text, std::string_view option,
             std::string_view hint = {}, ImGuiInputTextFlags flags = 0);
  /// The field itself, behind its label. It is marked if its option is wrong.
  void input(std::string_view id, std::string& text, std::string_view option, std::string_view hint,
             ImGuiInputTextFlags flags = 0);

  const View& view_;
  StressForm& form_;
};

}  // namespace locklab::app
