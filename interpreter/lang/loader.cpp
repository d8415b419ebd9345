#include "lang/loader.h"

#include "base/escape.h"
#include "lang/line_reader.h"
#include "lang/source_text.h"
#include "lang/text_cursor.h"

#include <algorithm>
#include <new>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

// Returns the smallest field that contains every line. An empty source has one cell.
Size bounding_box(LineReader lines, const Dialect& dialect) {
  std::size_t longest = 1;
  std::int64_t count = 0;
  while (const auto line = lines.next()) {
    ++count;
    longest = std::max(longest, count_characters(*line, dialect));
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

// Makes the rows of a field from the lines of a source. Adds at most one warning for long lines and
// one for further lines, which are cut.
class FieldWriter {
 public:
  FieldWriter(Size size, const Annotations& annotations, const LoadOptions& options)
      : size_(size),
        replacements_(annotations.replacements),
        dialect_(options.dialect),
        annotations_(options.annotations) {
    cells_.bytes.reserve(static_cast<std::size_t>(size.area()));
  }

  void add(std::string_view line) {
    if (++lines_ > size_.height) {
      cuts_lines_ = cuts_lines_ || !annotations_ || !is_annotation_line(line);
      return;
    }
    std::string replaced;
    if (!replacements_.empty()) line = replaced = apply_replacements(line, replacements_);
    const auto width = static_cast<std::size_t>(size_.width);
    const std::size_t row_end = cells_.bytes.size() + width;
    const bool is_long = add_cells(line, width);
    if (is_long && long_lines_++ == 0) first_long_line_ = lines_;
    cells_.bytes.resize(row_end, ' ');
  }

  Playfield::Cells take() {
    cells_.bytes.resize(static_cast<std::size_t>(size_.area()), ' ');
    return std::move(cells_);
  }

  // The first line has the number `first_line`.
  void warn(const std::string& file, std::uint64_t first_line, std::vector<Error>& warnings) const {
    constexpr const char* advice = "--size source makes the field as large as the source";
    const auto location = [&](std::int64_t line, std::int64_t column) {
      return SourceLocation{file, first_line - 1 + static_cast<std::uint64_t>(line),
                            static_cast<std::uint64_t>(column)};
    };
    if (long_lines_ > 0) {
      std::string what =
          fmt::format("the line is cut after {} columns, the width of the field", size_.width);
      if (long_lines_ > 1) what += fmt::format("; so are {} further lines", long_lines_ - 1);
      warnings.push_back({location(first_long_line_, size_.width + 1), std::move(what), advice});
    }
    if (cuts_lines_) {
      warnings.push_back(
          {location(size_.height + 1, 1),
           fmt::format("the source has {} lines and the field {}: from here on it is cut", lines_,
                       size_.height),
           advice});
    }
  }

 private:
  // Adds up to `width` cells. Returns whether the line has more.
  bool add_cells(std::string_view line, std::size_t width) {
    const bool is_bytes = !(dialect_.utf8_source || dialect_.signed_8_bit_cells) || is_ascii(line);
    if (is_bytes) {
      const std::string_view row = line.substr(0, width);
      // As bytes, so that the copy is one memcpy.
      const auto* const bytes = reinterpret_cast<const unsigned char*>(row.data());
      cells_.bytes.insert(cells_.bytes.end(), bytes, bytes + row.size());
      return line.size() > width;
    }
    const std::u32string characters = decode_characters(line, dialect_);
    for (const char32_t character : std::u32string_view(characters).substr(0, width)) {
      cells_.add(cell_value(character, dialect_));
    }
    return characters.size() > width;
  }

  Size size_;
  const std::vector<Replacement>& replacements_;
  const Dialect& dialect_;
  bool annotations_;
  Playfield::Cells cells_;
  bool cuts_lines_ = false;  // others than annotations, which count although they are cut off
  std::int64_t lines_ = 0;
  std::int64_t first_long_line_ = 0;
  std::uint64_t long_lines_ = 0;
};

// Annotations are parsed as bytes; a column counts cells. `warnings` are in the order of their
// lines, and those of one line are together.
void count_columns_in_characters(std::vector<Error>& warnings, const SourceText& source,
                                 const Dialect& dialect) {
  LineReader lines = lines_of(source.text, dialect);
  std::uint64_t number = source.first_line - 1;
  std::string_view line;
  for (Error& warning : warnings) {
    SourceLocation& where = warning.where;
    for (; number < where.line; ++number) line = lines.next().value_or("");
    if (where.column > 0) {
      where.column = count_characters(line.substr(0, where.column - 1), dialect) + 1;
    }
  }
}

Program load_into(Size size, const SourceText& source, const LoadOptions& options) {
  const LineReader lines = lines_of(source.text, options.dialect);
  AnnotationScan scan;
  if (options.annotations) {
    scan = scan_annotations(lines, options.file, source.first_line, options.dialect);
    drop_outside(scan, size);
  }
  std::vector<Error> warnings = std::move(scan.warnings);
  const auto in_order = [&warnings] {
    std::stable_sort(warnings.begin(), warnings.end(), [](const Error& a, const Error& b) {
      return std::pair(a.where.line, a.where.column) < std::pair(b.where.line, b.where.column);
    });
  };
  in_order();
  if (options.dialect.utf8_source) count_columns_in_characters(warnings, source, options.dialect);
  FieldWriter writer(size, scan.annotations, options);
  LineReader reader = lines;
  while (const auto line = reader.next()) writer.add(*line);
  writer.warn(options.file, source.first_line, warnings);
  in_order();
  if (scan.further_warnings > 0) {
    warnings.push_back({{options.file},
                        fmt::format("{} further warnings are not shown", scan.further_warnings),
                        {}});
  }
  return {Playfield(size, writer.take()),
          std::move(scan.annotations),
          std::move(warnings),
          options.dialect,
          {}};
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

Result<Program> load(std::string_view bytes, const LoadOptions& given) {
  LoadOptions options = given;
  auto [dialect, notice] = choose_dialect(bytes, given.dialect, given.file);
  options.dialect = dialect;
  const SourceText source = split_source(bytes, options.dialect);
  const Size box = bounding_box(lines_of(source.text, options.dialect), options.dialect);
  const auto size = TRY(check_size(field_size(box, options), options));
  // The user may raise the limit beyond the memory of the system.
  const auto out_of_memory = [&] {
    return fail({options.file}, describe_field(size) + ", more than there is memory for",
                "give a smaller field with --size WxH");
  };
  try {
    Program program = load_into(size, source, options);
    program.notice = std::move(notice);
    return program;
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
