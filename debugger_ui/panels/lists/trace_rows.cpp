#include "debugger_ui/panels/lists/trace_rows.h"

#include "base/escape.h"
#include "session/expressions/symbols.h"
#include "session/run_control/scoped_seek.h"
#include "session/session.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

class WriteRecorder final : public Observer {
 public:
  explicit WriteRecorder(const Symbols& symbols) : symbols_(symbols) {}
  [[nodiscard]] Interest interest() const override { return Interest::writes; }
  void on_write(Tick /*tick*/, Point /*by*/, Point at, std::int64_t before,
                std::int64_t now) override {
    text = fmt::format("{} {} -> {}", cell_name(symbols_, at), before, now);
  }
  std::string text;

 private:
  const Symbols& symbols_;
};

TraceRow row_at(const Machine& machine) {
  TraceRow row;
  row.instant = machine.tick;
  row.at = machine.ip;
  row.direction = machine.direction;
  row.cell = machine.field.at(machine.ip);
  row.string_mode = machine.string_mode && row.cell != '"';
  row.top = machine.stack.peek();
  row.depth = machine.stack.size();
  return row;
}

std::string status_text(Status status) {
  switch (status) {
    case Status::running:
      return "next";
    case Status::ended:
      return "ended";
    case Status::faulted:
      return "faulted";
  }
  return {};
}

}  // namespace

Result<std::vector<TraceRow>> trace_rows(Session& session, Tick from, Tick to, Monitor* monitor) {
  History& history = session.history();
  from = std::max(from, history.begin());
  to = std::min(to, history.end());
  std::vector<TraceRow> rows;
  if (from > to) return rows;
  ScopedSeek scoped_seek(history);
  TRY(scoped_seek.seek(from, monitor));
  for (Tick instant = from; instant <= to; ++instant) {
    TraceRow row = row_at(history.machine());
    if (instant < history.end()) {
      WriteRecorder store(session.symbols());
      StringOutput output;
      RunHooks hooks;
      hooks.observer = &store;
      hooks.output = &output;
      TRY(scoped_seek.run_to(instant + 1, hooks));
      row.executed = true;
      row.top = history.machine().stack.peek();
      row.depth = history.machine().stack.size();
      row.effect = std::move(store.text);
      if (!output.text.empty()) row.effect = "prints " + single_quoted(output.text);
    }
    if (!row.executed) row.effect = status_text(history.machine().status);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace fungescope::ui
