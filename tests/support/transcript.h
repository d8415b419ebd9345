// Tests as data: transcripts, files of commands with what each of them prints. With
// FUNGESCOPE_ACCEPT_TRANSCRIPTS=1 in the environment, what they print replaces what is in the file.
//
//     ; A comment: what is tested, and why.
//     === TITLE              begins a case; what is before the first is done in each of them
//     :DIRECTIVE TEXT        of the runner, such as `:file NAME`
//         its lines, indented by four blanks
//     > COMMAND              or `$ COMMAND`
//     what it prints
//
// In a line that ends in " (glob)" each `*` stands for any text, and the line "(any lines)" for any
// number of lines. An output that ends in an empty line is followed by the line "(end)", and a line
// of the output that looks like one of the above has a backslash before it.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::test {

struct TranscriptStep {
  std::string word;   // "===", ">", "$" or ":DIRECTIVE"
  std::string text;   // what is after it in the line
  std::string block;  // the lines that follow: the expected output, or the lines of a directive
};

// Executes a step and returns its output; none if its lines are not one.
using StepRunner = std::function<std::optional<std::string>(const TranscriptStep& step)>;

// Returns a message for each step whose output differs: the place, the command and a diff.
[[nodiscard]] std::vector<std::string> run_transcript(const std::filesystem::path& path,
                                                      const StepRunner& run);

// Returns the paths of a folder's files with an extension, such as ".repl", in order.
[[nodiscard]] std::vector<std::filesystem::path> transcripts_in(const std::string& folder,
                                                                const std::string& extension);

// Returns text with its escapes \n, \r, \t, \\ and \xNN decoded, and {COUNT*TEXT} as so many times
// TEXT, whose escapes are decoded too.
[[nodiscard]] std::string unescaped(std::string_view text);

// Returns the lines of a block without their indentation.
[[nodiscard]] std::string unindented(const std::string& block);
// Returns text with four blanks before each line.
[[nodiscard]] std::string indented(const std::string& text);

}  // namespace fungescope::test
