// The rows of a command's result. One description of the columns yields the table that a user
// reads, the JSON array that a program reads, and the schema of its elements:
//
//     constexpr std::array<Column<Entry>, 2> columns{{
//         {"id", as_json<&Entry::id>, as_text<&Entry::id>},
//         {"name", as_json<&Entry::name>, as_text<&Entry::name>},
//     }};
//     const RegisterRows entry_schema("entry", columns);  // $defs/entry of the schema
//     Response response = make_response(call, rows_to_text<Entry>(columns, entries));
//     response.data["entries"] = rows_to_json<Entry>(columns, entries);
//
// Rows that are too many to keep are formatted one by one, in columns of fixed widths:
//
//     text = headings_to_line<Entry>(columns);
//     ... text += row_to_line<Entry>(columns, entry);
#pragma once

#include "base/json.h"
#include "base/text_table.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace fungescope {

// ---- Values in JSON, and their types

// A value that is null in JSON if it is absent, while an absent std::optional is no member at all.
template <class T>
struct OrNull : std::optional<T> {
  using std::optional<T>::optional;
};

template <class T>
OrNull<T> unless(bool absent, T value) {
  return absent ? OrNull<T>() : OrNull<T>(std::move(value));
}

// What the schema says of a value.
struct SchemaType {
  std::string_view name;  // "integer"
  bool is_nullable = false;
  bool is_required = true;
};

// The JSON of a value of a C++ type.
template <class T>
struct JsonOf {
  static Json value(const T& value) { return value; }
  static constexpr SchemaType type{std::is_same_v<T, bool>                      ? "boolean"
                                   : std::is_integral_v<T>                      ? "integer"
                                   : std::is_convertible_v<T, std::string_view> ? "string"
                                                                                : "object"};
};
template <class T>
struct JsonOf<std::optional<T>> {
  static Json value(const std::optional<T>& value) {
    return value ? Json(*value) : Json(Json::value_t::discarded);
  }
  static constexpr SchemaType type{JsonOf<T>::type.name, false, false};
};
template <class T>
struct JsonOf<OrNull<T>> {
  static Json value(const OrNull<T>& value) { return value ? Json(*value) : Json(); }
  static constexpr SchemaType type{JsonOf<T>::type.name, true};
};

// A member of a row's JSON, from a lambda that returns its value.
template <class Row>
struct JsonMember {
  constexpr JsonMember(std::nullptr_t) {}
  template <class Get>
  constexpr JsonMember(Get)
      : value([](const Row& row) { return JsonOf<Type<Get>>::value(Get{}(row)); }),
        type(JsonOf<Type<Get>>::type) {
    static_assert(std::is_empty_v<Get>, "of a function use as_json");
  }

  Json (*value)(const Row&) = nullptr;
  SchemaType type;

 private:
  template <class Get>
  using Type = std::decay_t<std::invoke_result_t<Get, const Row&>>;
};

template <class Row>
struct Column {
  std::string_view key;  // of the JSON member; empty: this value is the row's JSON
  JsonMember<Row> json;  // null: text only
  std::string (*text)(const Row&) = nullptr;  // null: JSON only
  TextTable::Align align = TextTable::Align::left;
  std::string_view heading = {};  // a table with headings begins with a row of them
  std::size_t width = 0;          // in code points, for row_to_line
};

// A text that is no member if it is empty.
inline std::optional<std::string> unless_empty(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

// A JSON member that is a data member of the row, or the result of a function of it.
template <auto member>
inline constexpr auto as_json = [](const auto& row) { return std::invoke(member, row); };

// The same as text, and a number with thousands separators.
template <auto member>
inline constexpr auto as_text = [](const auto& row) {
  using std::to_string;
  const auto& value = std::invoke(member, row);
  if constexpr (std::is_convertible_v<decltype(value), std::string_view>) {
    return std::string(value);
  } else {
    return std::string(to_string(value));
  }
};
template <auto member>
inline constexpr auto as_count =
    [](const auto& row) { return with_separators(std::invoke(member, row)); };

// `section` may be null; else it returns the heading of a row's section, or nothing, and rows of
// one section that follow each other are a group under it. `indent` begins each line.
template <class Row>
[[nodiscard]] std::string rows_to_text(std::span<const Column<Row>> columns,
                                       std::span<const Row> rows,
                                       std::string (*section)(const Row&) = nullptr,
                                       std::string_view indent = "  ") {
  std::vector<TextTable::Align> aligns;
  std::vector<std::string> headings;
  bool any_heading = false;
  for (const Column<Row>& column : columns) {
    if (column.text == nullptr) continue;
    aligns.push_back(column.align);
    headings.emplace_back(column.heading);
    any_heading = any_heading || !column.heading.empty();
  }
  TextTable table(std::move(aligns));
  if (any_heading) table.add_row(std::move(headings));
  std::string open_section;
  for (const Row& row : rows) {
    if (section != nullptr) {
      std::string heading = section(row);
      if (!heading.empty() && heading != open_section) table.add_row({heading});
      open_section = std::move(heading);
    }
    std::vector<std::string> cells;
    for (const Column<Row>& column : columns) {
      if (column.text != nullptr) cells.push_back(column.text(row));
    }
    table.add_row(std::move(cells));
  }
  return table.to_string(indent);
}

template <class Row, class Cell>
[[nodiscard]] std::string columns_to_line(std::span<const Column<Row>> columns, Cell cell) {
  std::string line;
  bool first = true;
  for (const Column<Row>& column : columns) {
    if (column.text == nullptr) continue;
    if (!first) line += "  ";
    first = false;
    const std::string text(cell(column));
    const std::string padding(column.width - std::min(column.width, display_width(text)), ' ');
    line += column.align == TextTable::Align::left ? text + padding : padding + text;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

template <class Row>
[[nodiscard]] std::string headings_to_line(std::span<const Column<Row>> columns) {
  return columns_to_line<Row>(columns, [](const Column<Row>& column) { return column.heading; });
}

template <class Row>
[[nodiscard]] std::string row_to_line(std::span<const Column<Row>> columns, const Row& row) {
  return columns_to_line<Row>(columns,
                              [&row](const Column<Row>& column) { return column.text(row); });
}

template <class Row>
[[nodiscard]] Json row_to_json(std::span<const Column<Row>> columns, const Row& row) {
  Json object = Json::object();
  for (const Column<Row>& column : columns) {
    if (column.json.value == nullptr) continue;
    Json value = column.json.value(row);
    if (column.key.empty()) return value;
    if (!value.is_discarded()) object[std::string(column.key)] = std::move(value);
  }
  return object;
}

template <class Row>
[[nodiscard]] Json rows_to_json(std::span<const Column<Row>> columns, std::span<const Row> rows) {
  Json array = Json::array();
  for (const Row& row : rows) array.push_back(row_to_json(columns, row));
  return array;
}

// ---- The schema of rows

// The members of a type of rows whose schema is documented. The schema itself is made from them by
// the test that compares it with docs/repl.schema.json.
class RegisteredRows {
 public:
  struct Member {
    std::string_view key;
    SchemaType type;
  };

  RegisteredRows(const RegisteredRows&) = delete;
  RegisteredRows& operator=(const RegisteredRows&) = delete;

  inline static const RegisteredRows* newest = nullptr;
  const char* name;  // in `$defs`
  std::span<const Member> members;
  const RegisteredRows* previous;

 protected:
  explicit RegisteredRows(const char* its_name) : name(its_name), previous(newest) {
    newest = this;
  }
};

template <std::size_t count>
class RegisterRows final : RegisteredRows {
 public:
  template <class Row>
  RegisterRows(const char* its_name, const std::array<Column<Row>, count>& columns)
      : RegisteredRows(its_name) {
    for (std::size_t i = 0; i < count; ++i) members_[i] = {columns[i].key, columns[i].json.type};
    members = members_;
  }

 private:
  std::array<Member, count> members_;
};

template <class Row, std::size_t count>
RegisterRows(const char*, const std::array<Column<Row>, count>&) -> RegisterRows<count>;

}  // namespace fungescope
