#include "base/escape.h"
#include "base/json.h"
#include "base/text_table.h"
#include "cli/inspect_command.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace fungescope {
namespace {

using Align = TextTable::Align;

struct Count {
  const Instruction* instruction = nullptr;
  std::uint64_t cells = 0;
};

// Returns the instructions that occur, the most frequent first.
std::vector<Count> ranking(const Histogram& histogram) {
  std::vector<Count> counts;
  for (std::size_t i = 0; i < histogram.size(); ++i) {
    if (histogram[i] > 0) counts.push_back({&instructions[i], histogram[i]});
  }
  std::stable_sort(counts.begin(), counts.end(),
                   [](const Count& a, const Count& b) { return a.cells > b.cells; });
  return counts;
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  return fmt::format("{:.1f} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string place(Point at) {
  return fmt::format("{},{}", at.x, at.y);
}

// Returns "line 3", or the option that declared it.
std::string origin(const SourceLocation& where) {
  return where.line == 0 ? where.file : fmt::format("line {}", where.line);
}

std::string section(std::string_view title, const TextTable& table) {
  return fmt::format("\n{}\n{}", title, table.to_string());
}

std::string overview(const InspectReport& report) {
  const Size size = report.opened.program.playfield.size();
  const auto cells = static_cast<std::uint64_t>(size.area());
  TextTable table({Align::left, Align::left});
  table.add_row({"dialect", std::string(report.opened.dialect.name)});
  table.add_row({"source", with_separators(report.opened.source_bytes) + " bytes"});
  table.add_row(
      {"field", fmt::format("{}x{}, {} cells", size.width, size.height, with_separators(cells))});
  table.add_row({"reachable", fmt::format("{} cells, {}", with_separators(report.reachable),
                                          percent(report.reachable, cells))});
  if (const auto& method = report.opened.program.annotations.method) {
    table.add_row({"method", escape_controls(method->name)});
  }
  return table.to_string();
}

std::string regions(const std::vector<Region>& regions) {
  TextTable table({Align::left, Align::right, Align::right, Align::left, Align::left});
  for (const Region& region : regions) {
    const auto& [corner, size] = region.area;
    table.add_row({region.name, place(corner), fmt::format("{}x{}", size.width, size.height),
                   to_string(region.encoding), origin(region.where)});
  }
  return section("regions", table);
}

// Those of the regions that are drawn as boards.
std::string boards(const std::vector<Region>& regions) {
  TextTable table({Align::left, Align::left, Align::left});
  bool any = false;
  for (const Region& region : regions) {
    if (!region.board) continue;
    any = true;
    table.add_row({region.name, to_string(*region.board), origin(region.board->where)});
  }
  return any ? section("boards", table) : "";
}

std::string watches(const std::vector<Watch>& watches) {
  TextTable table({Align::left, Align::right, Align::left, Align::left});
  for (const Watch& watch : watches) {
    table.add_row({watch.full_name(), place(watch.at), std::string(to_string(watch.type)),
                   origin(watch.where)});
  }
  return section("watches", table);
}

std::string breakpoints(const std::vector<SourceBreakpoint>& breakpoints) {
  TextTable table({Align::right, Align::left});
  for (const SourceBreakpoint& breakpoint : breakpoints) {
    table.add_row({place(breakpoint.at), origin(breakpoint.where)});
  }
  return section("breakpoints", table);
}

std::string replacements(const std::vector<Replacement>& replacements) {
  TextTable table({Align::left, Align::left, Align::left, Align::left});
  for (const Replacement& replacement : replacements) {
    table.add_row({replacement.from, "->", replacement.to, origin(replacement.where)});
  }
  return section("replacements", table);
}

std::string warnings(const std::vector<Error>& warnings) {
  std::string text = "\nwarnings\n";
  for (const Error& warning : warnings) text += fmt::format("  {}\n", to_string(warning));
  return text;
}

std::string instruction_counts(const InspectReport& report) {
  const auto cells = static_cast<std::uint64_t>(report.opened.program.playfield.size().area());
  TextTable table({Align::left, Align::right, Align::right, Align::left, Align::left});
  for (const auto& [instruction, count] : ranking(report.histogram)) {
    const bool known = instruction->op != Op::unknown;
    table.add_row({known ? fmt::format("'{}'", instruction->glyph) : "", with_separators(count),
                   percent(count, cells), std::string(instruction->name),
                   std::string(instruction->summary)});
  }
  return section("cells by instruction", table);
}

Json to_json_value(const Region& region) {
  const auto& [corner, size] = region.area;
  Json json{
      {"name", region.name},      {"x", corner.x},         {"y", corner.y},
      {"width", size.width},      {"height", size.height}, {"encoding", to_string(region.encoding)},
      {"line", region.where.line}};
  if (region.board) {
    json["board"] = {{"style", to_string(*region.board)}, {"line", region.board->where.line}};
  }
  return json;
}

Json to_json_value(const Watch& watch) {
  return {{"name", watch.name}, {"scope", watch.scope},          {"x", watch.at.x},
          {"y", watch.at.y},    {"type", to_string(watch.type)}, {"line", watch.where.line}};
}

Json to_json_value(const SourceBreakpoint& breakpoint) {
  return {{"x", breakpoint.at.x}, {"y", breakpoint.at.y}, {"line", breakpoint.where.line}};
}

Json to_json_value(const Replacement& replacement) {
  return {{"from", replacement.from}, {"to", replacement.to}, {"line", replacement.where.line}};
}

Json to_json_value(const Error& warning) {
  return {{"line", warning.where.line},
          {"column", warning.where.column},
          {"what", warning.what},
          {"advice", warning.advice}};
}

// Null if the source declares no method.
Json method_of(const Annotations& annotations) {
  return annotations.method ? Json(annotations.method->name) : Json();
}

template <class T>
Json to_json_array(const std::vector<T>& items) {
  Json array = Json::array();
  for (const T& item : items) array.push_back(to_json_value(item));
  return array;
}

}  // namespace

InspectReport make_inspect_report(std::string file, OpenedProgram opened) {
  InspectReport report{std::move(file), std::move(opened), {}, 0};
  const Playfield& field = report.opened.program.playfield;
  report.histogram = histogram(field, report.opened.dialect);
  report.reachable = compute_reachability(field, report.opened.dialect).count;
  return report;
}

std::string to_text(const InspectReport& report) {
  const Program& program = report.opened.program;
  const Annotations& found = program.annotations;
  std::string text = escape_controls(report.file) + '\n' + overview(report);
  if (!program.warnings.empty()) text += warnings(program.warnings);
  if (!found.regions.empty()) text += regions(found.regions);
  text += boards(found.regions);
  if (!found.watches.empty()) text += watches(found.watches);
  if (!found.breakpoints.empty()) text += breakpoints(found.breakpoints);
  if (!found.replacements.empty()) text += replacements(found.replacements);
  return text + instruction_counts(report);
}

std::string to_json(const InspectReport& report) {
  const Program& program = report.opened.program;
  const Size size = program.playfield.size();
  Json counts = Json::array();
  for (const auto& [instruction, count] : ranking(report.histogram)) {
    const bool known = instruction->op != Op::unknown;
    counts.push_back({{"name", instruction->name},
                      {"glyph", known ? std::string(1, instruction->glyph) : ""},
                      {"cells", count}});
  }
  const Json json{{"file", report.file},
                  {"dialect", report.opened.dialect.name},
                  {"bytes", report.opened.source_bytes},
                  {"width", size.width},
                  {"height", size.height},
                  {"cells", size.area()},
                  {"reachable", report.reachable},
                  {"warnings", to_json_array(program.warnings)},
                  {"regions", to_json_array(program.annotations.regions)},
                  {"watches", to_json_array(program.annotations.watches)},
                  {"breakpoints", to_json_array(program.annotations.breakpoints)},
                  {"replacements", to_json_array(program.annotations.replacements)},
                  {"method", method_of(program.annotations)},
                  {"instructions", std::move(counts)}};
  return json_text(json, 2) + '\n';
}

}  // namespace fungescope
