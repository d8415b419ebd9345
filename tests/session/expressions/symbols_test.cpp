#include "session/expressions/symbols.h"

#include "session/names.h"

#include <string>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

const Symbols& few_symbols() {
  static const Symbols all = symbols_in(
      "#$watch[2,0]:int = recursionLevel\n"
      "#$watch[1,4]:int = Solve::x\n"
      "#$watch[1,5]:int = Step::Down::x\n"
      "#$watch[2,5]:int = Step::Down::by\n"
      "#$watch[3,5]:int = Solve::v\n"
      "#$watch[4,5]:int = V\n"
      "#$region[9,1](9x9):ascii = grid\n");
  return all;
}

std::string found(std::string_view name) {
  const Result<const Watch*> variable = few_symbols().variable(name);
  return variable ? (*variable)->full_name() : message(variable.error());
}

}  // namespace

TEST_CASE("a variable is found by its full name, in any case") {
  CHECK(found("recursionLevel") == "recursionLevel");
  CHECK(found("RECURSIONLEVEL") == "recursionLevel");
  CHECK(found("solve::X") == "Solve::x");
}

TEST_CASE("a variable is found by its last parts") {
  CHECK(found("by") == "Step::Down::by");
  CHECK(found("down::by") == "Step::Down::by");
  CHECK(found("own::by") == "there is no variable 'own::by'");
}

TEST_CASE("a name that means several variables is an error with all of them") {
  CHECK(found("x") ==
        "'x' may be Solve::x at (1,4) or Step::Down::x at (1,5); write its scope, or its cell");
}

TEST_CASE("a full name comes before a last part, and two colons mean a global one") {
  CHECK(found("v") == "V");
  CHECK(found("Solve::v") == "Solve::v");
  CHECK(found("::v") == "V");
  CHECK(found("::x") == "there is no variable '::x'");
}

TEST_CASE("the error of an unknown name suggests the nearest") {
  CHECK(found("recursionLvel") ==
        "there is no variable 'recursionLvel'; the nearest name is recursionLevel");
  CHECK(found("recusrionlevel") ==
        "there is no variable 'recusrionlevel'; the nearest name is recursionLevel");
  CHECK(found("zzz") == "there is no variable 'zzz'");
  CHECK(found("") == "there is no variable ''");
}

TEST_CASE("a region is found in any case") {
  REQUIRE(few_symbols().region("GRID") != nullptr);
  CHECK(few_symbols().region("GRID")->name == "grid");
  CHECK(few_symbols().region("gri") == nullptr);
}
