#include "debugger_ui/frame/opening.h"

#include "debugger_ui/frame/program_memory.h"
#include "session/board.h"
#include "session/recording.h"
#include "sudoku/embedded_solver.h"

#include <filesystem>
#include <utility>

#include "files/file_input.h"

namespace fungescope::ui {
namespace {

Result<std::string> source_of(const OpenOptions& options) {
  if (options.file.empty()) return std::string(sudoku::embedded_solver());
  return read_file(options.file);
}

// What the program is given when nobody says anything about its input.
InputLog first_input(const OpenOptions& options, const Session& session) {
  if (options.input) {
    return InputLog(*options.input,
                    options.input_closed ? InputLog::End::closed : InputLog::End::open);
  }
  if (find_board(session.symbols())) return InputLog(sample_puzzle(), InputLog::End::closed);
  return {};
}

Result<Opened> open_recording(const std::string& bytes, const OpenOptions& options,
                              const std::string& file, Monitor* monitor) {
  auto session = load_recording(bytes, file, options.session, monitor);
  if (!session) return tl::unexpected(session.error());
  Opened opened;
  opened.start.session = std::move(*session);
  opened.start.file = options.file;
  opened.recording = true;
  return opened;
}

Result<Opened> open_program(std::string source, const OpenOptions& options) {
  SessionOptions how = options.session;
  how.load.file = options.file.empty() ? "sudoku.b93" : options.file;
  auto session = Session::open(source, {}, how);
  if (!session) return tl::unexpected(session.error());
  InputLog input = first_input(options, **session);
  if (auto given = (*session)->history().give_input(input.bytes()); !given) {
    return tl::unexpected(given.error());
  }
  if (input.closed()) (void)(*session)->history().close_input();
  Opened opened;
  opened.start.session = std::move(*session);
  opened.start.file = options.file;
  return opened;
}

}  // namespace

Result<Opened> open_file(const OpenOptions& options, Monitor* monitor) {
  auto source = source_of(options);
  if (!source) return tl::unexpected(source.error());
  if (is_recording(*source)) return open_recording(*source, options, options.file, monitor);
  if (!options.keep) return open_program(std::move(*source), options);

  ProgramMemory memory(options.file);
  std::string problem;
  if (const auto kept = memory.recording_for(*source); kept && !options.input) {
    const auto bytes = read_file(*kept);
    if (bytes) {
      auto opened = open_recording(*bytes, options, *kept, monitor);
      if (opened) {
        opened->recording = false;
        opened->problem = "the run with its edits is as it was left";
        return opened;
      }
      problem = "the edits of last time could not be brought back: " + to_string(opened.error());
    }
  }
  auto opened = open_program(std::move(*source), options);
  if (!opened) return opened;
  memory.restore(*opened->start.session);
  opened->problem = std::move(problem);
  return opened;
}

void carry_over(const Picture& picture, Session& session) {
  session.stops().clear();
  for (const StopPicture& shown : picture.stops) {
    auto stop = parse_stop(shown.text, session.symbols(), session.machine().field.size());
    if (!stop) continue;
    stop->enabled = shown.enabled;
    session.stops().add(std::move(*stop));
  }
  session.watched().clear();
  for (const Debugger::Watched& watched : picture.watched) {
    session.watched().push_back(watched.text);
  }
}

std::string sample_puzzle() {
  return "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......\n";
}

}  // namespace fungescope::ui
