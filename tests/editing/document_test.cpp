// Documents keep every byte of a source that nobody changes.
#include "editing/document.h"

#include "lang/loader.h"

#include <random>

#include "editing.h"

using namespace fungescope::editing;

TEST_CASE("random bytes survive loading and saving, whatever ends a line") {
  std::mt19937 random(7);
  constexpr std::string_view alphabet = "a \r\n\"\xef\xbb\xbf";
  for (int round = 0; round < 2000; ++round) {
    std::string bytes;
    for (auto length = random() % 30; length > 0; --length) {
      bytes += alphabet[random() % alphabet.size()];
    }
    LoadOptions options;
    options.dialect.carriage_return_ends_line = random() % 2 == 0;
    CHECK(document_of(bytes, options).bytes() == bytes);
  }
}

TEST_CASE("a document has the cells and the size that the loader gives its source") {
  std::mt19937 random(11);
  for (int round = 0; round < 300; ++round) {
    std::string bytes;
    for (auto length = random() % 400; length > 0; --length) bytes += "ab \n\r"[random() % 5];
    LoadOptions options;
    options.dialect.field_size = static_cast<FieldSizeRule>(random() % 3);
    const Document document = document_of(bytes, options);
    const auto program = load(bytes, options).value();
    const Size size = program.playfield.size();
    REQUIRE(document.field() == size);
    for (std::int64_t y = 0; y < size.height; ++y) {
      for (std::int64_t x = 0; x < size.width; ++x) {
        const bool same = document.at({x, y}) == program.playfield.at(Point{x, y});
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
  const Change change = TextChange{1, 1, "e", "xyz"};
  document.apply(change);
  CHECK(document.bytes() == "abc\ndxyzf\n");
  document.apply(inverse(change));
  CHECK(document.bytes() == "abc\ndef\n");
  CHECK(to_string(document.location_of({2, 1})) == "test.b93:2:3");
}
