#include "session/why/value_maker.h"

#include "base/text_table.h"
#include "lang/value_format.h"
#include "session/expressions/symbols.h"
#include "session/run_control/search.h"
#include "session/why/causes.h"
#include "session/why/why_text.h"

#include <utility>

#include <fmt/format.h>

namespace fungescope {

std::string to_text(const ValueMaker& maker, const Session& session) {
  if (!maker.is_known()) return {};
  const Cause& cause = maker.cause;
  const bool is_result = cause.kind == Cause::Kind::operation;
  std::string text = describe_value(maker.root.value) + (is_result ? " = " : ", ");
  if (maker.is_maker()) return text + describe_making(cause, session);
  // The last copy is that by the instruction itself.
  return text + describe(cause, session) + copies_text(maker.root.copies - 1);
}

ValueMakers::ValueMakers(Session& session, Monitor* monitor)
    : scoped_seek_(session.history()),
      provenance_(session, {.max_ticks = Tick{1} << 18U}, monitor) {}

Result<ValueMaker> ValueMakers::find(Tick tick, std::int64_t value, const Traced<Origin>& origin) {
  ValueMaker maker;
  maker.tick = tick;
  maker.root.value = value;
  auto cut = origin ? std::optional<CutBy>() : origin.error();
  if (origin) {
    const WhyOptions options{.depth = 0};
    CauseGraph graph(provenance_, options);
    maker.root = graph.follow(*origin, value);
    maker.cause = std::move(graph.take()[maker.root.cause]);
    maker.root.cause = 0;
    cut = graph.cut();
  }
  if (cut == CutBy::interrupt) return interrupted_error();
  maker.cut = cut;
  if (const auto step = provenance_.step(tick)) {
    maker.op = step->transfer == Transfer::own_cell ? Op::string_mode : step->op;
  }
  return maker;
}

Result<ValueMaker> ValueMakers::of(const Write& write) {
  return find(write.tick, write.now, Origin{.tick = write.tick});
}

Result<ValueMaker> ValueMakers::of(const Push& push) {
  // The window of that instruction, in which the slot then is.
  if (const auto step = provenance_.step(push.tick); !step) {
    return find(push.tick, push.value, tl::unexpected(step.error()));
  }
  return find(push.tick, push.value, provenance_.of_slot(push.slot, push.tick));
}

Result<LastWriter> who_wrote(Session& session, const Rectangle& area, Monitor* monitor) {
  const auto write = TRY(last_write(session, area, monitor));
  LastWriter writer{write, {}};
  if (!writer.write || writer.write->edit) return writer;
  writer.maker = TRY(ValueMakers(session, monitor).of(*writer.write));
  return writer;
}

std::string to_text(const LastWriter& writer, std::string_view place, const Session& session) {
  if (!writer.write) return fmt::format("{} has not been written\n", place);
  const Write& write = *writer.write;
  std::string text = fmt::format(
      "tick {}, by {}: {}{} to {}\n", with_separators(write.tick),
      write.edit ? "an edit" : to_string(write.by), cell_name(session.symbols(), write.at),
      write.edit ? "" : fmt::format(" from {}", write.before), describe_value(write.now, "  "));
  if (writer.maker && writer.maker->is_known())
    text += "  " + to_text(*writer.maker, session) + '\n';
  return text;
}

}  // namespace fungescope
