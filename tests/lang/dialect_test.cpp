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
