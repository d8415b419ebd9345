// Inserting and deleting rows and columns, with the coordinates in annotations.
#include "base/text_table.h"

#include "editing/coordinate_map.h"
#include "editing/editor.h"
#include <fmt/format.h>

namespace fungescope::editing {
namespace {

// Where a column that is inserted or deleted at `at` begins in this line: after the annotation that
// it would tear apart, if there is one.
std::int64_t column_in(std::u32string_view line, std::int64_t at) {
  for (const AnnotationSpan& span : annotation_spans(line)) {
    const auto begin = static_cast<std::int64_t>(span.begin);
    const auto end = static_cast<std::int64_t>(span.end);
    // A directive must stay at the beginning of its line.
    const bool inside = (at > begin || begin == 0) && at < end;
    if (inside) return end;
  }
  return at;
}

}  // namespace

Result<void> Editor::check_size(Size size) const {
  const std::int64_t limit = document_.options().max_cells;
  if (size.width <= limit && size.height <= limit / size.width) return {};
  return fail({document_.options().file},
              fmt::format("a field of {}x{} has more than the limit of {} cells", size.width,
                          size.height, limit),
              "raise it with --max-cells");
}

Result<Done> Editor::shift(Axis axis, std::int64_t at, std::int64_t count, bool deletes,
                           const Write& write) {
  const bool rows = axis == Axis::rows;
  const std::string_view name = rows ? "row" : "column";
  const Size canvas = document_.canvas();
  const std::int64_t size = rows ? canvas.height : canvas.width;
  if (at < 0 || count < 1 || at + (deletes ? count : 0) > size) {
    return fail(document_.location_of(rows ? Point{0, at} : Point{at, 0}),
                deletes ? fmt::format("there are no such {}s", name)
                        : fmt::format("{}s cannot be inserted here", name),
                deletes ? fmt::format("the {}s are 0 to {}", name, size - 1)
                        : fmt::format("choose a {} from 0 to {}", name, size));
  }
  return edit({.may_shrink = deletes}, [&](Transaction& transaction, Done& done) -> Result<void> {
    TRY(write(transaction, done));
    done.map.add(AxisShift{axis, at, deletes ? -count : count});
    std::int64_t removed = 0;
    for (std::int64_t row = 0; row < document_.line_count(); ++row) {
      const std::u32string& text = document_.text_of(row);
      auto mapped = TRY(map_annotations(text, done.map, document_.location_of({0, row})));
      removed += mapped.removed;
      if (mapped.text != text) transaction.replace_line(row, mapped.text);
    }
    if (removed > 0) {
      done.notes.push_back(count_text(removed, "annotation") + " of deleted cells removed");
    }
    if (!deletes) return {};
    at_.anchor.reset();
    at_.cursor = clipped(at_.cursor);
    return {};
  });
}

Result<Done> Editor::insert_rows(std::int64_t at, std::int64_t count) {
  return shift(Axis::rows, at, count, false, [&](Transaction& transaction, Done&) -> Result<void> {
    const std::int64_t height = document_.canvas().height;
    const std::int64_t lines = document_.line_count();
    if (at >= lines) return {};
    if (document_.has_fixed_size() && lines + count > height) {
      return fail(document_.location_of({0, height - 1}),
                  fmt::format("{} would leave the field, which has a fixed height of {}",
                              count_text(static_cast<std::uint64_t>(lines + count - height), "row"),
                              height),
                  "delete rows first");
    }
    transaction.insert_lines(at, count);
    return {};
  });
}

Result<Done> Editor::delete_rows(std::int64_t at, std::int64_t count) {
  return shift(Axis::rows, at, count, true, [&](Transaction& transaction, Done&) -> Result<void> {
    if (at < document_.line_count()) transaction.erase_lines(at, count);
    return {};
  });
}

Result<Done> Editor::insert_columns(std::int64_t at, std::int64_t count) {
  return shift(
      Axis::columns, at, count, false, [&](Transaction& transaction, Done&) -> Result<void> {
        const std::int64_t width = document_.canvas().width;
        const std::u32string blanks(static_cast<std::size_t>(count), U' ');
        for (std::int64_t row = 0; row < document_.line_count(); ++row) {
          const std::u32string& text = document_.text_of(row);
          const std::int64_t column = column_in(text, at);
          if (column >= static_cast<std::int64_t>(text.size())) continue;
          if (document_.has_fixed_size() &&
              static_cast<std::int64_t>(text.find_last_not_of(U' ') + 1) + count > width) {
            return fail(
                document_.location_of({width - 1, row}),
                fmt::format("the line would leave the field, which has a fixed width of {}", width),
                "shorten it first");
          }
          transaction.insert({column, row}, blanks);
        }
        return {};
      });
}

Result<void> Editor::delete_in_line(Transaction& transaction, std::int64_t row, std::int64_t at,
                                    std::int64_t count) {
  const std::u32string& text = document_.text_of(row);
  const auto size = static_cast<std::int64_t>(text.size());
  std::int64_t column = column_in(text, at);
  if (column == at) {
    // An annotation may begin within the deleted columns; its line ends or continues after it.
    for (const AnnotationSpan& span : annotation_spans(text)) {
      const auto begin = static_cast<std::int64_t>(span.begin);
      if (begin < at || begin >= at + count) continue;
      return fail(document_.location_of({begin, row}), "an annotation begins in these columns",
                  "move it to a line of its own first");
    }
  }
  if (column >= size) return {};
  if (column != at) {
    // Code after an annotation moves left over the blanks between them.
    const std::size_t code = text.find_first_not_of(U' ', static_cast<std::size_t>(column));
    if (code != std::u32string::npos && static_cast<std::int64_t>(code) < column + count) {
      return fail(document_.location_of({column, row}),
                  "code follows this annotation too closely to be moved",
                  fmt::format("leave {} after the annotation",
                              count_text(static_cast<std::uint64_t>(count), "blank")));
    }
  }
  transaction.erase({column, row}, count);
  return {};
}

Result<Done> Editor::delete_columns(std::int64_t at, std::int64_t count) {
  return shift(Axis::columns, at, count, true,
               [&](Transaction& transaction, Done&) -> Result<void> {
                 for (std::int64_t row = 0; row < document_.line_count(); ++row) {
                   TRY(delete_in_line(transaction, row, at, count));
                 }
                 return {};
               });
}

Result<Done> Editor::enlarge(Size size) {
  const Size field = document_.field();
  if (document_.has_fixed_size()) {
    return fail({document_.options().file}, "the size of this field is fixed by the options",
                "open the program with another --size or --dialect");
  }
  if (size.width < field.width || size.height < field.height) {
    return fail({document_.options().file},
                fmt::format("{}x{} is smaller than the field of {}x{}", size.width, size.height,
                            field.width, field.height),
                "delete rows or columns");
  }
  TRY(check_size(size));
  return edit({}, [&](Transaction& transaction, Done&) -> Result<void> {
    transaction.extend_field(size);
    return {};
  });
}

}  // namespace fungescope::editing
