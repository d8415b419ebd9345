// Reads saved settings, of the window and of panels. Users may edit them: members of another type
// are ignored.
#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace fungescope::ui {

// Returns a member of the settings; nothing if it is missing or of another type. `T` is bool, int,
// float, double, std::string or std::vector<std::string>; of a list, items that are not strings are
// skipped.
template <class T>
[[nodiscard]] std::optional<T> read_setting(const nlohmann::ordered_json& settings,
                                            const char* name) {
  const auto found = settings.find(name);
  if (found == settings.end()) return std::nullopt;
  if constexpr (std::is_same_v<T, std::vector<std::string>>) {
    if (!found->is_array()) return std::nullopt;
    T items;
    for (const auto& item : *found) {
      if (item.is_string()) items.push_back(item.template get<std::string>());
    }
    return items;
  } else {
    const bool fits = std::is_same_v<T, bool>       ? found->is_boolean()
                      : std::is_same_v<T, int>      ? found->is_number_integer()
                      : std::is_floating_point_v<T> ? found->is_number()
                                                    : found->is_string();
    return fits ? std::optional(found->template get<T>()) : std::nullopt;
  }
}

// The same in place: `value` stays if there is none.
template <class T>
void read_setting(const nlohmann::ordered_json& settings, const char* name, T& value) {
  if (auto read = read_setting<T>(settings, name)) value = std::move(*read);
}

// Returns a member that is an object; an empty one if there is none. Not of a temporary.
[[nodiscard]] inline const nlohmann::ordered_json& setting_object(
    const nlohmann::ordered_json& settings, const std::string& name) {
  static const nlohmann::ordered_json none = nlohmann::ordered_json::object();
  const auto found = settings.find(name);
  return found != settings.end() && found->is_object() ? *found : none;
}

}  // namespace fungescope::ui
