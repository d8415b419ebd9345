#include "cli/pages/pages.h"
#include "lang/text_cursor.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

constexpr std::string_view window_page = "fungescope-ui";

class ManualPage {
 public:
  ManualPage(std::string_view name, std::string_view description) {
    put(".TH {} 1 \"\" \"fungescope {}\" \"Fungescope\"\n", roff(upper(name)), FUNGESCOPE_VERSION);
    put(".nh\n.ad l\n");  // options and examples stay as they are typed
    put(".SH NAME\n{} \\- {}\n", roff(name), roff(lower_first(description)));
  }

  template <class... Arguments>
  void put(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
  }

  void section(std::string_view title) { put(".SH {}\n", title); }
  void paragraph(std::string_view text) { put(".PP\n{}\n", roff(text)); }

  void option(const OptionSummary& option) {
    put(".TP\n{}\n", label(option));
    std::string text = option.description;
    if (!option.default_value.empty()) text += fmt::format(" (default: {})", option.default_value);
    put("{}\n", roff(text));
  }

  void examples(std::span<const std::string> lines) {
    section("EXAMPLES");
    put(".nf\n");
    for (const std::string& line : lines) put("{}\n", roff(line));
    put(".fi\n");
  }

  void see_also(std::span<const std::string> names) {
    section("SEE ALSO");
    for (const std::string& name : names) {
      put(".BR {} (1){}\n", roff(name), &name == &names.back() ? "" : ",");
    }
  }

  std::string take() { return std::move(text_); }

 private:
  static std::string upper(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return out;
  }
  // Descriptions in whatis lines start with a small letter.
  static std::string lower_first(std::string_view text) {
    return to_lower(text.front()) + std::string(text.substr(1));
  }
  static std::string label(const OptionSummary& option) {
    std::string out;
    for (const std::string& name : option.names) {
      if (!out.empty()) out += ", ";
      out += "\\fB" + roff(name) + "\\fR";
    }
    if (option.value.empty() || !option.names[0].starts_with('-')) return out;
    const std::string value = "\\fI" + roff(option.value) + "\\fR";
    return out + (option.optional_value ? "[=" + value + "]" : " " + value);
  }

  std::string text_;
};

std::string synopsis(const CommandSummary& command) {
  std::string out = fmt::format(R"(\fB{}\fR [\fIoptions\fR])", roff(command.typed));
  for (const OptionSummary& positional : command.positionals) {
    const std::string name =
        fmt::format("\\fI{}\\fR{}", roff(positional.value), positional.repeatable ? " ..." : "");
    out += positional.required ? " " + name : " [" + name + "]";
  }
  return out;
}

}  // namespace

std::string roff(std::string_view text) {
  constexpr std::array<std::pair<char, std::string_view>, 6> escapes{{{'\\', "\\e"},
                                                                      {'-', "\\-"},
                                                                      {'\'', "\\(aq"},
                                                                      {'`', "\\(ga"},
                                                                      {'^', "\\(ha"},
                                                                      {'~', "\\(ti"}}};
  std::string out;
  for (const char c : text) {
    if (c == '\n' && out.ends_with('\n')) continue;  // an empty line is a request too
    if (c == '.' && (out.empty() || out.ends_with('\n'))) out += "\\&";
    const auto* const found = std::find_if(escapes.begin(), escapes.end(),
                                           [c](const auto& escape) { return escape.first == c; });
    out += found == escapes.end() ? std::string_view(&c, 1) : found->second;
  }
  return out;
}

std::string page_name(const CommandSummary& command) {
  std::string name = command.typed;
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

std::string main_page(std::span<const CommandSummary> commands) {
  ManualPage page("fungescope", "a fast Befunge-93 virtual machine, debugger and sudoku solver");
  page.section("SYNOPSIS");
  page.put("\\fBfungescope\\fR \\fIcommand\\fR [\\fIoptions\\fR] [\\fIarguments\\fR]\n.br\n");
  page.put("\\fBfungescope\\fR \\fB{}\\fR | \\fB{}\\fR\n", roff("--help"), roff("--version"));
  page.section("DESCRIPTION");
  page.put("{}\n", roff("Runs Befunge-93 programs, compiles them, and debugs them forwards and "
                        "backwards, in a window, in a terminal and from editors."));
  page.paragraph(
      "Wherever the name of a program's file is taken, @NAME is a program that is built in, and - "
      "is standard input. `fungescope programs` lists the built-in programs.");
  page.section("COMMANDS");
  std::vector<std::string> pages;
  for (const CommandSummary& command : commands) {
    pages.push_back(page_name(command));
    page.put(".TP\n.BR {} (1)\n{}\n", roff(pages.back()), roff(command.description));
  }
  page.section("EXIT STATUS");
  page.put("{}\n", roff("0: done. 2: wrong usage, or a file that cannot be read. 130: Ctrl-C. "
                        "The page of each command lists its own."));
  pages.emplace_back(window_page);
  page.see_also(pages);
  return page.take();
}

std::string command_page(const CommandSummary& command) {
  ManualPage page(page_name(command), command.description);
  page.section("SYNOPSIS");
  page.put("{}\n", synopsis(command));
  if (!command.paragraphs.empty()) {
    page.section("DESCRIPTION");
    for (const std::string& text : command.paragraphs) page.paragraph(text);
  }
  if (!command.positionals.empty()) {
    page.section("ARGUMENTS");
    for (const OptionSummary& each : command.positionals) page.option(each);
  }
  page.section("OPTIONS");
  for (const OptionSummary& each : command.options) page.option(each);
  if (!command.exit_codes.empty()) {
    page.section("EXIT STATUS");
    page.put("{}\n", roff(command.exit_codes));
  }
  if (!command.examples.empty()) page.examples(command.examples);
  page.see_also(std::vector<std::string>{"fungescope"});
  return page.take();
}

}  // namespace fungescope
