#include "session/why/why_text.h"

#include "base/escape.h"
#include "base/text_table.h"
#include "lang/value_format.h"
#include "session/bookmarks.h"
#include "session/expressions/symbols.h"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

namespace fungescope {
namespace {

// Input that belongs to one number is quoted up to this many bytes.
constexpr std::uint64_t max_quoted = 40;

std::string formula(const Cause& cause) {
  const auto operand = [&cause](std::size_t index) {
    return fmt::to_string(cause.operands.at(index));
  };
  if (cause.op == Op::logical_not) return "not " + operand(0);
  if (cause.op == Op::get) return "a read outside the field, at " + to_string(*cause.cell);
  if (cause.op == Op::put) return fmt::format("the low byte of {}", operand(0));
  if (is_digit(cause.op)) return fmt::format("the digit {}, which was written", operand(0));
  return fmt::format("{} {} {}", operand(0), instruction(cause.op).glyph, operand(1));
}

std::string input_text(const Cause& cause, const Session& session) {
  const std::uint64_t size = cause.input_end - cause.input_begin;
  if (size == 0) return fmt::format("the end of the input, after byte {}", cause.input_begin);
  if (size == 1) return fmt::format("input byte {}", cause.input_begin);
  const std::string_view bytes = session.history().input().bytes();
  std::string quoted = double_quoted(bytes.substr(
      std::min<std::size_t>(bytes.size(), cause.input_begin), std::min(size, max_quoted)));
  if (size > max_quoted) quoted += "...";
  return fmt::format("input bytes {} to {}, {}", cause.input_begin, cause.input_end - 1, quoted);
}

SummaryLine cut_line(CutBy cut) {
  constexpr std::array<std::pair<const char*, const char*>, 3> lines{
      {{"cut: interrupted", "values that end in ... have further causes"},
       {"cut: too many ticks to replay", "ask at an earlier instant, or with a smaller --depth"},
       {"cut: too many values", "ask with a smaller --depth"}}};
  const auto& [text, advice] = lines[static_cast<std::size_t>(cut)];
  return {text, advice, true};
}

std::vector<SummaryLine> summary_lines(const WhyAnswer& answer) {
  const WhyAnswer::Summary& sum = answer.summary;
  std::vector<SummaryLine> lines;
  lines.push_back({fmt::format("{}, {}, {} deep; {}, {}", count_text(sum.operations, "operation"),
                               count_text(sum.copies, "copy", "copies"), sum.depth,
                               count_text(sum.input_bytes.size(), "input byte"),
                               count_text(sum.source_cells.size(), "source cell"))});
  if (!sum.input_bytes.empty()) lines.push_back({"input: " + byte_ranges(sum.input_bytes)});
  if (sum.folded > 0) {
    lines.push_back({fmt::format("{} not followed", count_text(sum.folded, "address or decision",
                                                               "addresses or decisions")),
                     "--all follows them"});
  }
  if (answer.cut) {
    lines.push_back(cut_line(*answer.cut));
  } else if (sum.unexpanded > 0) {
    lines.push_back(
        {fmt::format("{} at the maximum depth end in ...", count_text(sum.unexpanded, "value")),
         "--depth N goes deeper"});
  }
  return lines;
}

// Appends the causes of an answer to the lines of a tree.
class CauseTreeWriter {
 public:
  CauseTreeWriter(const WhyAnswer& answer, const Session& session, std::vector<CauseLine>& lines)
      : answer_(answer), session_(session), lines_(lines), numbers_(answer.causes.size()) {
    for (const Cause& cause : answer.causes) {
      for (const Use& use : cause.uses) numbers_.add_use(use.cause);
    }
  }

  // `level` is the level of the value asked about.
  void write(std::size_t level) {
    std::vector<Mention> pending{{&answer_.root, level}};
    while (!pending.empty()) {
      const Mention mention = pending.back();
      pending.pop_back();
      const Cause& cause = answer_.causes[mention.use->cause];
      if (!write(mention, cause)) continue;
      for (auto use = cause.uses.rbegin(); use != cause.uses.rend(); ++use) {
        pending.push_back({&*use, mention.level + 1});
      }
    }
  }

 private:
  struct Mention {
    const Use* use;
    std::size_t level;
  };

  // Returns whether what it uses is to be written: at its first mention.
  bool write(const Mention& mention, const Cause& cause) {
    const std::size_t index = mention.use->cause;
    const bool first = numbers_.is_new(index);
    CauseLine line{.level = mention.level};
    if (mention.use->role != UseRole::operand)
      line.text = fmt::format("{} ", to_string(mention.use->role));
    if (first) {
      if (cause.origin && cause.kind != Cause::Kind::source && cause.kind != Cause::Kind::start) {
        line.tick = cause.tick();
      }
      if (cause.is_by_instruction()) line.by = cause.by;
      line.cell = cause.cell;
    }
    numbers_.append(lines_, std::move(line), index, describe_value(mention.use->value),
                    describe(cause, session_));
    std::string& text = lines_.back().text;
    if (mention.use != &answer_.root) text += copies_text(mention.use->copies);
    if (first && !cause.expanded && cause.kind != Cause::Kind::unknown) text += " ...";
    return first;
  }

  const WhyAnswer& answer_;
  const Session& session_;
  std::vector<CauseLine>& lines_;
  CauseNumbers numbers_;
};

}  // namespace

CauseLine& add_heading(CauseTree& tree, std::string text, std::size_t level,
                       std::optional<Tick> tick) {
  const std::size_t size = text.size();
  tree.lines.push_back({.level = level, .text = std::move(text), .value_end = size, .tick = tick});
  return tree.lines.back();
}

void CauseNumbers::append(std::vector<CauseLine>& lines, CauseLine line, std::size_t cause,
                          std::string_view claim, std::string_view reason) {
  const bool first = is_new(cause);
  if (first && uses_[cause] > 1) line.text += fmt::format("#{} ", cause);
  line.text += claim;
  line.value_end = line.text.size();
  if (first) {
    line.text.append(": ").append(reason);
    written_.push_back(lines.size());
  } else {
    line.text += fmt::format(": #{}", cause);
    line.same_as = written_[cause];
  }
  lines.push_back(std::move(line));
}

std::string byte_ranges(const std::vector<std::uint64_t>& positions) {
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

std::string describe_making(const Cause& cause, const Session& session) {
  const auto name = [&] { return cell_name(session.symbols(), cause.cell.value_or(Point{})); };
  switch (cause.kind) {
    case Cause::Kind::operation:
      return formula(cause);
    case Cause::Kind::output:
      return fmt::format("printed by '{}'", instruction(cause.op).glyph);
    case Cause::Kind::copy:
      return fmt::format("copied by '{}'{}", instruction(cause.op).glyph,
                         cause.cell ? (cause.op == Op::put ? " to " : " from ") + name() : "");
    case Cause::Kind::literal:
      return "a digit in the source";
    case Cause::Kind::character:
      return "a character in the source";
    case Cause::Kind::source:
      return "the source of cell " + name();
    case Cause::Kind::input:
      return fmt::format("{}{}", cause.op == Op::divide ? "the answer to a division by 0, " : "",
                         input_text(cause, session));
    case Cause::Kind::empty:
      return "from the empty stack";
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

std::string describe(const Cause& cause, const Session& session) {
  const std::string making = describe_making(cause, session);
  if (!cause.is_by_instruction()) return making;
  return fmt::format("{}, tick {}, by {}", making, with_separators(cause.tick()),
                     to_string(cause.by));
}

std::string copies_text(std::uint64_t copies) {
  return copies == 0 ? std::string() : ", after " + count_text(copies, "copy", "copies");
}

void add_causes(CauseTree& tree, const WhyAnswer& answer, const Session& session,
                std::size_t level) {
  CauseTreeWriter(answer, session, tree.lines).write(level);
}

CauseTree to_tree(const WhyAnswer& answer, const Session& session) {
  CauseTree tree;
  CauseLine& heading =
      add_heading(tree,
                  fmt::format("{} is {}{}", answer.asked.name, describe_value(answer.root.value),
                              copies_text(answer.root.copies)),
                  0, answer.tick);
  if (const auto* const cell = std::get_if<AskedCell>(&answer.asked.what)) heading.cell = cell->at;
  add_causes(tree, answer, session, 1);
  tree.summary = summary_lines(answer);
  return tree;
}

CauseTree to_tree(const WhyHere& here, const Session& session) {
  CauseTree tree;
  add_heading(
      tree,
      fmt::format("cell {} is next, at tick {}", to_string(here.at), with_separators(here.tick)), 0,
      here.tick)
      .cell = here.at;
  for (const Decision& decision : here.decisions) {
    add_heading(tree, (decision.written ? "written " : "since ") + to_text(decision), 0,
                decision.tick)
        .by = decision.by;
    if (decision.value) add_causes(tree, *decision.value, session, 1);
  }
  if (here.decisions.empty()) {
    tree.summary.push_back({"no decision led here: the program always comes here"});
  } else {
    tree.summary.push_back({here.complete ? "no decision before these led here" : "..."});
    tree.complete = here.complete;
  }
  return tree;
}

std::string to_text(const Decision& decision) {
  return fmt::format("'{}' at {} went {}, tick {}", instruction(decision.op).glyph,
                     to_string(decision.by), to_string(decision.taken),
                     with_separators(decision.tick));
}

std::string level_prefix(const CauseLine& line) {
  return line.level > max_indent ? fmt::format("{}: ", line.level) : std::string();
}

std::string to_text(const CauseTree& tree) {
  std::string text;
  for (const CauseLine& line : tree.lines) {
    text += std::string(2 * std::min(line.level, max_indent), ' ');
    text += level_prefix(line) + line.text + '\n';
  }
  for (const SummaryLine& line : tree.summary) {
    text += line.advice.empty() ? line.text : line.text + "; " + line.advice;
    text += '\n';
  }
  return text;
}

std::string to_line(const WhyQuestion& question) {
  std::string line = "why " + question.subject;
  if (question.depth) line += fmt::format(" --depth {}", *question.depth);
  if (question.all) line += " --all";
  if (question.to_input) line += " --to input";
  return line;
}

LastAnswer answer_here(const Session& session, WhyQuestion question, std::size_t depth,
                       CauseTree tree) {
  const History& history = session.history();
  const BranchId branch = history.branch();
  return {std::move(question), depth, std::move(tree), branch, history.info(branch).edits.size(),
          history.tick(),      {}};
}

bool still_holds(const LastAnswer& answer, const History& history) {
  const BranchId present = history.branch();
  if (answer.branch == present) return answer.edits == history.info(present).edits.size();
  return answer.tick < last_common_tick(history, answer.branch, present);
}

}  // namespace fungescope
