// The source of a program as a grid of cells that can be edited.
//
//     Document document = Document::parse(bytes, options);
//     document.apply(TextChange{3, 10, "x", "y"});
//     replace_file(path, document.bytes());  // exactly `bytes` if nothing was changed
//
// A document keeps what the loader ignores: what stands around the source, as a byte-order mark,
// the end of each line, blanks at the end of lines, and whether the last line has an end. Cells are
// characters as they stand in the file (lang/source_text.h), before `#$replace`. Cost: an object
// per line, and four bytes a character.
#pragma once

#include "lang/geometry.h"
#include "lang/loader.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "editing/block.h"

namespace fungescope::editing {

// The cells of a document that have another character than at an earlier revision, so that an edit
// of a few cells need not be passed on as a whole source.
struct CellChange {
  Point at;
  char32_t before = U' ';
};

class CellChanges {
 public:
  // Further cells are not listed one by one.
  static constexpr std::size_t max_cells = 4096;

  // The cells from `at` on, eastwards, held `before` and hold `now`. After the end of either text
  // they are blank.
  void add(Point at, std::u32string_view before, std::u32string_view now);
  // Any cell may have changed.
  void add_all();

  [[nodiscard]] bool all() const { return all_; }
  // In the order of the edits; a cell may be listed repeatedly, the earliest character first. Empty
  // if `all`.
  [[nodiscard]] const std::vector<CellChange>& cells() const { return cells_; }

 private:
  bool all_ = false;
  std::vector<CellChange> cells_;
};

enum class LineEnd : std::uint8_t { lf, crlf, cr };

struct Line {
  std::u32string text;
  LineEnd end = LineEnd::lf;
  friend bool operator==(const Line&, const Line&) = default;
};

// Replaces characters within a line. `removed` is what is there.
struct TextChange {
  std::int64_t row = 0;
  std::int64_t column = 0;
  std::u32string removed;
  std::u32string inserted;
};
// Replaces whole lines. `removed` are those that stand there.
struct LineChange {
  std::int64_t row = 0;
  std::vector<Line> removed;
  std::vector<Line> inserted;
};
// The unit of undo. Its size is proportional to what changed.
using Change = std::variant<TextChange, LineChange>;

[[nodiscard]] Change inverse(Change change);

class Document {
 public:
  // A new document: no lines.
  explicit Document(LoadOptions options = {});
  // Splits a source into lines, as the loader does with these options.
  [[nodiscard]] static Document parse(std::string_view bytes, LoadOptions options);

  [[nodiscard]] std::string bytes() const;

  // `file` names the document in messages; the rest says how large its field is.
  [[nodiscard]] const LoadOptions& options() const { return options_; }
  // The lines must end, and characters be encoded, as with the options before.
  void set_options(LoadOptions options) { options_ = std::move(options); }

  // The field that the loader makes of it.
  [[nodiscard]] Size field() const;
  // The cells that can be written: the field, and if its size depends on the source, at least
  // `classic_field`. Writing outside the field enlarges it.
  [[nodiscard]] Size canvas() const;
  // Whether the field keeps its size whatever the source is.
  [[nodiscard]] bool has_fixed_size() const;

  // Returns the character of a cell; a blank outside the lines.
  [[nodiscard]] char32_t at(Point cell) const;
  // Returns the value of the cell that the loader makes of a character.
  [[nodiscard]] std::int64_t value_of(char32_t character) const;
  // Returns a field of this size with the cells of the document.
  [[nodiscard]] Playfield playfield(Size size) const;
  [[nodiscard]] const std::vector<Line>& lines() const { return lines_; }
  // The text of an existing line.
  [[nodiscard]] const std::u32string& text_of(std::int64_t row) const {
    return lines_[static_cast<std::size_t>(row)].text;
  }
  [[nodiscard]] std::int64_t line_count() const { return static_cast<std::int64_t>(lines_.size()); }
  // The line end for a line that is inserted before `row`: its neighbour's.
  [[nodiscard]] LineEnd end_for(std::int64_t row) const;

  // Applies a change whose `removed` is what is there. Cost: the change, and the rest
  // of its line.
  void apply(const Change& change);
  // Returns the cells changed since the last call.
  [[nodiscard]] CellChanges take_changes() { return std::exchange(changes_, {}); }
  // Increases with each change.
  [[nodiscard]] std::uint64_t revision() const { return revision_; }

  [[nodiscard]] SourceLocation location_of(Point cell) const;

 private:
  void apply_one(const TextChange& change);
  void apply_one(const LineChange& change);

  LoadOptions options_;
  std::string before_;  // of the file, around the lines
  std::string after_;
  std::uint64_t first_line_ = 1;
  bool last_line_ends_ = true;
  std::vector<Line> lines_;
  std::uint64_t revision_ = 1;
  CellChanges changes_;                         // since they were taken
  mutable std::optional<std::size_t> longest_;  // line; computed when it is needed
};

// Collects the changes of one edit. What is not committed is rolled back.
class Transaction {
 public:
  // `document` must outlive it, and must not change by other means.
  explicit Transaction(Document& document) : document_(document), field_(document.field()) {}
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  // Overwrites cells from `at` on, eastwards; adds lines and blanks where the source ends earlier.
  // Blanks are not written beyond the end of a line.
  void write(Point at, std::u32string_view text);
  void write(Point at, char32_t character) { write(at, std::u32string_view(&character, 1)); }
  void write(Point at, const Block& block);
  // Inserts into a line, which is first filled up to `column`.
  void insert(Point at, std::u32string_view text);
  // Removes up to `count` characters of a line.
  void erase(Point at, std::int64_t count);
  // Replaces the text of an existing line; stores only what differs.
  void replace_line(std::int64_t row, std::u32string_view text);
  // `row` is at most the number of lines.
  void insert_lines(std::int64_t row, std::int64_t count);
  void erase_lines(std::int64_t row, std::int64_t count);
  // Adds blanks and lines until the field is at least this large, if its size depends on the
  // source.
  void extend_field(Size size);

  // Returns the changes. `may_shrink`: rows or columns were deleted. Otherwise the field stays at
  // least as large as it was: a source that outgrows the classic field on one side would give up
  // the other.
  [[nodiscard]] std::vector<Change> commit(bool may_shrink = false);

 private:
  void apply(Change change);
  void need_line(std::int64_t row);

  Document& document_;
  Size field_;  // at the beginning
  std::vector<Change> changes_;
};

}  // namespace fungescope::editing
