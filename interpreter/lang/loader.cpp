#include "lang/loader.h"

#include "base/escape.h"
#include "lang/line_reader.h"
#include "lang/text_cursor.h"

#include <algorithm>
#include <new>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

// Returns the smallest field that contains every line. An empty source has one cell.
Size bounding_box(LineReader lines) {
  std::size_t longest = 1;
  std::int64_t count = 0;
  while (const auto line = lines.next()) {
    ++count;
    longest = std::max(longest, line->size());
  }
  return {static_cast<std::int64_t>(longest), std::max<std::int64_t>(count, 1)};
}

// The number of cells may exceed 64 bits: a long line among many short ones.
__extension__ using Cells = unsigned __int128;
Cells cells_of(Size size) {
  return static_cast<Cells>(size.width) * static_cast<Cells>(size.height);
}

// Where the memory is too small for less, the field is not the cause.
constexpr Cells large_field = Cells{1} << 20U;

std::string describe_field(Size size) {
  return fmt::format("the field of {}x{} has {} cells", size.width, size.height, cells_of(size));
}

Result<Size> check_size(Size size, const LoadOptions& options) {
  if (size.width < 1 || size.height < 1) {
    return fail({options.file},
                fmt::format("a field of {}x{} has no cell", size.width, size.height),
                "give it a width and a height of at least 1");
  }
  const auto limit = static_cast<Cells>(std::max<std::int64_t>(options.max_cells, 0));
  if (cells_of(size) <= limit) return size;
  return fail(
      {options.file}, fmt::format("{}, more than the limit of {}", describe_field(size), limit),
      !options.has_size_options
          ? "use a smaller program"
          : fmt::format("raise it with --max-cells {} (about 9 bytes of memory a cell), or give "
                        "a smaller field with --size WxH",
                        cells_of(size)));
}

// Copies lines to the rows of a field. Adds at most one warning for long lines and one for further
// lines, which are cut.
Playfield::Bytes field_bytes(LineReader lines, Size size,
                             const std::vector<Replacement>& replacements, bool annotations,
                             const std::string& file, std::vector<Error>& warnings) {
  constexpr const char* advice = "--size source makes the field as large as the source";
  const auto width = static_cast<std::size_t>(size.width);
  const auto area = static_cast<std::size_t>(size.area());
  Playfield::Bytes cells;
  cells.reserve(area);
  std::int64_t line_count = 0;
  std::int64_t first_long_line = 0;
  std::uint64_t long_lines = 0;
  bool cuts_lines = false;  // others than annotations, which count although they are cut off
  while (const auto line = lines.next()) {
    if (++line_count > size.height) {
      cuts_lines = cuts_lines || !annotations || !is_annotation_line(*line);
      continue;
    }
    std::string replaced;
    std::string_view row = *line;
    if (!replacements.empty()) row = replaced = apply_replacements(row, replacements);
    if (row.size() > width && long_lines++ == 0) first_long_line = line_count;
    row = row.substr(0, width);
    // As bytes, so that the copy is one memcpy.
    const auto* const bytes = reinterpret_cast<const unsigned char*>(row.data());
    cells.insert(cells.end(), bytes, bytes + row.size());
    cells.insert(cells.end(), width - row.size(), ' ');
  }
  cells.resize(area, ' ');
  if (long_lines > 0) {
    std::string what =
        fmt::format("the line is cut after {} columns, the width of the field", size.width);
    if (long_lines > 1) what += fmt::format("; so are {} further lines", long_lines - 1);
    warnings.push_back(
        {{file, static_cast<std::uint64_t>(first_long_line), width + 1}, std::move(what), advice});
  }
  if (cuts_lines) {
    warnings.push_back(
        {{file, static_cast<std::uint64_t>(size.height) + 1, 1},
         fmt::format("the source has {} lines and the field {}: from here on it is cut", line_count,
                     size.height),
         advice});
  }
  return cells;
}

Program load_into(Size size, LineReader lines, const LoadOptions& options) {
  AnnotationScan scan;
  if (options.annotations) {
    scan = scan_annotations(lines, options.file);
    drop_outside(scan, size);
  }
  std::vector<Error> warnings = std::move(scan.warnings);
  Playfield playfield(size,
                      field_bytes(lines, size, scan.annotations.replacements, options.annotations,
                                  options.file, warnings),
                      options.dialect.signed_8_bit_cells);
  std::stable_sort(warnings.begin(), warnings.end(), [](const Error& a, const Error& b) {
    return std::pair(a.where.line, a.where.column) < std::pair(b.where.line, b.where.column);
  });
  if (scan.further_warnings > 0) {
    warnings.push_back({{options.file},
                        fmt::format("{} further warnings are not shown", scan.further_warnings),
                        {}});
  }
  return {std::move(playfield), std::move(scan.annotations), std::move(warnings)};
}

}  // namespace

Size field_size(Size source, const LoadOptions& options) {
  if (options.size) return options.size->source ? source : options.size->size;
  const FieldSizeRule size_rule = options.dialect.field_size;
  const bool fits = fits_into({{0, 0}, source}, classic_field);
  const bool is_classic = size_rule == FieldSizeRule::classic_cut ||
                          (size_rule == FieldSizeRule::classic_or_source && fits);
  return is_classic ? classic_field : source;
}

Result<Program> load(std::string_view bytes, const LoadOptions& options) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (bytes.starts_with(byte_order_mark)) bytes.remove_prefix(byte_order_mark.size());
  const LineReader lines(
      bytes, options.dialect.carriage_return_ends_line ? LineEndings::any : LineEndings::lf);
  const auto size = TRY(check_size(field_size(bounding_box(lines), options), options));
  // The user may raise the limit beyond the memory of the system.
  const auto out_of_memory = [&] {
    return fail({options.file}, describe_field(size) + ", more than there is memory for",
                "give a smaller field with --size WxH");
  };
  try {
    return load_into(size, lines, options);
  } catch (const std::bad_alloc&) {
    if (!options.has_size_options || cells_of(size) < large_field) throw;
    return out_of_memory();
  } catch (const std::length_error&) {
    return out_of_memory();
  }
}

Result<LoadOptions::SizeOverride> parse_size_option(std::string_view text) {
  if (equal_ignoring_case(text, "source"))
    return LoadOptions::SizeOverride{.source = true, .size = {}};
  const auto fail_size = [text](std::string what) {
    return fail({"--size"}, fmt::format("{} {}", single_quoted(text), what),
                "write WIDTHxHEIGHT, such as 80x25, or source");
  };
  using Number = TextCursor::Number;
  LoadOptions::SizeOverride result;
  TextCursor cursor(text);
  const Number width = cursor.take_number(result.size.width);
  const bool separated = cursor.take("x") || cursor.take("X");
  const Number height = cursor.take_number(result.size.height);
  if (width == Number::absent || !separated || height == Number::absent || !cursor.at_end()) {
    return fail_size("is not a size");
  }
  if (width == Number::too_large || height == Number::too_large) return fail_size("is too large");
  if (result.size.width == 0 || result.size.height == 0) return fail_size("has no cell");
  return result;
}

std::string size_option(const std::optional<LoadOptions::SizeOverride>& size) {
  if (!size) return {};
  return size->source ? "source" : fmt::format("{}x{}", size->size.width, size->size.height);
}

}  // namespace fungescope
