#include "support/generated/random_programs.h"

#include "base/escape.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace fungescope::test {
namespace {

constexpr std::string_view every_instruction = "!\"#$%&*+,-./0123456789:<>?@\\^_`gpv|~ ";

std::string digit(Random& random) {
  return std::string(1, static_cast<char>('0' + below(random, 10)));
}

// With a, b and c for digits. The last stands for any instruction.
constexpr std::array<std::string_view, 24> idiom_forms{
    "ab*", "abg",     "abp",     "cabp",  "abg1+abp", "abgc-", ":a`",    "a/",
    "a%",  "abgbag+", ":ag",     "abc*+", "\\",       "$",     ":",      "!",
    "a+",  "a\\-",    "\"av>\"", "#a",    "a.",       ":,",    "abgacp", ""};

std::string idiom(Random& random) {
  const std::array<std::string, 3> digits{digit(random), digit(random), digit(random)};
  const std::string_view form = idiom_forms[below(random, idiom_forms.size())];
  if (form.empty())
    return std::string(1, every_instruction[below(random, every_instruction.size())]);
  std::string text;
  for (const char c : form) text += c >= 'a' && c <= 'c' ? digits[c - 'a'] : std::string(1, c);
  return text;
}

std::string idioms(Random& random, std::size_t length) {
  std::string text;
  while (text.size() < length) text += idiom(random);
  text.resize(length);
  return text;
}

Size random_size(Random& random) {
  const auto from = [&random](std::int64_t least, std::uint64_t count) {
    return least + static_cast<std::int64_t>(below(random, count));
  };
  const auto kind = below(random, 8);
  if (kind == 0) return {1, 1};
  if (kind == 1) return {1, from(1, 12)};
  if (kind == 2) return {from(1, 12), 1};
  if (kind == 3) return {3, 2};
  return {from(4, 30), from(2, 9)};
}

unsigned char noise_byte(Random& random) {
  if (below(random, 12) == 0) return static_cast<unsigned char>(below(random, 256));
  return static_cast<unsigned char>(every_instruction[below(random, every_instruction.size())]);
}

unsigned char sparse_byte(Random& random) {
  constexpr std::string_view some = "<>v^#_|?:1\"0g+!";
  if (below(random, 5) != 0) return ' ';
  return static_cast<unsigned char>(some[below(random, some.size())]);
}

unsigned char self_made_byte(Random& random) {
  constexpr std::string_view some = "gpp0123012301231:\\\"+-#_|<>^v @";
  // `@` and branches are rare enough to let the program run for a while.
  auto byte = static_cast<unsigned char>(some[below(random, some.size())]);
  if (byte == '@' && below(random, 4) != 0) byte = 'p';
  return byte;
}

// Rows of idioms, executed alternately eastwards and westwards, with a test at the end of some.
Playfield plausible_program(Random& random) {
  const Size size{static_cast<std::int64_t>(10 + below(random, 40)),
                  static_cast<std::int64_t>(2 + below(random, 8))};
  Playfield::Bytes bytes(static_cast<std::size_t>(size.area()), ' ');
  for (std::int64_t y = 0; y < size.height; ++y) {
    std::string row = idioms(random, static_cast<std::size_t>(size.width));
    const bool east = y % 2 == 0;
    constexpr std::string_view tests = "|vv_v";
    const char last = tests[below(random, tests.size())];
    row.back() = east ? last : '<';
    row.front() = east ? '>' : last;
    if (!east) std::reverse(row.begin() + 1, row.end() - 1);
    std::copy(row.begin(), row.end(), bytes.begin() + static_cast<std::ptrdiff_t>(y * size.width));
  }
  return {size, std::move(bytes)};
}

Rectangle random_area(Random& random, Size field) {
  const Point corner = random_point(random, field);
  if (below(random, 4) != 0) return {corner, {1, 1}};
  return {corner,
          {std::min<std::int64_t>(field.width - corner.x, 4),
           std::min<std::int64_t>(field.height - corner.y, 3)}};
}

}  // namespace

std::uint64_t below(Random& random, std::uint64_t bound) {
  return random.next() % bound;
}

Playfield random_program(Random& random, ProgramKind kind) {
  if (kind == ProgramKind::plausible) return plausible_program(random);
  const Size size = random_size(random);
  Playfield::Bytes bytes(static_cast<std::size_t>(size.area()));
  for (unsigned char& byte : bytes) {
    byte = kind == ProgramKind::sparse      ? sparse_byte(random)
           : kind == ProgramKind::self_made ? self_made_byte(random)
                                            : noise_byte(random);
  }
  return {size, std::move(bytes)};
}

Dialect random_dialect(Random& random) {
  Dialect dialect = dialects()[below(random, dialects().size())];
  dialect.utf8_output = dialect.utf8_source;  // as of a source that is not ASCII
  if (below(random, 8) != 0) return dialect;
  // Not a preset: a random choice for each field.
  const auto reaction = [&random] { return static_cast<OnUndefined>(below(random, 3)); };
  dialect.signed_8_bit_cells = below(random, 2) != 0;
  dialect.instruction_is_low_byte = below(random, 2) != 0;
  dialect.division_by_zero = static_cast<DivisionByZero>(below(random, 3));
  dialect.outside_get = reaction();
  dialect.outside_put = reaction();
  dialect.unknown_instruction = reaction();
  dialect.stack_underflow = reaction();
  dialect.edge_wrap = reaction();
  dialect.output_out_of_byte = reaction();
  return dialect;
}

std::string random_source(Random& random) {
  const auto kind = static_cast<ProgramKind>(below(random, program_kinds));
  return source_of(random_program(random, kind));
}

std::string source_of(const Playfield& field) {
  std::string text;
  for (std::int64_t y = 0; y < field.size().height; ++y) {
    for (std::int64_t x = 0; x < field.size().width; ++x) {
      const std::int64_t value = field.at(Point{x, y});
      text += is_printable_ascii(value) ? static_cast<char>(value) : ' ';
    }
    text += '\n';
  }
  return text;
}

Point random_point(Random& random, Size size) {
  const auto x = static_cast<std::int64_t>(below(random, static_cast<std::uint64_t>(size.width)));
  return {x, static_cast<std::int64_t>(below(random, static_cast<std::uint64_t>(size.height)))};
}

Traps random_traps(Random& random, Size field) {
  Traps traps(field);
  const bool everything = below(random, 3) == 0;
  const std::uint64_t only = below(random, 8);
  const auto wanted = [&](std::uint64_t kind) {
    return everything ? below(random, 2) != 0 : only == kind;
  };
  constexpr std::array accesses{Access::execute, Access::read, Access::write};
  for (std::uint64_t kind = 0; kind < 3; ++kind) {
    if (!wanted(kind)) continue;
    for (std::uint64_t n = 1 + below(random, 6); n > 0; --n) {
      traps.set(random_area(random, field), accesses[kind]);
    }
  }
  if (wanted(3)) traps.set_before(static_cast<Op>(below(random, instructions.size())));
  if (wanted(4)) traps.set_on_modified_code();
  if (wanted(5)) traps.set_floor(below(random, 12));
  if (wanted(6)) traps.set_ceiling(below(random, 40));
  return traps;
}

}  // namespace fungescope::test
