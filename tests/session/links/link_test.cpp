// The format of links: what is encoded is decoded, and how it looks.
#include "session/recording/link.h"

#include "session/links/sample_links.h"
#include "session/recording/link_format.h"
#include "support/test.h"

#include <random>

namespace {

std::string encoded(const SessionImage& link) {
  const auto text = encode_link(link);
  REQUIRE_MESSAGE(text, to_string(text.error()));
  return *text;
}

std::string decode_error(const std::string& text) {
  const auto link = decode_link(text);
  REQUIRE_FALSE(link);
  return to_string(link.error());
}
std::string encode_error(const SessionImage& link) {
  const auto text = encode_link(link);
  REQUIRE_FALSE(text);
  return to_string(text.error());
}

}  // namespace

TEST_CASE("every field of a link comes back") {
  const SessionImage link = full_link();
  CHECK(decode_link(encoded(link)).value() == link);
  CHECK(decode_link("https://host/page/?embed" + encoded(link)).value() == link);
}

TEST_CASE("a link has only the fields that differ from the defaults") {
  SessionImage link;
  link.built_in = "@sudoku";
  link.tick = 1'000'000;
  link.breakpoints = {{"10,3 west if depth > 2"}};
  CHECK(encoded(link) ==
        "#1/program=@sudoku/tick=1000000/break=10,3+west+if+depth+%3E+2/check=b4540a4b");
}

TEST_CASE("links that are written by hand need no check") {
  SessionImage link;
  link.built_in = "@sudoku";
  CHECK(decode_link("#@sudoku").value() == link);
  link.tick = 5;
  link.breakpoints = {{"1,2"}};
  CHECK(decode_link("#@sudoku/break=1,2/tick=5").value() == link);
  CHECK(decode_link("https://host/#%40sudoku/break=1%2C2/tick=5").value() == link);
  CHECK(decode_error("#@") ==
        "link:1:2: this is not the name of a built-in program; `fungescope programs` lists them");
}

TEST_CASE("the same link has the same text, and random links come back") {
  std::mt19937_64 random(1);
  for (int i = 0; i < 300; ++i) {
    const SessionImage link = random_link(random);
    const std::string text = encoded(link);
    CHECK(encoded(link) == text);
    CHECK(decode_link(text).value() == link);
  }
}

TEST_CASE("text that a shell, Markdown or HTML would treat in its own way is not in a link") {
  const std::string text = encoded(full_link());
  CHECK(text.find_first_not_of("#/=%+-_.,:@abcdefghijklmnopqrstuvwxyz"
                               "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == std::string::npos);
}

TEST_CASE("programs that decode or encode parts of an address do not damage a link") {
  std::string text = encoded(full_link());
  const auto replace_all = [&text](const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
      text.replace(at, from.size(), to);
    }
  };
  replace_all("%28", "(");
  replace_all("%22", "\"");
  replace_all(",", "%2C");
  replace_all("+", "%20");
  replace_all("%7B", "%7b");
  CHECK(decode_link(text).value() == full_link());
}

TEST_CASE("an input is deflated where that is shorter") {
  SessionImage link;
  link.built_in = "@sudoku";
  link.input = InputLog("12 18\n", InputLog::End::closed);
  CHECK(encoded(link).find("/input=12+18%0A/") != std::string::npos);
  link.input = InputLog(std::string(1000, '.'));
  const std::string text = encoded(link);
  CHECK(text.find("/input-deflated=") != std::string::npos);
  CHECK(text.find("/input-ends=no/") != std::string::npos);
  CHECK(text.size() < 100);
  CHECK(decode_link(text).value() == link);
  link.input = InputLog("", InputLog::End::closed);
  CHECK(decode_link(encoded(link)).value() == link);
}

TEST_CASE("a small program at a late tick with a breakpoint is well below 2,000 characters") {
  CHECK(encoded(full_link()).size() < 500);
}

TEST_CASE("what exceeds a limit is refused with the limit") {
  SessionImage link;
  SUBCASE("program") {
    link.source = std::string(link_limit::program_bytes, ' ');
    CHECK(decode_link(encoded(link)).value() == link);
    link.source += ' ';
    CHECK(encode_error(link) ==
          "link: the program has 1,048,577 bytes, and a link carries at most 1,048,576; "
          "send it as a file");
  }
  SUBCASE("input") {
    link.input = InputLog(std::string(link_limit::input_bytes + 1, ' '), InputLog::End::closed);
    CHECK(encode_error(link).find("leave it out") != std::string::npos);
  }
  SUBCASE("characters") {
    std::mt19937_64 random(2);
    link.source = random_bytes(random, 0) + std::string(60'000, ' ');
    for (char& byte : link.source) byte = static_cast<char>(random() % 256);
    CHECK(encode_error(link).find("at most 65,536 are possible") != std::string::npos);
    CHECK(decode_error("#1/" + std::string(70'000, 'a')).find("at most 65,536") !=
          std::string::npos);
  }
  SUBCASE("stops") {
    link.breakpoints.assign(link_limit::items, {"1,2"});
    CHECK(decode_link(encoded(link)).value() == link);
    link.breakpoints.push_back({"1,2"});
    CHECK(encode_error(link) == "link: there are more than 100 of break; leave some out");
    link.breakpoints = {{std::string(1'001, '1')}};
    CHECK(encode_error(link).find("at most 1000") != std::string::npos);
  }
  SUBCASE("field") {
    CHECK(decode_link("#@sudoku/size=4096x4096"));
    CHECK(decode_error("#@sudoku/size=4097x4096") ==
          "link:1:15: a field of '4097x4096' has more than 16,777,216 cells, which is too much for "
          "a link; open the program as a file");
    CHECK(decode_error("#@sudoku/size=9223372036854775807x9223372036854775807").find("too much") !=
          std::string::npos);
  }
}

TEST_CASE("a deflated bomb is not inflated") {
  // NOLINTNEXTLINE(bugprone-string-constructor): so long
  const std::string bomb = base64url_encoded(deflate_bytes(std::string(40'000'000, 'x')));
  REQUIRE(bomb.size() < link_limit::characters - 100);
  CHECK(decode_error("#@sudoku/input-deflated=" + bomb) ==
        "link:1:25: the input has more than 1,048,576 bytes, which is too much for a link; "
        "open it as a file");
}

TEST_CASE("what is a link") {
  CHECK(is_link("#1/program=@sudoku"));
  CHECK(is_link("#"));
  CHECK(is_link("https://host/page/#@sudoku"));
  CHECK(is_link("file:///home/user/build-web/index.html#@sudoku"));
  CHECK_FALSE(is_link("./#name"));
  CHECK_FALSE(is_link("c#.b93"));
  CHECK_FALSE(is_link("@sudoku"));
  CHECK_FALSE(is_link("https://host/page"));
}

TEST_CASE("the address of a link on a page") {
  CHECK(link_address("", "#@sudoku") == "#@sudoku");
  CHECK(link_address("https://host/page/?embed", "#@sudoku") == "https://host/page/?embed#@sudoku");
  CHECK(link_address("https://host/#@cats", "#@sudoku") == "https://host/#@sudoku");
}
