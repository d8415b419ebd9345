// The rows of a command's result. One description of the columns yields both the table that a user
// reads and the JSON array that a program reads:
//
//     constexpr std::array<Column<Entry>, 2> columns{{
//         {"id", as_json<&Entry::id>, [](const Entry& entry) { return fmt::to_string(entry.id); }},
//         {"name", as_json<&Entry::name>, [](const Entry& entry) { return entry.name; }},
//     }};
//     Response response = make_response(call, rows_to_text<Entry>(columns, entries));
//     response.data["entries"] = rows_to_json<Entry>(columns, entries);
#pragma once

#include "base/text_table.h"
#include "session/commands/command.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fungescope {

template <class Row>
struct Column {
  std::string_view key;                       // of the JSON member
  Json (*json)(const Row&);                   // null: text only
  std::string (*text)(const Row&) = nullptr;  // null: JSON only
  TextTable::Align align = TextTable::Align::left;
  std::string_view heading = {};  // a table with headings begins with a row of them
};

// The JSON of an optional member that a row does not have.
inline Json no_member() {
  return Json(Json::value_t::discarded);
}

// A JSON member that is a data member of the row.
template <auto member>
inline constexpr auto as_json = [](const auto& row) -> Json { return row.*member; };

template <class Row>
[[nodiscard]] std::string rows_to_text(std::span<const Column<Row>> columns,
                                       std::span<const Row> rows) {
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
  for (const Row& row : rows) {
    std::vector<std::string> cells;
    for (const Column<Row>& column : columns) {
      if (column.text != nullptr) cells.push_back(column.text(row));
    }
    table.add_row(std::move(cells));
  }
  return table.to_string();
}

template <class Row>
[[nodiscard]] Json row_to_json(std::span<const Column<Row>> columns, const Row& row) {
  Json object = Json::object();
  for (const Column<Row>& column : columns) {
    if (column.json == nullptr) continue;
    Json value = column.json(row);
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

}  // namespace fungescope
