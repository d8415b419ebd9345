// Breakpoints: what they are written as, where they hold, and the traps that find them. Errors are
// in `transcripts`.
#include "session/run_control/breakpoint.h"

#include "session/names.h"

namespace {

constexpr Size breakpoints_field{12, 6};

const Symbols& breakpoints_symbols() {
  static const Symbols all = symbols_in(
      "#$watch[1,0]:int = hits\n"
      "#$watch[2,0]:int = Solve::tick\n"
      "#$region[4,1](3x2):ascii = grid\n"
      "#$region[7,1](3x2):ascii = input\n");
  return all;
}

Breakpoint breakpoint_of(std::string_view text) {
  const Result<Breakpoint> found = parse_breakpoint(text, breakpoints_symbols(), breakpoints_field);
  if (!found) FAIL(std::string(text) << ": " << to_string(found.error()));
  return *found;
}

Machine machine_at(Point ip, Direction direction, std::string_view program = "") {
  Machine machine(program_from_text(program, breakpoints_field));
  machine.ip = ip;
  machine.direction = direction;
  return machine;
}

TrapEvent event_of(unsigned kinds) {
  TrapEvent event{.kinds = static_cast<std::uint8_t>(kinds)};
  return event;
}

TrapEvent access(unsigned kinds, Point at, std::int64_t before, std::int64_t now) {
  TrapEvent event = event_of(kinds);
  event.at = at;
  event.before = before;
  event.now = now;
  return event;
}

Machine with_depth(std::size_t depth) {
  Machine machine = machine_at({0, 0}, Direction::east);
  for (std::size_t i = 0; i < depth; ++i) machine.stack.push(7);
  return machine;
}

}  // namespace

TEST_CASE("breakpoints before cells, at ticks, on data, output, input, depth and modified code") {
  const Breakpoint plain = breakpoint_of(" 10,3 ");
  CHECK(plain.kind == BreakpointKind::cell);
  CHECK(plain.area == Rectangle{{10, 3}, {1, 1}});
  CHECK_FALSE(plain.direction);
  CHECK(plain.text == "10,3");
  CHECK(plain.enabled);
  CHECK(plain.every == 1);
  CHECK(breakpoint_of("10,3 west").direction == Direction::west);
  CHECK(breakpoint_of("grid(1,1) North").direction == Direction::north);
  CHECK(breakpoint_of("grid").area == Rectangle{{4, 1}, {3, 2}});
  CHECK(breakpoint_of("tick 5000").kind == BreakpointKind::tick);
  CHECK(breakpoint_of("tick 5*1000").tick == 5000);
  CHECK(breakpoint_of("read grid(2,1)").access == DataAccess::read);
  CHECK(breakpoint_of("write grid(2,1)").access == DataAccess::write);
  const Breakpoint change = breakpoint_of("change grid");
  CHECK(change.kind == BreakpointKind::data);
  CHECK(change.access == DataAccess::change);
  CHECK(change.area == Rectangle{{4, 1}, {3, 2}});
  const Breakpoint becomes = breakpoint_of("grid(2,1) becomes '7'");
  CHECK(becomes.access == DataAccess::becomes);
  CHECK(becomes.value->constant() == '7');
  CHECK(becomes.text == "grid(2,1) becomes '7'");
  CHECK(breakpoint_of(R"(output "no\nsolution")").output == "no\nsolution");
  CHECK(breakpoint_of("input").kind == BreakpointKind::input);
  const Breakpoint deeper = breakpoint_of("depth > 100");
  CHECK(deeper.deeper);
  CHECK(deeper.depth == 100);
  CHECK_FALSE(breakpoint_of("depth < 1").deeper);
  CHECK(breakpoint_of("modified").kind == BreakpointKind::modified_code);
}

TEST_CASE("keywords take precedence over names, unless a name character follows") {
  CHECK(breakpoint_of("input").kind == BreakpointKind::input);
  CHECK(breakpoint_of("input(2,1)").area.corner == Point{9, 2});
  CHECK(breakpoint_of("::hits").area.corner == Point{1, 0});
  CHECK(breakpoint_of("hits hits 3").every == 3);
  CHECK(breakpoint_of("Solve::tick becomes 3").area.corner == Point{2, 0});
  CHECK(breakpoint_of("tick becomes 3").area.corner == Point{2, 0});
  CHECK(breakpoint_of("write tick").area.corner == Point{2, 0});
}

TEST_CASE("a breakpoint on a region hits in each of its cells") {
  const Machine machine = machine_at({5, 2}, Direction::west);
  CHECK(is_hit(breakpoint_of("grid"), machine, event_of(TrapEvent::execute)));
  const TrapEvent change = access(TrapEvent::write, {5, 2}, 3, 2);
  CHECK(is_hit(breakpoint_of("write grid"), machine, change));
  CHECK(is_hit(breakpoint_of("change grid"), machine, change));
  CHECK(is_hit(breakpoint_of("grid becomes depth"), with_depth(2), change));
  CHECK_FALSE(is_hit(breakpoint_of("write grid(0,0)"), machine, change));
  CHECK(is_hit(breakpoint_of("read grid(1,1)"), machine, access(TrapEvent::read, {5, 2}, 3, 3)));
}

TEST_CASE("conditions read the machine and the event") {
  const Machine machine = machine_at({0, 0}, Direction::east);
  const TrapEvent event = access(TrapEvent::write, {5, 2}, 3, 4);
  CHECK(is_hit(breakpoint_of("write grid if new == old + 1"), machine, event));
  CHECK_FALSE(is_hit(breakpoint_of("write grid if new == old"), machine, event));
  CHECK_FALSE(is_hit(breakpoint_of("write grid if x/0"), machine, event));
}

TEST_CASE("an input breakpoint hits before the reading instruction") {
  const TrapEvent event = event_of(TrapEvent::operation);
  CHECK(is_hit(breakpoint_of("input"), machine_at({0, 0}, Direction::east, "~&/"), event));
  CHECK(is_hit(breakpoint_of("input"), machine_at({1, 0}, Direction::east, "~&/"), event));
  Machine divides = machine_at({2, 0}, Direction::east, "~&/");
  CHECK_FALSE(is_hit(breakpoint_of("input"), divides, event));
  divides.dialect = *find_dialect("befunexec");
  divides.dialect.division_by_zero = DivisionByZero::ask;
  CHECK(is_hit(breakpoint_of("input"), divides, event));
  divides.stack.push(1);
  CHECK_FALSE(is_hit(breakpoint_of("input"), divides, event));
  Machine text = machine_at({0, 0}, Direction::east, "~&/");
  text.string_mode = true;
  CHECK_FALSE(is_hit(breakpoint_of("input"), text, event));
}

TEST_CASE("traps are set for the enabled breakpoints") {
  std::vector<Breakpoint> breakpoints{breakpoint_of("1,0"),         breakpoint_of("read 2,0"),
                                      breakpoint_of("change grid"), breakpoint_of("depth > 5"),
                                      breakpoint_of("depth > 9"),   breakpoint_of("depth < 3"),
                                      breakpoint_of("depth < 2"),   breakpoint_of("9,0")};
  breakpoints.back().enabled = false;
  Traps traps(breakpoints_field);
  traps.set_on_modified_code();
  set_traps(breakpoints, Dialect{}, traps);
  CHECK(traps.has(1, Access::execute));
  CHECK(traps.has(2, Access::read));
  CHECK_FALSE(traps.has(2, Access::write));
  CHECK(traps.has(2 * 12 + 6, Access::write));
  CHECK_FALSE(traps.has(9, Access::execute));
  CHECK(traps.cells().size() == 8);
  CHECK(breakpoint_depths(breakpoints) == std::vector<std::size_t>{2, 3, 6, 10});
  CHECK_FALSE(traps.on_modified_code());
  CHECK_FALSE(traps.has_before(Op::input_character));
}

TEST_CASE("traps are set for operations and modified code") {
  Traps traps(breakpoints_field);
  set_traps({breakpoint_of("input"), breakpoint_of("modified"), breakpoint_of("tick 3"),
             breakpoint_of("output \"x\"")},
            Dialect{}, traps);
  CHECK(traps.on_modified_code());
  CHECK(traps.has_before(Op::input_character));
  CHECK(traps.has_before(Op::input_number));
  CHECK_FALSE(traps.has_before(Op::divide));
  CHECK(traps.cells().empty());
  CHECK(traps.ceiling() == std::numeric_limits<std::size_t>::max());
  CHECK(traps.floor() == 0);
  set_traps({breakpoint_of("input")}, Dialect{.division_by_zero = DivisionByZero::ask}, traps);
  CHECK(traps.has_before(Op::divide));
}

TEST_CASE("a log message has values in place of its expressions") {
  const Machine machine = with_depth(3);
  const TrapEvent event = access(TrapEvent::write, {5, 2}, 3, 4);
  const auto logged = [&](const std::string& log) {
    return format_log_message(log, machine, event, breakpoints_symbols());
  };
  CHECK(logged("plain") == "plain");
  CHECK(logged("{old} -> {new}, {depth*2}") == "3 -> 4, 6");
  CHECK(logged("{{{depth}}} }") == "{3} }");
  CHECK(logged("{'}'}") == "125");
  CHECK(logged("{gone}") == "{gone}");
}
