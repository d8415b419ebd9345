// Requests of our own, about time: docs/debug-adapter.md describes them for clients.
#include "dap/protocol/fields.h"
#include "dap/presentation.h"
#include "dap/server.h"
#include "session/bookmarks.h"
#include "session/run_control/excursion.h"
#include "session/queries/questions.h"
#include "session/queries/strip.h"
#include "session/expressions/tokens.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace fungescope::dap {
namespace {

constexpr std::uint64_t most_samples = 10'000;
constexpr std::size_t most_curves = 100;

// ---- fungescope/seek

Outcome<Answered> seek(Server& server, const Json& arguments) {
  Fields fields(arguments);
  const std::uint64_t tick = fields.count_or("tick", 0);
  const std::string bookmark = fields.text_or("bookmark", "");
  if (fields.wrong()) return fields.failure();
  if (fields.has("tick") == fields.has("bookmark")) {
    return refuse(Failure::Id::wrong_argument,
                  "there is no goal; give either a tick or a bookmark");
  }
  const auto debuggee = server.debuggee();
  if (!debuggee) return tl::unexpected(debuggee.error());
  const Tick before = (*debuggee)->history().tick();
  const std::string line =
      fields.has("tick") ? fmt::format("goto {}", tick) : "goto " + quote(bookmark);
  std::optional<Result<Reply>> reply;
  const bool done = server.work(Server::Job::travels, "going to another instant",
                                [&](Monitor&) { reply = (*debuggee)->debugger().submit(line); });
  if (!done) {
    (*debuggee)->history().seek(before);
    return refuse_cancelled();
  }
  if (!*reply) return refuse_plain(reply->error());
  return Answered{{{"tick", (*debuggee)->machine().tick}},
                  [&server] { server.after_travel("goto", ""); }};
}

// ---- fungescope/timeline

// Does the recorded run end with the program?
Result<bool> has_ended(Debuggee& debuggee, Monitor& monitor) {
  History& history = debuggee.history();
  Excursion excursion(history);
  if (auto there = excursion.go_to(history.end(), &monitor); !there) {
    return tl::unexpected(there.error());
  }
  return history.machine().status != Status::running;
}

struct Curve {
  std::string name;
  Point cell;
};

Outcome<std::vector<Curve>> read_curves(const Json& names, Session& session) {
  if (names.size() > most_curves) {
    return refuse(
        Failure::Id::wrong_argument,
        fmt::format("{} variables are too many; ask for at most {}", names.size(), most_curves));
  }
  std::vector<Curve> curves;
  for (const Json& name : names) {
    if (!name.is_string()) {
      return refuse(Failure::Id::wrong_argument, "the variables are no list of names");
    }
    const auto text = name.get<std::string>();
    const auto place = parse_place(text, session.symbols(), session.machine().field.size());
    if (!place) return refuse_plain(place.error());
    if (place->area.size.area() != 1) {
      return refuse(Failure::Id::refused,
                    fmt::format("{} is more than one cell; name one of them", place->name));
    }
    curves.push_back({text, place->area.corner});
  }
  return curves;
}

Json samples_json(const std::vector<StripSample>& samples, const std::vector<Curve>& curves) {
  Json list = Json::array();
  for (const StripSample& sample : samples) {
    Json values = Json::object();
    for (std::size_t i = 0; i < curves.size(); ++i) values[curves[i].name] = sample.values[i];
    list.push_back({{"tick", sample.tick}, {"values", std::move(values)}});
  }
  return list;
}

Outcome<Answered> timeline(Server& server, const Json& arguments) {
  const auto found = server.debuggee();
  if (!found) return tl::unexpected(found.error());
  Debuggee& debuggee = **found;
  Session& session = debuggee.session();
  const History& history = debuggee.history();
  Fields fields(arguments);
  StripRequest request;
  request.from =
      std::clamp(fields.count_or("from", history.begin()), history.begin(), history.end());
  request.to = std::clamp(fields.count_or("to", history.end()), history.begin(), history.end());
  request.columns = fields.count_or("samples", 100);
  const Json& names = fields.list("variables");
  if (fields.wrong()) return fields.failure();
  if (request.columns < 1 || request.columns > most_samples) {
    return refuse(
        Failure::Id::wrong_argument,
        fmt::format("the argument samples is {}; ask for 1 to {}", request.columns, most_samples));
  }
  if (request.from > request.to) {
    return refuse(Failure::Id::wrong_argument,
                  "the range ends before it begins; exchange from and to");
  }
  const auto curves = read_curves(names, session);
  if (!curves) return tl::unexpected(curves.error());
  for (const Curve& curve : *curves) request.cells.push_back(curve.cell);
  Json body{{"present", history.tick()}, {"recorded", history.end()}};
  StripSampler sampler(request);
  Result<bool> ended = false;
  Result<bool> sampled = false;
  const bool done = server.work(Server::Job::looks, "sampling the run", [&](Monitor& monitor) {
    ended = has_ended(debuggee, monitor);
    do {
      sampled = sampler.advance(session, &monitor);
    } while (sampled && !*sampled && !server.is_interrupted());
  });
  if (!done) return refuse_cancelled();
  if (!sampled) return refuse_plain(sampled.error());
  body["ended"] = ended && *ended;
  body["branches"] = history.branches().size();
  body["bookmarks"] = Json::array();
  for (const Bookmark& bookmark : session.bookmarks().all()) {
    body["bookmarks"].push_back({{"name", bookmark.name}, {"tick", bookmark.tick}});
  }
  body["from"] = request.from;
  body["to"] = request.to;
  body["samples"] = samples_json(sampler.samples(), *curves);
  return Answered{std::move(body)};
}

// ---- fungescope/whoWrote

// What is asked about: a cell by x and y, or a place by its name.
Outcome<Rectangle> area_asked_about(Fields& fields, const Session& session) {
  const Size field = session.machine().field.size();
  if (fields.has("expression")) {
    const std::string text = fields.text("expression");
    if (fields.wrong()) return fields.failure();
    const auto place = parse_place(text, session.symbols(), field);
    if (!place) return refuse_plain(place.error());
    return place->area;
  }
  const Point cell{fields.number("x"), fields.number("y")};
  if (fields.wrong()) return fields.failure();
  if (field.contains(cell)) return Rectangle{cell, {1, 1}};
  return refuse(Failure::Id::wrong_argument,
                fmt::format("the cell ({}, {}) lies outside the field of {}x{}", cell.x, cell.y,
                            field.width, field.height));
}

Json cell_json(Point cell) {
  return {{"x", cell.x}, {"y", cell.y}};
}

Json write_json(const Write& write, Debuggee& debuggee, const ClientTraits& traits) {
  Json body{{"found", true}, {"tick", write.tick}, {"cell", cell_json(write.at)}};
  body["after"] = write.now;
  if (write.edit) {
    body["edit"] = true;
    return body;
  }
  const EditorPlace place = debuggee.text().place_of(write.by);
  body["before"] = write.before;
  body["by"] = cell_json(write.by);
  body["by"]["line"] = line_for(place.line, traits);
  body["by"]["column"] = column_for(place.column, traits);
  body["by"]["instruction"] = "p (put)";
  return body;
}

Outcome<Answered> who_wrote(Server& server, const Json& arguments) {
  const auto found = server.debuggee();
  if (!found) return tl::unexpected(found.error());
  Debuggee& debuggee = **found;
  Session& session = debuggee.session();
  Fields fields(arguments);
  const std::uint64_t tick = fields.count_or("tick", session.machine().tick);
  const auto area = area_asked_about(fields, session);
  if (!area) return tl::unexpected(area.error());
  Result<std::optional<Write>> write;
  const bool done =
      server.work(Server::Job::looks, "looking for the last write", [&](Monitor& monitor) {
        Excursion excursion(session.history());
        if (auto there = excursion.go_to(tick, &monitor); !there) {
          write = tl::unexpected(there.error());
        } else {
          write = last_write(session, *area, &monitor);
        }
      });
  if (!done) return refuse_cancelled();
  if (!write) return refuse_plain(write.error());
  if (*write) return Answered{write_json(**write, debuggee, server.traits())};
  return Answered{{{"found", false},
                   {"cell", cell_json(area->corner)},
                   {"reason", "nothing has written it; it is as it was loaded"}}};
}

}  // namespace

std::span<const RequestKind> time_requests() {
  static constexpr std::array table{
      RequestKind{"fungescope/seek", When::stopped, seek},
      RequestKind{"fungescope/timeline", When::stopped, timeline},
      RequestKind{"fungescope/whoWrote", When::stopped, who_wrote},
  };
  return table;
}

}  // namespace fungescope::dap
