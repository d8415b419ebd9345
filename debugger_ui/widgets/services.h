// The interface through which panels use the application.
#pragma once

#include "lang/geometry.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace fungescope::ui {

enum class PanelId : std::uint8_t {
  playfield,
  board,
  regions,
  timeline,
  watches,
  stack,
  console,
  breakpoints,
  trace,
  profile,
  comparison,
  history,  // of the writes to the selected cells
  instructions,
  branches,
  notebook,  // the instants that were visited
  why,
  pair,   // two runs side by side
  count,  // of these; those of extensions (panels/window_extension.h) have the next numbers
  none = 255
};

enum class Tone : std::uint8_t { plain, good, warning, bad };

class Services {
 public:
  virtual ~Services() = default;

  // Shows a line for some seconds, and adds it to the list of messages.
  virtual void notify(std::string text, Tone tone = Tone::plain) = 0;

  // Submits a command; an error is shown as a message.
  virtual void run(std::string line) = 0;

  // Brings a panel to the front of its tile; opens it if it is in none.
  virtual void reveal(PanelId panel) = 0;

  // Opens a dialog with one line of text. Calls `on_accept` when it is confirmed.
  virtual void prompt_line(std::string title, std::string hint, std::string text,
                           std::function<void(const std::string&)> on_accept) = 0;
  // Opens a dialog for the name of a file to write. Asks before replacing an existing file.
  virtual void prompt_save_path(std::string title, std::string name,
                                std::function<void(const std::string& path)> on_accept) = 0;

  virtual void copy(const std::string& text) = 0;  // to the clipboard
  // Restarts the program with this whole input, keeping breakpoints, watches and the layout; then
  // runs at full speed until a stop, or the end.
  virtual void run_with_input(std::string bytes) = 0;
  // Writes characters into cells at the first instant, row by row, and runs as `run_with_input`.
  virtual void run_with_cells(const Rectangle& area, const std::string& characters) = 0;
};

}  // namespace fungescope::ui
