// Loads source bytes into a playfield and its annotations.
//
//     LoadOptions options;
//     options.file = "hello.b93";
//     Result<Program> program = load(bytes, options);
//
// docs/semantics.md, 'Source', states the rules (byte-order mark, line endings, field size).
// Loading never touches the file system: the caller reads the bytes. Cost: time linear in the bytes
// and the cells of the field; memory one byte per cell at once and eight more when its page is
// first written. The size is computed before anything is allocated, so a source that is too large
// fails fast.
#pragma once

#include "base/result.h"
#include "lang/annotations.h"
#include "lang/dialect.h"
#include "lang/playfield.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope {

// The size of the playfield in the published description.
inline constexpr Size classic_field{80, 25};

struct LoadOptions {
  std::string file = "<memory>";  // for the locations in warnings and errors
  Dialect dialect;
  // `--size`: overrides the dialect's rule. `source` is the bounding box. A source larger than a
  // given size is cut, with a warning.
  struct SizeOverride {
    bool source = false;
    Size size;
    friend bool operator==(const SizeOverride&, const SizeOverride&) = default;
  };
  std::optional<SizeOverride> size;
  bool annotations = true;  // else annotations are plain cells, and nothing is replaced
  // Larger fields are rejected with an error that names --max-cells.
  std::int64_t max_cells = std::int64_t{1} << 27U;
  // Without, the user has neither --size nor --max-cells: no error names them, and a field that is
  // larger than the memory throws std::bad_alloc.
  bool has_size_options = true;
};

struct Program {
  Playfield playfield;
  Annotations annotations;
  std::vector<Error> warnings;  // in the order of their lines
  Dialect dialect;              // with which it runs; not `automatic`
  std::optional<Error> notice;  // why that is not the default; empty if it is, or was asked for
};

// Loads a program. Fails only if the field exceeds `max_cells` or the memory; all other problems
// are warnings. The result does not refer to `bytes`.
[[nodiscard]] Result<Program> load(std::string_view bytes, const LoadOptions& options);

// Returns the size of the field for a source whose longest line and whose number of lines are
// `source`.
[[nodiscard]] Size field_size(Size source, const LoadOptions& options);

// Parses "80x25" or "source", the argument of `--size`.
[[nodiscard]] Result<LoadOptions::SizeOverride> parse_size_option(std::string_view text);
// Returns that argument; empty: as the dialect has it.
[[nodiscard]] std::string size_option(const std::optional<LoadOptions::SizeOverride>& size);

}  // namespace fungescope
