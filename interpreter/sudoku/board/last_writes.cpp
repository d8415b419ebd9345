#include "sudoku/board/last_writes.h"

#include "session/queries/edit_line.h"
#include "session/run_control/search.h"

#include <unordered_map>

namespace fungescope {
namespace {

// Returns them for the instant `end`. Moves the history.
Result<std::vector<std::optional<Write>>> last_writes_before(Session& session,
                                                             std::span<const SoughtStore> cells,
                                                             Tick end, Monitor* monitor) {
  History& history = session.history();
  const Size field = session.machine().field.size();
  const auto index_of = [&](Point at) {
    return static_cast<std::size_t>(at.y * field.width + at.x);
  };
  const EditLine edit_line(session);
  std::vector<std::optional<EditLine::CellEdit>> edits;
  std::unordered_map<std::size_t, std::size_t> wanted;  // index in the field, position in `cells`
  for (const SoughtStore& cell : cells) {
    wanted.emplace(index_of(cell.at), edits.size());
    edits.push_back(edit_line.of_cell(cell.at, end));
  }
  std::vector<std::optional<Write>> found(cells.size());
  SearchQuery query(field);
  const auto select_wanted = [&] {
    query.traps.clear();
    query.stores.clear();
    for (const auto& [index, position] : wanted) {
      const Rectangle cell{cells[position].at, {1, 1}};
      query.traps.set(cell, Access::write);
      query.stores = merged(query.stores, cells_in(cell, field));
    }
  };
  const auto remove_found = [&] {
    const auto is_found = [&](const auto& one) { return found[one.second].has_value(); };
    if (std::erase_if(wanted, is_found) > 0) select_wanted();
  };
  // An edit comes after the store that ends at the same tick, and segments end at edits.
  const auto add_edits_from = [&](Tick tick) {
    for (const auto& [index, position] : wanted) {
      const auto& edit = edits[position];
      if (!edit || edit->tick < tick) continue;
      found[position] = Write{edit->tick, {}, cells[position].at, 0, 0, true};
    }
    remove_found();
  };
  const auto add_store = [&](const SearchHit& search_hit) {
    const TrapEvent& event = search_hit.event;
    if (!event.is(TrapEvent::write) || history.tick() > end) return;
    const auto store = wanted.find(index_of(event.at));
    if (store == wanted.end()) return;
    if (cells[store->second].changes && event.before == event.now) return;
    found[store->second] =
        Write{history.tick(), event.by, event.at, event.before, event.now, false};
  };
  const auto run_segment = [&](const History::Segment& segment) -> Result<bool> {
    add_edits_from(segment.end);
    if (wanted.empty()) return true;
    TRY(visit_forward(history, query, segment.end, monitor, add_store));
    remove_found();
    return wanted.empty();
  };
  select_wanted();
  if (!wanted.empty()) {
    TRY(search_segments_backward(history, query, end, monitor, run_segment));
  }
  add_edits_from(history.begin());
  return found;
}

}  // namespace

Result<std::vector<std::optional<Write>>> last_writes(Session& session,
                                                      std::span<const SoughtStore> cells,
                                                      Monitor* monitor) {
  const ScopedSeek scoped_seek(session.history());
  return last_writes_before(session, cells, scoped_seek.present(), monitor);
}

Result<std::optional<Write>> last_write_before(Session& session, SoughtStore sought, Tick instant,
                                               Monitor* monitor) {
  auto found = TRY(last_writes_before(session, {&sought, 1}, instant, monitor));
  return found.front();
}

}  // namespace fungescope
