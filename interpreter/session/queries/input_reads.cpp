#include "session/queries/input_reads.h"

#include "lang/analysis/static_analysis.h"
#include "session/run_control/search.h"

#include <algorithm>

namespace fungescope {
namespace {

// Replaying so many ticks costs as much as a seek.
constexpr Tick short_stretch = Tick{1} << 20U;
// Differs from all positions, so that the stretch after it is replayed.
constexpr std::uint64_t unknown_position = ~std::uint64_t{0};

bool starts_line(const InputLog& input, std::uint64_t position) {
  return position == 0 || (position <= input.bytes().size() && input.bytes()[position - 1] == '\n');
}

}  // namespace

bool reads_next(const Machine& machine) {
  if (machine.status != Status::running || machine.string_mode) return false;
  const Op op = decode_op(machine.dialect, machine.field.at(machine.ip));
  return op == Op::input_character || op == Op::input_number;
}

bool InputReads::complete(const Session& session) const {
  const Machine& machine = session.machine();
  return machine.tick <= known_to_ || machine.input_position == position_;
}

bool InputReads::nearly_complete(const Session& session) const {
  return complete(session) || session.machine().tick - known_to_ <= short_stretch;
}

void InputReads::truncate(Tick from) {
  std::erase_if(lines_, [from](const LineRead& line) { return line.tick >= from; });
  if (known_to_ <= from) return;
  known_to_ = lines_.empty() ? 0 : lines_.back().tick;
  position_ = lines_.empty() ? 0 : unknown_position;
}

bool InputReads::advance(Session& session, Monitor* monitor) {
  History& history = session.history();
  known_to_ = std::max(known_to_, history.begin());
  const Tick present = history.tick();
  if (!complete(session)) {
    const ScopedSeek scoped_seek(history);
    while (known_to_ < present) {
      const Tick end = end_of_stretch(history, present, monitor);
      if (known_to_ < end && !replay(history, end, monitor)) return false;
      const bool ask = monitor != nullptr && known_to_ < present;
      if (ask && !monitor->should_continue(known_to_, present)) return false;
    }
  }
  const Machine& machine = history.machine();
  if (present < known_to_) return true;
  known_to_ = present;
  if (reads_next(machine)) {
    const LineRead next{machine.input_position, present, machine.output_size};
    add(history.input(), next, next.position + 1);
  }
  return true;
}

// Skips instants without a read: advances `known_to_`. Returns the end of a short stretch after it
// that has one, or `known_to_`.
Tick InputReads::end_of_stretch(History& history, Tick present, Monitor* monitor) {
  Tick step = short_stretch;
  Tick end = present;  // known to be after a read, or not looked at
  while (known_to_ < present) {
    const Tick to = end - known_to_ > step ? known_to_ + step : end;
    if (history.seek(to, monitor) == StopReason::interrupted) return known_to_;
    if (history.machine().input_position == position_) {
      known_to_ = to;
      step *= 2;
    } else if (to - known_to_ <= short_stretch) {
      return to;
    } else {
      end = to;
      step = std::max((to - known_to_) / 2, short_stretch);
    }
  }
  return known_to_;
}

bool InputReads::replay(History& history, Tick to, Monitor* monitor) {
  if (history.seek(known_to_, monitor) == StopReason::interrupted) return false;
  SearchQuery query(history.machine().field.size());
  query.traps.set_before(Op::input_character);
  query.traps.set_before(Op::input_number);
  std::optional<LineRead> last;  // how far it reads shows at the next one
  const auto finish_last = [&] {
    if (last) add(history.input(), *last, history.machine().input_position);
    position_ = history.machine().input_position;
  };
  const StopReason reason =
      search_forward(history, query, false, to, monitor, [&](const SearchHit&) {
        finish_last();
        const Machine& machine = history.machine();
        last = LineRead{machine.input_position, machine.tick, machine.output_size};
        return false;
      });
  finish_last();
  known_to_ = history.tick();
  return reason != StopReason::interrupted;
}

// Adds the lines that start in `read.position` .. `end` - 1.
void InputReads::add(const InputLog& input, const LineRead& read, std::uint64_t end) {
  for (std::uint64_t at = read.position; at < end; ++at) {
    if (!starts_line(input, at)) continue;
    if (!lines_.empty() && lines_.back().position >= at) continue;
    lines_.push_back({at, read.tick, read.output_size});
  }
  if (lines_.size() > 2 * max_lines) {
    lines_.erase(lines_.begin(), lines_.end() - static_cast<std::ptrdiff_t>(max_lines));
  }
}

}  // namespace fungescope
