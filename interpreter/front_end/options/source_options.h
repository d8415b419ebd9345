// Options for loading a source file, shared by every command that opens one: --dialect, --size,
// --max-cells, --no-annotations, --region.
//
//     SourceOptions source;
//     add_source_options(command, source);
//     ...
//     Result<OpenedProgram> opened = open_program(source);
#pragma once

#include "base/result.h"
#include "lang/dialect.h"
#include "lang/loader.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace fungescope {

struct SourceOptions {
  std::string file;
  std::string dialect;  // empty: `wide`, or that of a link
  std::string size;     // empty: the dialect's rule
  std::int64_t max_cells = LoadOptions{}.max_cells;
  bool no_annotations = false;
  std::vector<std::string> regions;  // NAME=X,Y,W,H[:encoding]
};

// Adds FILE and the options to a command. `options` must outlive the parsing.
void add_source_options(CLI::App& command, SourceOptions& options);

struct OpenedProgram {
  Program program;
  Dialect dialect;
  std::uint64_t source_bytes = 0;
};

// Reads and loads the file; "-" is standard input and "@NAME" a built-in program. A link has
// options of its own, over which those of the command line have precedence. A --region
// replaces one of the same name in the source and must be inside the field.
[[nodiscard]] Result<OpenedProgram> open_program(const SourceOptions& options);

// As open_program, for bytes that are already read.
[[nodiscard]] Result<OpenedProgram> load_program(std::string_view bytes,
                                                 const SourceOptions& options);

// Returns the options for loading a source, without its regions.
[[nodiscard]] Result<LoadOptions> parse_load_options(const SourceOptions& options);

// Returns the regions of --region.
[[nodiscard]] Result<std::vector<Region>> parse_region_options(const SourceOptions& options);

// Returns the seed of a run: as given, else that of a link, else 0.
[[nodiscard]] std::uint64_t run_seed(const SourceOptions& options,
                                     std::optional<std::uint64_t> given);

// Returns the named dialect, or an error that lists the names.
[[nodiscard]] Result<Dialect> parse_dialect(const std::string& name);

}  // namespace fungescope
