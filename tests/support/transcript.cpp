#include "support/transcript.h"

#include "base/escape.h"
#include "support/files.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

namespace fungescope::test {
namespace {

using Lines = std::vector<std::string>;

std::string joined(const Lines& lines, std::string_view prefix = "") {
  std::string text;
  for (const std::string& line : lines) text += std::string(prefix) + line + '\n';
  return text;
}

bool is_header(std::string_view line) {
  return line.starts_with("=== ") || line == ">" || line.starts_with("> ") ||
         line.starts_with("$ ") || line.starts_with(':');
}

// Replaces control characters by their bytes, such as <1b>: not as programs escape them, which
// would look the same.
std::string with_visible_controls(std::string_view text) {
  std::string visible;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, std::max<std::size_t>(code_point_size(text), 1));
    text.remove_prefix(part.size());
    if (escape_lines(part) == part) {
      visible += part;
    } else {
      for (const char c : part) visible += fmt::format("<{:02x}>", static_cast<unsigned char>(c));
    }
  }
  return visible;
}

// The output as the file has it.
std::string in_transcript(const std::string& output) {
  std::string text;
  for (const std::string& line : lines_of(with_visible_controls(output))) {
    const bool hidden = is_header(line) || line.starts_with(';') || line.starts_with('\\');
    text += (hidden ? "\\" : "") + line + '\n';
  }
  if (text == "\n" || text.ends_with("\n\n")) text += "(end)\n";
  return text;
}

bool matches_glob(std::string_view pattern, std::string_view text) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == text;
  if (!text.starts_with(pattern.substr(0, star))) return false;
  for (std::size_t at = star; at <= text.size(); ++at) {
    if (matches_glob(pattern.substr(star + 1), text.substr(at))) return true;
  }
  return false;
}

bool matches(const std::string& expected, const std::string& line) {
  constexpr std::string_view glob = " (glob)";
  if (!expected.ends_with(glob)) return expected == line;
  return matches_glob(std::string_view(expected).substr(0, expected.size() - glob.size()), line);
}

bool match(const Lines& expected, std::size_t i, const Lines& lines, std::size_t j) {
  if (i == expected.size()) return j == lines.size();
  if (expected[i] == "(any lines)") {
    return match(expected, i + 1, lines, j) ||
           (j < lines.size() && match(expected, i, lines, j + 1));
  }
  return j < lines.size() && matches(expected[i], lines[j]) && match(expected, i + 1, lines, j + 1);
}

// The lines that differ, between those at both ends that do not.
std::string diff(const Lines& expected, const Lines& lines) {
  const std::size_t shorter = std::min(expected.size(), lines.size());
  std::size_t begin = 0;
  while (begin < shorter && matches(expected[begin], lines[begin])) ++begin;
  std::size_t end = 0;
  while (end < shorter - begin &&
         matches(expected[expected.size() - 1 - end], lines[lines.size() - 1 - end])) {
    ++end;
  }
  const auto part = [](const Lines& all, std::size_t from, std::size_t to) {
    return Lines(all.begin() + static_cast<std::ptrdiff_t>(from),
                 all.begin() + static_cast<std::ptrdiff_t>(to));
  };
  return joined(part(lines, 0, begin), "  ") +
         joined(part(expected, begin, expected.size() - end), "- ") +
         joined(part(lines, begin, lines.size() - end), "+ ") +
         joined(part(lines, lines.size() - end, lines.size()), "  ");
}

struct Step {
  TranscriptStep step;
  std::size_t line;   // of its header, from 1
  std::string after;  // comments and blank lines up to the next
};

struct Parsed {
  std::string before;  // comments at the beginning
  std::vector<Step> steps;
};

Parsed parse(const std::string& text) {
  Parsed parsed;
  bool in_block = false;
  std::size_t number = 0;
  for (const std::string& line : lines_of(text)) {
    ++number;
    if (is_header(line)) {
      const std::size_t space = std::min(line.find(' '), line.size());
      parsed.steps.push_back(
          {{line.substr(0, space), line.substr(std::min(space + 1, line.size())), ""}, number, ""});
      in_block = true;
      continue;
    }
    in_block = in_block && !line.starts_with(';');
    std::string& where = parsed.steps.empty() ? parsed.before
                         : in_block           ? parsed.steps.back().step.block
                                              : parsed.steps.back().after;
    where += line + '\n';
  }
  // Blank lines before the next step are no output.
  for (Step& step : parsed.steps) {
    std::string& block = step.step.block;
    while (block == "\n" || block.ends_with("\n\n")) {
      block.pop_back();
      step.after.insert(0, "\n");
    }
  }
  return parsed;
}

}  // namespace

std::vector<std::string> run_transcript(const std::filesystem::path& path, const StepRunner& run) {
  std::ifstream kept(path, std::ios::binary);
  Parsed transcript = parse({std::istreambuf_iterator<char>(kept), {}});
  std::vector<std::string> failures;
  const auto execute = [&](Step& step) {
    const auto output = run(step.step);
    if (!output) return;
    const std::string text = in_transcript(*output);
    const Lines expected = lines_of(step.step.block);
    if (match(expected, 0, lines_of(text), 0)) return;
    failures.push_back(fmt::format("{}:{}: {} {}\n{}", path.string(), step.line, step.step.word,
                                   step.step.text, diff(expected, lines_of(text))));
    step.step.block = text;
  };
  std::vector<Step>& steps = transcript.steps;
  const auto first = std::find_if(steps.begin(), steps.end(),
                                  [](const Step& step) { return step.step.word == "==="; });
  if (first == steps.end()) std::for_each(steps.begin(), steps.end(), execute);
  for (auto step = first; step != steps.end(); ++step) {
    execute(*step);
    if (step->step.word == "===") std::for_each(steps.begin(), first, execute);
  }
  if (std::getenv("FUNGESCOPE_ACCEPT_TRANSCRIPTS") == nullptr || failures.empty()) return failures;
  std::ofstream file(path, std::ios::binary);
  file << transcript.before;
  for (const auto& [step, line, after] : steps) {
    file << step.word << (step.text.empty() ? "" : " ") << step.text << '\n' << step.block << after;
  }
  return {};
}

std::vector<std::filesystem::path> transcripts_in(const std::string& folder,
                                                  const std::string& extension) {
  std::vector<std::filesystem::path> paths;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() == extension) paths.push_back(file.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string unescaped(std::string_view text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t star = text[i] == '{' ? text.find('*', i) : std::string_view::npos;
    const std::size_t end = star == std::string_view::npos ? star : text.find('}', star);
    if (end != std::string_view::npos) {
      const std::string part = unescaped(text.substr(star + 1, end - star - 1));
      for (int left = std::stoi(std::string(text.substr(i + 1))); left > 0; --left) bytes += part;
      i = end;
    } else if (text[i] != '\\' || i + 1 == text.size()) {
      bytes += text[i];
    } else if (const char c = text[++i]; c == 'x' && i + 2 < text.size()) {
      bytes += static_cast<char>(std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16));
      i += 2;
    } else {
      bytes += c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c;
    }
  }
  return bytes;
}

std::string unindented(const std::string& block) {
  std::string text;
  for (const std::string& line : lines_of(block))
    text += line.substr(std::min<std::size_t>(4, line.size())) + '\n';
  return text;
}

std::string indented(const std::string& text) {
  return joined(lines_of(text), "    ");
}

}  // namespace fungescope::test
