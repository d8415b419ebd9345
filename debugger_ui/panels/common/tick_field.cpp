#include "debugger_ui/panels/common/tick_field.h"

#include "base/text_table.h"

#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {

bool TickField::draw(const Context& context, const char* id, const char* hint, float width,
                     std::optional<Tick> lowest, ImGuiInputTextFlags flags) {
  const auto check = [&](const std::string& text) -> Result<void> {
    const auto tick = TRY(parse_tick(text, tick_words(context.snapshot)));
    if (lowest && tick < *lowest) {
      return fail({{}, 0, 1},
                  fmt::format("the interval goes from {} to {}", with_separators(*lowest),
                              with_separators(tick)),
                  "write the earlier tick first");
    }
    tick_ = tick;
    return {};
  };
  tick_.reset();
  return field_.draw(context.theme, context.scale, id, hint, width, check, flags);
}

std::optional<Tick> TickField::tick(Tick fallback) const {
  return field_.text().empty() ? std::optional(fallback) : tick_;
}

void TickField::set_text(std::string text) {
  field_.set_text(std::move(text));
  tick_.reset();
}

}  // namespace fungescope::ui
