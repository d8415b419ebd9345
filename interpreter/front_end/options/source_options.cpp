#include "front_end/options/source_options.h"

#include "base/escape.h"
#include "front_end/file_input.h"
#include "front_end/options/number_option.h"
#include "front_end/program_file.h"
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

// Adds a region, or replaces the one of the same name.
Result<void> declare_region(Region region, Program& program) {
  const Size field = program.playfield.size();
  if (!fits_into(region.area, field)) {
    return fail(
        {"--region"},
        fmt::format("{} reaches outside the field of {}x{}",
                    single_quoted(fmt::format("{}={},{},{},{}", region.name, region.area.corner.x,
                                              region.area.corner.y, region.area.size.width,
                                              region.area.size.height)),
                    field.width, field.height),
        "coordinates count from 0, x before y");
  }
  auto& regions = program.annotations.regions;
  std::erase_if(regions, [&region](const Region& other) {
    return equal_ignoring_case(other.name, region.name);
  });
  regions.push_back(std::move(region));
  return {};
}

}  // namespace

void add_source_options(CLI::App& command, SourceOptions& options) {
  command
      .add_option("FILE", options.file,
                  "The program's source; - for standard input, @NAME for a "
                  "built-in program, which `fungescope programs` lists, or a link")
      ->required();
  command.add_option("--dialect", options.dialect,
                     "One of: " + dialect_names() + "; default: the first, or that of a link");
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

Result<Dialect> parse_dialect(const std::string& name) {
  if (const auto dialect = find_dialect(name)) return *dialect;
  return fail({"--dialect"}, fmt::format("there is no dialect {}", single_quoted(name)),
              "use one of " + dialect_names());
}

Result<LoadOptions> parse_load_options(const SourceOptions& options) {
  const auto shared = TRY(read_link(options.file));
  const Link link = shared.value_or(Link());
  LoadOptions load;
  load.file = program_display_name(options.file, StandardInput::accept);
  load.max_cells = options.max_cells;
  if (shared) load.max_cells = std::min(load.max_cells, link_limit::cells);
  load.annotations = link.annotations && !options.no_annotations;
  const Result<Dialect> dialect =
      parse_dialect(options.dialect.empty() ? link.dialect : options.dialect);
  if (!dialect) return tl::unexpected(dialect.error());
  load.dialect = *dialect;
  const std::string& size_text = options.size.empty() ? link.size : options.size;
  if (!size_text.empty()) {
    load.size = TRY(parse_size_option(size_text));
  }
  return load;
}

Result<std::vector<Region>> parse_region_options(const SourceOptions& options) {
  const auto shared = TRY(read_link(options.file));
  std::vector<std::string> texts = shared ? shared->regions : std::vector<std::string>();
  texts.insert(texts.end(), options.regions.begin(), options.regions.end());
  std::vector<Region> regions;
  for (const std::string& text : texts) {
    Result<Region> region = parse_region_option(text);
    if (!region) return tl::unexpected(region.error());
    std::erase_if(regions, [&region](const Region& other) {
      return equal_ignoring_case(other.name, region->name);
    });
    regions.push_back(std::move(*region));
  }
  return regions;
}

std::uint64_t run_seed(const SourceOptions& options, std::optional<std::uint64_t> given) {
  if (given) return *given;
  const auto link = read_link(options.file);
  return link && *link ? (*link)->seed : 0;
}

Result<OpenedProgram> load_program(std::string_view bytes, const SourceOptions& options) {
  const auto how = TRY(parse_load_options(options));
  auto regions = TRY(parse_region_options(options));
  auto program = TRY(load(bytes, how));
  for (Region& region : regions) {
    TRY(declare_region(std::move(region), program));
  }
  return OpenedProgram{std::move(program), how.dialect, bytes.size()};
}

Result<OpenedProgram> open_program(const SourceOptions& options) {
  const auto bytes = TRY(read_program(options.file, StandardInput::accept));
  return load_program(bytes, options);
}

}  // namespace fungescope
