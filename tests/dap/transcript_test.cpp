// Plays the conversations of *.transcript with a server and compares what it sends. In a transcript
// a case begins at `= TITLE`, and what comes before the first case belongs to each of them.
//
//     file NAME PATH         a file of the project, under that name
//     file NAME              the lines that follow and begin with `|` are a file
//     run NAME {...}         initialize, launch and configurationDone with these arguments
//     > COMMAND {...}        a request; threadId is 1 unless it is given
//     ? EXPRESSION           evaluate, as by hovering
//     $ LINE                 evaluate, in the console
//     @N > COMMAND {...}     a request that arrives at the N-th poll of the next run
//     clock MS               each poll takes so long
//     gone                   the client has closed the connection
//
// Answers are indented by two blanks: `ok BODY` or `error ID: TEXT`, with the command if it is not
// that of the request above, and `* EVENT BODY`. In an answer, `…` stands for any text.
// FUNGESCOPE_ACCEPT_TRANSCRIPTS=1 replaces the answers that differ.

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "client.h"

namespace {

using Lines = std::vector<std::string>;

// Returns the word before the first blank, which it removes from the text with the blank.
std::string take_word(std::string& text) {
  const std::string word = text.substr(0, text.find(' '));
  text.erase(0, word.size() + 1);
  return word;
}

std::string with_body(std::string text, const Json& body) {
  return body.empty() ? text : text + ' ' + body.dump();
}

class Conversation {
 public:
  // Returns what the server sends in answer to a line.
  Lines answers(const std::string& line) {
    std::string rest = line;
    const std::string word = take_word(rest);
    if (word == "file") {
      file_ = take_word(rest);
      client_.files.files[file_] = rest.empty() ? "" : file_bytes(FUNGESCOPE_SOURCE "/" + rest);
    } else if (word.starts_with('|')) {
      client_.files.files[file_] += line.substr(1) + '\n';
    } else if (word == "run") {
      return run(take_word(rest), rest);
    } else if (word == ">") {
      return ask(rest);
    } else if (word == "?" || word == "$") {
      const char* const context = word == "?" ? "hover" : "repl";
      return ask("evaluate " + Json{{"expression", rest}, {"context", context}}.dump());
    } else if (word.starts_with('@')) {
      take_word(rest);
      client_.deliver_at(std::stoul(word.substr(1)), request(rest));
    } else if (word == "clock") {
      client_.time_of_poll = std::chrono::milliseconds(std::stoi(rest));
    } else if (word == "gone") {
      client_.is_gone = true;
    } else {
      FAIL("there is no such line in a transcript: " << line);
    }
    return {};
  }

 private:
  std::string request(std::string text) {
    const std::string command = take_word(text);
    Json arguments{{"threadId", 1}};
    if (!text.empty()) arguments.update(Json::parse(text));
    return client_.request(command, std::move(arguments));
  }
  Lines ask(const std::string& text) {
    const std::string message = request(text);
    return receive(message, client_.seq);
  }
  Lines run(const std::string& program, const std::string& more) {
    Json arguments{{"program", program}};
    if (!more.empty()) arguments.update(Json::parse(more));
    REQUIRE(client_.ask("initialize", arguments)["success"] == true);
    const Lines refused = ask("launch " + arguments.dump());
    return refused.front() == "ok" ? ask("configurationDone") : refused;
  }
  Lines receive(const std::string& message, int asked) {
    const std::size_t before = client_.sent.size();
    client_.server.receive(message);
    Lines lines;
    for (std::size_t i = before; i < client_.sent.size(); ++i) {
      add_lines(lines, client_.sent[i], asked);
    }
    if (client_.server.done()) lines.emplace_back("* the server is done");
    return lines;
  }
  static void add_lines(Lines& lines, const Json& message, int asked) {
    if (message["type"] == "event") {
      lines.push_back(with_body("* " + message["event"].get<std::string>(), message["body"]));
      return;
    }
    const std::string command =
        message["request_seq"] == asked ? "" : message["command"].get<std::string>() + ": ";
    if (message["success"] == false) {
      const std::string text = error_of(message);
      const std::string word = message["message"] == text ? "" : " " + message["message"].dump();
      const Json& id = message["body"]["error"]["id"];
      lines.push_back(command + "error " + id.dump() + word + ": " + text);
    } else if (const Json& body = message["body"];
               message["command"] == "evaluate" && body["variablesReference"] == 0) {
      // The text of a command may have several lines.
      std::istringstream text(command + "ok " + body["result"].get<std::string>());
      for (std::string line; std::getline(text, line);) lines.push_back(line);
    } else {
      lines.push_back(with_body(command + "ok", body));
    }
  }

  RecordingClient client_;
  std::string file_;
};

// Returns whether a line is as expected, where `…` stands for any text.
bool matches(std::string_view line, std::string_view expected) {
  constexpr std::string_view any = "…";
  const std::size_t end = expected.find(any);
  if (end == std::string_view::npos) return line == expected;
  if (!line.starts_with(expected.substr(0, end))) return false;
  expected.remove_prefix(end + any.size());
  for (line.remove_prefix(end);; line.remove_prefix(1)) {
    if (matches(line, expected)) return true;
    if (line.empty()) return false;
  }
}

// Returns the lines with the answers that came in place of those that do not match.
std::string play(Conversation& talk, const std::string& text) {
  std::istringstream stream(text);
  Lines lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  std::string played;
  for (auto line = lines.begin(); line != lines.end();) {
    const std::string& input = *line++;
    played += input + '\n';
    if (input.empty() || input.starts_with(';') || input.starts_with('=')) continue;
    const auto end = std::find_if_not(
        line, lines.end(), [](const std::string& other) { return other.starts_with("  "); });
    for (const std::string& answer : talk.answers(input)) {
      const auto expected = std::find_if(
          line, end, [&](const std::string& other) { return matches("  " + answer, other); });
      played += expected == end ? "  " + answer + '\n' : *expected + '\n';
    }
    line = end;
  }
  return played;
}

std::string play_cases(const std::string& text) {
  const std::string shared = text.substr(0, text.find("\n= ") + 1);
  std::string played = shared;
  for (std::size_t at = shared.size(); at < text.size();) {
    const std::size_t end = std::min(text.find("\n= ", at), text.size() - 1) + 1;
    Conversation talk;
    play(talk, shared);
    played += play(talk, text.substr(at, end - at));
    at = end;
  }
  return played;
}

}  // namespace

TEST_CASE("transcripts: the server answers as they say") {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(FUNGESCOPE_SOURCE "/tests/dap")) {
    if (entry.path().extension() != ".transcript") continue;
    CAPTURE(entry.path().filename().string());
    ++count;
    const std::string expected = file_bytes(entry.path().string());
    const std::string played = play_cases(expected);
    if (std::getenv("FUNGESCOPE_ACCEPT_TRANSCRIPTS") != nullptr) {
      std::ofstream(entry.path(), std::ios::binary) << played;
    } else if (played != expected) {
      // The first line that differs, and some of what follows.
      const auto differ =
          std::mismatch(played.begin(), played.end(), expected.begin(), expected.end());
      const std::size_t at = played.rfind('\n', differ.first - played.begin()) + 1;
      CHECK(played.substr(at, 500) == expected.substr(at, 500));
    }
  }
  CHECK(count > 5);
}
