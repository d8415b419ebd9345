// The program that is debugged, and what the server knows about it.
#pragma once

#include "dap/launch.h"
#include "dap/program_text.h"
#include "lang/static_analysis.h"
#include "session/commands/command.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace fungescope::dap {

// In its plainest form.
[[nodiscard]] std::string absolute_path(const std::string& path);

class Debuggee {
 public:
  // `files` and `monitor` outlive it.
  Debuggee(LaunchOptions options, std::unique_ptr<Session> session, Files& files, Monitor& monitor);

  [[nodiscard]] const LaunchOptions& options() const { return options_; }
  [[nodiscard]] Debugger& debugger() { return debugger_; }
  [[nodiscard]] Session& session() { return debugger_.session(); }
  [[nodiscard]] History& history() { return session().history(); }
  [[nodiscard]] const Machine& machine() { return session().machine(); }

  // The file: absolute, and its name alone.
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  // The source of the present instant.
  [[nodiscard]] const ProgramText& text();
  // Where the instruction pointer may come to in it. Cost: that of compute_reachability, at first.
  [[nodiscard]] const Reachability& reachable();
  // After a command that has brought another session: what that has printed is not sent again.
  void on_session_replaced();
  // Does any cell differ from what it was loaded as?
  [[nodiscard]] bool is_self_modified();

  // ---- Output

  // The size of the output that was not taken, in bytes.
  [[nodiscard]] std::uint64_t printed();
  // The next bytes, at most `most`. What is printed again after going back was taken; behind an
  // edit, all is new.
  [[nodiscard]] std::string take_output(std::size_t most);

 private:
  // How much of the present branch's output was taken.
  [[nodiscard]] std::uint64_t& taken();
  void follow_source();

  LaunchOptions options_;
  std::string path_;
  std::string name_;
  Debugger debugger_;
  const Source* source_ = nullptr;  // what the following belong to
  std::optional<ProgramText> text_;
  std::optional<Reachability> reachable_;
  std::map<BranchId, std::uint64_t> taken_;
  BranchId branch_ = 0;  // the one that was present at last
};

}  // namespace fungescope::dap
