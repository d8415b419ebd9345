// Damaged links, and those of other versions: refused with the place and the reason.
#include "session/links/sample_links.h"
#include "session/recording/link.h"
#include "support/test.h"

#include <random>

namespace {

std::string refusal(const std::string& text) {
  const auto link = decode_link(text);
  REQUIRE_FALSE(link);
  return to_string(link.error());
}

// Either the link is the same, such as after a change of the page's address, or it is refused.
void check_damaged(const std::string& text, const SessionImage& link) {
  const auto decoded = decode_link(text);
  if (decoded) {
    CHECK_MESSAGE(*decoded == link, text);
  } else {
    CHECK(decoded.error().where.line == 1);
    CHECK(decoded.error().where.column >= 1);
    CHECK(decoded.error().where.column <= text.size() + 1);
    CHECK_FALSE(decoded.error().advice.empty());
  }
}

}  // namespace

TEST_CASE("every change of one character is noticed") {
  SessionImage by_name;
  by_name.built_in = "@sudoku";
  by_name.input = InputLog(std::string(50, '.') + "\n", InputLog::End::closed);
  by_name.tick = 1'000'000;
  for (const SessionImage& link : {full_link(), by_name}) {
    const std::string text = encode_link(link).value();
    for (std::size_t i = 0; i < text.size(); ++i) {
      for (const char c : {'/', '=', '%', '+', '0', 'A', '#', '-', '\n', '\0', '\xff'}) {
        std::string damaged = text;
        damaged[i] = c;
        check_damaged(damaged, link);
        damaged = text;
        damaged.insert(i, 1, c);
        check_damaged(damaged, link);
      }
      std::string damaged = text;
      damaged[i] = static_cast<char>(damaged[i] ^ 1);
      check_damaged(damaged, link);
      damaged.erase(i, 1);
      check_damaged(damaged, link);
    }
  }
}

TEST_CASE("a link that was cut off is refused, wherever") {
  const std::string text = "https://host/" + encode_link(full_link()).value();
  for (std::size_t size = 0; size < text.size(); ++size) {
    CHECK_FALSE(decode_link(text.substr(0, size)));
  }
  CHECK(refusal(text.substr(0, 60)) ==
        "link:1:61: the link ends too early: its last part, check=, is missing; "
        "copy the whole link again");
}

TEST_CASE("random text is not a link, and does no harm") {
  std::mt19937_64 random(3);
  for (int i = 0; i < 2'000; ++i) {
    std::string text = random() % 2 == 0 ? "#1/program=" : "#@sudoku/";
    text += random() % 2 == 0 ? random_line(random, 60) : random_bytes(random, 60);
    (void)decode_link(text);
  }
}

TEST_CASE("each damage says what it is, and where") {
  CHECK(refusal("") ==
        "link:1:1: there is no # in the link, after which it begins; "
        "copy the whole link again");
  CHECK(refusal("#") ==
        "link:1:2: this is not a link to a program; a link begins with #1/ or with "
        "#@ and the name of a built-in program");
  CHECK(refusal("#about") == refusal("#"));
  CHECK(refusal("#2/program=@sudoku/new=1") ==
        "link:1:2: the link is of version 2, and this program reads 1; open it with a newer "
        "Fungescope");
  CHECK(refusal("#1/program=@sudoku/check=00000000") ==
        "link:1:26: the link's check does not match: a character before it was changed; "
        "copy the whole link again");
  CHECK(refusal("#1/program=@sudoku/check=0000000g") ==
        "link:1:33: the link's check is not 8 hexadecimal digits; copy the whole link again");
  const std::string good = encode_link(full_link()).value();
  CHECK(refusal(good + ".").find("something follows the link's check; remove it") !=
        std::string::npos);
  CHECK(refusal("#1/tick=5/check=").find("not 8 hexadecimal digits") != std::string::npos);
  CHECK(refusal("#@sudoku/zoom=2") ==
        "link:1:10: there is no field 'zoom'; docs/formats.md lists the fields");
  CHECK(refusal("#1/program=@sudoku/zoom=2/check=00000000") ==
        "link:1:20: there is no field 'zoom'; copy the link again, or open it with a newer "
        "Fungescope");
  CHECK(refusal("#@sudoku/tick") ==
        "link:1:10: 'tick' has no = after its name; copy the whole link again");
  CHECK(refusal("#@sudoku//tick=5") ==
        "link:1:10: there is an empty field; "
        "copy the whole link again");
  CHECK(refusal("#@sudoku/tick=5/tick=6") ==
        "link:1:17: the field tick is there twice; remove one");
  CHECK(refusal("#@sudoku/program=@cats") ==
        "link:1:10: the field program is there twice; remove one");
  CHECK(refusal("#@sudoku/tick=1e6") ==
        "link:1:15: '1e6' is not a number for tick; write a whole number from 0 to "
        "18446744073709551614");
  CHECK(refusal("#@sudoku/seed=18446744073709551616").find("not a number for seed") !=
        std::string::npos);
  CHECK(refusal("#@sudoku/dialect=funge") ==
        "link:1:18: there is no dialect 'funge'; docs/semantics.md lists them");
  CHECK(refusal("#@sudoku/size=0x5").find("has no cell") != std::string::npos);
  CHECK(refusal("#@sudoku/layout=wide") ==
        "link:1:17: there is no layout 'wide'; use one of solver, code, profile, play");
  CHECK(refusal("#@sudoku/input=a/input-deflated=AwA") ==
        "link:1:33: there are two inputs; remove one");
  CHECK(refusal("#@sudoku/input-ends=no") ==
        "link:1:21: input-ends is not preceded by an input; write input= before it");
  CHECK(refusal("#@sudoku/annotations=yes").find("write no, or leave the field out") !=
        std::string::npos);
  CHECK(refusal("#@sudoku/break=").find("the field break is empty") != std::string::npos);
  CHECK(refusal("#@sudoku/break=a%0Ab").find("control character") != std::string::npos);
  CHECK(refusal("#@sudoku/region=grid=1").find("link:1:17: ") == 0);
  CHECK(refusal("#@sudoku/name=a%2Fb") ==
        "link:1:15: the name of the program has a /; leave out its folders");
  CHECK(refusal("#@sudoku/break=1,2 if x") ==
        "link:1:19: there is a blank, a line break or another control character in the link; "
        "join the parts of a link that was wrapped");
  CHECK(refusal("#@sudoku/break=5%") ==
        "link:1:17: % is not followed by two hexadecimal digits; copy the whole link again; "
        "a percent sign is written %25");
  CHECK(refusal("#@sudoku/input-deflated=Aw*A") ==
        "link:1:27: a character is not one of A-Z a-z 0-9 - _; copy the whole link again");
  CHECK(refusal("#@sudoku/input-deflated=AAAA") ==
        "link:1:25: the input in the link is damaged; copy the whole link again");
}
