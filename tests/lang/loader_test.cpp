// What the loader does at its limits; fields, cells and warnings are in `transcripts/loader.txt`.
#include "lang/loader.h"

#include "support/test.h"

namespace {

LoadOptions options_for(std::string_view dialect) {
  LoadOptions options{.file = "t.b93", .dialect = find_dialect(dialect).value()};
  return options;
}

LoadOptions with_size(Size size, std::string_view dialect = "wide") {
  LoadOptions options = options_for(dialect);
  options.size = LoadOptions::SizeOverride{.source = false, .size = size};
  return options;
}

Program loaded(std::string_view bytes, const LoadOptions& options = options_for("wide")) {
  Result<Program> program = load(bytes, options);
  REQUIRE_MESSAGE(program.has_value(), to_string(program.error()));
  return std::move(*program);
}

Size size_of(std::string_view bytes, const LoadOptions& options = options_for("wide")) {
  return loaded(bytes, options).playfield.size();
}

// Returns row `y` without trailing blanks. Values above 127 are returned as bytes.
std::string row(const Program& program, std::int64_t y) {
  std::string text;
  for (std::int64_t x = 0; x < program.playfield.size().width; ++x) {
    text += static_cast<char>(program.playfield.at(Point{x, y}));
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

}  // namespace

TEST_CASE("every other byte is a cell, tabs and nulls and the upper half too") {
  std::string bytes;
  for (int byte = 0; byte < 256; ++byte) {
    if (byte != '\n' && byte != '\r') bytes += static_cast<char>(byte);
  }
  const Program program = loaded(bytes);
  REQUIRE(program.playfield.size() == Size{254, 1});
  for (std::int64_t x = 0; x < 254; ++x) {
    const std::int64_t byte = static_cast<unsigned char>(bytes[static_cast<std::size_t>(x)]);
    CHECK(program.playfield.at(Point{x, 0}) == byte);
  }
}

TEST_CASE("the default limit allows 64 million cells") {
  CHECK(LoadOptions{}.max_cells >= std::int64_t{64'000'000});
  CHECK(size_of("@", with_size({8000, 8000})) == Size{8000, 8000});
}

TEST_CASE("sizes whose product exceeds 64 bits are rejected with the exact number") {
  constexpr std::int64_t huge = INT64_MAX;
  const Result<Program> program = load("@", with_size({huge, 4}));
  REQUIRE(!program);
  CHECK(contains(program.error().what, "36893488147419103228 cells"));
  CHECK(!load("@", with_size({huge, huge})));
}

// The address sanitizer aborts at such a large allocation.
TEST_CASE("more cells than memory are an error, whatever the limit" *
          doctest::skip(FUNGESCOPE_SANITIZED)) {
  LoadOptions options = with_size({INT64_MAX / 2, 1});
  options.max_cells = INT64_MAX;
  const Result<Program> program = load("@", options);
  REQUIRE(!program);
  CHECK(contains(program.error().what, "more than there is memory for"));
}

TEST_CASE("a size without a cell is rejected") {
  CHECK(!load("@", with_size({0, 5})));
  CHECK(!load("@", with_size({5, -1})));
}

TEST_CASE("with annotations disabled they are plain cells, and nothing is replaced") {
  LoadOptions options = options_for("wide");
  options.annotations = false;
  const Program program = loaded("A\n#$replace A -> 1\n#$watch[0,0]:int = x\n#$watch[", options);
  CHECK(row(program, 0) == "A");
  CHECK(program.annotations.watches.empty());
  CHECK(program.annotations.replacements.empty());
  CHECK(program.warnings.empty());
}

TEST_CASE("of many warnings the first are kept and the others counted") {
  std::string bytes;
  for (int i = 0; i < 1500; ++i) bytes += "#$watch\n";
  const Program program = loaded(bytes);
  REQUIRE(program.warnings.size() == AnnotationScan::max_warnings + 1);
  CHECK(to_string(program.warnings.back()) == "t.b93: 500 further warnings are not shown");
}
