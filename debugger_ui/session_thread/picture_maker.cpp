#include "debugger_ui/session_thread/picture_maker.h"

#include "session/views/views.h"

#include <algorithm>
#include <utility>

namespace fungescope::ui {
namespace {

constexpr std::uint64_t output_bytes = 16'384;
constexpr std::uint64_t input_bytes_behind = 256;
constexpr std::uint64_t input_bytes = 4096;
constexpr std::uint64_t most_stack_values = 4096;

std::string name_of(const std::string& file) {
  if (file.empty()) return "sudoku.b93";
  const std::size_t slash = file.find_last_of('/');
  return slash == std::string::npos ? file : file.substr(slash + 1);
}

// The part of `wanted` that lies in the field, cut to what a picture may hold.
Rectangle clipped(const Rectangle& wanted, Size field) {
  const std::int64_t left = std::clamp<std::int64_t>(wanted.corner.x, 0, field.width);
  const std::int64_t top = std::clamp<std::int64_t>(wanted.corner.y, 0, field.height);
  const std::int64_t right =
      std::clamp<std::int64_t>(wanted.corner.x + wanted.size.width, left, field.width);
  const std::int64_t bottom =
      std::clamp<std::int64_t>(wanted.corner.y + wanted.size.height, top, field.height);
  Rectangle area{{left, top}, {right - left, bottom - top}};
  if (area.size.area() > Look::most_cells) {
    area.size.height = std::max<std::int64_t>(Look::most_cells / area.size.width, 1);
  }
  return area;
}

// The stop before, if its cells can be compared with the present ones.
const Snapshot* comparable(const Session& session) {
  const Snapshot& previous = session.previous();
  return previous.field_size() == session.machine().field.size() ? &previous : nullptr;
}

CellsPicture cells_of(const Session& session, const Rectangle& wanted, bool playing) {
  const Playfield& field = session.machine().field;
  const Snapshot* const previous = playing ? nullptr : comparable(session);
  CellsPicture cells;
  cells.area = clipped(wanted, field.size());
  const auto count = static_cast<std::size_t>(cells.area.size.area());
  cells.values.reserve(count);
  cells.flags.reserve(count);
  for (std::int64_t y = 0; y < cells.area.size.height; ++y) {
    std::size_t index =
        count == 0 ? 0 : field.index_of({cells.area.corner.x, cells.area.corner.y + y});
    for (std::int64_t x = 0; x < cells.area.size.width; ++x, ++index) {
      const std::int64_t value = field.at(index);
      std::uint8_t flags = field.changed(index) ? CellsPicture::modified : 0;
      if (previous != nullptr && previous->cell(index) != value) flags |= CellsPicture::changed;
      cells.values.push_back(value);
      cells.flags.push_back(flags);
    }
  }
  return cells;
}

RegionPicture region_of(const Session& session, const Region& region, const Snapshot* previous) {
  const Playfield& field = session.machine().field;
  RegionPicture picture{region, {}, {}};
  if (!fits_into(region.area, field.size()) || region.area.size.area() > Look::most_cells) {
    return picture;
  }
  const auto count = static_cast<std::size_t>(region.area.size.area());
  picture.values.reserve(count);
  if (previous != nullptr) picture.before.reserve(count);
  for (std::int64_t y = 0; y < region.area.size.height; ++y) {
    for (std::int64_t x = 0; x < region.area.size.width; ++x) {
      const std::size_t index =
          field.index_of({region.area.corner.x + x, region.area.corner.y + y});
      picture.values.push_back(field.at(index));
      if (previous != nullptr) picture.before.push_back(previous->cell(index));
    }
  }
  return picture;
}

std::vector<VariablePicture> variables_of(const Session& session, const Snapshot* previous) {
  const Playfield& field = session.machine().field;
  std::vector<VariablePicture> variables;
  for (const Watch& watch : session.symbols().variables()) {
    if (!field.contains(watch.at)) continue;
    const std::int64_t value = field.at(watch.at);
    variables.push_back({watch, value, previous == nullptr ? value : previous->cell(watch.at)});
  }
  return variables;
}

StackPicture stack_of(const Machine& machine, const Look& look) {
  const auto values = machine.stack.values();
  StackPicture stack;
  stack.size = values.size();
  stack.first = std::min<std::uint64_t>(look.stack_first, stack.size);
  const std::uint64_t count =
      std::min({look.stack_count, stack.size - stack.first, most_stack_values});
  stack.values.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    stack.values.push_back(values[values.size() - 1 - stack.first - i]);
  }
  return stack;
}

OutputPicture output_of(Session& session, const Look& look) {
  OutputPicture output;
  output.size = session.machine().output_size;
  const std::uint64_t tail = output.size > output_bytes ? output.size - output_bytes : 0;
  output.from = std::min(look.output_from.value_or(tail), output.size);
  output.text =
      session.history().output(output.from, std::min(output.size, output.from + output_bytes));
  return output;
}

InputPicture input_of(Session& session) {
  const InputLog& log = session.history().input();
  InputPicture input;
  input.position = session.machine().input_position;
  input.size = log.bytes().size();
  input.closed = log.closed();
  const std::uint64_t position = std::min<std::uint64_t>(input.position, input.size);
  input.from = position > input_bytes_behind ? position - input_bytes_behind : 0;
  input.text = std::string(log.bytes().substr(input.from, input_bytes));
  return input;
}

std::vector<StopPicture> stops_of(Session& session) {
  std::vector<StopPicture> stops;
  for (const Stop& stop : session.stops().all()) {
    stops.push_back({stop.id, stop.kind, describe(stop),
                     stop.condition ? stop.condition->text() : std::string(), stop.log, stop.area,
                     stop.direction, stop.enabled, stop.problem, stop.hits});
  }
  return stops;
}

}  // namespace

std::shared_ptr<const ProgramInfo> make_program_info(const Session& session,
                                                     const std::string& file) {
  auto info = std::make_shared<ProgramInfo>();
  info->file = file;
  info->name = name_of(file);
  const Source& source = session.source();
  info->source = source.field;
  info->dialect = session.machine().dialect;
  info->symbols = source.symbols;
  info->warnings = source.warnings;
  if (const auto map = find_board(source.symbols)) info->board = *map;
  return info;
}

Picture make_picture(Debugger& debugger, std::shared_ptr<const ProgramInfo> program,
                     const Look& look, bool playing) {
  Session& session = debugger.session();
  const Machine& machine = session.machine();
  const Snapshot* const previous = playing ? nullptr : comparable(session);
  Picture picture;
  picture.tick = machine.tick;
  picture.begin = session.history().begin();
  picture.end = session.history().end();
  picture.branch = session.history().branch();
  picture.branches = session.history().branches();
  picture.bookmarks = session.bookmarks().all();
  picture.last_stop = debugger.last_stop();
  picture.ip = machine.ip;
  picture.direction = machine.direction;
  picture.string_mode = machine.string_mode;
  picture.status = machine.status;
  if (machine.status == Status::faulted) picture.fault = describe(machine.fault);
  picture.cells = cells_of(session, look.cells, playing);
  for (const Region& region : session.symbols().regions()) {
    picture.regions.push_back(region_of(session, region, previous));
  }
  picture.variables = variables_of(session, previous);
  picture.watched = debugger.watched_values();
  picture.stack = stack_of(machine, look);
  picture.output = output_of(session, look);
  picture.input = input_of(session);
  picture.stops = stops_of(session);
  picture.usage = session.history().usage();
  picture.program = std::move(program);
  return picture;
}

}  // namespace fungescope::ui
