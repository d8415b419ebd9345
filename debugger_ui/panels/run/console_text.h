// The scrolling text of a console: draws it, searches it, and goes to where it was printed or read.
//
// A snapshot holds a window of a few KB of output. Output that fits into it scrolls by lines;
// longer output scrolls by bytes, since the line breaks outside the window are not known, and the
// window follows the scroll position.
#pragma once

#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/session_thread/view_snapshot.h"
#include "debugger_ui/widgets/panel.h"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fungescope::ui {

// ---- The text: the output, and each line of the input where it is read

// Consecutive bytes of the output, or of the input.
struct TranscriptPart {
  std::size_t begin = 0;   // in the transcript
  std::uint64_t from = 0;  // the offset of its first byte in the output or in the input
  bool input = false;
  std::optional<Tick> tick;  // of input: the instant before it was read; nothing: not read yet
};

// A place between two bytes. It stays where it is while output and input grow.
struct TranscriptPlace {
  std::uint64_t output = 0;  // bytes of output before it
  std::uint64_t input = 0;   // bytes of input before it that follow the last of these
  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes it for a 0
  friend auto operator<=>(const TranscriptPlace&, const TranscriptPlace&) = default;
};

class Transcript {
 public:
  Transcript() = default;
  Transcript(const OutputSnapshot& output, const InputSnapshot& input);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] bool empty() const { return text_.empty(); }
  // Null at the end. `index` is one of a byte of the text.
  [[nodiscard]] const TranscriptPart* part_at(std::size_t index) const;
  [[nodiscard]] TranscriptPlace place_of(std::size_t index) const;
  // Of the nearest place that the text has.
  [[nodiscard]] std::size_t index_of(const TranscriptPlace& place) const;

 private:
  void add(TranscriptPart part, std::string_view bytes);
  void add_unread(const InputSnapshot& input);

  std::string text_;
  std::vector<TranscriptPart> parts_;  // ascending, none of them empty
  std::uint64_t output_from_ = 0;
  std::uint64_t output_end_ = 0;
};

// Returns the part of a transcript between two places, of which `output` has all output.
[[nodiscard]] std::string transcript_between(const TranscriptPlace& from, const TranscriptPlace& to,
                                             std::string output, const InputSnapshot& input);

// What is drawn for one byte, or for the bytes of one UTF-8 character.
struct OutputGlyph {
  enum class Kind : std::uint8_t {
    plain,    // drawn as it is, in one column
    escape,   // `\x07`: a control character or a byte that is not UTF-8; one column per character
    newline,  // no column
  };
  Kind kind = Kind::plain;
  std::size_t bytes = 1;
  std::size_t columns = 1;
};
// Returns the glyph at `at`, which must be within the text.
[[nodiscard]] OutputGlyph glyph_at(std::string_view text, std::size_t at);
[[nodiscard]] std::string glyph_text(std::string_view text, std::size_t at,
                                     const OutputGlyph& glyph);

// Bytes begin .. end of the text; a line break belongs to the line that it ends.
struct OutputLine {
  std::size_t begin = 0;
  std::size_t end = 0;
  friend bool operator==(const OutputLine&, const OutputLine&) = default;
};
// Wraps at line breaks and after `columns` columns (at least 1). A text that ends with a line break
// has an empty line after it; an empty text has no lines.
[[nodiscard]] std::vector<OutputLine> wrap_lines(std::string_view text, std::size_t columns);

// Returns the line that contains the byte; the last one for bytes after the end. `lines` must not
// be empty.
[[nodiscard]] std::size_t line_of(const std::vector<OutputLine>& lines, std::size_t at);
// Returns the byte in a column of a line, or the end of the line.
[[nodiscard]] std::size_t byte_in_column(std::string_view text, const OutputLine& line,
                                         std::size_t column);

// Searches `size` bytes, read in chunks with `read(from, to)`, for `needle`: forward from `from`,
// or backward for the last match before it, then from the other end. Returns nothing if `go_on`
// returns false.
[[nodiscard]] std::optional<std::uint64_t> find_bytes(
    const std::function<std::string(std::uint64_t from, std::uint64_t to)>& read,
    std::uint64_t size, std::string_view needle, std::uint64_t from, bool backwards,
    const std::function<bool()>& go_on);

// ---- Its view

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
  void lay_out(const ViewSnapshot& snapshot, std::size_t columns);
  std::size_t scroll_lines(ImVec2 corner, ImVec2 size, std::uint64_t visible);
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

  // The response of a search, handled in the next frame. Shared with the callback, which may
  // outlive the panel.
  std::shared_ptr<std::optional<Span>> found_ = std::make_shared<std::optional<Span>>();
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
