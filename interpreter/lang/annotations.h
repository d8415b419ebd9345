// Defines annotations: watches, breakpoints, replacements, regions and boards, which name cells
// inside a source file and say how they are shown. The virtual machine never sees them.
// docs/semantics.md, 'Annotations', describes the forms.
//
//     #$watch[2,0]:int = recursionLevel
//     #$watch[2,4]:int = Solve :: x
//     #$break[10,3]
//     #$replace A -> B
//     #$region[9,1](9x9):ascii = grid
//     #$board[3x3] = grid masked by seen labelled a-i x 9-1
//     #$click grid = "{column}{row} {1-9}\n"
//     #$button hint = "hint {1-3}\n"
//     #$prompt = "a level, 1 to 9"
//     #$phase SOLVE = 2,74,157,6
//     #$method = tallies
//     ARRAY [09,01] (W= 9;H= 9) grid // ASCII
//     [1,1] CONST   rows              20            =>   45*
//     //            all cells         20*20 = 400   =>   45*:*
#pragma once

#include "base/result.h"
#include "lang/analysis/phases.h"
#include "lang/dialect.h"
#include "lang/geometry.h"
#include "lang/line_reader.h"
#include "lang/playfield.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope {

enum class WatchType : std::uint8_t {
  integer,
  long_integer,
  character,
  hex,
  hex8,
  binary,
  boolean
};

// Returns "int", "long", "char", "hex", "hex8", "binary" or "bool". Annotations have further names
// of them.
[[nodiscard]] std::string_view to_string(WatchType type);

struct Watch {
  Point at{};
  WatchType type = WatchType::integer;
  std::vector<std::string> scope{};  // outermost first; empty for a global
  std::string name{};                // "(2, 0)", the cell, if the annotation gives none
  SourceLocation where{};

  // Returns the qualified name, as messages and front ends show it: "Solve::x".
  [[nodiscard]] std::string full_name() const;
};

struct Encoding {
  enum class Kind : std::uint8_t { ascii, decimal, hex, boolean };
  Kind kind = Kind::decimal;
  std::int64_t false_value = 0;  // boolean only
  std::int64_t true_value = 1;   // boolean only
  friend bool operator==(const Encoding&, const Encoding&) = default;
};

// Returns "ascii", "decimal", "hex" or, with its two values, "bool (0d | \"X\")".
[[nodiscard]] std::string to_string(const Encoding& encoding);

// Parses the output of to_string, ignoring case. The values of a bool may be omitted and are then 0
// and 1. Returns nothing for any other text.
[[nodiscard]] std::optional<Encoding> parse_encoding(std::string_view text);

// A width or height of a board: a number, or the full name of a variable that holds it.
struct BoardExtent {
  std::int64_t number = 0;
  std::string variable;  // empty: the number counts
  friend bool operator==(const BoardExtent&, const BoardExtent&) = default;
};
struct BoardSize {
  BoardExtent width;
  BoardExtent height;
  friend bool operator==(const BoardSize&, const BoardSize&) = default;
};

// The names of a board's columns or rows: numbers from 0, unless the source gives others.
struct BoardLabels {
  std::string written;  // in the source; empty: nothing
  std::int64_t first = 0;
  std::int64_t step = 1;   // or -1
  std::int64_t count = 0;  // labels of a range with an end; 0: as many as there are squares
  std::string characters;  // instead of numbers: one each; a blank, and past the end: no label

  // `index` counts from 0. Empty: there is no label.
  [[nodiscard]] std::string at(std::int64_t index) const;
  friend bool operator==(const BoardLabels&, const BoardLabels&) = default;
};

// What a click on a square of a board, or a button, types: its parts one after the other.
struct TypedPart {
  enum class Kind : std::uint8_t { text, column, row, choice };
  struct Option {
    std::string label;
    std::string text;
    friend bool operator==(const Option&, const Option&) = default;
  };
  Kind kind = Kind::text;
  std::string text{};             // of a text
  std::vector<Option> options{};  // of a choice
  bool values = false;            // of a choice: before them, each value on the board
  friend bool operator==(const TypedPart&, const TypedPart&) = default;
};
using TypedText = std::vector<TypedPart>;

// How a region is drawn as a board of squares. Without pieces, each cell is a square. With pieces,
// the values of the cells are positions on a board of that size, counted from 0, row by row.
struct BoardStyle {
  std::optional<BoardSize> boxes;  // squares between heavier lines
  std::optional<BoardSize> size;   // unset: that of the region
  std::string pieces;              // a character for each position; may be empty
  // With pieces, the full name of a variable that holds a column of the field: the positions are
  // the region's cells in it. Empty: they are all cells of the region, row by row.
  std::string column;
  std::string mask;  // a region: its empty cells hide their squares; may be empty
  BoardLabels columns;
  BoardLabels rows;
  TypedText click;  // what a click on a square types; may be empty
  SourceLocation where;
  friend bool operator==(const BoardStyle&, const BoardStyle&) = default;
};

// Returns what an annotation has around `= region`: "[3x3](8x8):mcccc@Game::now labelled a-h x
// 8-1".
[[nodiscard]] std::string to_string(const BoardStyle& style);

struct Region {
  std::string name{};
  Rectangle area{};
  Encoding encoding{};
  SourceLocation where{};
  std::optional<BoardStyle> board = {};  // how it is drawn as a board, if it is
  friend bool operator==(const Region&, const Region&) = default;
};

struct SourceBreakpoint {
  Point at;
  SourceLocation where;
};

// The method of the reference solver, as `#$method` names it.
inline constexpr std::string_view reference_method = "tallies";

// The method by which the program solves, or what the console says before there is output.
struct TextAnnotation {
  std::string text;
  SourceLocation where;
};

// A button of the console.
struct Button {
  std::string name;
  TypedText typed;
  SourceLocation where;
};

// Replaces `from` by `to`, which make equally many cells, in every line that is not an annotation,
// before the playfield is made.
struct Replacement {
  std::string from;
  std::string to;
  SourceLocation where;
};

// A comment that names a value and the code that pushes it, in a form of other people's programs.
struct Constant {
  std::string name;
  std::int64_t value = 0;
  std::string code;      // leaves `value` alone on an empty stack
  SourceLocation where;  // the start of its line
};

struct Annotations {
  std::vector<Watch> watches;  // at most one per cell: the first
  std::vector<Region> regions;
  std::vector<SourceBreakpoint> breakpoints;
  std::vector<Replacement> replacements;
  std::vector<PhaseBlock> phases;
  std::vector<Constant> constants;
  std::vector<Button> buttons;
  std::optional<TextAnnotation> method;  // the first
  std::optional<TextAnnotation> prompt;  // the first

  // Returns the region of that name, ignoring case, or null.
  [[nodiscard]] const Region* find_region(std::string_view name) const;
};

// The annotations of a source, and a warning with line and column for each that is malformed or
// outside the field and therefore skipped. Only the first `max_warnings` warnings are kept; the
// others are counted.
struct AnnotationScan {
  static constexpr std::size_t max_warnings = 1000;

  Annotations annotations;
  std::vector<Error> warnings;
  std::uint64_t further_warnings = 0;

  void warn(Error warning);
};

// Collects the annotations of the remaining lines of `lines`, counted from `first_line`. `file` is
// for locations, whose columns count bytes. The second watch of a cell and the second region of a
// name become warnings. Cost: linear in the bytes, with little work on lines without an annotation.
[[nodiscard]] AnnotationScan scan_annotations(LineReader lines, const std::string& file,
                                              std::uint64_t first_line = 1,
                                              const Dialect& dialect = Dialect());

// Replaces each watch, region, phase and breakpoint outside a field of `size` with a warning.
void drop_outside(AnnotationScan& scan, Size size);

// Returns whether the line has one of the `#$` forms, well formed or not. A line with an ARRAY does
// not count, since it may hold code as well.
[[nodiscard]] bool is_annotation_line(std::string_view line);

// A constant whose code is read across a cell in a direction.
struct ConstantUse {
  const Constant* constant;
  Direction direction = Direction::east;
};
// Returns for each direction the one with the longest code there, of at least two cells: a single
// digit stands for too much. Cost: the lengths of all codes.
[[nodiscard]] std::vector<ConstantUse> constants_at(const Playfield& field,
                                                    const std::vector<Constant>& constants,
                                                    Point at);

// Further replacements are rejected with a warning, since each costs a pass over the source.
inline constexpr std::size_t max_replacements = 256;

// Applies the replacements to one line in order, each from left to right. Returns annotation lines
// unchanged.
[[nodiscard]] std::string apply_replacements(std::string_view line,
                                             const std::vector<Replacement>& replacements);

// Parses `NAME=X,Y,W,H[:encoding]`, the argument of `run --region`.
[[nodiscard]] Result<Region> parse_region_option(std::string_view text);
[[nodiscard]] std::string region_option(const Region& region);

}  // namespace fungescope
