#include "cli/source_options.h"

#include "base/printable.h"
#include "cli/file_input.h"
#include "cli/number_option.h"
#include "lang/text_cursor.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace fungescope {
namespace {

std::string dialect_names() {
  std::string names;
  for (const Dialect& dialect : dialects()) {
    if (!names.empty()) names += ", ";
    names += dialect.name;
  }
  return names;
}

// Puts the region in front, so that it is the one found by its name.
Result<void> declare_region(const std::string& text, Program& program) {
  Result<Region> region = parse_region_option(text);
  if (!region) return tl::unexpected(region.error());
  const Size field = program.playfield.size();
  if (!fits_into(region->area, field)) {
    return fail({"--region"},
                fmt::format("{} reaches outside the field of {}x{}", in_quotes(text), field.width,
                            field.height),
                "coordinates count from 0, x before y");
  }
  auto& regions = program.annotations.regions;
  std::erase_if(regions, [&region](const Region& other) {
    return equal_ignoring_case(other.name, region->name);
  });
  regions.push_back(std::move(*region));
  return {};
}

}  // namespace

void add_source_options(CLI::App& command, SourceOptions& options) {
  command.add_option("FILE", options.file, "The program's source; - for standard input")
      ->required();
  command.add_option("--dialect", options.dialect, "One of: " + dialect_names())
      ->capture_default_str();
  command.add_option("--size", options.size,
                     "The field: WIDTHxHEIGHT, or source for the source's bounding box");
  command.add_option("--max-cells", options.max_cells, "Refuse a field of more cells")
      ->transform(whole_number(1, std::numeric_limits<std::int64_t>::max()))
      ->capture_default_str();
  command.add_flag("--no-annotations", options.no_annotations,
                   "Take annotations for nothing but cells");
  command
      .add_option("--region", options.regions,
                  "Declare a region: NAME=X,Y,W,H[:encoding]; repeatable")
      ->take_all()
      ->allow_extra_args(false);
}

Result<Dialect> dialect_option(const std::string& name) {
  if (const auto dialect = find_dialect(name)) return *dialect;
  return fail({"--dialect"}, fmt::format("there is no dialect {}", in_quotes(name)),
              "use one of " + dialect_names());
}

Result<OpenedProgram> load_program(std::string_view bytes, const SourceOptions& options) {
  LoadOptions load_options;
  load_options.file = display_name(options.file, StandardInput::accept);
  load_options.max_cells = options.max_cells;
  load_options.annotations = !options.no_annotations;
  const Result<Dialect> dialect = dialect_option(options.dialect);
  if (!dialect) return tl::unexpected(dialect.error());
  load_options.dialect = *dialect;
  if (!options.size.empty()) {
    const auto size = parse_size_option(options.size);
    if (!size) return tl::unexpected(size.error());
    load_options.size = *size;
  }
  Result<Program> program = load(bytes, load_options);
  if (!program) return tl::unexpected(program.error());
  for (const std::string& region : options.regions) {
    const Result<void> declared = declare_region(region, *program);
    if (!declared) return tl::unexpected(declared.error());
  }
  return OpenedProgram{std::move(*program), *dialect, bytes.size()};
}

Result<OpenedProgram> open_program(const SourceOptions& options) {
  const Result<std::string> bytes = read_file(options.file, StandardInput::accept);
  if (!bytes) return tl::unexpected(bytes.error());
  return load_program(*bytes, options);
}

}  // namespace fungescope
