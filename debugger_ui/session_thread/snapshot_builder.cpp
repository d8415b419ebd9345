#include "debugger_ui/session_thread/snapshot_builder.h"

#include "debugger_ui/session_thread/snapshot_extension.h"
#include "front_end/program_file.h"
#include "lang/analysis/static_analysis.h"
#include "session/commands/run_report.h"
#include "session/views/notebook_view.h"
#include "session/views/views.h"
#include "session/why/why_text.h"

#include <algorithm>
#include <utility>

namespace fungescope::ui {
namespace {

constexpr std::uint64_t output_bytes = 16'384;
constexpr std::uint64_t input_bytes_before = 256;
constexpr std::uint64_t input_bytes = 4096;
constexpr std::uint64_t line_bytes = 1024;
constexpr std::size_t max_lines = 512;
constexpr std::uint64_t max_stack_values = 4096;

// The part of `wanted` within the field, limited to ViewRequest::max_cells.
Rectangle clipped(const Rectangle& wanted, Size field) {
  const std::int64_t left = std::clamp<std::int64_t>(wanted.corner.x, 0, field.width);
  const std::int64_t top = std::clamp<std::int64_t>(wanted.corner.y, 0, field.height);
  const std::int64_t right =
      std::clamp<std::int64_t>(wanted.corner.x + wanted.size.width, left, field.width);
  const std::int64_t bottom =
      std::clamp<std::int64_t>(wanted.corner.y + wanted.size.height, top, field.height);
  Rectangle area{{left, top}, {right - left, bottom - top}};
  if (area.size.area() > ViewRequest::max_cells) {
    area.size.height = std::max<std::int64_t>(ViewRequest::max_cells / area.size.width, 1);
  }
  return area;
}

// The previous stop, with which all that is shown is compared: only what differs from it counts as
// changed. Null while playing, which has no stops, and where the cells cannot be compared.
const Snapshot* comparable(const Session& session, const ViewRequest& request, bool playing) {
  const Snapshot& previous = session.previous();
  const bool same_field = previous.field_size() == session.machine().field.size();
  return request.changes && same_field && !playing ? &previous : nullptr;
}

CellsSnapshot cells_of(const Session& session, const Rectangle& wanted, const Snapshot* previous) {
  const Playfield& field = session.machine().field;
  CellsSnapshot cells;
  cells.area = clipped(wanted, field.size());
  const auto count = static_cast<std::size_t>(cells.area.size.area());
  cells.values.reserve(count);
  cells.flags.reserve(count);
  for (std::int64_t y = 0; y < cells.area.size.height; ++y) {
    std::size_t index =
        count == 0 ? 0 : field.index_of({cells.area.corner.x, cells.area.corner.y + y});
    for (std::int64_t x = 0; x < cells.area.size.width; ++x, ++index) {
      const std::int64_t value = field.at(index);
      std::uint8_t flags = field.changed(index) ? CellsSnapshot::modified : 0;
      if (previous != nullptr && previous->cell(index) != value) flags |= CellsSnapshot::changed;
      cells.values.push_back(value);
      cells.flags.push_back(flags);
    }
  }
  return cells;
}

RegionSnapshot region_of(const Session& session, const Region& region, const Snapshot* previous) {
  const Playfield& field = session.machine().field;
  RegionSnapshot snapshot{region, {}, {}};
  if (!fits_into(region.area, field.size()) || region.area.size.area() > ViewRequest::max_cells) {
    return snapshot;
  }
  const auto count = static_cast<std::size_t>(region.area.size.area());
  snapshot.values.reserve(count);
  if (previous != nullptr) snapshot.before.reserve(count);
  for (std::int64_t y = 0; y < region.area.size.height; ++y) {
    for (std::int64_t x = 0; x < region.area.size.width; ++x) {
      const std::size_t index =
          field.index_of({region.area.corner.x + x, region.area.corner.y + y});
      snapshot.values.push_back(field.at(index));
      if (previous != nullptr) snapshot.before.push_back(previous->cell(index));
    }
  }
  return snapshot;
}

std::vector<VariableSnapshot> variables_of(const Session& session, const Snapshot* previous) {
  const Playfield& field = session.machine().field;
  std::vector<VariableSnapshot> variables;
  for (const Watch& watch : session.symbols().variables()) {
    if (!field.contains(watch.at)) continue;
    const std::int64_t value = field.at(watch.at);
    variables.push_back({watch, value, previous == nullptr ? value : previous->cell(watch.at),
                         !is_unset(field, watch.at)});
  }
  return variables;
}

StackSnapshot stack_of(const Machine& machine, const ViewRequest& request,
                       const Snapshot* previous) {
  const auto values = machine.stack.values();
  StackSnapshot stack;
  stack.size = values.size();
  stack.first = std::min<std::uint64_t>(request.stack_first, stack.size);
  const std::uint64_t count =
      std::min({request.stack_count, stack.size - stack.first, max_stack_values});
  stack.values.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::size_t below = values.size() - 1 - stack.first - i;
    stack.values.push_back(values[below]);
    if (previous == nullptr || values.size() > Session::max_compared_stack) continue;
    const bool same =
        below < previous->stack_size() && previous->stack_value(below) == values[below];
    stack.changed.push_back(!same);
  }
  return stack;
}

OutputSnapshot output_of(Session& session, const ViewRequest& request) {
  OutputSnapshot output;
  output.size = session.machine().output_size;
  const std::uint64_t tail = output.size > output_bytes ? output.size - output_bytes : 0;
  output.from = std::min(request.output_from.value_or(tail), output.size);
  output.text =
      session.history().output(output.from, std::min(output.size, output.from + output_bytes));
  return output;
}

// The lines that were read while this output was printed.
std::vector<InputSnapshot::Line> lines_of(const Session& session, const InputReads& reads,
                                          const OutputSnapshot& output) {
  const Machine& machine = session.machine();
  const std::string_view bytes = session.history().input().bytes();
  const auto& all = reads.lines();
  const std::uint64_t output_end = output.from + output.text.size();
  const auto first = std::partition_point(
      all.begin(), all.end(), [&](const LineRead& line) { return line.output_size < output.from; });
  const std::uint64_t read = std::min<std::uint64_t>(machine.input_position, bytes.size());
  const auto last = std::partition_point(first, all.end(), [&](const LineRead& line) {
    return line.output_size <= output_end && line.position < read;
  });
  std::vector<InputSnapshot::Line> lines;
  const auto count = std::min<std::ptrdiff_t>(last - first, max_lines);
  for (auto line = last - count; line != last; ++line) {
    const std::size_t end = bytes.find('\n', line->position);
    const std::uint64_t size =
        (end == std::string_view::npos ? bytes.size() : end + 1) - line->position;
    lines.push_back({line->position, size,
                     std::string(bytes.substr(line->position, std::min(size, line_bytes))),
                     line->output_size, line->tick});
  }
  return lines;
}

InputSnapshot input_of(Debugger& debugger) {
  const Session& session = debugger.session();
  const Machine& machine = session.machine();
  const InputLog& log = session.history().input();
  InputSnapshot input;
  input.position = machine.input_position;
  input.size = log.bytes().size();
  input.closed = log.closed();
  const std::uint64_t position = std::min<std::uint64_t>(input.position, input.size);
  input.from = position > input_bytes_before ? position - input_bytes_before : 0;
  input.text = std::string(log.bytes().substr(input.from, input_bytes));
  // A number that may have more digits is waited for too.
  const auto& stop = debugger.last_stop();
  const bool stopped =
      stop && stop->reason == StopInfo::Reason::input_wait && stop->tick == machine.tick;
  input.read_next = reads_next(machine);
  input.awaited = !input.closed && input.read_next && (stopped || input.position >= input.size);
  return input;
}

std::vector<std::optional<std::int64_t>> values_of(const Session& session,
                                                   const std::vector<std::string>& expressions) {
  std::vector<std::optional<std::int64_t>> values;
  for (const std::string& text : expressions) {
    const auto expression =
        Expression::parse(text, session.symbols(), session.machine().field.size());
    values.emplace_back();
    if (expression) values.back() = expression->evaluate(session.machine());
  }
  return values;
}

std::vector<BreakpointSnapshot> stops_of(Session& session) {
  std::vector<BreakpointSnapshot> breakpoints;
  for (const Breakpoint& stop : session.breakpoints().all()) {
    breakpoints.push_back({stop.id, stop.kind, describe(stop),
                           stop.condition ? stop.condition->text() : std::string(), stop.log,
                           stop.area, stop.direction, stop.enabled, stop.problem, stop.hits});
  }
  return breakpoints;
}

std::optional<BranchInstant> visit_to(const Session& session, VisitDirection direction) {
  const NotebookEntry* const entry = session.notebook().neighbour(direction);
  return entry == nullptr ? std::nullopt : std::optional(entry->at);
}

}  // namespace

void ViewRequest::add_cells(const Rectangle& area) {
  if (area.size.area() == 0) return;
  if (cells.size.area() == 0) {
    cells = area;
    return;
  }
  const Point corner{std::min(cells.corner.x, area.corner.x),
                     std::min(cells.corner.y, area.corner.y)};
  const auto& [other, size] = cells;
  const Point end{std::max(other.x + size.width, area.corner.x + area.size.width),
                  std::max(other.y + size.height, area.corner.y + area.size.height)};
  const Rectangle both{corner, {end.x - corner.x, end.y - corner.y}};
  cells = both.size.area() <= max_cells ? both : area;
}

std::shared_ptr<const ProgramInfo> make_program_info(const Session& session,
                                                     const std::string& file) {
  auto info = std::make_shared<ProgramInfo>();
  info->file = file;
  info->name = program_title(file);
  const Source& source = session.source();
  info->source = source.field;
  info->dialect = session.machine().dialect;
  info->size = session.options().load.size;
  info->seed = session.options().seed;
  info->symbols = source.symbols;
  info->phases = source.phases;
  info->warnings = source.warnings;
  for (const SnapshotExtension* const extension : extensions<SnapshotExtension>()) {
    extension->describe(*info);
  }
  return info;
}

void ProgramDescription::open(std::string file) {
  file_ = std::move(file);
  forget_source();
}

void ProgramDescription::rename(const std::string& file, const Session& session) {
  file_ = file;
  info_ = make_program_info(session, file);  // of the same source
}

void ProgramDescription::update(const Session& session) {
  const Source& source = session.source();
  if (&source == described_) return;
  described_ = &source;
  info_ = make_program_info(session, file_);
  reachable_.reset();
  reachability_.start([program = info_](const StopToken& stop) {
    return std::make_shared<Reachability>(
        compute_reachability(*program->source, program->dialect, stop));
  });
}

bool ProgramDescription::take_reachable() {
  auto computed = reachability_.take();
  if (computed) reachable_ = std::move(*computed);
  return computed.has_value();
}

ViewSnapshot build_snapshot(Debugger& debugger, std::shared_ptr<const ProgramInfo> program,
                            const ViewRequest& request, bool playing, const InputReads* reads) {
  Session& session = debugger.session();
  const Machine& machine = session.machine();
  const Snapshot* const previous = comparable(session, request, playing);
  ViewSnapshot snapshot;
  snapshot.tick = machine.tick;
  snapshot.begin = session.history().begin();
  snapshot.end = session.history().end();
  snapshot.branch = session.history().branch();
  snapshot.branches = session.history().branches();
  snapshot.bookmarks = session.bookmarks().all();
  snapshot.last_stop = debugger.last_stop();
  if (previous != nullptr) snapshot.changed_since = previous->tick();
  if (snapshot.last_stop) snapshot.accessed = describe_access(session, *snapshot.last_stop);
  snapshot.visit_before = visit_to(session, VisitDirection::back);
  snapshot.visit_after = visit_to(session, VisitDirection::forward);
  if (request.notebook) snapshot.notebook = view_notebook(session);
  snapshot.ip = machine.ip;
  snapshot.direction = machine.direction;
  snapshot.string_mode = machine.string_mode;
  snapshot.status = machine.status;
  if (machine.status == Status::faulted) snapshot.fault = describe(machine.fault);
  snapshot.cells = cells_of(session, request.cells, previous);
  for (const Region& region : session.symbols().regions()) {
    snapshot.regions.push_back(region_of(session, region, previous));
  }
  if (request.region_boards) {
    snapshot.region_boards = view_region_boards(session.symbols(), machine.field, previous);
  }
  snapshot.variables = variables_of(session, previous);
  snapshot.watched = debugger.watched_values();
  if (playing || !request.changes) {
    for (Debugger::Watched& watched : snapshot.watched) watched.before.reset();
  }
  snapshot.lane_values = values_of(session, request.timeline.expressions);
  snapshot.stack = stack_of(machine, request, session.previous_has_stack() ? previous : nullptr);
  snapshot.output = output_of(session, request);
  snapshot.input = input_of(debugger);
  if (reads != nullptr) snapshot.input.lines = lines_of(session, *reads, snapshot.output);
  snapshot.breakpoints = stops_of(session);
  snapshot.why = debugger.last_answer();
  snapshot.why_holds = snapshot.why != nullptr && still_holds(*snapshot.why, session.history());
  snapshot.usage = session.history().usage();
  snapshot.program = std::move(program);
  for (const SnapshotExtension* const extension : extensions<SnapshotExtension>()) {
    extension->add(session, snapshot);
  }
  return snapshot;
}

}  // namespace fungescope::ui
