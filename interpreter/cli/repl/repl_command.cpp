#include "base/escape.h"
#include "base/text_table.h"
#include "cli/repl/line_editor.h"
#include "cli/standard_ports.h"
#include "cli/subcommands.h"
#include "front_end/command_options.h"
#include "front_end/file_input.h"
#include "front_end/file_output.h"
#include "front_end/interrupt.h"
#include "front_end/program_file.h"
#include "front_end/standard_streams.h"
#include "session/commands/arguments.h"
#include "session/commands/script.h"
#include "session/commands/session_link.h"
#include "session/recording/recording.h"

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <memory>
#include <string>
#include <unistd.h>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace fungescope {
namespace {

struct ReplOptions {
  SourceOptions source;  // its file may be a recording
  std::string engine = "auto";
  std::string input;                  // a file; empty: the `input` command gives it
  std::optional<std::uint64_t> seed;  // unset: a link's, drawn, or 0
  std::size_t max_stack = ValueStack::default_limit;
  std::size_t history_megabytes = 96;
  std::string script;  // empty: standard input
  bool json = false;
};

Result<SessionOptions> repl_session_options(const ReplOptions& options) {
  auto session = session_options(options.source, options.seed);
  if (!session) return session;
  session->max_stack = options.max_stack;
  session->history.memory_limit = options.history_megabytes << 20U;
  const auto engine = parse_engine(options.engine);
  if (!engine) {
    return fail({"--engine"}, fmt::format("there is no engine {}", options.engine),
                "use one of auto, reference, interpreter, jit");
  }
  session->history.engine = *engine;
  return session;
}

// ---- Output

// The file of errors in lines that are typed, or come from a pipe.
constexpr const char* input_name = "<stdin>";

// Once a response cannot be written, or Ctrl-C ends the wait for its reader, nothing more is
// written.
class Printer {
 public:
  Printer(bool json, bool colours) : json_(json), colours_(colours) {}

  [[nodiscard]] bool json() const { return json_; }

  // Prints the response to a line. As text, an error is left to the caller.
  void show(const ExecutedLine& executed) {
    if (json_) {
      if (const Json object = to_json(executed); !object.empty()) put(json_text(object) + '\n');
    } else {
      put(executed.partial.text);
      if (executed.response) show_text(*executed.response);
    }
    flush();
  }
  // Prints a log message when it occurs.
  void show_log(const LogMessage& message) {
    put((json_ ? json_text(to_json(message)) : message.text) + '\n');
    flush();
  }
  // Prints the error below a line typed after a prompt of that width.
  void show_typed_error(const Error& error, std::size_t prompt) {
    const bool typed = error.where.file == input_name;
    if (typed && error.where.column > 0) {
      put(std::string(prompt + error.where.column - 1, ' ') + "^\n");
    }
    Error unplaced = error;
    if (typed) unplaced.where = {};
    put(to_string(unplaced) + '\n');
    flush();
  }

  // Returns whether everything was written so far.
  [[nodiscard]] bool works() const { return works_; }
  [[nodiscard]] const std::string& error() const { return output_.error(); }
  // Returns whether Ctrl-C came while the reader did not take what was printed.
  [[nodiscard]] bool interrupted() const { return interrupted_; }
  // Prints again after that. What was not printed is lost.
  void resume() {
    works_ = works_ || interrupted_;
    interrupted_ = false;
  }

 private:
  void show_text(const Response& response) {
    put(response.text);
    const std::string bars = output_with_bars(response);
    put(colours_ && !bars.empty() ? "\x1b[2m" + bars + "\x1b[0m" : bars);
  }
  void put(std::string_view text) { note(works_ && output_.write(text)); }
  void flush() { note(works_ && output_.flush()); }
  void note(bool written) {
    if (works_ && !written) {
      interrupted_ = fungescope::interrupted().load(std::memory_order_relaxed) && error().empty();
    }
    works_ = written;
  }

  DescriptorOutput output_{STDOUT_FILENO};
  bool works_ = true;
  bool interrupted_ = false;
  bool json_;
  bool colours_;
};

// ---- Progress

// Shows progress on standard error while a command runs, and interrupts it at Ctrl-C, or when
// nothing of it can be printed any more.
class ReplMonitor final : public Monitor {
 public:
  ReplMonitor(const Printer& printer, bool shows_progress)
      : printer_(printer), shows_progress_(shows_progress) {}

  // Called before and after each command.
  void begin() { next_ = Clock::now() + initial_delay; }
  void end() {
    if (!drawn_) return;
    write_message("\r\x1b[K");
    drawn_ = false;
  }

  bool should_continue(Tick now, Tick goal) override {
    if (!printer_.works() || interrupted().load(std::memory_order_relaxed)) return false;
    if (!shows_progress_ || Clock::now() < next_) return true;
    next_ = Clock::now() + interval;
    drawn_ = true;
    const std::string total =
        goal == no_limit ? std::string() : fmt::format(" of {}", with_separators(goal));
    // Returns to the beginning of the line and erases the rest of a longer one.
    write_message(fmt::format("\rtick {}{}; Ctrl-C stops here\x1b[K", with_separators(now), total));
    return true;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds initial_delay{500};
  static constexpr std::chrono::milliseconds interval{100};

  const Printer& printer_;
  bool shows_progress_;
  bool drawn_ = false;
  Clock::time_point next_ = Clock::now();
};

// ---- Terminals and scripts

int run_script_file(Debugger& debugger, const std::string& path, Printer& printer) {
  const auto text = read_file(path, StandardInput::accept);
  if (!text) return fail_with(text.error(), exit_code::usage);
  const ScriptOutcome outcome =
      run_script(debugger, *text, display_name(path, StandardInput::accept),
                 [&printer](const ExecutedLine& executed) {
                   // As text, a failed `expect` is reported with its place, as errors are.
                   if (printer.json() || !executed.response || !executed.response->failed) {
                     printer.show(executed);
                   } else {
                     printer.show({executed.command, Response{}, executed.partial});
                   }
                 });
  // A reader that has closed the output ends the script, but not with a failure.
  if (outcome.end == ScriptEnd::interrupted && !printer.works()) return exit_code::done;
  const int code = outcome.end == ScriptEnd::failed        ? exit_code::difference
                   : outcome.end == ScriptEnd::error       ? exit_code::usage
                   : outcome.end == ScriptEnd::interrupted ? exit_code::interrupted
                                                           : exit_code::done;
  if (code != exit_code::done && !printer.json()) print_error(outcome.error);
  return code;
}

// Returns whether an empty line repeats this one, as it does for steps.
bool is_repeatable(const std::string& line) {
  const auto match = find_command(ArgumentParser(line).take_word());
  return match && (match->command->reversible || match->command->name == "back");
}

// Ctrl-C never kills, since the edits and branches of the session would be lost. The first one ends
// the command, the next one is ignored until it has, and one more then keeps the session in a file
// and leaves.
class ReplLoop {
 public:
  ReplLoop(Debugger& debugger, Files& files, ReplMonitor& monitor, Printer& printer)
      : debugger_(debugger),
        files_(files),
        monitor_(monitor),
        printer_(printer),
        editor_({.history_file = state_path("repl_history"),
                 .complete = [this](std::string_view line) { return debugger_.complete(line); },
                 .plain = printer.json()}) {}

  // Runs until the input ends, or `quit`. Returns the exit code, which reports errors only for a
  // pipe.
  int run() {
    survive_interrupts(::isatty(STDERR_FILENO) == 1
                           ? "\r\x1b[Kstill stopping; Ctrl-C again keeps the session in a file and "
                             "leaves\n"
                           : "");
    if (editor_.interactive()) execute("where");
    while (printer_.works()) {
      const std::string prompt =
          fmt::format("{}> ", with_separators(debugger_.session().machine().tick));
      auto line = editor_.read(prompt);
      if (!line) break;
      ++lines_;
      prompt_ = prompt.size();
      if (editor_.interactive()) {
        if (line->empty()) line = last_;
        last_ = is_repeatable(*line) ? *line : "";
      }
      if (!execute(*line)) break;
    }
    if (editor_.error() != 0) {
      return fail_with(unreadable_file(input_name, editor_.error()), exit_code::usage);
    }
    if (left_) return exit_code::interrupted;
    return editor_.interactive() ? exit_code::done : code_;
  }

 private:
  // Returns false to leave.
  bool execute(const std::string& line) {
    monitor_.begin();
    const ExecutedLine executed = execute_line(debugger_, line, input_name, lines_);
    monitor_.end();
    const bool leaves = interrupt_count() > 2;
    clear_interrupt();
    resume_terminal();
    printer_.show(executed);
    const Result<Response>& response = executed.response;
    if (!response) {
      if (editor_.interactive()) {
        printer_.show_typed_error(response.error(), prompt_);
      } else if (!printer_.json()) {
        print_error(response.error());
      }
      code_ = exit_code::usage;
    }
    resume_terminal();
    if (leaves && keep_session()) {
      left_ = true;
      return false;
    }
    if (!response) return true;
    if (response->failed && code_ == exit_code::done) code_ = exit_code::difference;
    return !response->quit;
  }

  // Saves the session in a new file of the user's. Returns false if it cannot.
  bool keep_session() {
    const std::string name = fmt::format("fungescope-{}-{}", std::time(nullptr), ::getpid());
    std::string path = state_path(name);
    if (path.empty()) path = name;
    monitor_.begin();
    const auto bytes = save_recording(debugger_.session(), &monitor_);
    monitor_.end();
    const Result<void> written =
        bytes ? write_file(files_, path, *bytes) : tl::unexpected(bytes.error());
    if (written) {
      const std::string message = escape_lines(
          fmt::format("fungescope: the session is kept; fungescope repl {} continues it\n", path));
      std::string_view rest = message;
      // Further Ctrl-Cs, each of which ends a write, must not lose the name of the file.
      clear_interrupt();
      for (int tries = 0; tries < 20 && write_all(STDERR_FILENO, rest) == EINTR; ++tries) {
        clear_interrupt();
      }
    } else {
      print_error(written.error());
      print_message("fungescope: the session is not kept; it continues\n");
    }
    clear_interrupt();
    return written.has_value();
  }

  // At a terminal, Ctrl-C ends the response that waits for it, and nothing else.
  void resume_terminal() {
    if (!editor_.interactive() || !printer_.interrupted()) return;
    clear_interrupt();
    printer_.resume();
  }

  Debugger& debugger_;
  Files& files_;
  ReplMonitor& monitor_;
  Printer& printer_;
  LineEditor editor_;
  std::string last_;
  std::size_t prompt_ = 0;
  std::uint64_t lines_ = 0;
  bool left_ = false;  // by Ctrl-C
  int code_ = exit_code::done;
};

int repl_command(const ReplOptions& options) {
  const bool script = !options.script.empty();
  Printer printer(options.json, ::isatty(STDOUT_FILENO) == 1 && !options.json);
  ReplMonitor monitor(printer, ::isatty(STDERR_FILENO) == 1);
  monitor.begin();
  const auto link = read_link(options.source.file);
  if (!link) return fail_with(link.error(), exit_code::usage);
  auto how = repl_session_options(options);
  if (!how) return fail_with(how.error(), exit_code::usage);
  const bool decided = options.seed || *link || !options.input.empty() || script || options.json;
  auto session = open_session(options.source.file, options.input, std::move(*how), monitor,
                              !decided && at_terminal());
  monitor.end();
  if (!session) return fail_with(session.error(), exit_code::usage);
  if (!options.json) {
    const Source& source = (*session)->source();
    if (source.notice) print_note(*source.notice);
    for (const Error& warning : source.warnings) print_warning(warning);
  }
  SessionFiles files;
  Debugger debugger(std::move(*session), files, monitor);
  debugger.set_log_sink([&](const LogMessage& message) { printer.show_log(message); });
  if (*link) {
    monitor.begin();
    const LinkArrival arrival = go_to_link(debugger, **link, &monitor);
    monitor.end();
    clear_interrupt();
    for (const std::string& problem : arrival.problems) print_warning({{}, problem, {}});
  }
  const int code = script ? run_script_file(debugger, options.script, printer)
                          : ReplLoop(debugger, files, monitor, printer).run();
  if (!printer.error().empty()) {
    print_error({{"<stdout>", 0, 0}, printer.error(), "the answers are incomplete"});
    return exit_code::stopped_by_error;
  }
  return printer.interrupted() ? exit_code::interrupted : code;
}

}  // namespace

void add_repl_options(CLI::App& command, int& exit_code) {
  command.footer(
      "FILE is a program, or a recording made by the command save. Commands come from the\n"
      "terminal, a pipe or a script; `help` lists them. docs/formats.md describes the\n"
      "objects of --json.\n"
      "Exit codes: 0 done, 1 an `expect` failed, 2 usage, an unreadable file or a bad\n"
      "command, 4 the answers cannot be written, 130 Ctrl-C in a script, while a file is\n"
      "read or while nobody reads the answers, or three times during one command, which\n"
      "keeps the session in a file. A reader that closes the answers ends it.\n"
      "Example: fungescope repl --script story.txt program.b93");
  const auto options = std::make_shared<ReplOptions>();
  add_source_options(command, options->source);
  add_engine_option(command, options->engine);
  add_seed_option(command, options->seed,
                  "The seed of `?`: the same one, the same run; default: a link's, else 0, or at "
                  "a terminal without --input one that is drawn");
  add_max_stack_option(command, options->max_stack);
  add_file_option(command, "--input", options->input,
                  "The program's input, from a file; else the command input gives it");
  add_history_memory_option(command, options->history_megabytes);
  add_file_option(command, "--script", options->script,
                  "Execute the commands in a file, and leave");
  command.add_flag("--json", options->json, "Answer each command with one JSON object a line");
  command.callback([options, &exit_code] { exit_code = repl_command(*options); });
}

}  // namespace fungescope
