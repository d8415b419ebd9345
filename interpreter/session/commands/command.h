// The debugger's commands as data: one table (name, arguments, help, function) behind the text
// front end with its help and completion, the window and the debug adapter.
//
//     Debugger debugger(std::move(session), files, monitor);
//     Result<Response> response = debugger.submit("back continue");
//
// The functions are in commands_*.cpp, one file per group; those of questions about causes in why/.
#pragma once

#include "base/json.h"
#include "base/result.h"
#include "session/run_control/run_controller.h"
#include "session/session.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fungescope {

// The result of a command, as text for users and as JSON for programs.
struct Response {
  std::string text;            // complete lines, as escape_lines makes them; may be empty
  Json data = Json::object();  // "command" and the members of that command
  // The program's output that the command shows: of a long one the end, after `output_omitted`
  // bytes.
  std::string output;
  std::uint64_t output_omitted = 0;
  bool failed = false;  // an `expect` did not hold; the text gives the reason
  bool quit = false;
};

// Formats the text, then the output with a bar before each line:
//     | hello
[[nodiscard]] std::string to_text(const Response& response);
[[nodiscard]] std::string output_with_bars(const Response& response);

// The file system, as far as commands need it.
class Files {
 public:
  // A file that is being written.
  class Writer {
   public:
    virtual ~Writer() = default;
    virtual Result<void> write(std::string_view bytes) = 0;
    // Must be called last: earlier writes may be buffered.
    virtual Result<void> close() = 0;
  };

  virtual ~Files() = default;
  virtual Result<std::string> read(const std::string& path) = 0;
  // Reads a program, which a front end may also have under names that are not paths.
  virtual Result<std::string> read_program(const std::string& path) { return read(path); }
  virtual Result<std::unique_ptr<Writer>> create(const std::string& path) = 0;
};

// Writes a whole file.
[[nodiscard]] Result<void> write_file(Files& files, const std::string& path,
                                      std::string_view bytes);

class Debugger;
struct Command;
struct LastAnswer;  // why/why_text.h

// One invocation of a command.
struct Call {
  Debugger& debugger;
  const Command& command;
  RunDirection direction = RunDirection::forward;  // reverse: after `back`
  std::string_view arguments;                      // the rest of the line, trimmed

  [[nodiscard]] Session& session() const;
  [[nodiscard]] Monitor* monitor() const;
};

struct Command {
  std::string_view name;           // "step"
  std::string_view alias;          // "s"; may be empty
  std::string_view reverse_alias;  // "rs", for `back step`; may be empty
  std::string_view arguments;      // "[COUNT]", a grammar (arguments.h); empty: it takes none
  std::string_view summary;        // one line
  std::string_view details;        // further lines and examples for `help NAME`; may be empty
  // Errors have the column within `Call::arguments`, from 1.
  Result<Response> (*execute)(const Call& call);
  bool reversible = false;  // works after `back` too
  // It leaves the present instant and the run as they are, however long it takes: front ends run it
  // without announcing a change of the present instant.
  bool is_query = false;
};

// Executes the command of `call`; refuses arguments if it takes none.
[[nodiscard]] Result<Response> execute(const Call& call);

// Returns the name with the arguments: "step [COUNT]".
[[nodiscard]] std::string usage(const Command& command);

// Makes the response to a call. Its JSON begins with "command".
[[nodiscard]] Response make_response(const Call& call, std::string text,
                                     Json members = Json::object());
// Writes a whole file, and reports how long it is.
[[nodiscard]] Result<Response> write_and_report(const Call& call, const std::string& path,
                                                std::string_view bytes);
// Adds the members "file", "line" and "column".
void add_location(Json& data, const SourceLocation& where);

struct CommandGroup {
  std::string_view title;  // the heading in `help`
  std::span<const Command> commands;
};

// Every command, in the order of help.
[[nodiscard]] std::span<const CommandGroup> command_groups();

// The groups, one of each commands_*.cpp.
[[nodiscard]] std::span<const Command> run_commands();
[[nodiscard]] std::span<const Command> breakpoint_commands();
[[nodiscard]] std::span<const Command> query_commands();
[[nodiscard]] std::span<const Command> bisect_commands();
[[nodiscard]] std::span<const Command> why_commands();
[[nodiscard]] std::span<const Command> comparison_commands();
[[nodiscard]] std::span<const Command> interval_commands();
[[nodiscard]] std::span<const Command> view_commands();
[[nodiscard]] std::span<const Command> symbol_commands();
[[nodiscard]] std::span<const Command> region_commands();
[[nodiscard]] std::span<const Command> bookmark_commands();
[[nodiscard]] std::span<const Command> notebook_commands();
[[nodiscard]] std::span<const Command> edit_commands();
[[nodiscard]] std::span<const Command> file_commands();
[[nodiscard]] std::span<const Command> script_commands();

struct CommandMatch {
  const Command* command = nullptr;
  RunDirection direction = RunDirection::forward;
};
// Finds a command by name, alias or unambiguous prefix. `reverse-NAME` is NAME in reverse, as in
// GDB. An error lists the candidates.
[[nodiscard]] Result<CommandMatch> find_command(std::string_view name);

// Candidates that replace the end of a line, from byte `begin` on.
struct Completion {
  std::size_t begin = 0;
  std::vector<std::string> words;
};

class Debugger {
 public:
  // `files` and `monitor` outlive it.
  Debugger(std::unique_ptr<Session> session, Files& files, Monitor& monitor);

  // Executes one line, and records in the notebook where it has moved the present. An empty line,
  // or one that begins with `;`, does nothing. Errors have the column in the line, or the location
  // in a file that the command read.
  Result<Response> submit(std::string_view line);

  // Returns the commands or names that can complete an unfinished line.
  [[nodiscard]] Completion complete(std::string_view line) const;

  [[nodiscard]] Session& session() { return *session_; }
  // Replaces the session. One without watched expressions takes over the present ones.
  void replace_session(std::unique_ptr<Session> session);
  [[nodiscard]] Files& files() { return files_; }
  [[nodiscard]] Monitor& monitor() { return monitor_; }

  // Sets the sink that receives logs as they come. Without one they are part of the response.
  void set_log_sink(LogSink sink) { log_sink_ = std::move(sink); }
  [[nodiscard]] const LogSink& log_sink() const { return log_sink_; }

  // Session::watched, each evaluated with the symbols of the present instant.
  struct Watched {
    std::size_t number;  // from 1
    std::string text;
    Result<std::int64_t> value;               // or the error, if it does not parse here
    std::optional<std::int64_t> before = {};  // at the previous stop (Session::previous_value)

    [[nodiscard]] bool changed() const { return value && before && *value != *before; }
  };
  [[nodiscard]] std::vector<Watched> watched_values() const;

  // Why the last command that ran the machine stopped.
  [[nodiscard]] const std::optional<StopInfo>& last_stop() const { return last_stop_; }
  void set_last_stop(StopInfo stopped) {
    last_stop_ = std::move(stopped);
    has_run_ = true;
  }

  // The last answer about causes, at any instant; null if there is none.
  [[nodiscard]] const std::shared_ptr<const LastAnswer>& last_answer() const {
    return last_answer_;
  }
  void set_last_answer(std::shared_ptr<const LastAnswer> answer) {
    last_answer_ = std::move(answer);
  }

  // What the commands of a script responded that the last line `source`d and that then failed.
  [[nodiscard]] Response take_partial() { return std::exchange(partial_, {}); }
  void set_partial(Response partial) { partial_ = std::move(partial); }

  // The nesting depth of `source` commands in execution.
  [[nodiscard]] int& script_depth() { return script_depth_; }

 private:
  std::unique_ptr<Session> session_;
  Files& files_;
  Monitor& monitor_;
  LogSink log_sink_;
  std::optional<StopInfo> last_stop_;
  std::shared_ptr<const LastAnswer> last_answer_;
  bool has_run_ = false;  // whether the present command has set `last_stop_`
  Response partial_;
  int script_depth_ = 0;
};

inline Session& Call::session() const {
  return debugger.session();
}
inline Monitor* Call::monitor() const {
  return &debugger.monitor();
}

}  // namespace fungescope
