#include "session/queries/edit_line.h"

#include "session/run_control/search.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace fungescope {
namespace {

// Whether a reload left this cell to the program: both sources have the same byte there.
bool same_source_byte(const Playfield& before, const Playfield& now, Point at) {
  if (!now.contains(at)) return true;
  return before.contains(at) &&
         before.source()[before.index_of(at)] == now.source()[now.index_of(at)];
}

}  // namespace

EditLine::EditLine(const Session& session) {
  const History& history = session.history();
  std::vector<BranchInfo> branches = edited_branches(history);
  std::reverse(branches.begin(), branches.end());
  std::shared_ptr<const Playfield> source = session.sources().all().front()->field;
  BranchInfo root = history.info(branches.empty() ? history.branch() : branches.front().parent);
  line_.push_back({std::move(root), source, source});
  for (BranchInfo& branch : branches) {
    const std::shared_ptr<const Playfield> before = source;
    for (const Edit& edit : branch.edits) {
      if (const auto* const reload = std::get_if<SetSource>(&edit)) source = reload->field;
    }
    line_.push_back({std::move(branch), before, source});
  }
}

BranchId EditLine::owner(Tick instant) const {
  BranchId owner = line_.front().branch.id;
  for (const Piece& piece : line_) {
    if (piece.branch.begin <= instant) owner = piece.branch.id;
  }
  return owner;
}

Tick EditLine::boundary_before(Tick instant) const {
  Tick boundary = line_.front().branch.begin;
  for (const Piece& piece : line_) {
    if (piece.branch.begin <= instant) boundary = std::max(boundary, piece.branch.begin);
  }
  return boundary;
}

Tick EditLine::boundary_after(Tick instant) const {
  for (std::size_t i = 1; i < line_.size(); ++i) {
    if (line_[i].branch.begin >= instant) return line_[i].branch.begin;
  }
  return no_limit;
}

std::optional<EditLine::CellEdit> EditLine::of_cell(Point at, Tick instant) const {
  for (std::size_t i = line_.size(); i > 1; --i) {
    const Piece& piece = line_[i - 1];
    if (piece.branch.begin > instant) continue;
    std::shared_ptr<const Playfield> source = piece.source;
    for (auto edit = piece.branch.edits.rbegin(); edit != piece.branch.edits.rend(); ++edit) {
      if (const auto* const cell = std::get_if<SetCell>(&*edit); cell != nullptr) {
        if (cell->at == at) return CellEdit{piece.branch.begin, false};
      } else if (std::holds_alternative<SetSource>(*edit)) {
        // The source before this edit is the one of the reload before it.
        const auto earlier =
            std::find_if(std::next(edit), piece.branch.edits.rend(),
                         [](const Edit& one) { return std::holds_alternative<SetSource>(one); });
        const std::shared_ptr<const Playfield> before = earlier == piece.branch.edits.rend()
                                                            ? piece.source_before
                                                            : std::get<SetSource>(*earlier).field;
        if (!same_source_byte(*before, *source, at)) return CellEdit{piece.branch.begin, true};
        source = before;
      }
    }
  }
  return std::nullopt;
}

std::optional<Tick> EditLine::of_stack(Tick instant) const {
  for (auto piece = line_.rbegin(); piece != line_.rend(); ++piece) {
    if (piece->branch.begin > instant) continue;
    const std::vector<Edit>& edits = piece->branch.edits;
    if (std::any_of(edits.begin(), edits.end(),
                    [](const Edit& edit) { return std::holds_alternative<SetStack>(edit); })) {
      return piece->branch.begin;
    }
  }
  return std::nullopt;
}

Size EditLine::field_before(Tick instant) const {
  Size size = line_.front().source->size();
  for (const Piece& piece : line_) {
    if (piece.branch.begin < instant) size = piece.source->size();
  }
  return size;
}

}  // namespace fungescope
