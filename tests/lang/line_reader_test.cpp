#include "lang/line_reader.h"

#include "support/test.h"

namespace {

using Lines = std::vector<std::string>;

Lines split(std::string_view text, LineEndings ends = LineEndings::any) {
  LineReader reader(text, ends);
  Lines lines;
  while (const auto line = reader.next()) lines.emplace_back(*line);
  CHECK(!reader.next().has_value());  // the end stays the end
  return lines;
}

// The rule, implemented naively byte by byte.
Lines split_naively(std::string_view text, LineEndings ends) {
  Lines lines;
  bool open = false;  // a line was begun and not ended
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!open) lines.emplace_back();
    open = true;
    const bool carriage_return = text[i] == '\r' && ends == LineEndings::any;
    if (carriage_return && i + 1 < text.size() && text[i + 1] == '\n') ++i;
    if (carriage_return || text[i] == '\n') {
      open = false;
    } else {
      lines.back() += text[i];
    }
  }
  return lines;
}

}  // namespace

TEST_CASE("a copy continues independently") {
  LineReader reader("a\nb\nc", LineEndings::any);
  CHECK(reader.next() == "a");
  LineReader copy = reader;
  CHECK(copy.next() == "b");
  CHECK(copy.next() == "c");
  CHECK(reader.next() == "b");
}

TEST_CASE("random texts are split as by a naive implementation of the rule") {
  CHECK(split({}).empty());
  Random random(7);
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    const std::size_t size = random.next() % 12;
    for (std::size_t i = 0; i < size; ++i) text += "\n\ra\0"[random.next_two_bits()];
    for (const LineEndings ends : {LineEndings::any, LineEndings::lf}) {
      CHECK(split(text, ends) == split_naively(text, ends));
    }
  }
}
