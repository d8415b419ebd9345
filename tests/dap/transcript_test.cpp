// Plays the conversations of *.transcript with a server (support/transcript.h).
//
//     :file NAME PATH        a file of the project, under that name
//     :file NAME             the lines that follow, indented, are a file
//     :run NAME {...}        initialize, launch and configurationDone with these arguments
//     > COMMAND {...}        a request; threadId is 1 unless it is given
//     :hover EXPRESSION      evaluate, as by hovering
//     $ LINE                 evaluate, in the console
//     :at N COMMAND {...}    a request that arrives at the N-th poll of the next run
//     :clock MS              each poll takes so long
//     :gone                  the client has closed the connection
//
// What the server sends is a line each: `ok BODY` or `error ID: TEXT`, with the command if it is
// not that of the request above, and `event NAME BODY`.
#include "support/transcript.h"

#include "client.h"

namespace {

// Returns the word before the first blank, which it removes from the text with the blank.
std::string take_word(std::string& text) {
  const std::string word = text.substr(0, text.find(' '));
  text.erase(0, word.size() + 1);
  return word;
}

std::string with_body(std::string text, const Json& body) {
  return body.empty() ? text + '\n' : text + ' ' + body.dump() + '\n';
}

class Conversation {
 public:
  std::optional<std::string> operator()(const TranscriptStep& step) {
    std::string rest = step.text;
    if (step.word == "===") {
      client_.emplace();
    } else if (step.word == ":file") {
      const std::string name = take_word(rest);
      client_->files.files[name] =
          rest.empty() ? unindented(step.block) : file_bytes(FUNGESCOPE_SOURCE "/" + rest);
    } else if (step.word == ":run") {
      const std::string program = take_word(rest);
      return run(program, rest);
    } else if (step.word == ">") {
      return ask(rest);
    } else if (step.word == ":hover" || step.word == "$") {
      const char* const context = step.word == "$" ? "repl" : "hover";
      return ask("evaluate " + Json{{"expression", rest}, {"context", context}}.dump());
    } else if (step.word == ":at") {
      const std::size_t poll = std::stoul(take_word(rest));
      client_->deliver_at(poll, request(rest));
    } else if (step.word == ":clock") {
      client_->time_of_poll = std::chrono::milliseconds(std::stoi(rest));
    } else if (step.word == ":gone") {
      client_->is_gone = true;
    } else {
      FAIL("there is no such step in a conversation: " << step.word);
    }
    return std::nullopt;
  }

 private:
  std::string request(std::string text) {
    const std::string command = take_word(text);
    Json arguments{{"threadId", 1}};
    if (!text.empty()) arguments.update(Json::parse(text));
    return client_->request(command, std::move(arguments));
  }
  // Returns what the server sends in answer to a request.
  std::string ask(const std::string& text) {
    const std::string message = request(text);
    const int asked = client_->seq;
    const std::size_t before = client_->sent.size();
    client_->server.receive(message);
    std::string lines;
    for (std::size_t i = before; i < client_->sent.size(); ++i) {
      lines += lines_of(client_->sent[i], asked);
    }
    return client_->server.done() ? lines + "done\n" : lines;
  }
  std::string run(const std::string& program, const std::string& more) {
    Json arguments{{"program", program}};
    if (!more.empty()) arguments.update(Json::parse(more));
    REQUIRE(client_->ask("initialize", arguments)["success"] == true);
    const std::string refused = ask("launch " + arguments.dump());
    return refused.starts_with("ok\n") ? ask("configurationDone") : refused;
  }
  static std::string lines_of(const Json& message, int asked) {
    if (message["type"] == "event") {
      return with_body("event " + message["event"].get<std::string>(), message["body"]);
    }
    const std::string command =
        message["request_seq"] == asked ? "" : message["command"].get<std::string>() + ": ";
    const Json& body = message["body"];
    if (message["success"] == false) {
      const std::string text = error_of(message);
      const std::string word = message["message"] == text ? "" : " " + message["message"].dump();
      return command + "error " + body["error"]["id"].dump() + word + ": " + text + '\n';
    }
    if (message["command"] == "evaluate" && body["variablesReference"] == 0) {
      const std::string result = command + "ok " + body["result"].get<std::string>();
      return result.ends_with('\n') ? result : result + '\n';
    }
    return with_body(command + "ok", body);
  }

  std::optional<RecordingClient> client_;
};

}  // namespace

TEST_CASE("transcripts: the server answers as they say") {
  const auto paths = transcripts_in(FUNGESCOPE_SOURCE "/tests/dap", ".transcript");
  CHECK(paths.size() > 5);
  for (const auto& path : paths) {
    SUBCASE(path.filename().string().c_str()) {
      Conversation talk;
      for (const std::string& failure : run_transcript(path, std::ref(talk))) FAIL_CHECK(failure);
    }
  }
}
