#include "session/expressions/quantifier.h"

#include "lang/text_cursor.h"

#include <array>
#include <utility>

namespace fungescope {

std::optional<std::int64_t> replace_value(Quantifier::Kind kind, std::int64_t total,
                                          std::int64_t before, std::int64_t now) {
  switch (kind) {
    case Quantifier::Kind::sum:
      return wrapping_add(wrapping_subtract(total, before), now);
    case Quantifier::Kind::max:
    case Quantifier::Kind::min: {
      const std::int64_t with = add_value(kind, total, now);
      if (with == now || before != total) return with;
      return std::nullopt;
    }
    default:
      return total + static_cast<std::int64_t>(now != 0) - static_cast<std::int64_t>(before != 0);
  }
}

std::optional<Quantifier::Kind> find_quantifier(std::string_view word) {
  constexpr std::array words{
      std::pair{std::string_view("any"), Quantifier::Kind::any},
      std::pair{std::string_view("all"), Quantifier::Kind::all},
      std::pair{std::string_view("count"), Quantifier::Kind::count},
      std::pair{std::string_view("sum"), Quantifier::Kind::sum},
      std::pair{std::string_view("max"), Quantifier::Kind::max},
      std::pair{std::string_view("min"), Quantifier::Kind::min},
  };
  const auto* const found = std::find_if(words.begin(), words.end(), [word](const auto& one) {
    return equal_ignoring_case(word, one.first);
  });
  return found == words.end() ? std::nullopt : std::optional(found->second);
}

bool names_element(std::string_view word) {
  return equal_ignoring_case(word, "v") || equal_ignoring_case(word, "i") ||
         equal_ignoring_case(word, "j");
}

}  // namespace fungescope
