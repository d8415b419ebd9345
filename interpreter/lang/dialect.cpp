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
        .outside_get = OnUndefined::warn,
        .outside_put = OnUndefined::warn,
        .unknown_instruction = OnUndefined::warn,
    },
    Dialect{
        .name = "strict",
        .division_by_zero = DivisionByZero::stop,
        .outside_get = OnUndefined::stop,
        .outside_put = OnUndefined::stop,
        .unknown_instruction = OnUndefined::stop,
        .stack_underflow = OnUndefined::stop,
        .edge_wrap = OnUndefined::warn,
        .output_out_of_byte = OnUndefined::stop,
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

std::string dialect_names() {
  std::string names;
  for (const Dialect& dialect : presets) {
    if (!names.empty()) names += ", ";
    names += dialect.name;
  }
  return names;
}

}  // namespace fungescope
