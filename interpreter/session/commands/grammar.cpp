// Parses the arguments of a command by the grammar in its row.
#include "base/text_table.h"
#include "lang/text_cursor.h"
#include "session/commands/arguments.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

// What a name in a grammar stands for, and how errors call it.
struct ArgumentKind {
  enum class Type : std::uint8_t { number, tick, expression, place, text };
  std::string_view name;
  Type type;
  std::string_view what = {};  // of a text: empty if it may be empty
};
using Type = ArgumentKind::Type;

constexpr std::array<ArgumentKind, 23> argument_kinds{{
    {"BOOKMARK", Type::number, "a bookmark's number"},
    {"BRANCH", Type::number, "a branch's number"},
    {"BREAKPOINT", Type::number, "a stop's number"},
    {"BYTES", Type::number, "a count of bytes"},
    {"COUNT", Type::number, "a count"},
    {"DEPTH", Type::number, "a depth"},
    {"ENTRY", Type::number, "an entry's number"},
    {"N", Type::number, "a place of the stack"},
    {"NUMBER", Type::number, "a number"},
    {"TICKS", Type::number, "a number of ticks"},
    {"TICK", Type::tick},
    {"FROM", Type::tick},
    {"TO", Type::tick},
    {"EXPR", Type::expression},
    {"PLACE", Type::place},
    {"PLACE=EXPR", Type::text, "the change"},
    {"FILE", Type::text, "the file"},
    {"REGION", Type::text, "the region"},
    {"RUN", Type::text, "the other run"},
    {"TEXT", Type::text, "the text"},
    {"LINE", Type::text},
    {"NAME", Type::text},
    {"PAGE", Type::text},
}};

bool is_literal(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
    return c == '-' || c == '_' || (c >= 'a' && c <= 'z');
  });
}

// Takes the first element of a grammar, a word or a group in brackets.
std::string_view take_element(std::string_view& grammar) {
  std::size_t end = 0;
  for (int depth = 0; end < grammar.size() && (depth > 0 || grammar[end] != ' '); ++end) {
    if (grammar[end] == '[') ++depth;
    if (grammar[end] == ']') --depth;
  }
  const std::string_view element = grammar.substr(0, end);
  grammar.remove_prefix(std::min(end + 1, grammar.size()));
  return element;
}

// Splits an element at `|`.
std::vector<std::string> alternatives(std::string_view element) {
  std::vector<std::string> all(1);
  for (const char c : element) {
    if (c == '|') {
      all.emplace_back();
    } else {
      all.back() += c;
    }
  }
  return all;
}

// Returns the word with which an option begins; empty if the element is not an option, "[top
// COUNT]" or "[--all]".
std::string_view option_word(std::string_view element) {
  if (element.front() != '[') return {};
  const std::string_view word = element.substr(1, element.find_first_of(" ]") - 1);
  const bool has_value = element.size() > word.size() + 2;
  return is_literal(word) && (has_value || word.starts_with("--")) ? word : std::string_view();
}

}  // namespace

std::vector<std::string_view> literal_words(std::string_view grammar) {
  std::vector<std::string_view> words;
  const std::string_view separators = " []|,.=\"():";
  for (std::size_t i = 0; (i = grammar.find_first_not_of(separators, i)) < grammar.size();) {
    const std::size_t end = std::min(grammar.find_first_of(separators, i), grammar.size());
    const std::string_view word = grammar.substr(i, end - i);
    if (is_literal(word) && word != "and" && word != "or") words.push_back(word);
    i = end;
  }
  return words;
}

class Arguments::Reader {
 public:
  explicit Reader(const Call& call) : call_(call), rest_(call.arguments) {}

  Result<Arguments> read() {
    const std::string_view grammar = call_.command.arguments;
    for (std::string_view elements = grammar; !elements.empty();) {
      const std::string_view element = take_element(elements);
      const auto begin = find_option(option_word(element), grammar.starts_with('['));
      if (!begin) continue;
      TRY(take_option(element, *begin));
    }
    ArgumentParser text(rest_);
    TRY(take(grammar, text));
    TRY(text.expect_end());
    return std::move(read_);
  }

 private:
  // Returns where an option begins in the text, the last time, but not within quotes. Only if all
  // arguments may be absent can it be the first, unless it is a flag.
  [[nodiscard]] std::optional<std::size_t> find_option(std::string_view option,
                                                       bool may_be_first) const {
    std::optional<std::size_t> found;
    if (option.empty()) return found;
    const std::size_t quoted = rest_.starts_with('"') ? rest_.rfind('"') : 0;
    for (ArgumentParser words(rest_); !words.at_end();) {
      const std::size_t at = words.position();
      if (!equal_ignoring_case(words.take_word(), option) || at < quoted) continue;
      if (at > 0 || may_be_first || option.starts_with("--")) found = at;
    }
    return found;
  }

  // Takes an option, and leaves blanks in its place.
  Result<void> take_option(std::string_view element, std::size_t begin) {
    std::string before_is_blank = rest_;
    std::fill_n(before_is_blank.begin(), begin, ' ');
    ArgumentParser text(before_is_blank);
    auto taken = take(element.substr(1, element.size() - 2), text);
    std::fill(rest_.begin() + static_cast<std::ptrdiff_t>(begin),
              rest_.begin() + static_cast<std::ptrdiff_t>(text.position()), ' ');
    return taken;
  }

  // Takes the elements of a grammar but its options.
  Result<void> take(std::string_view grammar, ArgumentParser& text) {
    while (!grammar.empty()) {
      const std::string_view element = take_element(grammar);
      if (element.front() != '[') {
        TRY(take_one(alternatives(element), text));
      } else if (!text.at_end() && option_word(element).empty()) {
        const std::string_view group = element.substr(1, element.size() - 2);
        if (may_begin(group, text)) TRY(take(group, text));
      }
    }
    return {};
  }

  // Whether the next word may be the first of a group: values may be any.
  static bool may_begin(std::string_view group, const ArgumentParser& text) {
    const std::vector<std::string> first = alternatives(take_element(group));
    return std::any_of(first.begin(), first.end(), [&text](const std::string& word) {
      return !is_literal(word) || ArgumentParser(text).take_word(word);
    });
  }

  Result<void> take_one(const std::vector<std::string>& names, ArgumentParser& text) {
    for (const std::string& name : names) {
      const std::size_t at = text.position();
      if (!is_literal(name) || !text.take_word(name)) continue;
      read_.all_.push_back({name, at, {}});
      return {};
    }
    if (!is_literal(names.front())) return take_value(names.front(), text);
    return text.fail_here(join_names(names, "or") + " is missing", "write " + usage(call_.command));
  }

  Result<void> take_value(const std::string& name, ArgumentParser& text) {
    const auto* const kind =
        std::find_if(argument_kinds.begin(), argument_kinds.end(),
                     [&](const ArgumentKind& one) { return one.name == name; });
    const Session& session = call_.session();
    const std::size_t at = text.position();
    const auto keep = [&](auto value) -> Result<void> {
      if (!value) return tl::unexpected(value.error());
      read_.all_.push_back({name, at, std::move(*value)});
      return {};
    };
    switch (kind->type) {
      case Type::number:
        return keep(text.number(kind->what));
      case Type::tick:
        return keep(take_tick(text, name == "TO" ? read_.number("FROM") : std::nullopt));
      case Type::expression:
        return keep(text.expression(session));
      case Type::place:
        return keep(text.place(session));
      case Type::text:
        break;
    }
    const auto value = text.text();
    if (value && value->bytes.empty() && !kind->what.empty()) {
      return fail({{}, 0, at + 1}, fmt::format("{} is missing", kind->what),
                  "write " + usage(call_.command));
    }
    return keep(value);
  }

  // Not before `from`, if there is one.
  Result<Tick> take_tick(ArgumentParser& text, std::optional<std::uint64_t> from) const {
    auto tick = text.tick(call_.session());
    if (!tick || !from || *from <= *tick) return tick;
    return text.fail_at_last(fmt::format("the interval goes from {} to {}", *from, *tick),
                             "write the earlier tick first");
  }

  const Call& call_;
  std::string rest_;  // what is not an option
  Arguments read_;
};

Result<Arguments> Arguments::parse(const Call& call) {
  return Reader(call).read();
}

const Arguments::Argument* Arguments::find(std::string_view name, std::size_t index) const {
  for (const Argument& one : all_) {
    if (one.name == name && index-- == 0) return &one;
  }
  return nullptr;
}

std::optional<std::uint64_t> Arguments::number(std::string_view name, std::size_t index) const {
  const Argument* const found = find(name, index);
  if (found == nullptr) return std::nullopt;
  return std::get<std::uint64_t>(found->value);
}

std::string Arguments::text(std::string_view name) const {
  const Argument* const found = find(name);
  return found == nullptr ? "" : std::get<ArgumentParser::Text>(found->value).bytes;
}

bool Arguments::is_quoted(std::string_view name) const {
  const Argument* const found = find(name);
  return found != nullptr && std::get<ArgumentParser::Text>(found->value).quoted;
}

const Expression& Arguments::expression() const {
  return std::get<Expression>(find("EXPR")->value);
}

const Place& Arguments::place() const {
  return std::get<Place>(find("PLACE")->value);
}

tl::unexpected<Error> Arguments::fail_at(std::string_view name, std::string what,
                                         std::string advice) const {
  return fail({{}, 0, find(name)->at + 1}, std::move(what), std::move(advice));
}

tl::unexpected<Error> Arguments::fail_at(std::string_view name, Error error) const {
  return with_column_offset(std::move(error), find(name)->at);
}

}  // namespace fungescope
