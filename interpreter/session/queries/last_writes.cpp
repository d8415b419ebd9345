#include "session/queries/edit_line.h"
#include "session/queries/history_queries.h"
#include "session/run_control/scoped_seek.h"
#include "session/run_control/search.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace fungescope {
namespace {

class LastWritesSearch {
 public:
  LastWritesSearch(Session& session, std::span<const SoughtStore> cells, Tick end, Monitor* monitor)
      : history_(session.history()),
        cells_(cells),
        end_(end),
        monitor_(monitor),
        edit_line_(session),
        field_(session.machine().field.size()),
        query_(field_),
        found_(cells.size()),
        edited_at_(cells.size()) {
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      if (const auto edit = edit_line_.of_cell(cells_[i].at, end_)) edited_at_[i] = edit->tick;
      wanted_.emplace(index_of(cells_[i].at), i);
    }
  }

  Result<std::vector<std::optional<Write>>> run() {
    select_wanted();
    const auto run_segment = [this](const History::Segment& segment) -> std::optional<bool> {
      add_edits_from(segment.end);
      if (wanted_.empty()) return true;
      const StopReason arrival = search_forward(history_, query_, false, segment.end, monitor_,
                                                [this](const SearchHit& search_hit) {
                                                  add_store(search_hit.event);
                                                  return false;
                                                });
      if (arrival == StopReason::interrupted) return std::nullopt;
      remove_found();
      return wanted_.empty();
    };
    if (!wanted_.empty() &&
        !search_segments_backward(history_, query_, end_, monitor_, run_segment)) {
      return interrupted_error();
    }
    add_edits_from(history_.begin());
    return std::move(found_);
  }

 private:
  [[nodiscard]] std::size_t index_of(Point at) const {
    return static_cast<std::size_t>(at.y * field_.width + at.x);
  }

  void add_store(const TrapEvent& event) {
    if (!event.is(TrapEvent::write)) return;
    const auto wanted = wanted_.find(index_of(event.at));
    if (wanted == wanted_.end() || history_.tick() > end_) return;
    if (cells_[wanted->second].changes && event.before == event.now) return;
    found_[wanted->second] =
        Write{history_.tick(), event.by, event.at, event.before, event.now, false};
  }

  // An edit comes after the store that ends at the same tick, and segments end at edits.
  void add_edits_from(Tick tick) {
    bool any = false;
    for (auto wanted = wanted_.begin(); wanted != wanted_.end();) {
      const std::optional<Tick> edit = edited_at_[wanted->second];
      if (!edit || *edit < tick) {
        ++wanted;
        continue;
      }
      found_[wanted->second] = Write{*edit, {}, cells_[wanted->second].at, 0, 0, true};
      wanted = wanted_.erase(wanted);
      any = true;
    }
    if (any) select_wanted();
  }

  void remove_found() {
    const std::size_t erased =
        std::erase_if(wanted_, [this](const auto& one) { return found_[one.second].has_value(); });
    if (erased > 0) select_wanted();
  }

  void select_wanted() {
    query_.traps.clear();
    std::vector<std::size_t> indices;
    for (const auto& [index, position] : wanted_) {
      query_.traps.set(cells_[position].at, Access::write);
      indices.push_back(index);
    }
    std::sort(indices.begin(), indices.end());
    query_.stores.clear();
    for (const std::size_t index : indices) {
      const auto number = static_cast<std::uint32_t>(index / CellGroup::size);
      if (query_.stores.empty() || query_.stores.back().number != number) {
        query_.stores.push_back({number, 0});
      }
      query_.stores.back().mask |= std::uint64_t{1} << index % CellGroup::size;
    }
  }

  History& history_;
  std::span<const SoughtStore> cells_;
  Tick end_;
  Monitor* monitor_;
  EditLine edit_line_;
  Size field_;
  SearchQuery query_;
  std::unordered_map<std::size_t, std::size_t> wanted_;  // index in the field, position in `cells_`
  std::vector<std::optional<Write>> found_;
  std::vector<std::optional<Tick>> edited_at_;
};

}  // namespace

Result<std::vector<std::optional<Write>>> last_writes(Session& session,
                                                      std::span<const SoughtStore> cells,
                                                      Monitor* monitor) {
  const ScopedSeek scoped_seek(session.history());
  return LastWritesSearch(session, cells, scoped_seek.present(), monitor).run();
}

Result<std::optional<Write>> last_write_before(Session& session, SoughtStore sought, Tick instant,
                                               Monitor* monitor) {
  auto found = TRY(LastWritesSearch(session, {&sought, 1}, instant, monitor).run());
  return found.front();
}

}  // namespace fungescope
