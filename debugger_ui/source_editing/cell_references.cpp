#include "debugger_ui/source_editing/cell_references.h"

#include "session/expressions/lexer.h"

#include <array>
#include <cstddef>
#include <optional>
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

}  // namespace fungescope::ui
