#include "lang/dialect.h"

#include "support/test.h"

TEST_CASE("the presets are found by their names; befunexec differs in how sources are loaded") {
  CHECK(dialects().front().name == "wide");
  for (const Dialect& dialect : dialects()) CHECK(find_dialect(dialect.name) == dialect);
  CHECK(!find_dialect("Wide"));
  CHECK(!find_dialect(""));
  CHECK(find_dialect("wide") == Dialect{});
  Dialect expected{.name = "befunexec",
                   .field_size = FieldSizeRule::source,
                   .utf8_source = true,
                   .code_piece = true};
  CHECK(find_dialect("befunexec") == expected);
}
