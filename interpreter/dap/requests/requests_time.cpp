// Handlers for the custom requests about time, which docs/debug-adapter.md describes for clients.
#include "dap/presentation.h"
#include "dap/protocol/request.h"
#include "dap/server.h"
#include "session/bookmarks.h"
#include "session/expressions/lexer.h"
#include "session/queries/history_queries.h"
#include "session/queries/timeline_sampler.h"
#include "session/run_control/search.h"
#include "session/why/value_maker.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace fungescope::dap {
namespace {

constexpr std::uint64_t max_samples = 10'000;
constexpr std::size_t max_curves = 100;

// ---- fungescope/timeline

// Returns whether the recorded run ends with the program.
Result<bool> has_ended(Debuggee& debuggee, Monitor& monitor) {
  History& history = debuggee.history();
  ScopedSeek scoped_seek(history);
  TRY(scoped_seek.seek(history.end(), &monitor));
  return history.machine().status != Status::running;
}

RequestResult<std::vector<Point>> read_cells(const Json& names, const Session& session) {
  if (names.size() > max_curves) {
    return invalid_argument("{} variables are too many; ask for at most {}", names.size(),
                            max_curves);
  }
  std::vector<Point> cells;
  for (const Json& name : names) {
    if (!name.is_string()) return invalid_argument("the variables are not a list of names");
    const auto text = name.get<std::string>();
    const auto place =
        TRY(without_location(parse_place(text, session.symbols(), session.machine().field.size())));
    if (place.area.size.area() != 1) {
      return refused("{} is more than one cell; name one of them", place.name);
    }
    cells.push_back(place.area.corner);
  }
  return cells;
}

// `names` are of the samples' values.
Json samples_json(const std::vector<TimelineSample>& samples, const Json& names) {
  Json list = Json::array();
  for (const TimelineSample& sample : samples) {
    Json values = Json::object();
    for (std::size_t i = 0; i < names.size(); ++i) {
      values[names[i].get<std::string>()] = sample.values[i];
    }
    list.push_back({{"tick", sample.tick}, {"values", std::move(values)}});
  }
  return list;
}

RequestResult<DapResponse> timeline(Server& server, ArgumentReader& fields) {
  Debuggee& debuggee = server.program();
  Session& session = debuggee.session();
  const History& history = debuggee.history();
  TimelineRequest request;
  request.from =
      std::clamp(fields.count_or("from", history.begin()), history.begin(), history.end());
  request.to = std::clamp(fields.count_or("to", history.end()), history.begin(), history.end());
  request.columns = fields.count_or("samples", 100);
  const Json& names = fields.array("variables");
  if (fields.failed()) return fields.error();
  if (request.columns < 1 || request.columns > max_samples) {
    return invalid_argument("the argument samples is {}; ask for 1 to {}", request.columns,
                            max_samples);
  }
  if (request.from > request.to) {
    return invalid_argument("the range ends before it begins; exchange from and to");
  }
  request.cells = TRY(read_cells(names, session));
  Json body{{"present", history.tick()}, {"recorded", history.end()}};
  TimelineSampler sampler(request);
  bool ended = false;
  Result<bool> sampled = false;
  const bool done =
      server.run_task(Server::TaskKind::read_only, "sampling the run", [&](Monitor& monitor) {
        ended = has_ended(debuggee, monitor).value_or(false);
        do {
          sampled = sampler.advance(session, &monitor);
        } while (sampled && !*sampled && !server.is_interrupted());
      });
  if (!done) return cancelled_error();
  TRY(without_location(sampled));
  body["ended"] = ended;
  body["branches"] = history.branches().size();
  body["bookmarks"] = Json::array();
  for (const Bookmark& bookmark : session.bookmarks().all()) {
    body["bookmarks"].push_back({{"name", bookmark.name}, {"tick", bookmark.tick}});
  }
  body["from"] = request.from;
  body["to"] = request.to;
  body["samples"] = samples_json(sampler.samples(), names);
  return DapResponse{std::move(body)};
}

// ---- fungescope/whoWrote

// Parses the cells of the query: a cell by x and y, or an expression.
RequestResult<Rectangle> parse_area(ArgumentReader& fields, const Session& session) {
  const Size field = session.machine().field.size();
  if (fields.has("expression")) {
    const std::string text = fields.text("expression");
    const auto place = TRY(without_location(parse_place(text, session.symbols(), field)));
    return place.area;
  }
  const Point cell{fields.number("x"), fields.number("y")};
  if (fields.failed()) return fields.error();
  if (field.contains(cell)) return Rectangle{cell, {1, 1}};
  return invalid_argument("the cell {} lies outside the field of {}x{}", to_string(cell),
                          field.width, field.height);
}

Json cell_json(Point cell) {
  return {{"x", cell.x}, {"y", cell.y}};
}

Json instruction_json(Point cell, std::string name, Debuggee& debuggee,
                      const ClientCapabilities& client) {
  const EditorPosition place = to_client(debuggee.text().position_of(cell), client);
  Json json = cell_json(cell);
  json["line"] = place.line;
  json["column"] = place.column;
  json["instruction"] = std::move(name);
  return json;
}

Json maker_json(const ValueMaker& maker, Debuggee& debuggee, const ClientCapabilities& client) {
  const Cause& cause = maker.cause;
  Json json{{"text", to_text(maker, debuggee.session())}};
  if (!cause.is_by_instruction()) return json;
  const Instruction& made = instruction(cause.op);
  json["tick"] = cause.tick();
  json["by"] =
      instruction_json(cause.by, fmt::format("{} ({})", made.glyph, made.name), debuggee, client);
  return json;
}

Json write_json(const Write& write, const std::optional<ValueMaker>& maker, Debuggee& debuggee,
                const ClientCapabilities& client) {
  Json body{{"found", true}, {"tick", write.tick}, {"cell", cell_json(write.at)}};
  body["after"] = write.now;
  if (write.edit) {
    body["edit"] = true;
    return body;
  }
  body["before"] = write.before;
  body["by"] = instruction_json(write.by, "p (put)", debuggee, client);
  if (maker && maker->is_known()) body["made"] = maker_json(*maker, debuggee, client);
  return body;
}

RequestResult<DapResponse> who_wrote(Server& server, ArgumentReader& fields) {
  Debuggee& debuggee = server.program();
  Session& session = debuggee.session();
  const std::uint64_t tick = fields.count_or("tick", session.machine().tick);
  const auto area = TRY(parse_area(fields, session));
  if (fields.failed()) return fields.error();
  Result<LastWriter> writer;
  const auto look = [&](Monitor& monitor) -> Result<LastWriter> {
    ScopedSeek scoped_seek(session.history());
    TRY(scoped_seek.seek(tick, &monitor));
    return fungescope::who_wrote(session, area, &monitor);
  };
  const bool done = server.run_task(Server::TaskKind::read_only, "looking for the last write",
                                    [&](Monitor& monitor) { writer = look(monitor); });
  if (!done) return cancelled_error();
  if (const auto [write, maker] = TRY(without_location(std::move(writer))); write) {
    return DapResponse{write_json(*write, maker, debuggee, server.capabilities())};
  }
  return DapResponse{{{"found", false},
                      {"cell", cell_json(area.corner)},
                      {"reason", "nothing has written it; it is as it was loaded"}}};
}

}  // namespace

std::span<const RequestHandler> time_handlers() {
  static constexpr std::array table{
      RequestHandler{"fungescope/timeline", Schedule::stopped, timeline},
      RequestHandler{"fungescope/whoWrote", Schedule::stopped, who_wrote},
  };
  return table;
}

}  // namespace fungescope::dap
