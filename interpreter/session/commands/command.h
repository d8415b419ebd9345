// Commands as data: one table (name, arguments, help, function) that feeds the
// text front end, its help and completion, and later the window and the debug
// adapter.
//
//     Debugger debugger(std::move(session), files, monitor);
//     Result<Reply> reply = debugger.submit("back continue");
//
// The functions are in commands_*.cpp, a file a group.
#pragma once

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
#include <vector>

#include <nlohmann/json.hpp>

namespace fungescope {

// Members stay in the order in which they were added.
using Json = nlohmann::ordered_json;

// What a command answers: the same twice, for people and for programs.
struct Response {
  std::string text;            // lines, each with its line end; may be empty
  Json data = Json::object();  // "command", and what belongs to it
  // What the program printed on the way: of much, the last bytes of `output_size`.
  std::string output;
  std::uint64_t output_size = 0;
  bool failed = false;  // an `expect` did not hold; the text says why
  bool quit = false;
};

// The text, then the output behind bars, as a person reads it:
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
    // Must come last: what was written may still be on its way.
    virtual Result<void> close() = 0;
  };

  virtual ~Files() = default;
  virtual Result<std::string> read(const std::string& path) = 0;
  virtual Result<std::unique_ptr<Writer>> create(const std::string& path) = 0;
};

// A whole file at once.
[[nodiscard]] Result<void> write_file(Files& files, const std::string& path,
                                      std::string_view bytes);

class Debugger;
struct Command;

// One use of a command.
struct Call {
  Debugger& debugger;
  const Command& command;
  RunDirection direction = RunDirection::forward;  // back: after `back`
  std::string_view arguments;                      // the rest of the line, trimmed
};

struct Command {
  std::string_view name;           // "step"
  std::string_view alias;          // "s"; empty: none
  std::string_view reverse_alias;  // "rs", for `back step`; empty: none
  std::string_view arguments;      // "[COUNT]", as help prints it
  std::string_view summary;        // one line
  std::string_view details;        // further lines and examples for `help NAME`; may be empty
  // Errors have the column within `arguments`, from 1; `submit` turns that into the
  // column within the line.
  Result<Response> (*execute)(const Call& call);
  bool reversible = false;  // works after `back` too
};

struct CommandGroup {
  std::string_view title;  // the heading in `help`
  std::span<const Command> commands;
};

// Every command, in the order of help.
[[nodiscard]] std::span<const CommandGroup> command_groups();

struct CommandMatch {
  const Command* command = nullptr;
  RunDirection direction = RunDirection::forward;
};
// By name, alias, or a prefix that is no other command's. `reverse-NAME` is NAME
// backwards, as gdb calls it. An error lists the candidates.
[[nodiscard]] Result<CommandMatch> find_command(std::string_view name);

// What can stand in place of the end of a line, from byte `begin` on.
struct Completion {
  std::size_t begin = 0;
  std::vector<std::string> words;
};

class Debugger {
 public:
  // `files` and `monitor` outlive it.
  Debugger(std::unique_ptr<Session> session, Files& files, Monitor& monitor);

  // Executes one line. An empty line, or one that begins with `;`, does nothing. Errors
  // have the column in the line, or the place in a file that the command read.
  Result<Response> submit(std::string_view line);

  // Words that can stand at the end of an unfinished line: commands, names.
  [[nodiscard]] Completion complete(std::string_view line) const;

  [[nodiscard]] Session& session() { return *session_; }
  // One without watched expressions takes over those that there are.
  void replace_session(std::unique_ptr<Session> session);
  [[nodiscard]] Files& files() { return files_; }
  [[nodiscard]] Monitor& monitor() { return monitor_; }

  // Takes the texts of logs as they come; at the start they become part of the reply.
  void set_log_sink(LogSink sink) { log_sink_ = std::move(sink); }
  [[nodiscard]] const LogSink& log_sink() const { return log_sink_; }

  // Session::watched, each read with the names of the present instant.
  struct Watched {
    std::string text;
    Result<std::int64_t> value;  // or why it means nothing here
  };
  [[nodiscard]] std::vector<Watched> watched_values() const;

  // Why the last command that travelled came to rest.
  [[nodiscard]] const std::optional<StopInfo>& last_stop() const { return last_stop_; }
  void set_last_stop(StopInfo stopped) { last_stop_ = std::move(stopped); }

  // How many `source` commands are at work inside one another.
  [[nodiscard]] int& script_depth() { return script_depth_; }

 private:
  std::unique_ptr<Session> session_;
  Files& files_;
  Monitor& monitor_;
  LogSink log_sink_;
  std::optional<StopInfo> last_stop_;
  int script_depth_ = 0;
};

}  // namespace fungescope
