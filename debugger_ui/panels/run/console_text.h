// The scrolling text of a console: draws it, searches it, and goes to where it was printed or read.
//
// A snapshot holds a window of a few KB of output. Output that fits into it scrolls by lines;
// longer output scrolls by bytes, since the line breaks outside the window are not known, and the
// window follows the scroll position.
#pragma once

#include "debugger_ui/panels/common/row_scroller.h"
#include "debugger_ui/panels/run/transcript.h"
#include "debugger_ui/widgets/panel.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fungescope::ui {

class ConsoleText {
 public:
  // Draws into the rest of the current ImGui window.
  void draw(Context& context);
  // Searches the output for the next place with `needle`, or the one before, and selects it.
  void find(Context& context, const std::string& needle, bool backwards);
  [[nodiscard]] static KeyGroup keys();
  // Whether the user asked for the search since the last call.
  [[nodiscard]] bool take_find_request() { return std::exchange(find_requested_, false); }

 private:
  // Two places, in the order of the drag.
  struct Span {
    TranscriptPlace from;
    TranscriptPlace to;
    [[nodiscard]] TranscriptPlace low() const { return std::min(from, to); }
    [[nodiscard]] TranscriptPlace high() const { return std::max(from, to); }
  };
  // Responses, handled in the next frame. Shared with callbacks, which may outlive the panel.
  struct Shared {
    std::optional<std::string> message;
    std::optional<std::string> copied;
    std::optional<Span> found;
  };

  void handle_responses(Context& context);
  void lay_out(const ViewSnapshot& snapshot, std::size_t columns);
  std::size_t scroll_lines(Context& context, ImVec2 corner, ImVec2 size, std::uint64_t visible);
  std::size_t scroll_bytes(Context& context, ImVec2 corner, ImVec2 size, std::uint64_t visible);
  void draw_line(const Context& context, const OutputLine& line, ImVec2 at) const;
  [[nodiscard]] std::size_t index_at(ImVec2 mouse) const;
  void handle_mouse(Context& context, ImVec2 corner, ImVec2 size, float line_height);
  void draw_tooltip(const Context& context, std::size_t index) const;
  void draw_menu(Context& context);
  [[nodiscard]] std::string printed_byte(std::size_t index) const;
  void handle_keys(Context& context);
  void go_to(Context& context, std::size_t index);
  void copy(Context& context, Span span);

  std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
  std::uint64_t laid_out_ = 0;  // the snapshot's serial
  std::size_t columns_ = 0;
  Transcript transcript_;
  std::vector<OutputLine> lines_;  // of the transcript
  RowScroller scroller_;
  bool following_ = true;  // of the end
  std::uint64_t top_byte_ = 0;
  std::optional<TranscriptPlace> reveal_;
  ImVec2 top_{};
  std::size_t first_line_ = 0;
  std::optional<Span> selected_;
  std::size_t selected_from_ = 0;  // in the transcript
  std::size_t selected_to_ = 0;
  std::optional<std::size_t> hovered_;  // indices of bytes
  std::optional<std::size_t> menu_index_;
  bool find_requested_ = false;
};

}  // namespace fungescope::ui
