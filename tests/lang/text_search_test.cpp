// Where texts stand in the field.
#include "lang/text_search.h"

#include "lang/source_text.h"
#include "support/test.h"

namespace {

// Every start and direction, in the order of the answer.
std::vector<TextMatch> naive(const Playfield& field, const std::u32string& text) {
  std::vector<TextMatch> found;
  const std::u32string reversed(text.rbegin(), text.rend());
  for (std::int64_t y = 0; y < field.size().height; ++y) {
    for (std::int64_t x = 0; x < field.size().width; ++x) {
      for (const Direction direction : all_directions) {
        const bool along_x = delta_of(direction).x != 0;
        const bool back = direction == Direction::west || direction == Direction::north;
        const std::int64_t room = along_x ? field.size().width : field.size().height;
        if ((back && text == reversed) || (text.size() == 1 && direction != Direction::east) ||
            static_cast<std::int64_t>(text.size()) > room) {
          continue;
        }
        std::u32string read;
        Point at{x, y};
        for (std::size_t i = 0; i < text.size(); ++i) {
          read += static_cast<char32_t>(field.at(at));
          at = step_on_torus(at, direction, field.size());
        }
        if (read == text) found.push_back({{x, y}, direction});
      }
    }
  }
  return found;
}

std::uint64_t below(Random& random, std::uint64_t limit) {
  return random.next() % limit;
}

}  // namespace

TEST_CASE("texts are found in all directions and over the edges") {
  std::size_t met = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const Size size{1 + static_cast<std::int64_t>(below(random, 7)),
                    1 + static_cast<std::int64_t>(below(random, 5))};
    Playfield field = program_from_text("", size);
    for (std::size_t i = 0; i < static_cast<std::size_t>(size.area()); ++i) {
      field.set(i, 'a' + static_cast<std::int64_t>(below(random, 3)));
    }
    std::u32string text;
    for (std::uint64_t i = 1 + below(random, 4); i > 0; --i) {
      text += static_cast<char32_t>('a' + below(random, 3));
    }
    const std::vector<TextMatch> expected = naive(field, text);
    const TextMatches all = find_text(field, text, 1000);
    CHECK(all.found == expected);
    CHECK_FALSE(all.more);
    const std::size_t limit = below(random, expected.size() + 2);
    const TextMatches some = find_text(field, text, limit);
    CHECK(some.found.size() == std::min(limit, expected.size()));
    CHECK(some.more == (limit < expected.size()));
    met += expected.size();
  }
  CHECK(met > 500);
}

TEST_CASE("the present values are searched, and only those that are characters") {
  Playfield field = program_from_text("abc", {3, 1});
  field.set(Point{1, 0}, 'b' + 256);
  CHECK(find_text(field, U"b", 9).found.empty());
  field.set(Point{1, 0}, -1);
  CHECK(find_text(field, U"\u00ff", 9).found == std::vector<TextMatch>{{{1, 0}, Direction::east}});
  CHECK(find_text(field, U"ca", 9).found == std::vector<TextMatch>{{{2, 0}, Direction::east}});
  CHECK(find_text(field, U"", 9).found.empty());
  field.set(Point{0, 0}, U'😀');
  CHECK(find_text(field, U"😀", 9).found.size() == 1);
  field.set(Point{1, 0}, 255);
  const std::u32string lone = decode_characters(
      "\xff"
      "c",
      *find_dialect("befunexec"));
  CHECK(find_text(field, lone, 9).found == std::vector<TextMatch>{{{1, 0}, Direction::east}});
}
