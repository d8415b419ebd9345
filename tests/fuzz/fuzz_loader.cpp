// Loads any bytes in any dialect with any options, and checks every cell against a naive reading of
// docs/semantics.md, 'Source'.
#include "lang/analysis/static_analysis.h"
#include "lang/loader.h"
#include "lang/source_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz_check.h"

using namespace fungescope;

namespace {

constexpr std::int64_t cell_limit = 1 << 14;

// Derives the options from the first bytes.
LoadOptions take_options(std::string_view& bytes) {
  const auto take = [&bytes] {
    if (bytes.empty()) return 0U;
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    return static_cast<unsigned>(byte);
  };
  LoadOptions options;
  options.file = "fuzz";
  options.max_cells = cell_limit;
  const unsigned choice = take();
  options.dialect = dialects()[choice % dialects().size()];
  options.annotations = (choice & 4U) == 0;
  if ((choice & 8U) != 0) {
    const Size size{take(), take()};
    options.size = LoadOptions::SizeOverride{.source = (choice & 16U) != 0, .size = size};
  }
  return options;
}

std::vector<std::string> split_naively(std::string_view text, bool carriage_return_ends) {
  std::vector<std::string> lines;
  bool open = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!open) lines.emplace_back();
    open = true;
    const bool ends = carriage_return_ends && text[i] == '\r';
    if (ends && i + 1 < text.size() && text[i + 1] == '\n') ++i;
    if (ends || text[i] == '\n') {
      open = false;
    } else {
      lines.back() += text[i];
    }
  }
  return lines;
}

Size expected_size(const std::vector<std::string>& lines, const LoadOptions& options) {
  Size source{1, std::max<std::int64_t>(1, static_cast<std::int64_t>(lines.size()))};
  for (const std::string& line : lines) {
    const std::u32string cells = decode_characters(line, options.dialect);
    FUZZ_CHECK(encode_characters(cells, options.dialect) == line);
    FUZZ_CHECK(cells.size() == count_characters(line, options.dialect));
    source.width = std::max(source.width, static_cast<std::int64_t>(cells.size()));
  }
  if (options.size) return options.size->source ? source : options.size->size;
  const bool is_classic = source.width <= 80 && source.height <= 25;
  if (options.dialect.name == "bef") return {80, 25};
  return is_classic && options.dialect.name != "befunexec" ? Size{80, 25} : source;
}

void check_cells(const Program& program, const std::vector<std::string>& lines,
                 const LoadOptions& options) {
  const Size size = program.playfield.size();
  for (std::int64_t y = 0; y < size.height; ++y) {
    std::string line = static_cast<std::size_t>(y) < lines.size() ? lines[y] : "";
    line = apply_replacements(line, program.annotations.replacements);
    std::u32string cells = decode_characters(line, options.dialect);
    cells.resize(static_cast<std::size_t>(size.width), U' ');
    for (std::int64_t x = 0; x < size.width; ++x) {
      const std::int64_t expected = cell_value(cells[static_cast<std::size_t>(x)], options.dialect);
      FUZZ_CHECK(program.playfield.at(Point{x, y}) == expected);
    }
  }
}

void check_warnings(const Program& program, const std::vector<std::string>& lines,
                    std::uint64_t first_line) {
  std::uint64_t last_line = 0;
  for (const Error& warning : program.warnings) {
    FUZZ_CHECK(warning.where.file == "fuzz");
    FUZZ_CHECK(!warning.what.empty());
    if (warning.where.line == 0) {
      FUZZ_CHECK(&warning == &program.warnings.back());  // the count of further ones
      continue;
    }
    FUZZ_CHECK(warning.where.line >= last_line);
    const std::uint64_t row = warning.where.line - first_line;
    FUZZ_CHECK(row < lines.size());
    FUZZ_CHECK(warning.where.column >= 1);
    FUZZ_CHECK(warning.where.column <= lines[row].size() + 1);
    last_line = warning.where.line;
  }
}

void check_annotations(const Program& program) {
  const Size size = program.playfield.size();
  for (const Watch& watch : program.annotations.watches) FUZZ_CHECK(size.contains(watch.at));
  for (const SourceBreakpoint& b : program.annotations.breakpoints) FUZZ_CHECK(size.contains(b.at));
  for (const Region& region : program.annotations.regions) {
    FUZZ_CHECK(fits_into(region.area, size));
    FUZZ_CHECK(region.area.size.area() >= 1);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const LoadOptions options = take_options(bytes);
  const SourceText source = split_source(bytes, options.dialect);
  const auto lines = split_naively(source.text, options.dialect.name != "bef");
  const Size expected = expected_size(lines, options);

  const Result<Program> program = load(bytes, options);
  const bool loads = expected.width >= 1 && expected.height >= 1 && expected.area() <= cell_limit;
  FUZZ_CHECK(program.has_value() == loads);
  if (!loads) return 0;

  FUZZ_CHECK(program->playfield.size() == expected);
  check_cells(*program, lines, options);
  check_warnings(*program, lines, source.first_line);
  check_annotations(*program);
  if (!options.annotations) FUZZ_CHECK(program->annotations.watches.empty());

  const Reachability reachability = compute_reachability(program->playfield, options.dialect);
  FUZZ_CHECK(reachability.count >= 1);
  FUZZ_CHECK(reachability.count <= static_cast<std::uint64_t>(expected.area()));
  FUZZ_CHECK(reachability.reached[0]);
  return 0;
}
