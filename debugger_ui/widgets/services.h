// What panels ask of the application around them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace fungescope::ui {

enum class PanelId : std::uint8_t {
  playfield,
  board,
  regions,
  puzzle,
  timeline,
  watches,
  stack,
  output,
  input,
  breakpoints,
  trace,
  profile,
  comparison,
  history,  // of the selected cells: who wrote them, when
  count
};

enum class Tone : std::uint8_t { plain, good, warning, bad };

class Services {
 public:
  virtual ~Services() = default;

  // A line that shows for some seconds, and stays in the list of messages.
  virtual void notify(std::string text, Tone tone = Tone::plain) = 0;

  // Submits a line of the command table; an error becomes a notice.
  virtual void run(std::string line) = 0;

  // Brings a panel to the front of its tile, opening it where it is in no tile.
  virtual void reveal(PanelId panel) = 0;

  // A dialog with one line of text. `on_accept` is called when it is confirmed.
  virtual void prompt_line(std::string title, std::string hint, std::string text,
                           std::function<void(const std::string&)> on_accept) = 0;
  // A dialog for the name of a file to be written. An existing one is asked about.
  virtual void prompt_save_path(std::string title, std::string name,
                                std::function<void(const std::string& path)> on_accept) = 0;

  virtual void copy(const std::string& text) = 0;  // to the clipboard
  // Starts the program anew with this input. Breakpoints, watches and the layout stay.
  virtual void restart_with_input(std::string bytes, bool closed) = 0;
};

}  // namespace fungescope::ui
