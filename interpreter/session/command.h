// Commands as data: one table (name, arguments, help, function) that feeds the
// text front end, its help and completion, and later the window and the debug
// adapter.
//
//     Debugger debugger(std::move(session), files, monitor);
//     Result<Reply> reply = debugger.submit("back continue");
#pragma once

#include "base/result.h"
#include "session/session.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace fungescope {

// What a command answers: the same twice, for people and for programs.
struct Reply {
  std::string text;     // lines, each with its line end; may be empty
  nlohmann::json data;  // an object
};

// The file system, as far as commands need it.
class Files {
 public:
  virtual ~Files() = default;
  virtual Result<std::string> read(const std::string& path) = 0;
  virtual Result<void> write(const std::string& path, std::string_view bytes) = 0;
};

class Debugger;

struct Command {
  std::string_view name;       // "step"
  std::string_view alias;      // "s"; empty: none
  std::string_view arguments;  // "[COUNT]", as help prints it
  std::string_view summary;    // one line
  std::string_view group;      // the heading in `help`
  std::string_view details;    // further lines for `help NAME`; may be empty
  // `arguments` is the rest of the line, trimmed. Errors have the column within it
  // (1 for its first byte); `submit` turns that into the column within the line.
  Result<Reply> (*execute)(Debugger& debugger, std::string_view arguments);
};

// Every command, in the order of help.
[[nodiscard]] std::span<const Command> commands();
// By name, alias, or a prefix that is no other command's; an error lists the candidates.
[[nodiscard]] Result<const Command*> find_command(std::string_view name);

class Debugger {
 public:
  // `files` and `monitor` outlive it.
  Debugger(std::unique_ptr<Session> session, Files& files, Monitor& monitor);

  // Executes one line. An empty line, or one that begins with `;`, does nothing.
  Result<Reply> submit(std::string_view line);

  [[nodiscard]] Session& session() { return *session_; }
  void replace_session(std::unique_ptr<Session> session) { session_ = std::move(session); }
  [[nodiscard]] Files& files() { return files_; }
  [[nodiscard]] Monitor& monitor() { return monitor_; }

  // Words that can stand at the end of an unfinished line: commands, names.
  [[nodiscard]] std::vector<std::string> complete(std::string_view line) const;

 private:
  std::unique_ptr<Session> session_;
  Files& files_;
  Monitor& monitor_;
};

}  // namespace fungescope
