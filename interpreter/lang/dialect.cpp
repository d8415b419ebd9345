#include "lang/dialect.h"

#include <algorithm>
#include <array>

namespace fungescope {
namespace {

constexpr std::array presets{
    Dialect{.name = "wide"},
    Dialect{.name = "befunexec", .field_size = FieldSizeRule::source},
    Dialect{
        .name = "bef",
        .field_size = FieldSizeRule::classic_cut,
        .carriage_return_ends_line = false,
        .signed_8_bit_cells = true,
        .instruction_is_low_byte = true,
        .division_by_zero = DivisionByZero::ask,
        .number_input = NumberInput::scan,
        .outside_get = Doubt::warn,
        .outside_put = Doubt::warn,
        .unknown_instruction = Doubt::warn,
    },
    Dialect{
        .name = "strict",
        .division_by_zero = DivisionByZero::stop,
        .outside_get = Doubt::stop,
        .outside_put = Doubt::stop,
        .unknown_instruction = Doubt::stop,
        .stack_underflow = Doubt::stop,
        .edge_wrap = Doubt::warn,
        .output_out_of_byte = Doubt::stop,
    },
};

}  // namespace

std::span<const Dialect> dialects() {
  return presets;
}

std::optional<Dialect> find_dialect(std::string_view name) {
  const auto* found = std::find_if(presets.begin(), presets.end(),
                                   [name](const Dialect& d) { return d.name == name; });
  if (found == presets.end()) return std::nullopt;
  return *found;
}

}  // namespace fungescope
