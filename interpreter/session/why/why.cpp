#include "session/why/why.h"

#include "session/expressions/expression.h"
#include "session/expressions/lexer.h"
#include "session/expressions/symbols.h"
#include "session/run_control/search.h"
#include "session/why/causes.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

using CauseKind = Cause::Kind;

std::optional<Use> follow(Session& session, const AskedValue& asked, Provenance& provenance,
                          CauseGraph& graph, Monitor* monitor) {
  const Machine& machine = session.machine();
  const Tick present = machine.tick;
  if (const auto* const cell = std::get_if<AskedCell>(&asked.what)) {
    const std::int64_t value = machine.field.at(cell->at);
    const auto origin = provenance.of_cell(cell->at, present);
    if (!origin) return std::nullopt;
    return graph.follow(*origin, value);
  }
  if (const auto* const slot = std::get_if<AskedSlot>(&asked.what)) {
    const std::int64_t value = machine.stack.peek(slot->from_top);
    const auto origin = provenance.of_slot(machine.stack.size() - 1 - slot->from_top, present);
    if (!origin) return std::nullopt;
    return graph.follow(*origin, value);
  }
  const std::uint64_t position = std::get<AskedOutput>(asked.what).position;
  const auto byte =
      static_cast<unsigned char>(session.history().output(position, position + 1).front());
  const auto tick = output_tick(session.history(), position, monitor);
  if (!tick) return std::nullopt;
  const auto step = provenance.step(*tick);
  if (!step) return std::nullopt;
  return graph.follow_output(*step, byte);
}

// Removes the uses that do not lead to input.
void keep_input_only(std::vector<Cause>& causes) {
  // What a value was made of was made before it.
  std::vector<std::size_t> order(causes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return causes[a].tick() < causes[b].tick(); });
  std::vector<bool> leads(causes.size());
  for (const std::size_t index : order) {
    std::vector<Use>& uses = causes[index].uses;
    std::erase_if(uses, [&leads](const Use& use) { return !leads[use.cause]; });
    leads[index] = !uses.empty() || causes[index].kind == CauseKind::input;
  }
}

// Brings the causes that are reached from the root into the order of a walk that goes down first.
void sort_depth_first(WhyAnswer& answer) {
  constexpr std::size_t unseen = ~std::size_t{0};
  std::vector<std::size_t> position(answer.causes.size(), unseen);
  std::vector<Cause> sorted;
  std::vector<std::size_t> pending{answer.root.cause};
  while (!pending.empty()) {
    const std::size_t index = pending.back();
    pending.pop_back();
    if (position[index] != unseen) continue;
    position[index] = sorted.size();
    sorted.push_back(std::move(answer.causes[index]));
    const std::vector<Use>& uses = sorted.back().uses;
    for (auto use = uses.rbegin(); use != uses.rend(); ++use) pending.push_back(use->cause);
  }
  for (Cause& cause : sorted) {
    for (Use& use : cause.uses) use.cause = position[use.cause];
  }
  answer.root.cause = 0;
  answer.causes = std::move(sorted);
}

WhyAnswer::Summary summary_of(const WhyAnswer& answer) {
  WhyAnswer::Summary summary;
  std::set<std::uint64_t> bytes;
  std::set<std::pair<std::int64_t, std::int64_t>> cells;  // y, x
  summary.copies = answer.root.copies;
  for (const Cause& cause : answer.causes) {
    summary.depth = std::max(summary.depth, cause.depth);
    if (cause.kind == CauseKind::operation) ++summary.operations;
    if (cause.kind == CauseKind::copy) ++summary.copies;
    if (!cause.expanded) ++summary.unexpanded;
    for (const Use& use : cause.uses) summary.copies += use.copies;
    for (std::uint64_t at = cause.input_begin; at < cause.input_end; ++at) bytes.insert(at);
    if (cause.kind == CauseKind::literal) cells.emplace(cause.by.y, cause.by.x);
    if (cause.kind == CauseKind::source || cause.kind == CauseKind::character) {
      cells.emplace(cause.cell->y, cause.cell->x);
    }
  }
  summary.input_bytes.assign(bytes.begin(), bytes.end());
  for (const auto& [y, x] : cells) summary.source_cells.push_back({x, y});
  return summary;
}

tl::unexpected<Error> fail_at(const Token& token, std::string what, std::string advice) {
  return fail({{}, 0, token.at + 1}, std::move(what), std::move(advice));
}

// Takes a number at the end of the text, in brackets or without. Nothing if something else follows.
std::optional<Token> take_last_number(Lexer lexer) {
  const bool brackets = lexer.take_symbol("(");
  const Token number = lexer.take();
  if (number.kind != Token::Kind::number || number.value < 0) return std::nullopt;
  if (brackets && !lexer.take_symbol(")")) return std::nullopt;
  if (!lexer.at_end()) return std::nullopt;
  return number;
}

Result<AskedValue> asked_slot(const Token& token, std::size_t from_top, const Session& session) {
  const std::size_t depth = session.machine().stack.size();
  if (from_top < depth) return AskedValue{AskedSlot{from_top}, fmt::format("stack({})", from_top)};
  return fail_at(token, fmt::format("the stack holds {} values", depth),
                 depth == 0 ? "ask where it holds one"
                            : fmt::format("0 to {} are counted from the top", depth - 1));
}

Result<AskedValue> asked_output(const Token& token, std::uint64_t position,
                                const Session& session) {
  const std::uint64_t size = session.machine().output_size;
  if (position < size) return AskedValue{AskedOutput{position}, fmt::format("output {}", position)};
  return fail_at(token, fmt::format("the program has printed {} bytes so far", size),
                 size == 0 ? "ask after it has printed one"
                           : fmt::format("0 to {} are counted from the first", size - 1));
}

}  // namespace

std::string_view to_string(UseRole role) {
  constexpr std::array<std::string_view, 4> names{"operand", "address", "code", "decision"};
  return names[static_cast<std::size_t>(role)];
}

std::string_view to_string(Cause::Kind kind) {
  constexpr std::array<std::string_view, 12> names{
      "operation", "output",      "copy",      "literal",    "character", "source",
      "input",     "empty_stack", "cell_edit", "stack_edit", "start",     "unknown"};
  return names[static_cast<std::size_t>(kind)];
}

Result<Tick> output_tick(History& history, std::uint64_t position, Monitor* monitor) {
  return bisect_ticks(history.begin(), history.tick(), [&](Tick tick) -> Result<bool> {
    TRY(seek_to(history, tick, monitor));
    return history.machine().output_size > position;
  });
}

Result<WhyAnswer> why(Session& session, const AskedValue& asked, const WhyOptions& options,
                      Monitor* monitor) {
  const ScopedSeek scoped_seek(session.history());
  Provenance provenance(session, options.limits, monitor);
  CauseGraph graph(provenance, options);
  const auto root = follow(session, asked, provenance, graph, monitor);
  if (!root) return interrupted_error();
  WhyAnswer answer{.asked = asked,
                   .tick = scoped_seek.present(),
                   .root = *root,
                   .causes = graph.take(),
                   .cut = graph.cut()};
  if (options.to_input) keep_input_only(answer.causes);
  sort_depth_first(answer);
  answer.summary = summary_of(answer);
  answer.summary.folded = graph.folded();
  return answer;
}

Result<AskedValue> parse_asked_value(std::string_view text, const Session& session) {
  Lexer lexer(text);
  const Token first = lexer.peek();
  if (first.kind == Token::Kind::end) {
    return fail_at(first, "a value is missing",
                   "name a cell X,Y, a variable, stack N, top or output N");
  }
  if (lexer.take_word("top") && lexer.at_end()) return asked_slot(first, 0, session);
  lexer = Lexer(text);
  if (lexer.take_word("stack")) {
    if (const auto number = take_last_number(lexer)) {
      return asked_slot(*number, static_cast<std::size_t>(number->value), session);
    }
  }
  lexer = Lexer(text);
  if (lexer.take_word("output")) {
    if (const auto number = take_last_number(lexer)) {
      return asked_output(*number, static_cast<std::uint64_t>(number->value), session);
    }
  }
  const auto place = TRY(parse_place(text, session.symbols(), session.machine().field.size()));
  if (place.area.size.area() != 1) {
    return fail_at(first,
                   fmt::format("{} is a region of {} cells", place.name, place.area.size.area()),
                   fmt::format("name one of them: {}(0,0)", place.name));
  }
  return AskedValue{AskedCell{place.area.corner}, cell_name(session.symbols(), place.area.corner)};
}

}  // namespace fungescope
