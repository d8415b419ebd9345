// Collects the changes of one edit. What is not committed is rolled back.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "editing/block.h"
#include "editing/document.h"

namespace fungescope::editing {

class Transaction {
 public:
  // `document` must outlive it, and must not change by other means.
  explicit Transaction(Document& document) : document_(document), field_(document.field()) {}
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  [[nodiscard]] const Document& document() const { return document_; }

  // Overwrites cells from `at` on, eastwards; adds lines and blanks where the source ends earlier.
  // Blanks are not written beyond the end of a line.
  void write(Point at, std::string_view text);
  void write(Point at, unsigned char byte) {
    const auto character = static_cast<char>(byte);
    write(at, std::string_view(&character, 1));
  }
  void write(Point at, const Block& block);
  // Inserts into a line, which is first filled up to `column`.
  void insert(Point at, std::string_view text);
  // Removes up to `count` bytes of a line.
  void erase(Point at, std::int64_t count);
  // Replaces the text of an existing line; stores only what differs.
  void replace_line(std::int64_t row, std::string_view text);
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
  [[nodiscard]] const std::string& text_of(std::int64_t row) const {
    return document_.lines()[static_cast<std::size_t>(row)].text;
  }

  Document& document_;
  Size field_;  // at the beginning
  std::vector<Change> changes_;
};

}  // namespace fungescope::editing
