// The program being debugged, with the state that the server keeps about it.
#pragma once

#include "dap/program_text.h"
#include "dap/protocol/request.h"
#include "lang/analysis/static_analysis.h"
#include "programs/catalogue.h"
#include "session/commands/command.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::dap {

// The program's input, and the edits before its first tick.
struct InitialInput {
  InputLog input;
  std::vector<Edit> edits;
};

// An argument of `launch` that gives the input: `stdin`, `stdinFile`, or one from which a kind of
// programs makes it. Rooms such as sudoku/ register theirs, before the first session.
struct LaunchInput {
  std::string_view name;
  // `text` is the argument, `program` the name of the file with this source.
  Result<InitialInput> (*read)(const std::string& text, const std::string& source,
                               const std::string& program, Files& files);
};

struct LaunchOptions {
  std::string program;                 // the path as given
  const LaunchInput* input = nullptr;  // the argument that gives the input, if one does
  std::string input_text;              // its text
  std::uint64_t seed = 0;
  std::string dialect;  // empty: automatic
  bool stop_on_entry = false;
  bool stop_at_end = true;
  bool no_debug = false;
};

[[nodiscard]] RequestResult<LaunchOptions> parse_launch_options(ArgumentReader& fields);

// Reads the files and opens a session before the first tick. Without any input argument, the input
// stays open: the program waits for more.
[[nodiscard]] Result<std::unique_ptr<Session>> open_session(const LaunchOptions& options,
                                                            Files& files);

class Debuggee {
 public:
  // `files` and `monitor` must outlive it.
  Debuggee(LaunchOptions options, std::unique_ptr<Session> session, Files& files, Monitor& monitor);

  [[nodiscard]] const LaunchOptions& options() const { return options_; }
  [[nodiscard]] Debugger& debugger() { return debugger_; }
  [[nodiscard]] Session& session() { return debugger_.session(); }
  [[nodiscard]] History& history() { return session().history(); }
  [[nodiscard]] const Machine& machine() { return session().machine(); }

  // Whether the program is built in ("@NAME"), so that only the server has its source.
  [[nodiscard]] bool is_built_in() const { return fungescope::is_built_in(options_.program); }
  // The absolute path of the file, and its name; of a built-in program "@NAME" and "NAME.b93".
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  // Whether a client means the program by this path. The file need not exist.
  [[nodiscard]] bool has_path(const std::string& path) const;
  // Returns the source of the present instant.
  [[nodiscard]] const ProgramText& text();
  // Returns the cells of that source that the instruction pointer can reach. Cost: that of
  // compute_reachability on the first call for a source.
  [[nodiscard]] const Reachability& reachable();
  // Called after a command replaced the session: output that the new one has printed is not sent
  // again.
  void on_session_replaced();
  // Returns whether any cell differs from the source. Cost: linear in the field.
  [[nodiscard]] bool is_self_modified();

  // ---- Output

  // Returns the size of the output that was not taken yet, in bytes.
  [[nodiscard]] std::uint64_t pending_output();
  // Takes the next bytes, at most `max`. Output that is replayed after going back counts as taken;
  // output after an edit is new.
  [[nodiscard]] std::string take_output(std::size_t max);

 private:
  // Returns how many bytes of the present branch's output were taken.
  [[nodiscard]] std::uint64_t& taken();
  void update_source();

  LaunchOptions options_;
  std::string path_;
  std::string name_;
  Debugger debugger_;
  const Source* source_ = nullptr;  // the source that `text_` and `reachable_` describe
  std::optional<ProgramText> text_;
  std::optional<Reachability> reachable_;
  std::map<BranchId, std::uint64_t> taken_;
  BranchId branch_ = 0;  // the present branch of the last call of `taken`
};

}  // namespace fungescope::dap
