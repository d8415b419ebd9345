// Rows, columns, and the size of the field.

#include "editing.h"

using namespace fungescope::editing;

TEST_CASE("rows and columns are inserted with the coordinates of annotations") {
  Editor editor = editor_of("#$watch[3,2]:int = n\r\n>1v\r\n   x\r\n");
  const auto rows = editor.insert_rows(2, 1);
  REQUIRE(rows);
  CHECK(bytes_of(editor) == "#$watch[3,3]:int = n\r\n>1v\r\n\r\n   x\r\n");
  CHECK(rows->map.map(Point{3, 2}) == Point{3, 3});
  REQUIRE(editor.insert_columns(1, 2));
  CHECK(bytes_of(editor) == "#$watch[5,3]:int = n\r\n>  1v\r\n\r\n     x\r\n");
  REQUIRE(editor.delete_columns(1, 2));
  REQUIRE(editor.delete_rows(2, 1));
  CHECK(bytes_of(editor) == "#$watch[3,2]:int = n\r\n>1v\r\n   x\r\n");
  for (int i = 0; i < 4; ++i) editor.undo();
  CHECK(bytes_of(editor) == "#$watch[3,2]:int = n\r\n>1v\r\n   x\r\n");
  CHECK_FALSE(editor.modified());
}

TEST_CASE("an annotation of a deleted row goes, with a note") {
  Editor editor = editor_of("#$break[1,1]\n>1v\n");
  const auto done = editor.delete_rows(1, 1);
  REQUIRE(done);
  CHECK(bytes_of(editor) == "            \n");
  REQUIRE(done->notes.size() == 1);
  CHECK(done->notes[0] == "1 annotation of deleted cells removed");
}

TEST_CASE("columns move the code after an annotation, and not its text") {
  Editor editor = editor_of("#$break[20,0]      >v\n");
  REQUIRE(editor.insert_columns(2, 3));
  CHECK(bytes_of(editor) == "#$break[23,0]         >v\n");
  REQUIRE(editor.delete_columns(0, 3));
  CHECK(bytes_of(editor) == "#$break[20,0]      >v\n");
  const auto close = editor.delete_columns(0, 9);
  REQUIRE_FALSE(close);
  CHECK(to_string(close.error()) ==
        "test.b93:1:14: code follows this annotation too closely to be moved; leave 9 blanks after "
        "the annotation");
  CHECK(bytes_of(editor) == "#$break[20,0]      >v\n");
}

TEST_CASE("deleting columns in which an annotation begins is refused") {
  Editor editor = editor_of("v   ARRAY [0,0] (W=1;H=1) a\n");
  const auto done = editor.delete_columns(3, 2);
  REQUIRE_FALSE(done);
  CHECK(to_string(done.error()) ==
        "test.b93:1:5: an annotation begins in these columns; move it to a line of its own first");
}

TEST_CASE("a field that outgrows the classic one on one side keeps the other") {
  Editor editor = editor_of(std::string(80, 'x') + "\n");
  REQUIRE(editor.insert_columns(3, 1));
  CHECK(editor.document().field() == Size{81, 25});
  editor.undo();
  CHECK(bytes_of(editor) == std::string(80, 'x') + "\n");
}

TEST_CASE("the field is enlarged by blanks, and never made smaller so") {
  Editor editor = editor_of("ab");
  REQUIRE(editor.enlarge({90, 30}));
  CHECK(editor.document().field() == Size{90, 30});
  CHECK_FALSE(editor.enlarge({80, 30}));
  editor.undo();
  CHECK(bytes_of(editor) == "ab");
}

TEST_CASE("a field of fixed size loses no row or column") {
  LoadOptions options;
  options.dialect.field_size = FieldSizeRule::classic_cut;
  std::string full;
  for (int i = 0; i < 25; ++i) full += "x\n";
  Editor editor = editor_of(full, options);
  const auto rows = editor.insert_rows(3, 1);
  REQUIRE_FALSE(rows);
  CHECK(rows.error().what == "1 row would leave the field, which has a fixed height of 25");
  Editor wide = editor_of(std::string(80, 'x'), options);
  CHECK_FALSE(wide.insert_columns(3, 1));
  CHECK_FALSE(wide.enlarge({90, 30}));
  CHECK(bytes_of(wide) == std::string(80, 'x'));
}

TEST_CASE("the number of cells is limited") {
  LoadOptions options;
  options.max_cells = 80 * 30;
  Editor editor = editor_of("ab", options);
  CHECK(editor.enlarge({80, 30}));
  const auto done = editor.enlarge({80, 31});
  REQUIRE_FALSE(done);
  CHECK(done.error().what == "a field of 80x31 has more than the limit of 2400 cells");
}
