// From source bytes to {Playfield, Annotations}.
//
//     LoadOptions options;
//     options.file = "hello.b93";
//     Result<Program> program = load(bytes, options);
//
// The rules (byte-order mark, line ends, field size) are in docs/semantics.md,
// 'Source'. Loading never touches the file system: the caller reads the bytes.
// Cost: linear in the bytes and in the cells of the field, in time; in memory
// one byte a cell at once and eight more when a cell is first used. A source is
// measured before anything is allocated for it, so one that is too large fails
// fast.
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

// The field of the published description.
inline constexpr Size classic_field{80, 25};

struct LoadOptions {
  std::string file = "<memory>";  // for the locations in warnings and errors
  Dialect dialect;
  // `--size`: overrides the dialect's rule. `source` is the bounding box; a
  // given size cuts, with a warning, what does not fit.
  struct SizeOverride {
    bool source = false;
    Size size;
  };
  std::optional<SizeOverride> size;
  bool annotations = true;  // else they are cells like all others; nothing is replaced
  // Fields with more cells are refused with an error that names --max-cells.
  std::int64_t max_cells = std::int64_t{1} << 27U;
};

struct Program {
  Playfield playfield;
  Annotations annotations;
  std::vector<Error> warnings;  // in the order of their lines
};

// Fails only if the field is larger than `max_cells` or than the memory; all else
// is a warning. The result does not refer to `bytes`.
[[nodiscard]] Result<Program> load(std::string_view bytes, const LoadOptions& options);

// Parses "80x25" or "source", the argument of `--size`.
[[nodiscard]] Result<LoadOptions::SizeOverride> parse_size_option(std::string_view text);

}  // namespace fungescope
