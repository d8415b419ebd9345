// Puts answers about causes into words: a tree of lines, which front ends print or show.
#pragma once

#include "session/session.h"
#include "session/why/control/control.h"
#include "session/why/why.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fungescope {

struct CauseLine {
  std::size_t level = 0;      // in the tree; headings and decisions are at 0
  std::string text;           // without indentation: "77 'M': 65 + 12, tick 3, by (2, 0)"
  std::size_t value_end = 0;  // the bytes before this one name the value, or are a heading
  std::optional<Tick> tick;   // the instant after what it tells
  std::optional<Point> by;    // the instruction that did it
  std::optional<Point> cell;  // a cell that it tells of
  // For a value that was mentioned before: the index of the line with its causes.
  std::optional<std::size_t> same_as;
};

// Lines of deeper levels are not indented further, and begin with their level.
inline constexpr std::size_t max_indent = 24;
[[nodiscard]] std::string level_prefix(const CauseLine& line);  // "25: "; empty up to max_indent

// A line below the tree.
struct SummaryLine {
  std::string text;
  std::string advice{};  // how to ask for the rest; may be empty
  bool cut = false;      // says what ended the question early
};

struct CauseTree {
  std::vector<CauseLine> lines;  // each before those of its causes
  std::vector<SummaryLine> summary;
  bool complete = true;  // of decisions: there are no further ones
};

// Returns the words for a cause, without its value: "4 + 5, tick 1,234, by (20, 96)",
// "input byte 17, tick ...", "source cell grid(0,0)".
[[nodiscard]] std::string describe(const Cause& cause, const Session& session);
// The same without the instant and the place of the instruction: "4 + 5", "input byte 17".
[[nodiscard]] std::string describe_making(const Cause& cause, const Session& session);
// Returns ", after 2 copies"; empty for none.
[[nodiscard]] std::string copies_text(std::uint64_t copies);

// A cause that is used several times has a number, under which it is referred to after the first
// time.
[[nodiscard]] CauseTree to_tree(const WhyAnswer& answer, const Session& session);
[[nodiscard]] CauseTree to_tree(const WhyHere& here, const Session& session);

// Adds the value asked about at this level, and its causes below.
void add_causes(CauseTree& tree, const WhyAnswer& answer, const Session& session,
                std::size_t level);

// Returns complete lines, indented by their level.
[[nodiscard]] std::string to_text(const CauseTree& tree);

// Formats ascending positions: "byte 7", "bytes 0 to 3, byte 7".
[[nodiscard]] std::string byte_ranges(const std::vector<std::uint64_t>& positions);

}  // namespace fungescope
