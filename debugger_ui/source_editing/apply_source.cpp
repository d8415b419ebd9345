#include "debugger_ui/source_editing/apply_source.h"

#include "session/expressions/lexer.h"
#include "session/session.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

// Copies a text while its coordinates are replaced.
class MovedText {
 public:
  MovedText(std::string_view text, const editing::CoordinateMap& moved)
      : text_(text), moved_(moved), lexer_(text) {}

  // The place at the beginning of a breakpoint: "10,3" or "change 10,3".
  void move_place() {
    static constexpr std::array accesses{"read", "write", "change"};
    for (const char* const access : accesses) {
      if (lexer_.take_word(access)) break;
    }
    move_pair();
  }

  // Every `cell(10,3)`, also within the braces of a log message.
  void move_cells() {
    while (!lexer_.at_end()) {
      if (lexer_.take_word("cell")) {
        if (lexer_.take_symbol("(")) move_pair();
        continue;
      }
      const bool log = lexer_.take_word("log");
      const Token token = lexer_.take();
      if (log && token.kind == Token::Kind::text) move_log(token);
      if (token.kind == Token::Kind::invalid) break;
    }
  }

  [[nodiscard]] std::string take() && {
    if (deleted_) return {};
    copy_to(text_.size());
    return std::move(result_);
  }

 private:
  // Two literal numbers; other coordinates are computed, and stay.
  void move_pair() {
    Lexer ahead = lexer_;
    const Token x = ahead.take();
    const bool comma = ahead.take_symbol(",");
    const Token y = ahead.take();
    const bool closed =
        ahead.at_end() || ahead.peek().is_symbol(")") || ahead.peek().kind == Token::Kind::name;
    const bool numbers = x.kind == Token::Kind::number && y.kind == Token::Kind::number;
    if (!numbers || !comma || !closed) return;
    lexer_ = ahead;
    const auto now = moved_.map(Point{x.value, y.value});
    if (!now) {
      deleted_ = true;
      return;
    }
    copy_to(x.at);
    result_ += fmt::format("{},{}", now->x, now->y);
    copied_ = ahead.end_of_last();
  }

  void move_log(const Token& token) {
    const std::string_view log = token.text;
    for (std::size_t at = 0; (at = log.find('{', at)) != std::string_view::npos;) {
      const std::size_t end = log.find('}', at);
      if (end == std::string_view::npos) return;
      const std::string inside = moved_expression(log.substr(at + 1, end - at - 1), moved_);
      if (!inside.empty()) {
        copy_to(token.at + at + 1);
        result_ += inside;
        copied_ = token.at + end;
      }
      at = end;
    }
  }

  void copy_to(std::size_t end) {
    result_ += text_.substr(copied_, end - copied_);
    copied_ = end;
  }

  std::string_view text_;
  const editing::CoordinateMap& moved_;
  Lexer lexer_;
  std::size_t copied_ = 0;
  std::string result_;
  bool deleted_ = false;
};

// Returns false if the cells of the breakpoint are deleted.
bool follow(const editing::CoordinateMap& moved, Breakpoint& breakpoint) {
  const std::string before = describe(breakpoint);
  std::string now = moved_breakpoint(before, moved);
  if (now.empty()) return false;
  if (now == before) return true;
  // All of it is in the text, until it is parsed again.
  breakpoint.text = std::move(now);
  breakpoint.condition.reset();
  breakpoint.every = 1;
  breakpoint.log.clear();
  return true;
}

}  // namespace

std::string moved_expression(std::string_view text, const editing::CoordinateMap& moved) {
  MovedText result(text, moved);
  result.move_cells();
  return std::move(result).take();
}

std::string moved_breakpoint(std::string_view text, const editing::CoordinateMap& moved) {
  MovedText result(text, moved);
  result.move_place();
  result.move_cells();
  return std::move(result).take();
}

std::vector<std::string> follow(const editing::CoordinateMap& moved, CellReferences& references) {
  std::vector<std::string> lost;
  if (moved.empty()) return lost;
  std::erase_if(references.breakpoints, [&](Breakpoint& breakpoint) {
    if (follow(moved, breakpoint)) return false;
    lost.push_back("the breakpoint " + describe(breakpoint));
    return true;
  });
  std::erase_if(references.regions, [&](Region& region) {
    const auto area = moved.map(region.area);
    if (area) region.area = *area;
    if (!area) lost.push_back("the region " + region.name);
    return !area;
  });
  std::erase_if(references.watched, [&](std::string& text) {
    std::string now = moved_expression(text, moved);
    const bool gone = now.empty() && !text.empty();
    if (gone) lost.push_back("the watch " + text);
    text = std::move(now);
    return gone;
  });
  return lost;
}

Result<AppliedSource> apply_source(Debugger& debugger, std::string source,
                                   const editing::CoordinateMap& moved) {
  Session& session = debugger.session();
  CellReferences references{session.breakpoints().all(), session.options().regions,
                            session.watched()};
  AppliedSource applied;
  applied.lost = follow(moved, references);
  const History& history = session.history();
  if (history.end() != history.begin() || history.branches().size() > 1 ||
      !history.branches().front().edits.empty()) {
    applied.branched = true;
    TRY(session.reload(std::move(source), references.regions));
  } else {
    SessionOptions options = session.options();
    options.regions = std::move(references.regions);
    auto opened = TRY(Session::open(std::move(source), history.input(), std::move(options)));
    // The ids go on, so that the list numbers new breakpoints after those that are taken over.
    opened->breakpoints() = session.breakpoints();
    debugger.replace_session(std::move(opened));
  }
  Session& now = debugger.session();
  now.watched() = std::move(references.watched);
  now.breakpoints().all() = std::move(references.breakpoints);
  for (Breakpoint& breakpoint : now.breakpoints().all()) {
    reparse(breakpoint, now.symbols(), now.machine().field.size());
  }
  return applied;
}

Result<AppliedSource> apply_cells(Debugger& debugger, const std::vector<TypedCell>& cells,
                                  Size field) {
  Session& session = debugger.session();
  const Source& source = session.source();
  AppliedSource applied;
  // What is replaced while a source is loaded depends on the characters around it.
  applied.needs_source = session.machine().field.size() != field ||
                         &source != session.sources().back().get() ||
                         !source.annotations.replacements.empty();
  if (applied.needs_source) return applied;
  for (const TypedCell& cell : cells) {
    const std::int64_t before = session.machine().field.at(cell.at);
    if (before == cell.value || !(cell.now || before == cell.source)) continue;
    TRY(session.history().edit(SetCell{cell.at, cell.value}));
  }
  applied.branched = true;
  return applied;
}

}  // namespace fungescope::ui
