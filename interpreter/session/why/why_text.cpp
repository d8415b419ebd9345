#include "session/why/why_text.h"

#include "base/escape.h"
#include "base/text_table.h"
#include "lang/value_format.h"
#include "session/expressions/symbols.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace fungescope {
namespace {

// Deeper lines are not indented further, and begin with their depth.
constexpr std::size_t max_indent = 24;
// Input that belongs to one number is quoted up to this many bytes.
constexpr std::uint64_t max_quoted = 40;

std::string count_text(std::uint64_t count, std::string_view one, std::string_view several) {
  return fmt::format("{} {}", with_separators(count), count == 1 ? one : several);
}

std::string at_tick(const Cause& cause) {
  return fmt::format("tick {}, by {}", with_separators(cause.tick()), to_string(cause.by));
}

std::string formula(const Cause& cause) {
  const auto operand = [&cause](std::size_t index) {
    return fmt::to_string(cause.operands.at(index));
  };
  switch (cause.op) {
    case Op::logical_not:
      return "not " + operand(0);
    case Op::get:
      return "a read outside the field";
    case Op::put:
      return fmt::format("the low byte of {}", operand(0));
    default:
      if (is_digit(cause.op)) return fmt::format("the digit {}, which was written", operand(0));
      return fmt::format("{} {} {}", operand(0), instruction(cause.op).glyph, operand(1));
  }
}

std::string input_text(const Cause& cause, const Session& session) {
  const std::uint64_t size = cause.input_end - cause.input_begin;
  if (size == 0) return fmt::format("the end of the input, after byte {}", cause.input_begin);
  if (size == 1) return fmt::format("input byte {}", cause.input_begin);
  const std::string_view bytes = session.history().input().bytes();
  std::string quoted(bytes.substr(std::min<std::size_t>(bytes.size(), cause.input_begin),
                                  std::min(size, max_quoted)));
  quoted = double_quoted(quoted);
  if (size > max_quoted) quoted += "...";
  return fmt::format("input bytes {} to {}, {}", cause.input_begin, cause.input_end - 1, quoted);
}

std::string copies_text(std::uint64_t copies) {
  return copies == 0 ? std::string() : ", after " + count_text(copies, "copy", "copies");
}

std::string role_text(UseRole role) {
  return role == UseRole::operand ? std::string() : fmt::format("{} ", to_string(role));
}

class CauseTreeWriter {
 public:
  CauseTreeWriter(const WhyAnswer& answer, const Session& session)
      : answer_(answer), session_(session), uses_(answer.causes.size()) {
    for (const Cause& cause : answer.causes) {
      for (const Use& use : cause.uses) ++uses_[use.cause];
    }
  }

  std::string run() {
    const std::string heading =
        fmt::format("{} is {}{}\n", answer_.asked.name, describe_value(answer_.root.value),
                    copies_text(answer_.root.copies));
    return heading + tree(1) + summary();
  }

  // The lines of the causes, indented from this level on.
  std::string tree(std::size_t level) {
    std::vector<Line> pending{{&answer_.root, level}};
    while (!pending.empty()) {
      const Line line = pending.back();
      pending.pop_back();
      const Cause& cause = answer_.causes[line.use->cause];
      if (!write(line, cause)) continue;
      for (auto use = cause.uses.rbegin(); use != cause.uses.rend(); ++use) {
        pending.push_back({&*use, line.level + 1});
      }
    }
    return std::move(text_);
  }

 private:
  struct Line {
    const Use* use;
    std::size_t level;
  };

  // Returns whether what it uses is to be written: at its first mention.
  bool write(const Line& line, const Cause& cause) {
    const std::size_t index = line.use->cause;
    text_ += std::string(2 * std::min(line.level, max_indent), ' ');
    if (line.level > max_indent) text_ += fmt::format("{}: ", line.level);
    text_ += role_text(line.use->role);
    const bool first = index >= written_;
    if (first) {
      written_ = index + 1;
      if (uses_[index] > 1) text_ += fmt::format("#{} ", index);
      text_ += fmt::format("{}: {}", describe_value(line.use->value), describe(cause, session_));
    } else {
      text_ += fmt::format("{}: #{}", describe_value(line.use->value), index);
    }
    if (line.use != &answer_.root) text_ += copies_text(line.use->copies);
    text_ += first && !cause.expanded && cause.kind != Cause::Kind::unknown ? " ...\n" : "\n";
    return first;
  }

  [[nodiscard]] std::string summary() const {
    const WhyAnswer::Summary& sum = answer_.summary;
    std::string text = fmt::format(
        "{}, {}, {} deep; {}, {}\n", count_text(sum.operations, "operation", "operations"),
        count_text(sum.copies, "copy", "copies"), sum.depth,
        count_text(sum.input_bytes.size(), "input byte", "input bytes"),
        count_text(sum.source_cells.size(), "source cell", "source cells"));
    if (!sum.input_bytes.empty()) text += "input: " + ranges(sum.input_bytes) + '\n';
    if (sum.folded > 0) {
      text += fmt::format("{} not followed; --all follows them\n",
                          count_text(sum.folded, "address or decision", "addresses or decisions"));
    }
    if (answer_.cut) return text + cut_text(*answer_.cut);
    if (sum.unexpanded > 0) {
      text += fmt::format("{} at the maximum depth end in ...; --depth N goes deeper\n",
                          count_text(sum.unexpanded, "value", "values"));
    }
    return text;
  }

  static std::string cut_text(CutBy cut) {
    switch (cut) {
      case CutBy::interrupt:
        return "cut: interrupted; values that end in ... have further causes\n";
      case CutBy::ticks:
        return "cut: too many ticks to replay; ask at an earlier instant, or with a smaller "
               "--depth\n";
      case CutBy::values:
        return "cut: too many values; ask with a smaller --depth\n";
    }
    return {};
  }

  // "0 to 3, 7"
  static std::string ranges(const std::vector<std::uint64_t>& positions) {
    std::string text;
    for (std::size_t i = 0; i < positions.size();) {
      std::size_t end = i + 1;
      while (end < positions.size() && positions[end] == positions[end - 1] + 1) ++end;
      if (!text.empty()) text += ", ";
      text += end - i == 1 ? fmt::format("byte {}", positions[i])
                           : fmt::format("bytes {} to {}", positions[i], positions[end - 1]);
      i = end;
    }
    return text;
  }

  const WhyAnswer& answer_;
  const Session& session_;
  std::vector<std::size_t> uses_;
  std::size_t written_ = 0;  // causes are in the order of their first mention
  std::string text_;
};

}  // namespace

std::string describe(const Cause& cause, const Session& session) {
  const auto name = [&] { return cell_name(session.symbols(), cause.cell.value_or(Point{})); };
  switch (cause.kind) {
    case Cause::Kind::operation:
      return fmt::format("{}, {}", formula(cause), at_tick(cause));
    case Cause::Kind::output:
      return fmt::format("printed by '{}', {}", instruction(cause.op).glyph, at_tick(cause));
    case Cause::Kind::copy:
      return fmt::format("copied by '{}'{}, {}", instruction(cause.op).glyph,
                         cause.cell ? (cause.op == Op::put ? " to " : " from ") + name() : "",
                         at_tick(cause));
    case Cause::Kind::literal:
      return "a digit in the source, " + at_tick(cause);
    case Cause::Kind::character:
      return "a character in the source, " + at_tick(cause);
    case Cause::Kind::source:
      return "the source of cell " + name();
    case Cause::Kind::input:
      return fmt::format("{}{}, {}",
                         cause.op == Op::divide ? "the answer to a division by 0, " : "",
                         input_text(cause, session), at_tick(cause));
    case Cause::Kind::empty:
      return "from the empty stack, " + at_tick(cause);
    case Cause::Kind::cell_edit:
      return fmt::format("an edit of {} at tick {}", name(), with_separators(cause.tick()));
    case Cause::Kind::stack_edit:
      return fmt::format("an edit of the stack at tick {}", with_separators(cause.tick()));
    case Cause::Kind::start:
      return "on the stack at the beginning";
    case Cause::Kind::unknown:
      return cause.origin
                 ? fmt::format("made at tick {}, not followed", with_separators(cause.tick()))
                 : "not followed";
  }
  return {};
}

std::string to_text(const WhyAnswer& answer, const Session& session) {
  return CauseTreeWriter(answer, session).run();
}

std::string to_text(const WhyHere& here, const Session& session) {
  std::string text =
      fmt::format("cell {} is next, at tick {}\n", to_string(here.at), with_separators(here.tick));
  for (const Decision& decision : here.decisions) {
    text += fmt::format("{} '{}' at {} went {}, tick {}\n", decision.written ? "written" : "since",
                        instruction(decision.op).glyph, to_string(decision.by),
                        to_string(decision.taken), with_separators(decision.tick));
    if (decision.value) text += CauseTreeWriter(*decision.value, session).tree(1);
  }
  if (here.decisions.empty()) return text + "no decision led here: the program always comes here\n";
  return text + (here.complete ? "no decision before these led here\n" : "...\n");
}

}  // namespace fungescope
