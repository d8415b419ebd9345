// Runs the transcripts of sessions, *.repl in the `transcripts` of a test's folder
// (support/transcript.h). Each case has a session of its own, of the file `test.b93`, which the
// first command opens.
//
//     > COMMAND            prints the response as the repl does, or "! COLUMN: error"
//     :file NAME           a file in memory
//     :source NAME TEXT    one whose text has escapes (`unescaped`)
//     :copy NAME NAME      copies such a file
//     :program PATH        test.b93 is a file of these sources
//     :plant (1, 2): 'a' became 'b'     changes a cell of test.b93
//     :dialect, :size, :seed, :max-stack, :region     options, as on the command line
//     :edge-wrap stop, :division ask     rules of the dialect
//     :input TEXT          the whole input, with escapes; else the user gives it
//     :json POINTER...     members of the last response: `*` is each element, `#` their number
//     :complete LINE       the column and the words that complete it
//     :show NAME           a file in memory, indented
//     :compare NAME NAME   whether they are equal
//     :hash                of the machine
#include "support/files.h"
#include "support/run_transcripts.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include "debugged.h"
#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

// Returns the member at a pointer, as JSON; "absent" if there is none.
std::string member(const Json& json, std::string_view pointer) {
  if (pointer.empty()) return json_text(json);
  pointer.remove_prefix(1);
  const std::string key(pointer.substr(0, pointer.find('/')));
  pointer.remove_prefix(key.size());
  if (key == "#") return std::to_string(json.size());
  if (key == "*") {
    std::string text;
    for (const Json& element : json) text += (text.empty() ? "" : ", ") + member(element, pointer);
    return "[" + text + "]";
  }
  if (json.is_array() && std::stoul(key) < json.size())
    return member(json[std::stoul(key)], pointer);
  return json.is_object() && json.contains(key) ? member(json[key], pointer) : "absent";
}

class SessionRunner {
 public:
  std::optional<std::string> operator()(const TranscriptStep& step) {
    if (step.word == "===") {
      files_.clear();
      options_ = {};
      input_ = {};
      debugged_.reset();
      return std::nullopt;
    }
    if (step.word == ">") return answer(step.text);
    if (step.word == ":json") return members(step.text);
    if (step.word == ":complete") return completed(step.text);
    if (step.word == ":show") return indented(debugged().files.files[step.text]);
    if (step.word == ":compare") return compared(step.text);
    if (step.word == ":hash") return fmt::format("{:016x}\n", debugged().machine().hash());
    if (step.word == ":copy") {
      const std::size_t space = step.text.find(' ');
      auto& files = debugged().files.files;
      files[step.text.substr(space + 1)] = files.at(step.text.substr(0, space));
    } else if (step.word == ":file" || step.word == ":source") {
      const std::size_t end = std::min(step.text.find(' '), step.text.size());
      (debugged_ ? debugged_->files.files : files_)[step.text.substr(0, end)] =
          step.word == ":file" ? unindented(step.block) : unescaped(step.text.substr(end + 1));
    } else {
      REQUIRE_MESSAGE(!debugged_, step.word << " comes before the first command");
      prepare(step.word.substr(1), step.text);
    }
    return std::nullopt;
  }

 private:
  void prepare(const std::string& directive, const std::string& text) {
    Dialect& dialect = options_.load.dialect;
    if (directive == "program") {
      files_["test.b93"] = file_bytes(FUNGESCOPE_SOURCE "/" + text);
    } else if (directive == "plant") {
      plant(text);
    } else if (directive == "dialect") {
      dialect = *find_dialect(text);
    } else if (directive == "edge-wrap") {
      dialect.edge_wrap = OnUndefined::stop;
    } else if (directive == "division") {
      dialect.division_by_zero = DivisionByZero::ask;
    } else if (directive == "size") {
      options_.load.size = parse_size_option(text).value();
    } else if (directive == "seed") {
      options_.seed = std::stoull(text);
    } else if (directive == "max-stack") {
      options_.max_stack = std::stoull(text);
    } else if (directive == "region") {
      options_.regions.push_back(parse_region_option(text).value());
    } else if (directive == "input") {
      input_ = InputLog(unescaped(text), InputLog::End::closed);
    } else {
      FAIL("there is no directive :", directive);
    }
  }

  void plant(const std::string& text) {
    std::size_t x = 0;
    std::size_t y = 0;
    char before = 0;
    char now = 0;
    REQUIRE(std::sscanf(text.c_str(), "(%zu, %zu): '%c' became '%c'", &x, &y, &before, &now) == 4);
    std::string& program = files_["test.b93"];
    std::size_t line = 0;
    for (; y > 0; --y) line = program.find('\n', line) + 1;
    REQUIRE(program.at(line + x) == before);
    program[line + x] = now;
  }

  Debugged& debugged() {
    if (!debugged_) {
      debugged_.emplace(files_["test.b93"], input_, options_);
      debugged_->files.files = files_;
    }
    return *debugged_;
  }

  std::string answer(const std::string& line) {
    auto response = debugged().debugger.submit(line);
    if (!response) {
      response_ = {};
      return "! " + error_text(response.error()) + '\n';
    }
    response_ = *std::move(response);
    return (response_.failed ? "! " : "") + to_text(response_) + (response_.quit ? "! quit\n" : "");
  }

  std::string members(const std::string& pointers) {
    std::istringstream words(pointers);
    std::string text;
    for (std::string pointer; words >> pointer;) {
      text += pointer + ' ' + member(response_.data, pointer) + '\n';
    }
    return text;
  }

  std::string completed(const std::string& line) {
    const Completion completion = debugged().debugger.complete(line);
    return fmt::format("{}: {}\n", completion.begin + 1, fmt::join(completion.words, " "));
  }

  std::string compared(const std::string& names) {
    const std::size_t space = names.find(' ');
    auto& files = debugged().files.files;
    return files.at(names.substr(0, space)) == files.at(names.substr(space + 1)) ? "equal\n"
                                                                                 : "different\n";
  }

  std::map<std::string, std::string> files_;  // until the session is open
  SessionOptions options_;
  InputLog input_;
  std::optional<Debugged> debugged_;
  Response response_;
};

}  // namespace

TEST_CASE("transcripts") {
  run_transcripts<SessionRunner>(FUNGESCOPE_TRANSCRIPTS, ".repl");
}
