// The format of links: what is encoded is decoded, and how it looks.
#include "session/recording/link.h"

#include "session/recording/link_format.h"
#include "support/test.h"
#include "support/transcript.h"

#include <random>

namespace {

// Returns a link with a value in every field.
SessionImage full_link() {
  SessionImage link{.source = "v  counts down\n>9> :.1- :|\n ^       <\n         @\n",
                    .file = "count down.b93",
                    .annotations = false,
                    .dialect = "strict",
                    .size = LoadOptions::SizeOverride{.source = false, .size = {100, 40}}};
  link.regions = {parse_region_option("grid=9,1,9,9:ascii").value(),
                  parse_region_option("flags=0,0,2,2:bool (0d | \"X\")").value()};
  link.seed = 7;
  link.input = InputLog("12 % \xff/\n");
  link.tick = 1'000'000;
  link.breakpoints = {
      {"10,3"}, {"10,3 west if depth > 2"}, {"change grid(2,5) log \"x is {Solve::x}\""}};
  link.watched = {"depth + 1"};
  link.layout = "code";
  return link;
}

std::string random_bytes(std::mt19937_64& random, std::size_t max_size) {
  std::string bytes(random() % (max_size + 1), ' ');
  for (char& byte : bytes) byte = static_cast<char>(random() % 256);
  return bytes;
}

std::string random_line(std::mt19937_64& random, std::size_t max_size) {
  std::string line(1 + random() % max_size, ' ');
  for (char& byte : line) byte = static_cast<char>(' ' + random() % 95);
  return line;
}

// Returns a link with random values in some of its fields.
SessionImage random_link(std::mt19937_64& random) {
  const auto some = [&] { return random() % 2 == 0; };
  SessionImage link;
  if (some()) {
    link.source = random_bytes(random, 300);
  } else {
    link.built_in = "@sudoku";
  }
  if (some()) link.file = "a" + std::to_string(random() % 100) + ".b93";
  link.annotations = some();
  if (some()) link.dialect = "bef";
  if (some()) {
    const std::string size = some() ? "source" : "7x" + std::to_string(1 + random() % 99);
    link.size = parse_size_option(size).value();
  }
  if (some()) link.regions = {parse_region_option("r=1,2,3,4:hex").value()};
  if (some()) link.seed = random();
  if (some()) {
    link.input = InputLog(random_bytes(random, 200));
    if (some()) link.input->close();
  }
  if (some()) link.tick = random() >> 1U;
  while (some()) link.breakpoints.push_back({random_line(random, 40)});
  while (some()) link.watched.push_back(random_line(random, 20));
  if (some()) link.layout = std::string(link_layouts()[random() % 4]);
  return link;
}

std::string encoded(const SessionImage& link) {
  const auto text = encode_link(link);
  REQUIRE_MESSAGE(text, to_string(text.error()));
  return *text;
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

TEST_CASE("every field of a link comes back") {
  const SessionImage link = full_link();
  CHECK(decode_link(encoded(link)).value() == link);
  CHECK(decode_link("https://host/page/?embed" + encoded(link)).value() == link);
}

TEST_CASE("a link has only the fields that differ from the defaults") {
  SessionImage link{
      .built_in = "@sudoku", .tick = 1'000'000, .breakpoints = {{"10,3 west if depth > 2"}}};
  CHECK(encoded(link) ==
        "#1/program=@sudoku/tick=1000000/break=10,3+west+if+depth+%3E+2/check=b4540a4b");
}

TEST_CASE("links that are written by hand need no check") {
  SessionImage link{.built_in = "@sudoku"};
  CHECK(decode_link("#@sudoku").value() == link);
  link.tick = 5;
  link.breakpoints = {{"1,2"}};
  CHECK(decode_link("#@sudoku/break=1,2/tick=5").value() == link);
  CHECK(decode_link("https://host/#%40sudoku/break=1%2C2/tick=5").value() == link);
  CHECK(message_of(decode_link("#@")) ==
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
  SessionImage link{.built_in = "@sudoku", .input = InputLog("12 18\n", InputLog::End::closed)};
  CHECK(contains(encoded(link), "/input=12+18%0A/"));
  link.input = InputLog(std::string(1000, '.'));
  const std::string text = encoded(link);
  CHECK(contains(text, "/input-deflated="));
  CHECK(contains(text, "/input-ends=no/"));
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
    CHECK(message_of(encode_link(link)) ==
          "link: the program has 1,048,577 bytes, and a link carries at most 1,048,576; "
          "send it as a file");
  }
  SUBCASE("input") {
    link.input = InputLog(std::string(link_limit::input_bytes + 1, ' '), InputLog::End::closed);
    CHECK(contains(message_of(encode_link(link)), "leave it out"));
  }
  SUBCASE("characters") {
    std::mt19937_64 random(2);
    link.source = random_bytes(random, 0) + std::string(60'000, ' ');
    for (char& byte : link.source) byte = static_cast<char>(random() % 256);
    CHECK(contains(message_of(encode_link(link)), "at most 65,536 are possible"));
    CHECK(contains(message_of(decode_link("#1/" + std::string(70'000, 'a'))), "at most 65,536"));
  }
  SUBCASE("stops") {
    link.breakpoints.assign(link_limit::items, {"1,2"});
    CHECK(decode_link(encoded(link)).value() == link);
    link.breakpoints.push_back({"1,2"});
    CHECK(message_of(encode_link(link)) ==
          "link: there are more than 100 of break; leave some out");
    link.breakpoints = {{std::string(1'001, '1')}};
    CHECK(contains(message_of(encode_link(link)), "at most 1000"));
  }
  SUBCASE("field") {
    CHECK(decode_link("#@sudoku/size=4096x4096"));
    CHECK(message_of(decode_link("#@sudoku/size=4097x4096")) ==
          "link:1:15: a field of '4097x4096' has more than 16,777,216 cells, which is too much for "
          "a link; open the program as a file");
    CHECK(contains(message_of(decode_link("#@sudoku/size=9223372036854775807x9223372036854775807")),
                   "too much"));
  }
}

TEST_CASE("a deflated bomb is not inflated") {
  // NOLINTNEXTLINE(bugprone-string-constructor): so long
  const std::string bomb = base64url_encoded(deflate_bytes(std::string(40'000'000, 'x')));
  REQUIRE(bomb.size() < link_limit::characters - 100);
  CHECK(message_of(decode_link("#@sudoku/input-deflated=" + bomb)) ==
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

// ---- Damaged links, and those of other versions: refused with the place and the reason

TEST_CASE("every change of one character is noticed") {
  SessionImage by_name{.built_in = "@sudoku",
                       .input = InputLog(std::string(50, '.') + "\n", InputLog::End::closed),
                       .tick = 1'000'000};
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
  CHECK(message_of(decode_link(text.substr(0, 60))) ==
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
  const std::string folder = FUNGESCOPE_SOURCE "/tests/session/links";
  const auto refusal = [](const TranscriptStep& step) -> std::optional<std::string> {
    return message_of(decode_link(step.text)) + '\n';
  };
  for (const std::string& failure : run_transcript(folder + "/damaged.links", refusal)) {
    FAIL_CHECK(failure);
  }
  const std::string good = encode_link(full_link()).value();
  CHECK(contains(message_of(decode_link(good + ".")),
                 "something follows the link's check; remove it"));
}

// ---- Bytes as characters of an address, and deflated

TEST_CASE("percent-encoding") {
  CHECK(percent_encoded("10,3 a:b=@-_.") == "10,3+a:b=@-_.");
  CHECK(percent_encoded("+%/#&()\n\xff") == "%2B%25%2F%23%26%28%29%0A%FF");
  CHECK(percent_decoded("a+b%2b%2B(").bytes == "a b++(");
  CHECK(percent_decoded("%2").problem != nullptr);
  CHECK(percent_decoded("ab%zz").at == 2);
  CHECK(percent_decoded("ab\ncd").at == 2);
}

TEST_CASE("base64url, as in RFC 4648") {
  CHECK(base64url_encoded("").empty());
  CHECK(base64url_encoded("f") == "Zg");
  CHECK(base64url_encoded("fo") == "Zm8");
  CHECK(base64url_encoded("foobar") == "Zm9vYmFy");
  CHECK(base64url_encoded("\xfb\xff") == "-_8");
  CHECK(base64url_decoded("Zm9vYg").bytes == "foob");
  CHECK(base64url_decoded("Zh").problem != nullptr);     // a bit beyond the last byte
  CHECK(base64url_decoded("Zm9vY").problem != nullptr);  // no byte has six bits
  CHECK(base64url_decoded("Zg==").at == 2);
}

TEST_CASE("random bytes come back from each encoding") {
  std::mt19937_64 random(5);
  for (int i = 0; i < 200; ++i) {
    const std::string bytes = random_bytes(random, 100);
    CHECK(percent_decoded(percent_encoded(bytes)).bytes == bytes);
    CHECK(base64url_decoded(base64url_encoded(bytes)).bytes == bytes);
    CHECK(inflate_bytes(deflate_bytes(bytes), 100) == bytes);
  }
}

TEST_CASE("inflating stops at its limit, and notices what is missing or too much") {
  const std::string deflated = deflate_bytes(std::string(100'000, 'x'));
  CHECK(inflate_bytes(deflated, 100'000)->size() == 100'000);
  CHECK(inflate_bytes(deflated, 99'999).error() == InflateProblem::too_large);
  for (const std::string& damaged : {deflated.substr(0, deflated.size() - 1), deflated + "x",
                                     std::string("\xff\xff"), std::string()}) {
    CHECK(inflate_bytes(damaged, 100'000).error() == InflateProblem::damaged);
  }
}

TEST_CASE("the check of a link is the common CRC-32") {
  CHECK(crc32_of("123456789") == 0xcbf43926U);
}
