// Rotating and mirroring blocks.
#include "editing/block.h"

#include "support/test.h"

#include <random>

#include "editing.h"

using namespace fungescope::editing;

namespace {

Block random_block(std::mt19937& random) {
  const auto side = [&] { return static_cast<std::int64_t>(1 + random() % 6); };
  Block block{{side(), side()}, {}};
  for (auto i = block.size.area(); i > 0; --i) block.cells += U">v<^_| aÄ?"[random() % 10];
  return block;
}

}  // namespace

TEST_CASE("four quarter turns, two mirrors, and a turn to each side change nothing") {
  std::mt19937 random(3);
  for (int round = 0; round < 500; ++round) {
    const Block block = random_block(random);
    const auto arrows = round % 2 == 0 ? Arrows::turn : Arrows::keep;
    for (const auto rotation : {Turn::clockwise, Turn::counter_clockwise}) {
      Block turned = block;
      for (int i = 0; i < 4; ++i) turned = turn(turned, rotation, arrows).block;
      CHECK(turned == block);
    }
    const Block there = turn(block, Turn::clockwise, arrows).block;
    CHECK(turn(there, Turn::counter_clockwise, arrows).block == block);
    for (const auto mirror : {Turn::left_right, Turn::top_bottom}) {
      CHECK(turn(turn(block, mirror, arrows).block, mirror, arrows).block == block);
    }
  }
}

TEST_CASE("two mirrors are half a turn") {
  std::mt19937 random(4);
  for (int round = 0; round < 200; ++round) {
    const Block block = random_block(random);
    const Block half =
        turn(turn(block, Turn::clockwise, Arrows::turn).block, Turn::clockwise, Arrows::turn).block;
    const Block mirrored_twice =
        turn(turn(block, Turn::left_right, Arrows::turn).block, Turn::top_bottom, Arrows::turn)
            .block;
    CHECK(half == mirrored_twice);
  }
}

TEST_CASE("a quarter turn takes the cells around, and the arrows with them on request") {
  const Block block = Block::from_text(">ab\n^_v");
  CHECK(turn(block, Turn::clockwise, Arrows::keep).block.to_text() == "^>\n_a\nvb");
  const TurnedBlock turned = turn(block, Turn::clockwise, Arrows::turn);
  CHECK(turned.block.to_text() == ">v\n|a\n<b");
  CHECK(turned.reversed_branches == 0);
  CHECK(turn(block, Turn::counter_clockwise, Arrows::turn).reversed_branches == 1);
  CHECK(turn(block, Turn::left_right, Arrows::turn).block.to_text() == "ba<\nv_^");
  CHECK(turn(block, Turn::left_right, Arrows::turn).reversed_branches == 1);
}

TEST_CASE("blocks of text have the width of their longest line") {
  const Block block = Block::from_text("a\r\nbcd\n");
  CHECK(block == Block{{3, 2}, U"a  bcd"});
  CHECK(block.to_text() == "a\nbcd");
  CHECK(Block::from_text("").size.area() == 0);
  CHECK(Block::from_text("\n\n").size.area() == 0);
}

TEST_CASE("the characters of a block are those of the dialect") {
  const Block bytes = Block::from_text("aÄ\n>");
  CHECK(bytes.size == Size{3, 2});
  CHECK(turn(bytes, Turn::left_right, Arrows::keep).block.to_text() ==
        "\x84\xc3"
        "a\n  >");
  const Dialect dialect = test::befunexec();
  const Block characters = Block::from_text("aÄ\n>", dialect);
  CHECK(characters == Block{{2, 2}, U"aÄ> "});
  CHECK(turn(characters, Turn::left_right, Arrows::keep).block.to_text(dialect) == "Äa\n >");
}
