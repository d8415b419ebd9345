// Runs the transcripts of the loader, *.txt in `transcripts` (support/transcript.h).
//
//     > SOURCE          what is found in it: annotations and warnings
//     > load SOURCE     its field, its rows without trailing blanks, annotations and warnings
//     > reach SOURCE    its cells: * can be reached, t in string mode only, . cannot
//     > accesses SOURCE the accesses to constant cells
//     > --size TEXT, > --region TEXT     what the option means
//     :dialect (or automatic), :size, :max-cells, :edge-wrap stop     for these
//
// A source has escapes (`unescaped`).
#include "base/escape.h"
#include "lang/analysis/static_analysis.h"
#include "lang/loader.h"
#include "support/test.h"
#include "support/transcript.h"

namespace {

std::string place(const SourceLocation& where) {
  return fmt::format("  {}:{}\n", where.line, where.column);
}

std::string text_of(const Rectangle& area) {
  return fmt::format("{},{} {}x{}", area.corner.x, area.corner.y, area.size.width,
                     area.size.height);
}

std::string text_of(const TypedText& typed) {
  std::string text;
  for (const TypedPart& part : typed) {
    switch (part.kind) {
      case TypedPart::Kind::text:
        text += fmt::format(" '{}'", escape_controls(part.text));
        break;
      case TypedPart::Kind::column:
      case TypedPart::Kind::row:
        text += part.kind == TypedPart::Kind::column ? " column" : " row";
        break;
      case TypedPart::Kind::choice:
        text += part.values ? " value" : "";
        for (const auto& [label, typed_for_it] : part.options) {
          text += fmt::format(" {}={}", label, typed_for_it);
        }
    }
  }
  return text;
}

std::string text_of(const Annotations& found, const std::vector<Error>& warnings) {
  std::string text;
  for (const Watch& watch : found.watches) {
    text += fmt::format("watch {},{} {}", watch.at.x, watch.at.y, to_string(watch.type));
    for (const std::string& scope : watch.scope) text += fmt::format(" '{}' ::", scope);
    text += fmt::format(" '{}'", watch.name) + place(watch.where);
  }
  for (const Region& region : found.regions) {
    text += fmt::format("region {} {} '{}'", text_of(region.area), to_string(region.encoding),
                        region.name) +
            place(region.where);
    if (!region.board) continue;
    text += fmt::format("  board {}", to_string(*region.board)) + place(region.board->where);
    if (!region.board->click.empty()) {
      text += fmt::format("  click{}\n", text_of(region.board->click));
    }
  }
  for (const Button& one : found.buttons) {
    text += fmt::format("button '{}'{}", one.name, text_of(one.typed)) + place(one.where);
  }
  for (const SourceBreakpoint& one : found.breakpoints) {
    text += fmt::format("break {},{}", one.at.x, one.at.y) + place(one.where);
  }
  for (const Replacement& one : found.replacements) {
    text += fmt::format("replace '{}' by '{}'", one.from, one.to) + place(one.where);
  }
  for (const PhaseBlock& one : found.phases) {
    text += fmt::format("phase {} '{}'", text_of(one.area), one.name) + place(one.where);
  }
  for (const Constant& one : found.constants) {
    text += fmt::format("constant {} = {} '{}'", one.code, one.value, one.name) + place(one.where);
  }
  if (found.method)
    text += fmt::format("method '{}'", found.method->text) + place(found.method->where);
  if (found.prompt)
    text += fmt::format("prompt '{}'", found.prompt->text) + place(found.prompt->where);
  for (const Error& warning : warnings) text += to_string(warning) + '\n';
  return text.empty() ? "nothing\n" : text;
}

// The rows up to the last that is not blank; a value without a character as <VALUE>.
std::string rows_of(const Playfield& field) {
  std::string text;
  std::size_t end = 0;
  for (std::int64_t y = 0; y < field.size().height; ++y) {
    std::string row;
    for (std::int64_t x = 0; x < field.size().width; ++x) {
      const std::int64_t value = field.at(Point{x, y});
      row += value >= ' ' && value < 127 ? std::string(1, static_cast<char>(value))
                                         : fmt::format("<{}>", value);
    }
    row.erase(row.find_last_not_of(' ') + 1);
    text += "| " + row + '\n';
    if (!row.empty()) end = text.size();
  }
  text.resize(end);
  return text;
}

std::string reached(const Playfield& field, const Dialect& dialect) {
  const Reachability reachability = compute_reachability(field, dialect);
  std::string picture;
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < reachability.reached.size(); ++i) {
    picture += reachability.text[i] ? 't' : reachability.reached[i] ? '*' : '.';
    count += reachability.reached[i] ? 1 : 0;
    if ((i + 1) % static_cast<std::size_t>(field.size().width) == 0) picture += '\n';
  }
  CHECK(reachability.count == count);
  if (reads_input(field, dialect)) picture += "reads input\n";
  return picture + (uses_seed(field, dialect) ? "uses the seed\n" : "");
}

std::string accesses(const Playfield& field, const Dialect& dialect) {
  std::string text;
  for (const CellAccess& access : constant_accesses(field, dialect)) {
    text += fmt::format("{} {} {}\n", to_string(access.by), access.write ? "writes" : "reads",
                        to_string(access.at));
  }
  return text.empty() ? "nothing\n" : text;
}

class LoaderRunner {
 public:
  std::optional<std::string> operator()(const TranscriptStep& step) {
    if (step.word == "===") {
      options_ = {};
      options_.file = "t";
    } else if (step.word == ":dialect") {
      options_.dialect =
          step.text == "automatic" ? automatic_dialect() : find_dialect(step.text).value();
    } else if (step.word == ":size") {
      options_.size = parse_size_option(step.text).value();
    } else if (step.word == ":edge-wrap") {
      options_.dialect.edge_wrap = OnUndefined::stop;
    } else if (step.word == ":max-cells") {
      options_.max_cells = std::stoll(step.text);
    } else {
      REQUIRE(step.word == ">");
      return run(step.text);
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] std::string run(const std::string& text) const {
    if (text.starts_with("--size ")) return size_option(text.substr(7));
    if (text.starts_with("--region ")) return region_option(text.substr(9));
    const std::size_t space = text.find(' ');
    const std::string verb = text.substr(0, space);
    if (verb != "load" && verb != "reach" && verb != "accesses") {
      const std::string source = unescaped(text);
      const AnnotationScan scan = scan_annotations(LineReader(source, LineEndings::any), "t");
      return text_of(scan.annotations, scan.warnings);
    }
    const auto program = load(unescaped(text.substr(space + 1)), options_);
    if (!program) return to_string(program.error()) + '\n';
    const Playfield& field = program->playfield;
    if (verb == "reach") return reached(field, options_.dialect);
    if (verb == "accesses") return accesses(field, options_.dialect);
    return fmt::format("{}x{}\n", field.size().width, field.size().height) + rows_of(field) +
           (program->notice ? fmt::format("note: {}\n", to_string(*program->notice)) : "") +
           text_of(program->annotations, program->warnings);
  }

  static std::string size_option(const std::string& text) {
    const auto size = parse_size_option(text);
    if (!size) return to_string(size.error()) + '\n';
    return size->source ? "source\n" : fmt::format("{}x{}\n", size->size.width, size->size.height);
  }

  static std::string region_option(const std::string& text) {
    const auto region = parse_region_option(text);
    if (!region) return to_string(region.error()) + '\n';
    Annotations found;
    found.regions.push_back(*region);
    return text_of(found, {});
  }

  LoadOptions options_;
};

}  // namespace

TEST_CASE("transcripts") {
  run_transcripts<LoaderRunner>(FUNGESCOPE_SOURCE "/tests/lang/transcripts", ".txt");
}
