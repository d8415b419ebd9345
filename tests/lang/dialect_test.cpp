#include "lang/dialect.h"

#include "support/test.h"

TEST_CASE("the presets are found by their names, and only by them") {
  CHECK(dialects().front().name == "wide");
  for (const Dialect& dialect : dialects()) CHECK(find_dialect(dialect.name) == dialect);
  CHECK(!find_dialect("Wide"));
  CHECK(!find_dialect(""));
}

TEST_CASE("wide is the default dialect") {
  CHECK(find_dialect("wide") == Dialect{});
}

TEST_CASE("befunexec differs from wide in the field's size alone") {
  Dialect expected{.name = "befunexec", .field_size = FieldSizeRule::source};
  CHECK(find_dialect("befunexec") == expected);
}

TEST_CASE("bef has a fixed field of signed bytes, and CR is a cell") {
  const Dialect bef = find_dialect("bef").value();
  CHECK(bef.field_size == FieldSizeRule::classic_cut);
  CHECK(!bef.carriage_return_ends_line);
  CHECK(bef.signed_8_bit_cells);
  CHECK(bef.instruction_is_low_byte);
  CHECK(bef.division_by_zero == DivisionByZero::ask);
  CHECK(bef.number_input == NumberInput::scan);
}

TEST_CASE("strict stops at every undefined operation except the edge") {
  const Dialect strict = find_dialect("strict").value();
  CHECK(strict.division_by_zero == DivisionByZero::stop);
  CHECK(strict.outside_get == OnUndefined::stop);
  CHECK(strict.outside_put == OnUndefined::stop);
  CHECK(strict.unknown_instruction == OnUndefined::stop);
  CHECK(strict.stack_underflow == OnUndefined::stop);
  CHECK(strict.output_out_of_byte == OnUndefined::stop);
  CHECK(strict.edge_wrap == OnUndefined::warn);
}
