// Puts answers about causes into words: a tree of lines, which front ends print or show.
#pragma once

#include "base/extensions.h"
#include "session/session.h"
#include "session/why/control/control.h"
#include "session/why/why.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope {

struct CauseLine {
  std::size_t level = 0;        // in the tree; headings and decisions are at 0
  std::string text{};           // without indentation: "77 'M': 65 + 12, tick 3, by (2, 0)"
  std::size_t value_end = 0;    // the bytes before this one name the value, or are a heading
  std::optional<Tick> tick{};   // the instant after what it reports
  std::optional<Point> by{};    // the instruction that did it
  std::optional<Point> cell{};  // a cell that it is about
  // For a value that was mentioned before: the index of the line with its causes.
  std::optional<std::size_t> same_as{};
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
  std::vector<CauseLine> lines;  // each before its causes' lines
  std::vector<SummaryLine> summary;
  bool complete = true;  // of decisions: there are no further ones
};

// Appends a line that reports nothing of a value. Returns it, valid until the next one.
CauseLine& add_heading(CauseTree& tree, std::string text, std::size_t level,
                       std::optional<Tick> tick);

// Returns the words for a cause, without its value: "4 + 5, tick 1,234, by (20, 96)",
// "input byte 17, tick ...", "source cell grid(0,0)".
[[nodiscard]] std::string describe(const Cause& cause, const Session& session);
// The same without the instant and the place of the instruction: "4 + 5", "input byte 17".
[[nodiscard]] std::string describe_making(const Cause& cause, const Session& session);
// Returns ", after 2 copies"; empty for none.
[[nodiscard]] std::string copies_text(std::uint64_t copies);

[[nodiscard]] CauseTree to_tree(const WhyAnswer& answer, const Session& session);
[[nodiscard]] CauseTree to_tree(const WhyHere& here, const Session& session);

// Returns "'_' at (20, 96) went west, tick 1,234".
[[nodiscard]] std::string to_text(const Decision& decision);

// Adds the value asked about at this level, and its causes below.
void add_causes(CauseTree& tree, const WhyAnswer& answer, const Session& session,
                std::size_t level);

// Appends lines about causes to a tree. A cause that is used several times has a number, under
// which it is referred to after the first time.
class CauseNumbers {
 public:
  explicit CauseNumbers(std::size_t causes) : uses_(causes) {}

  void add_use(std::size_t cause) { ++uses_[cause]; }
  // Whether there is no line about it yet. Their first lines are in the order of their indices.
  [[nodiscard]] bool is_new(std::size_t cause) const { return cause >= written_.size(); }
  // Appends a line: what it begins with, the claim, and the reason if the cause is new.
  void append(std::vector<CauseLine>& lines, CauseLine line, std::size_t cause,
              std::string_view claim, std::string_view reason);

 private:
  std::vector<std::size_t> uses_;
  std::vector<std::size_t> written_;  // the first line of each cause
};

// Returns complete lines, indented by their level.
[[nodiscard]] std::string to_text(const CauseTree& tree);

// Formats ascending positions: "byte 7", "bytes 0 to 3, byte 7".
[[nodiscard]] std::string byte_ranges(const std::vector<std::uint64_t>& positions);

// ---- The last answer of a debugger, whichever front end asked
//
// Windows show it as a tree until there is another one.

// A `why` command in parts, so that a front end can vary it.
struct WhyQuestion {
  std::string subject;               // "grid(2,5)", "here 8"
  std::optional<std::size_t> depth;  // if one was given
  bool all = false;
  bool to_input = false;
  friend bool operator==(const WhyQuestion&, const WhyQuestion&) = default;
};
// Returns the command: "why grid(2,5) --depth 12".
[[nodiscard]] std::string to_line(const WhyQuestion& question);

struct LastAnswer {
  WhyQuestion question;
  std::size_t depth = 0;  // in operations, given or not
  CauseTree tree;
  // The instant of the question.
  BranchId branch = 0;
  std::size_t edits = 0;  // that the branch began with
  Tick tick = 0;
  Attachments attachments{};  // what the tree says in parts, in a type of who answered
};
// Returns an answer about the present instant.
[[nodiscard]] LastAnswer answer_here(const Session& session, WhyQuestion question,
                                     std::size_t depth, CauseTree tree);

// Whether the instant of the question belongs to the present branch: no edit has taken its place.
[[nodiscard]] bool still_holds(const LastAnswer& answer, const History& history);

}  // namespace fungescope
