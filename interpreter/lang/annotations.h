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

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lang/geometry.h"

namespace fungescope {

enum class WatchType : std::uint8_t { integer, long_integer, character, hex, hex8, binary, boolean };

// "int", "long", "char", "hex", "hex8", "binary", "bool".
[[nodiscard]] std::string_view to_string(WatchType type);

struct Watch {
  Point at;
  WatchType type = WatchType::integer;
  std::vector<std::string> scope;  // outermost first; empty for a global
  std::string name;
  SourceLocation where;

  // "Solve::x".
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

// Reads what to_string prints, in any case; nothing if it is no encoding.
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
// in `warnings`, with its line and column.
struct AnnotationScan {
  Annotations annotations;
  std::vector<Error> warnings;
};

// Collects the annotations of a source that is already split into lines (no
// line ends in them). `file` is for locations. Cost: linear in the bytes.
[[nodiscard]] AnnotationScan scan_annotations(const std::vector<std::string_view>& lines,
                                              const std::string& file);

// Moves every watch, region and breakpoint that lies outside a field of `size`
// to the warnings.
void drop_outside(AnnotationScan& scan, Size size);

// Applies the replacements to one line; annotation lines come back unchanged.
[[nodiscard]] std::string apply_replacements(std::string_view line,
                                             const std::vector<Replacement>& replacements);

// Parses `NAME=X,Y,W,H[:encoding]`, the argument of `run --region`.
[[nodiscard]] Result<Region> parse_region_option(std::string_view text);

}  // namespace fungescope
