// Documents keep every byte of a source that nobody changes.
#include "editing/document.h"

#include "lang/loader.h"

#include <random>

#include "editing.h"

using namespace fungescope::editing;

TEST_CASE("random bytes survive loading and saving, whatever ends a line") {
  std::mt19937 random(7);
  const std::vector<std::string_view> parts{
      "a",    " ",    "\r", "\n", "\"", "\xef\xbb\xbf",     "\xef",
      "\xbb", "\xbf", "Ä",  "€",  "😀",  "CodePiece a\n{\n", "\n}\n"};
  for (int round = 0; round < 4000; ++round) {
    std::string bytes;
    for (auto length = random() % 30; length > 0; --length) bytes += parts[random() % parts.size()];
    LoadOptions options;
    if (random() % 2 == 0) options.dialect = test::befunexec();
    options.dialect.carriage_return_ends_line = random() % 2 == 0;
    CHECK(document_of(bytes, options).bytes() == bytes);
  }
}

TEST_CASE("a document has the cells and the size that the loader gives its source") {
  std::mt19937 random(11);
  for (int round = 0; round < 300; ++round) {
    std::string bytes;
    for (auto length = random() % 400; length > 0; --length) {
      const std::size_t kind = random() % 7;
      bytes += kind == 5 ? "€" : kind == 6 ? "\xff" : std::string(1, "ab \n\r"[kind]);
    }
    LoadOptions options;
    options.dialect.field_size = static_cast<FieldSizeRule>(random() % 3);
    options.dialect.utf8_source = random() % 2 == 0;
    options.dialect.signed_8_bit_cells = !options.dialect.utf8_source && random() % 2 == 0;
    const Document document = document_of(bytes, options);
    CHECK(document.playfield(document.field()) == load(bytes, options)->playfield);
    const auto program = load(bytes, options).value();
    const Size size = program.playfield.size();
    REQUIRE(document.field() == size);
    for (std::int64_t y = 0; y < size.height; ++y) {
      for (std::int64_t x = 0; x < size.width; ++x) {
        const bool same =
            document.value_of(document.at({x, y})) == program.playfield.at(Point{x, y});
        if (!same) FAIL("cell ", x, ",", y);
      }
    }
  }
}

TEST_CASE("a field of fixed size is its own canvas; others can grow to the classic field") {
  LoadOptions cut;
  cut.dialect.field_size = FieldSizeRule::classic_cut;
  CHECK(document_of("x", cut).has_fixed_size());
  LoadOptions source;
  source.dialect.field_size = FieldSizeRule::source;
  const Document small = document_of("ab\nc\n", source);
  CHECK(small.field() == Size{2, 2});
  CHECK(small.canvas() == classic_field);
  const Document wide = document_of(std::string(100, 'x'), source);
  CHECK(wide.canvas() == Size{100, 25});
}

TEST_CASE("an inserted line gets the line end of the one before it") {
  const Document document = document_of("a\r\nb\rc\n");
  CHECK(document.end_for(0) == LineEnd::crlf);
  CHECK(document.end_for(2) == LineEnd::cr);
  CHECK(document.end_for(3) == LineEnd::lf);
}

TEST_CASE("the inverse of a change takes it back") {
  Document document = document_of("abc\ndef\n");
  const Change change = TextChange{1, 1, U"e", U"xyz"};
  document.apply(change);
  CHECK(document.bytes() == "abc\ndxyzf\n");
  document.apply(inverse(change));
  CHECK(document.bytes() == "abc\ndef\n");
  CHECK(to_string(document.location_of({2, 1})) == "test.b93:2:3");
}

TEST_CASE("a CodePiece keeps its head and foot, and its rows are lines from the third on") {
  LoadOptions options;
  options.dialect = test::befunexec();
  const std::string bytes =
      "\xef\xbb\xbf"
      "CodePiece x\r\n{\r\n12+\r\n }\r\n.@\r\n}\r\nfoot";
  Editor editor = editor_of(bytes, options);
  CHECK(editor.document().field() == Size{3, 3});
  CHECK(to_string(editor.document().location_of({1, 1})) == "test.b93:4:2");
  CHECK(bytes_of(editor) == bytes);
  REQUIRE(editor.insert_rows(3, 1));
  REQUIRE(editor.insert_rows(0, 1));
  CHECK(bytes_of(editor) ==
        "\xef\xbb\xbf"
        "CodePiece x\r\n{\r\n\r\n12+\r\n }\r\n.@\r\n}\r\nfoot");
}

TEST_CASE("a character of UTF-8 is one cell, and bytes that are not stay as they are") {
  LoadOptions options;
  options.dialect = test::befunexec();
  const std::string bytes = ">Ä\xff€v\n#$watch[4,0]:int = größe\n#$replace Ä -> 1\n";
  Editor editor = editor_of(bytes, options);
  CHECK(editor.document().at({1, 0}) == U'Ä');
  CHECK(editor.document().value_of(editor.document().at({2, 0})) == 255);
  CHECK(editor.document().at({4, 0}) == U'v');
  REQUIRE(editor.insert_columns(1, 1));
  CHECK(bytes_of(editor) == "> Ä\xff€v\n#$watch[5,0]:int = größe\n#$replace Ä -> 1\n");
  REQUIRE(editor.type(U'ß'));
  CHECK(bytes_of(editor).starts_with("ß Ä\xff€v\n"));
  CHECK(editor.replace_all("Ä", "€")->count == 2);
  CHECK(bytes_of(editor) == "ß €\xff€v\n#$watch[5,0]:int = größe\n#$replace € -> 1\n");
  CHECK(editor.find("\xff", 9).found.size() == 1);
  while (editor.can_undo()) editor.undo();
  CHECK(bytes_of(editor) == bytes);
}
