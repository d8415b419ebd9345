#include "debugger_ui/app/files/open_file.h"

#include "debugger_ui/source_editing/apply_source.h"
#include "front_end/program_file.h"
#include "session/commands/extension.h"
#include "session/recording/recording.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

Result<std::string> source_of(const OpenRequest& request) {
  if (request.source) return *request.source;
  return read_program(request.file);
}

// Returns the initial input: as given, or the sample of the program's kind.
InputLog first_input(const OpenRequest& request, const Session& session) {
  if (request.input) return *request.input;
  const Extension* const extension = extension_of(session.symbols());
  std::string sample = extension == nullptr ? std::string() : extension->sample_input(session);
  if (!sample.empty()) return InputLog(std::move(sample), InputLog::End::closed);
  return {};
}

Result<OpenedFile> open_recording(const std::string& bytes, const OpenRequest& request,
                                  Monitor* monitor) {
  auto session = TRY(load_recording(bytes, request.file, request.session, monitor));
  OpenedFile opened;
  opened.start.session = std::move(session);
  opened.start.file = request.file;
  opened.recording = true;
  return opened;
}

Result<OpenedFile> open_program(std::string source, const OpenRequest& request) {
  SessionOptions how = request.session;
  how.load.file = program_display_name(request.file, StandardInput::accept);
  OpenedFile opened;
  const bool draws = request.plays && !request.own_seed;
  if (const auto seed = draws ? draw_seed(source, how.load) : std::nullopt) {
    how.seed = *seed;
    opened.message = fmt::format(
        "The seed is {}. Run > restart with another seed draws one, program options… sets one.",
        *seed);
  }
  auto session = TRY(Session::open(std::move(source), {}, how));
  InputLog input = first_input(request, *session);
  TRY(session->history().give_input(input.bytes()));
  if (input.closed()) (void)session->history().close_input();
  opened.start.session = std::move(session);
  opened.start.file = request.file;
  return opened;
}

// Options that are not set explicitly are the image's.
void apply_image(const SessionImage& image, OpenRequest& request) {
  request.plays = false;
  SessionOptions& session = request.session;
  if (!request.own_seed) session.seed = image.seed;
  const auto dialect = find_dialect(image.dialect);
  if (!request.own_dialect && dialect) session.load.dialect = *dialect;
  if (!request.own_size) session.load.size = image.size;
  session.load.annotations = session.load.annotations && image.annotations;
  if (!request.input) request.input = image.input;
}

Result<OpenedFile> open_link(const OpenRequest& request) {
  auto link = TRY(decode_link(request.file));
  auto source = TRY(fungescope::source_of(link));
  OpenRequest how = request;
  how.file = link.built_in.empty() ? '#' + program_title(request.file) : link.built_in;
  how.session.load.max_cells = std::min(how.session.load.max_cells, link_limit::cells);
  how.session.regions.insert(how.session.regions.begin(), link.regions.begin(), link.regions.end());
  apply_image(link, how);
  if (request.own_tick) link.tick = 0;
  auto opened = open_program(std::move(source), how);
  if (opened) {
    opened->link = std::move(link);
    opened->link_text = request.file.substr(request.file.find('#'));
  }
  return opened;
}

// Removes from the restored state what explicit options override. The state of another run is kept
// in `other_saved_run`.
void apply_overrides(const OpenRequest& request, OpenedFile& opened) {
  SessionImage& known = opened.known->image;
  Session& session = *opened.start.session;
  const SessionImage now = image_of(session);
  const bool other_rules =
      !known.dialect.empty() && (known.dialect != now.dialect || known.size != now.size);
  const bool other_run =
      now.seed != known.seed || other_rules || now.input->bytes() != known.input->bytes();
  if (other_run) {
    opened.other_saved_run = opened.known;
    known.bookmarks.clear();
    opened.known->recording.clear();
  }
  if (other_run || request.own_tick) known.tick = 0;
  for (const std::string& text : request.breaks) {
    const auto stop = parse_breakpoint(text, session.symbols(), session.machine().field.size());
    if (!stop) continue;
    std::erase_if(known.breakpoints, [same = describe(*stop)](const SavedBreakpoint& breakpoint) {
      return breakpoint.text == same;
    });
  }
}

}  // namespace

Result<OpenedFile> open_file(const OpenRequest& request, Monitor* monitor) {
  if (!request.source && is_link(request.file)) return open_link(request);
  auto source = TRY(source_of(request));
  if (is_recording(source)) return open_recording(source, request, monitor);
  if (!request.keep) return open_program(std::move(source), request);

  OpenRequest how = request;
  auto known = load_program_state(request.file);
  const bool resumes = known && *known;
  if (resumes) apply_image((*known)->image, how);
  auto opened = open_program(std::move(source), how);
  if (!opened) return opened;
  if (!known) opened->message = to_string(known.error());
  if (!resumes) return opened;
  opened->known = std::move(**known);
  apply_overrides(request, *opened);
  return opened;
}

Result<SessionStart> open_other_run(const OpenRequest& window, const std::string& file) {
  OpenRequest request;
  request.file = file;
  request.session = window.session;
  request.session.regions.clear();
  request.session.load.size.reset();
  request.input = window.input;
  request.keep = false;
  auto opened = TRY(open_file(request, nullptr));
  return std::move(opened.start);
}

Result<OpenedFile> open_at_once(const OpenRequest& request) {
  if (is_link(request.file)) return open_file(request, nullptr);
  const auto source = TRY(source_of(request));
  if (!is_recording(source)) return open_file(request, nullptr);
  TRY(check_recording(source, request.file));
  OpenRequest meanwhile;
  meanwhile.session.history = request.session.history;
  meanwhile.keep = request.keep;
  auto opened = open_file(meanwhile, nullptr);
  if (opened) opened->later = request;
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
