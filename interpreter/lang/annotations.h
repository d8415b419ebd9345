// Names for cells, written inside a source file: watches, breakpoints,
// replacements and regions. An annotation is a name and nothing more: the
// virtual machine never sees one. The forms are in docs/semantics.md,
// 'Annotations'.
//
//     #$watch[2,0]:int = recursionLevel
//     #$watch[2,4]:int = Solve :: x
//     #$break[10,3]
//     #$replace A -> B
//     #$region[9,1](9x9):ascii = grid
//     ARRAY [09,01] (W= 9;H= 9) grid // ASCII
#pragma once

#include "base/result.h"
#include "lang/geometry.h"
#include "lang/line_reader.h"

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

// "int", "long", "char", "hex", "hex8", "binary", "bool".
[[nodiscard]] std::string_view to_string(WatchType type);

struct Watch {
  Point at;
  WatchType type = WatchType::integer;
  std::vector<std::string> scope;  // outermost first; empty for a global
  std::string name;
  SourceLocation where;

  // "Solve::x": the form in which messages and front ends name it.
  [[nodiscard]] std::string full_name() const;
};

struct Encoding {
  enum class Kind : std::uint8_t { ascii, decimal, hex, boolean };
  Kind kind = Kind::decimal;
  std::int64_t false_value = 0;  // boolean only
  std::int64_t true_value = 1;   // boolean only
  friend bool operator==(const Encoding&, const Encoding&) = default;
};

// "ascii", "decimal", "hex", "bool (0d | \"X\")".
[[nodiscard]] std::string to_string(const Encoding& encoding);

// Reads what to_string prints, in any case; the values of a bool may be left
// out: 0 and 1. Nothing if it is no encoding.
[[nodiscard]] std::optional<Encoding> parse_encoding(std::string_view text);

struct Region {
  std::string name;
  Rectangle area;
  Encoding encoding;
  SourceLocation where;
};

struct SourceBreakpoint {
  Point at;
  SourceLocation where;
};

// `from` and `to` have equal length and are replaced in every line that is no
// annotation, before the playfield is made.
struct Replacement {
  std::string from;
  std::string to;
  SourceLocation where;
};

struct Annotations {
  std::vector<Watch> watches;  // at most one a cell: the first wins
  std::vector<Region> regions;
  std::vector<SourceBreakpoint> breakpoints;
  std::vector<Replacement> replacements;

  // By name, in any case; null if there is none.
  [[nodiscard]] const Region* find_region(std::string_view name) const;
};

// A malformed annotation, or one outside the field, is skipped and described
// in `warnings`, with its line and column. Of very many warnings the first
// `max_warnings` are kept and the others counted.
struct AnnotationScan {
  static constexpr std::size_t max_warnings = 1000;

  Annotations annotations;
  std::vector<Error> warnings;
  std::uint64_t further_warnings = 0;

  void warn(Error warning);
};

// Collects the annotations of the lines that `lines` has yet to give, counting
// from 1. `file` is for locations. Of two watches of one cell, and of two
// regions of one name, the first wins and the other is a warning. Cost: linear
// in the bytes; lines that hold no annotation cost next to nothing.
[[nodiscard]] AnnotationScan scan_annotations(LineReader lines, const std::string& file);

// Moves every watch, region and breakpoint that lies outside a field of `size`
// to the warnings.
void drop_outside(AnnotationScan& scan, Size size);

// Is it one of the `#$` forms, well formed or not? A line with an ARRAY in it
// is not: it may hold code as well.
[[nodiscard]] bool is_annotation_line(std::string_view line);

// More replacements than this are refused, with a warning: each costs a pass
// over the source.
inline constexpr std::size_t max_replacements = 256;

// Applies the replacements to one line, one after the other in their order,
// each from left to right; annotation lines come back unchanged.
[[nodiscard]] std::string apply_replacements(std::string_view line,
                                             const std::vector<Replacement>& replacements);

// Parses `NAME=X,Y,W,H[:encoding]`, the argument of `run --region`.
[[nodiscard]] Result<Region> parse_region_option(std::string_view text);

}  // namespace fungescope
