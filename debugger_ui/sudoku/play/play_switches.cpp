#include "debugger_ui/sudoku/play/play_switches.h"

#include "debugger_ui/panels/common/panel_settings.h"

#include <array>
#include <string>

namespace fungescope::ui {
namespace {

using S = PlaySwitches;

constexpr std::array switch_rows{
    PlaySwitch{"cross", "row, column and box of the cursor", "tinted", &S::cross},
    PlaySwitch{"equal_digits", "equal digits",
               "those like the one under the cursor, and marks of it", &S::equal_digits},
    PlaySwitch{"conflicts", "digits against the rules", "the same twice in a row, column or box",
               &S::conflicts},
    PlaySwitch{"mistakes", "wrong digits", "those that differ from the solution", &S::mistakes},
    PlaySwitch{"rows", "complete rows", "a tick at their left; in orange, a digit is twice in it",
               &S::rows},
    PlaySwitch{"columns", "complete columns", "a tick above; in orange, a digit is twice in it",
               &S::columns},
    PlaySwitch{"boxes", "complete boxes", "a frame; in orange, a digit is twice in it", &S::boxes},
    PlaySwitch{"remaining", "digits left", "how often each is still to be placed", &S::remaining},
    PlaySwitch{"clean_marks", "tidy marks",
               "an entered digit leaves the marks in its row, column and box", &S::clean_marks},
    PlaySwitch{"places", "centre marks in places",
               "each digit its own, in three rows of three; else side by side", &S::places},
    PlaySwitch{"timer", "clock", "the time played", &S::timer},
    PlaySwitch{"pause_away", "pause when away", "while another window has the keyboard",
               &S::pause_away},
};

}  // namespace

std::span<const PlaySwitch> play_switches() {
  return switch_rows;
}

nlohmann::ordered_json to_json(const PlaySwitches& switches) {
  auto json = nlohmann::ordered_json::object();
  for (const PlaySwitch& row : switch_rows) json[std::string(row.name)] = switches.*row.value;
  return json;
}

PlaySwitches play_switches_from(const nlohmann::ordered_json& json) {
  PlaySwitches switches;
  if (!json.is_object()) return switches;
  for (const PlaySwitch& row : switch_rows) {
    const auto value = read_setting<bool>(json, std::string(row.name).c_str());
    if (value) switches.*row.value = *value;
  }
  return switches;
}

}  // namespace fungescope::ui
