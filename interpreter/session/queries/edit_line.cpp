#include "session/queries/edit_line.h"

#include "session/run_control/search.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace fungescope {
namespace {

// Whether a reload left this cell to the program: both sources have the same value there.
bool same_in_source(const Playfield& before, const Playfield& now, Point at) {
  if (!now.contains(at)) return true;
  return before.contains(at) && before.loaded(before.index_of(at)) == now.loaded(now.index_of(at));
}

}  // namespace

EditLine::EditLine(const Session& session) {
  const History& history = session.history();
  std::vector<BranchInfo> branches = edited_branches(history);
  std::reverse(branches.begin(), branches.end());
  std::shared_ptr<const Playfield> source = session.sources().front()->field;
  const BranchId root = branches.empty() ? history.branch() : branches.front().parent;
  line_.push_back({root, history.info(root).begin, source->size()});
  for (BranchInfo& branch : branches) {
    for (Edit& edit : branch.edits) {
      const auto* const reload = std::get_if<SetSource>(&edit);
      const std::shared_ptr<const Playfield> after = reload == nullptr ? source : reload->field;
      edits_.push_back({branch.begin, std::move(edit), std::exchange(source, after)});
    }
    line_.push_back({branch.id, branch.begin, source->size()});
  }
}

const EditLine::Piece& EditLine::piece_at(Tick instant) const {
  const auto last = std::find_if(line_.rbegin(), line_.rend(),
                                 [instant](const Piece& one) { return one.begin <= instant; });
  return last == line_.rend() ? line_.front() : *last;
}

Tick EditLine::boundary_after(Tick instant) const {
  for (std::size_t i = 1; i < line_.size(); ++i) {
    if (line_[i].begin >= instant) return line_[i].begin;
  }
  return no_limit;
}

std::optional<EditLine::CellEdit> EditLine::of_cell(Point at, Tick instant) const {
  for (auto past = edits_.rbegin(); past != edits_.rend(); ++past) {
    const auto& [tick, edit, source_before] = *past;
    if (tick > instant) continue;
    const auto* const cell = std::get_if<SetCell>(&edit);
    if (cell != nullptr && cell->at == at) return CellEdit{tick, false};
    const auto* const reload = std::get_if<SetSource>(&edit);
    if (reload != nullptr && !same_in_source(*source_before, *reload->field, at)) {
      return CellEdit{tick, true};
    }
  }
  return std::nullopt;
}

std::optional<Tick> EditLine::of_stack(Tick instant) const {
  for (auto past = edits_.rbegin(); past != edits_.rend(); ++past) {
    if (past->tick <= instant && std::holds_alternative<SetStack>(past->edit)) return past->tick;
  }
  return std::nullopt;
}

}  // namespace fungescope
