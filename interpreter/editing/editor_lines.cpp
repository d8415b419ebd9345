// Inserting and deleting rows and columns, with the coordinates in annotations.
#include "base/text_table.h"

#include "editing/coordinate_map.h"
#include "editing/editor.h"
#include <fmt/format.h>

namespace fungescope::editing {
namespace {

// Where a column that is inserted or deleted at `at` begins in this line: after the annotation that
// it would tear apart, if there is one.
std::int64_t column_in(std::string_view line, std::int64_t at) {
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

Result<void> Editor::map_all_annotations(Transaction& transaction, Done& done) {
  std::int64_t removed = 0;
  for (std::int64_t row = 0; row < document_.line_count(); ++row) {
    const std::string& text = document_.text_of(row);
    auto mapped = TRY(map_annotations(text, done.map, document_.location_of({0, row})));
    removed += mapped.removed;
    if (mapped.text != text) transaction.replace_line(row, mapped.text);
  }
  if (removed > 0) {
    done.notes.push_back(count_text(removed, "annotation") + " of deleted cells removed");
  }
  return {};
}

Result<Done> Editor::insert_rows(std::int64_t at, std::int64_t count) {
  const Size canvas = document_.canvas();
  if (at < 0 || at > canvas.height || count < 1) {
    return fail(document_.location_of({0, at}), "rows cannot be inserted here",
                fmt::format("choose a row from 0 to {}", canvas.height));
  }
  if (document_.has_fixed_size() && document_.line_count() + count > canvas.height &&
      at < document_.line_count()) {
    return fail(document_.location_of({0, canvas.height - 1}),
                fmt::format("{} would leave the field, which has a fixed height of {}",
                            count_text(static_cast<std::uint64_t>(document_.line_count() + count -
                                                                  canvas.height),
                                       "row"),
                            canvas.height),
                "delete rows first");
  }
  return edit({}, [&](Transaction& transaction, Done& done) -> Result<void> {
    done.map.add(AxisShift{Axis::rows, at, count});
    if (at < document_.line_count()) transaction.insert_lines(at, count);
    return map_all_annotations(transaction, done);
  });
}

Result<Done> Editor::delete_rows(std::int64_t at, std::int64_t count) {
  const Size canvas = document_.canvas();
  if (at < 0 || count < 1 || at + count > canvas.height) {
    return fail(document_.location_of({0, at}), "there are no such rows",
                fmt::format("the rows are 0 to {}", canvas.height - 1));
  }
  return edit({.may_shrink = true}, [&](Transaction& transaction, Done& done) -> Result<void> {
    done.map.add(AxisShift{Axis::rows, at, -count});
    if (at < document_.line_count()) transaction.erase_lines(at, count);
    TRY(map_all_annotations(transaction, done));
    at_.anchor.reset();
    at_.cursor = clipped(at_.cursor);
    return {};
  });
}

Result<Done> Editor::insert_columns(std::int64_t at, std::int64_t count) {
  const Size canvas = document_.canvas();
  if (at < 0 || at > canvas.width || count < 1) {
    return fail(document_.location_of({at, 0}), "columns cannot be inserted here",
                fmt::format("choose a column from 0 to {}", canvas.width));
  }
  return edit({}, [&](Transaction& transaction, Done& done) -> Result<void> {
    const std::string blanks(static_cast<std::size_t>(count), ' ');
    for (std::int64_t row = 0; row < document_.line_count(); ++row) {
      const std::string& text = document_.text_of(row);
      const std::int64_t column = column_in(text, at);
      if (column >= static_cast<std::int64_t>(text.size())) continue;
      if (document_.has_fixed_size() &&
          static_cast<std::int64_t>(text.find_last_not_of(' ') + 1) + count > canvas.width) {
        return fail(document_.location_of({canvas.width - 1, row}),
                    fmt::format("the line would leave the field, which has a fixed width of {}",
                                canvas.width),
                    "shorten it first");
      }
      transaction.insert({column, row}, blanks);
    }
    done.map.add(AxisShift{Axis::columns, at, count});
    return map_all_annotations(transaction, done);
  });
}

Result<void> Editor::delete_in_line(Transaction& transaction, std::int64_t row, std::int64_t at,
                                    std::int64_t count) {
  const std::string& text = document_.text_of(row);
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
    const std::size_t code = text.find_first_not_of(' ', static_cast<std::size_t>(column));
    if (code != std::string::npos && static_cast<std::int64_t>(code) < column + count) {
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
  const Size canvas = document_.canvas();
  if (at < 0 || count < 1 || at + count > canvas.width) {
    return fail(document_.location_of({at, 0}), "there are no such columns",
                fmt::format("the columns are 0 to {}", canvas.width - 1));
  }
  return edit({.may_shrink = true}, [&](Transaction& transaction, Done& done) -> Result<void> {
    for (std::int64_t row = 0; row < document_.line_count(); ++row) {
      TRY(delete_in_line(transaction, row, at, count));
    }
    done.map.add(AxisShift{Axis::columns, at, -count});
    TRY(map_all_annotations(transaction, done));
    at_.anchor.reset();
    at_.cursor = clipped(at_.cursor);
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
