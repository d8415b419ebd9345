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

std::string_view without_byte_order_mark(std::string_view bytes) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  if (bytes.starts_with(mark)) bytes.remove_prefix(mark.size());
  return bytes;
}

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

// Copies lines to the rows of a field, and counts those that are cut.
class FieldBuilder {
 public:
  FieldBuilder(Size size, const std::vector<Replacement>& replacements)
      : size_(size), replacements_(replacements) {
    cells_.reserve(static_cast<std::size_t>(size.area()));
  }

  Playfield::Bytes add_lines(LineReader lines) {
    while (const auto line = lines.next()) {
      if (++line_count_ > size_.height) continue;
      if (replacements_.empty()) {
        add_row(*line);
      } else {
        add_row(apply_replacements(*line, replacements_));
      }
    }
    cells_.resize(static_cast<std::size_t>(size_.area()), ' ');
    return std::move(cells_);
  }

  // Adds at most one warning for long lines and one for further lines.
  void warn_of_cuts(const std::string& file, std::vector<Error>& warnings) const {
    constexpr const char* advice = "--size source makes the field as large as the source";
    if (long_lines_ > 0) {
      std::string what =
          fmt::format("the line is cut after {} columns, the width of the field", size_.width);
      if (long_lines_ > 1) what += fmt::format("; so are {} further lines", long_lines_ - 1);
      const auto column = static_cast<std::uint64_t>(size_.width) + 1;
      warnings.push_back({{file, first_long_line_, column}, std::move(what), advice});
    }
    if (line_count_ > size_.height) {
      warnings.push_back(
          {{file, static_cast<std::uint64_t>(size_.height) + 1, 1},
           fmt::format("the source has {} lines and the field {}: from here on it is cut",
                       line_count_, size_.height),
           advice});
    }
  }

 private:
  void add_row(std::string_view line) {
    const auto width = static_cast<std::size_t>(size_.width);
    if (line.size() > width) {
      if (long_lines_++ == 0) first_long_line_ = static_cast<std::uint64_t>(line_count_);
      line = line.substr(0, width);
    }
    // As bytes, so that the copy is one memcpy.
    const auto* const bytes = reinterpret_cast<const unsigned char*>(line.data());
    cells_.insert(cells_.end(), bytes, bytes + line.size());
    cells_.insert(cells_.end(), width - line.size(), ' ');
  }

  Size size_;
  const std::vector<Replacement>& replacements_;
  Playfield::Bytes cells_;
  std::int64_t line_count_ = 0;
  std::uint64_t long_lines_ = 0;
  std::uint64_t first_long_line_ = 0;
};

void sort_by_location(std::vector<Error>& warnings) {
  std::stable_sort(warnings.begin(), warnings.end(), [](const Error& a, const Error& b) {
    return std::pair(a.where.line, a.where.column) < std::pair(b.where.line, b.where.column);
  });
}

Program load_into(Size size, LineReader lines, const LoadOptions& options) {
  AnnotationScan scan;
  if (options.annotations) {
    scan = scan_annotations(lines, options.file);
    drop_outside(scan, size);
  }
  FieldBuilder builder(size, scan.annotations.replacements);
  Playfield playfield(size, builder.add_lines(lines), options.dialect.signed_8_bit_cells);
  std::vector<Error> warnings = std::move(scan.warnings);
  builder.warn_of_cuts(options.file, warnings);
  sort_by_location(warnings);
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
  switch (options.dialect.field_size) {
    case FieldSizeRule::classic_or_source:
      return fits_into({{0, 0}, source}, classic_field) ? classic_field : source;
    case FieldSizeRule::source:
      return source;
    case FieldSizeRule::classic_cut:
      return classic_field;
  }
  return source;
}

Result<Program> load(std::string_view bytes, const LoadOptions& options) {
  const LineReader lines(without_byte_order_mark(bytes), options.dialect.carriage_return_ends_line
                                                             ? LineEndings::any
                                                             : LineEndings::lf);
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
