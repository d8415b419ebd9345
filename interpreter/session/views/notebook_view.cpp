#include "session/views/notebook_view.h"

#include "base/escape.h"
#include "base/text_table.h"
#include "lang/line_reader.h"
#include "lang/text_cursor.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

#include <fmt/format.h>

namespace fungescope {
namespace {

// ---- Markdown

// Escapes what Markdown could take for markup, in a line of running text.
std::string escape_markdown(std::string_view line) {
  constexpr std::string_view special = "\\`*_[]<>&|~#$";
  const std::string plain = escape_controls(trim(line));
  std::string escaped;
  for (const char c : plain) {
    if (special.find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  // A list, a heading's underline, or a numbered item.
  const std::size_t digits = std::min(escaped.find_first_not_of("0123456789"), escaped.size());
  const std::size_t at = digits < escaped.size() ? digits : 0;
  constexpr std::string_view bullets = "-+=";
  const bool bullet = !escaped.empty() && bullets.find(escaped.front()) != std::string_view::npos;
  const bool numbered = at > 0 && (escaped[at] == '.' || escaped[at] == ')');
  if (bullet || numbered) escaped.insert(at, "\\");
  return escaped;
}

std::string escape_markdown_lines(std::string_view text) {
  std::string escaped;
  LineReader lines(text, LineEndings::any);
  while (const auto line = lines.next()) escaped += escape_markdown(*line) + '\n';
  return escaped;
}

// Returns the text as a block of code, whatever it contains.
std::string code_block(std::string_view text) {
  std::size_t longest = 2;
  for (std::size_t at = 0; (at = text.find('`', at)) != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_not_of('`', at), text.size());
    longest = std::max(longest, end - at);
    at = end;
  }
  const std::string fence(longest + 1, '`');
  return fmt::format("{}text\n{}{}\n", fence, text, fence);
}

std::string markdown_of(const NotebookRow& row) {
  const NotebookEntry& entry = row.entry;
  const std::string tick = "tick " + with_separators(entry.at.tick);
  std::string text = fmt::format(
      "## {}. {}\n\n", entry.number,
      row.name.empty() ? "T" + tick.substr(1) : escape_markdown(row.name) + ", " + tick);
  std::string where;
  if (entry.at.branch != 0) where = fmt::format("On branch {}", entry.at.branch);
  if (entry.from != 0 && entry.from + 1 != entry.number) {
    where += fmt::format("{} entry {}", where.empty() ? "After" : ", after", entry.from);
  }
  if (!where.empty()) text += where + ".\n\n";
  std::string code;
  if (!entry.question.empty()) code += "> " + escape_controls(question_text(entry)) + '\n';
  if (!entry.answer.empty()) code += escape_controls(entry.answer) + '\n';
  if (!code.empty()) text += code_block(code) + '\n';
  if (!entry.note.empty()) text += escape_markdown_lines(entry.note) + '\n';
  return text;
}

std::string_view file_name(std::string_view path) {
  return path.substr(path.find_last_of("/\\") + 1);
}

// The edits with which branches begin are among the questions, unless these were dropped.
std::string markdown_of_branches(const std::vector<BranchInfo>& branches) {
  std::string text;
  for (const BranchInfo& branch : branches) {
    if (branch.id == branch.parent) continue;
    text += fmt::format("- Branch {} begins at tick {} of branch {}, with {}.\n", branch.id,
                        with_separators(branch.begin), branch.parent,
                        count_text(branch.edits.size(), "edit"));
  }
  return text.empty() ? text : text + '\n';
}

}  // namespace

const Bookmark* bookmark_at(const Session& session, const BranchInstant& at) {
  const History& history = session.history();
  std::optional<BranchId> recorded;
  for (const Bookmark& bookmark : session.bookmarks().all()) {
    if (bookmark.tick != at.tick) continue;
    if (!recorded) {
      if (!history.has_branch(at.branch)) return nullptr;
      recorded = branch_of(history, at.branch, at.tick);
    }
    if (bookmark.branch == *recorded) return &bookmark;
  }
  return nullptr;
}

std::vector<NotebookRow> view_notebook(const Session& session) {
  const History& history = session.history();
  const Notebook& notebook = session.notebook();
  std::vector<NotebookRow> rows;
  for (const NotebookEntry& entry : notebook.all()) {
    if (!history.has_branch(entry.at.branch)) continue;
    const Bookmark* const bookmark = bookmark_at(session, entry.at);
    rows.push_back({entry, bookmark == nullptr ? "" : bookmark->name, &entry == notebook.present(),
                    entry.at.branch != history.branch()});
  }
  return rows;
}

std::string question_text(const NotebookEntry& entry) {
  if (entry.steps == 0) return entry.question;
  const std::string steps = count_text(entry.steps, "step");
  return entry.question.empty() ? steps : fmt::format("{}, then {}", entry.question, steps);
}

std::string notebook_to_markdown(const Session& session) {
  const std::vector<NotebookRow> rows = view_notebook(session);
  const std::vector<BranchInfo> branches = session.history().branches();
  const Size size = session.machine().field.size();
  std::string text =
      fmt::format("# Notebook of {}\n\n", escape_markdown(file_name(session.options().load.file)));
  text += fmt::format(
      "{} visited in a program of {}x{} cells, dialect {}, seed {}. A tick is an "
      "executed cell:\n`goto TICK` in the debugger leads to it.\n\n",
      count_text(rows.size(), "instant"), size.width, size.height,
      session.options().load.dialect.name, session.options().seed);
  text += markdown_of_branches(branches);
  for (const NotebookRow& row : rows) text += markdown_of(row);
  while (text.ends_with("\n\n")) text.pop_back();
  return text;
}

}  // namespace fungescope
