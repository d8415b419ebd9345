// What the player wants to be shown and done for them: one switch each, remembered in the settings.
#pragma once

#include <span>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace fungescope::ui {

struct PlaySwitches {
  bool cross = true;         // tint the row, column and box of the cursor
  bool equal_digits = true;  // tint the cells with the cursor's digit
  bool conflicts = true;     // digits that are twice in a row, column or box
  bool mistakes = false;     // digits that differ from the solution
  bool rows = true;          // which rows are complete, or contain a conflict
  bool columns = true;
  bool boxes = true;
  bool remaining = true;    // how many of each digit are to be placed
  bool clean_marks = true;  // an entered digit leaves the marks of its row, column and box
  bool places = false;      // each centre mark has a place of its own; else they are a word
  bool timer = true;
  bool pause_away = true;  // pause while another window has the keyboard

  friend bool operator==(const PlaySwitches&, const PlaySwitches&) = default;
};

struct PlaySwitch {
  std::string_view name;  // in the settings file: do not change it
  std::string_view label;
  std::string_view hint;
  bool PlaySwitches::*value;
};

// All switches, in the order of the menu.
[[nodiscard]] std::span<const PlaySwitch> play_switches();

[[nodiscard]] nlohmann::ordered_json to_json(const PlaySwitches& switches);
// Ignores members that are missing or of another type.
[[nodiscard]] PlaySwitches play_switches_from(const nlohmann::ordered_json& json);

}  // namespace fungescope::ui
