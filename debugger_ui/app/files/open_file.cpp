#include "debugger_ui/app/files/open_file.h"

#include "debugger_ui/app/files/program_options.h"
#include "debugger_ui/source_editing/apply_source.h"
#include "front_end/program_file.h"
#include "session/commands/extension.h"
#include "session/commands/session_link.h"
#include "session/recording/recording.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace fungescope::ui {
namespace {

Result<std::string> source_of(const OpenOptions& options) {
  if (options.source) return *options.source;
  return read_program(options.file);
}

// Returns the initial input: as given, or the sample of the program's kind.
InputLog first_input(const OpenOptions& options, const Session& session) {
  if (options.input) {
    return InputLog(*options.input,
                    options.input_closed ? InputLog::End::closed : InputLog::End::open);
  }
  const Extension* const extension = extension_of(session.symbols());
  std::string sample = extension == nullptr ? std::string() : extension->sample_input(session);
  if (!sample.empty()) return InputLog(std::move(sample), InputLog::End::closed);
  return {};
}

Result<OpenedFile> open_recording(const std::string& bytes, const OpenOptions& options,
                                  const std::string& file, Monitor* monitor) {
  auto session = TRY(load_recording(bytes, file, options.session, monitor));
  OpenedFile opened;
  opened.start.session = std::move(session);
  opened.start.file = options.file;
  opened.recording = true;
  return opened;
}

Result<OpenedFile> open_program(std::string source, const OpenOptions& options) {
  SessionOptions how = options.session;
  how.load.file = program_display_name(options.file, StandardInput::accept);
  auto session = TRY(Session::open(std::move(source), {}, how));
  InputLog input = first_input(options, *session);
  TRY(session->history().give_input(input.bytes()));
  if (input.closed()) (void)session->history().close_input();
  OpenedFile opened;
  opened.start.session = std::move(session);
  opened.start.file = options.file;
  return opened;
}

Result<OpenedFile> open_link(const OpenOptions& options) {
  auto link = TRY(decode_link(options.file));
  auto source = TRY(fungescope::source_of(link));
  OpenOptions how = options;
  how.file = link.built_in.empty() ? '#' + program_title(options.file) : link.built_in;
  const SessionOptions& given = options.session;
  TRY(apply_link(link, how.session));
  if (options.own_seed) how.session.seed = given.seed;
  if (options.own_dialect) how.session.load.dialect = given.load.dialect;
  if (options.own_size) how.session.load.size = given.load.size;
  if (!given.load.annotations) how.session.load.annotations = false;
  for (const Region& region : given.regions) how.session.regions.push_back(region);
  if (!how.input && link.input) {
    how.input = link.input->bytes;
    how.input_closed = link.input->closed;
  }
  if (options.own_tick) link.tick = 0;
  auto opened = open_program(std::move(source), how);
  if (opened) {
    opened->link = std::move(link);
    opened->link_text = options.file.substr(options.file.find('#'));
  }
  return opened;
}

// Removes from the restored state what explicit options override; a state of another run is kept in
// `other_run`.
void apply_overrides(const OpenOptions& options, OpenedFile& opened) {
  ProgramState& known = *opened.known;
  const InputLog& input = opened.start.session->history().input();
  const SessionOptions& now = opened.start.session->options();
  const bool other_rules = !known.dialect.empty() && (known.dialect != now.load.dialect.name ||
                                                      known.size != size_text(now.load.size));
  const bool other_run =
      now.seed != known.seed || other_rules || input.bytes() != known.input.bytes();
  if (other_run) {
    opened.other_run = known;
    known.bookmarks.clear();
    known.recording.clear();
  }
  if (other_run || options.own_tick) known.tick = 0;
  const Session& session = *opened.start.session;
  for (const std::string& text : options.breaks) {
    const auto stop = parse_breakpoint(text, session.symbols(), session.machine().field.size());
    if (!stop) continue;
    std::erase_if(known.breakpoints, [same = describe(*stop)](const auto& breakpoint) {
      return breakpoint.text == same;
    });
  }
}

}  // namespace

Result<OpenedFile> open_file(const OpenOptions& options, Monitor* monitor) {
  if (!options.source && is_link(options.file)) return open_link(options);
  auto source = TRY(source_of(options));
  if (is_recording(source)) return open_recording(source, options, options.file, monitor);
  if (!options.keep) return open_program(std::move(source), options);

  OpenOptions how = options;
  auto known = load_program_state(options.file);
  const bool resumes = known && *known;
  if (resumes && !how.own_seed) how.session.seed = (*known)->seed;
  if (resumes && !how.own_dialect) {
    if (const auto dialect = find_dialect((*known)->dialect)) how.session.load.dialect = *dialect;
  }
  if (resumes && !how.own_size) {
    if (const auto size = parse_size_option((*known)->size)) how.session.load.size = *size;
  }
  if (resumes && !how.input) {
    how.input = (*known)->input.bytes();
    how.input_closed = (*known)->input.closed();
  }
  auto opened = open_program(std::move(source), how);
  if (!opened) return opened;
  if (!known) opened->problem = to_string(known.error());
  if (!resumes) return opened;
  opened->known = std::move(**known);
  apply_overrides(options, *opened);
  return opened;
}

Result<OpenedFile> open_at_once(const OpenOptions& options) {
  if (is_link(options.file)) return open_file(options, nullptr);
  const auto source = TRY(source_of(options));
  if (!is_recording(source)) return open_file(options, nullptr);
  TRY(check_recording(source, options.file));
  OpenOptions meanwhile;
  meanwhile.session.history = options.session.history;
  meanwhile.keep = options.keep;
  auto opened = open_file(meanwhile, nullptr);
  if (opened) opened->later = options;
  return opened;
}

std::string absolute_program(const std::string& file) {
  if (program_origin(file, StandardInput::accept) != ProgramOrigin::file) return file;
  std::error_code failure;
  const auto path = std::filesystem::absolute(file, failure);
  return failure ? file : path.lexically_normal().string();
}

void copy_breakpoints_and_watches(const ViewSnapshot& snapshot, const editing::CoordinateMap& moved,
                                  Session& session) {
  session.breakpoints().clear();
  for (const BreakpointSnapshot& shown : snapshot.breakpoints) {
    auto stop = parse_breakpoint(moved_breakpoint(shown.text, moved), session.symbols(),
                                 session.machine().field.size());
    if (!stop) continue;
    stop->enabled = shown.enabled;
    session.breakpoints().add(std::move(*stop));
  }
  session.watched().clear();
  for (const Debugger::Watched& watched : snapshot.watched) {
    std::string text = moved_expression(watched.text, moved);
    if (!text.empty()) session.watched().push_back(std::move(text));
  }
}

}  // namespace fungescope::ui
