#include "session/queries/slot_writer.h"

#include "lang/analysis/static_analysis.h"
#include "session/run_control/search.h"

#include <algorithm>
#include <variant>
#include <vector>

namespace fungescope {
namespace {

class SlotWriterSearch {
 public:
  SlotWriterSearch(Session& session, std::size_t slot, Monitor* monitor)
      : session_(session),
        history_(session.history()),
        slot_(slot),
        monitor_(monitor),
        branches_(edited_branches(history_)),
        query_(session.machine().field.size()) {
    query_.depths = {slot + 1};
  }

  Result<std::optional<SlotWriter>> run(Tick end) {
    bool interrupted = false;
    if (is_edited(end)) return writer_;
    const auto done = search_segments_backward(
        history_, query_, end, monitor_, [&](const History::Segment& segment) {
          interrupted = !run_segment(segment);
          return writer_.has_value() || interrupted || is_edited(segment.begin);
        });
    if (!done || interrupted) return interrupted_error();
    return writer_;
  }

 private:
  // Runs a segment and finds the last instruction in it that wrote the value which the slot has at
  // its end. Returns false if interrupted.
  bool run_segment(const History::Segment& segment) {
    const auto visit = [&](const SearchHit& search_hit) {
      if (session_.machine().stack.size() <= slot_) {
        writer_.reset();
      } else if (!is_unchanged(search_hit.event)) {
        writer_ = writer_of(search_hit.event);
      }
      return false;
    };
    return search_forward(history_, query_, false, segment.end, monitor_, visit) !=
           StopReason::interrupted;
  }

  // After a reload just after the instruction, its cell may hold another one.
  [[nodiscard]] Op op_by(const TrapEvent& event) const {
    const Machine& machine = session_.machine();
    if (!machine.field.contains(event.by)) return Op::blank;
    return decode_op(machine.dialect, machine.field.at(event.by));
  }

  [[nodiscard]] bool is_unchanged(const TrapEvent& event) const {
    return op_by(event) == Op::duplicate && event.depth_before == slot_ + 1;
  }

  [[nodiscard]] SlotWriter writer_of(const TrapEvent& event) const {
    SlotWriter writer{history_.tick(), event.by, {}};
    const std::size_t depth = event.depth_before;
    const bool pops = event.is(TrapEvent::floor);  // else it is a push, possibly in string mode
    if (pops && op_by(event) == Op::swap && depth >= 2) {
      writer.moved_from = slot_ == depth - 1 ? depth - 2 : depth - 1;
    }
    return writer;
  }

  [[nodiscard]] bool is_edited(Tick tick) const {
    return std::any_of(branches_.begin(), branches_.end(), [tick](const BranchInfo& branch) {
      return branch.begin == tick &&
             std::any_of(branch.edits.begin(), branch.edits.end(),
                         [](const Edit& edit) { return std::holds_alternative<SetStack>(edit); });
    });
  }

  Session& session_;
  History& history_;
  std::size_t slot_;
  Monitor* monitor_;
  std::vector<BranchInfo> branches_;
  SearchQuery query_;
  std::optional<SlotWriter> writer_;
};

}  // namespace

Result<std::optional<SlotWriter>> last_slot_writer(Session& session, std::size_t slot, Tick end,
                                                   Monitor* monitor) {
  return SlotWriterSearch(session, slot, monitor).run(end);
}

}  // namespace fungescope
