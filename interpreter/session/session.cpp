#include "session/session.h"

#include "base/escape.h"
#include "lang/text_cursor.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

Result<void> declare(const Region& region, Size field, Annotations& annotations) {
  if (!fits_into(region.area, field)) {
    return fail({},
                fmt::format("the region {} does not lie inside the field of {}x{}",
                            single_quoted(region.name), field.width, field.height),
                "change its place or size");
  }
  std::vector<Region>& regions = annotations.regions;
  const Region* old = annotations.find_region(region.name);
  if (old == nullptr) {
    regions.push_back(region);
  } else {
    regions[static_cast<std::size_t>(old - regions.data())] = region;
  }
  return {};
}

Result<Program> load_with_regions(std::string_view source, const LoadOptions& options,
                                  const std::vector<Region>& regions) {
  Result<Program> program = load(source, options);
  if (!program) return program;
  for (const Region& region : regions) {
    if (auto declared = declare(region, program->playfield.size(), program->annotations);
        !declared) {
      return tl::unexpected(declared.error());
    }
  }
  return program;
}

PhaseMap phases_of(const Annotations& annotations, const Playfield& field) {
  if (annotations.phases.empty()) return PhaseMap(titled_blocks(field));
  std::vector<PhaseBlock> blocks;
  for (const PhaseAnnotation& phase : annotations.phases) blocks.push_back(phase.block);
  return PhaseMap(blocks);
}

// Moves the annotations and warnings out of `program`, whose field is `field`.
Source source_of(std::string text, Program& program, std::shared_ptr<const Playfield> field) {
  Symbols symbols(program.annotations);
  PhaseMap phases = phases_of(program.annotations, *field);
  return {std::move(text),
          std::move(program.annotations),
          std::move(program.warnings),
          std::move(symbols),
          std::move(field),
          std::move(phases)};
}

Machine machine_of(Playfield field, const SessionOptions& options) {
  return Machine(std::move(field),
                 {options.load.dialect, options.seed, options.effective_max_stack()});
}

}  // namespace

const Source& SourceList::add(Source source) {
  sources_.push_back(std::make_unique<const Source>(std::move(source)));
  return *sources_.back();
}

const Source& SourceList::of(const Playfield& field) const {
  // Newest first: most lookups are for the present source.
  const auto found = std::find_if(sources_.rbegin(), sources_.rend(), [&field](const auto& source) {
    return source->field->source() == field.source();
  });
  assert(found != sources_.rend());
  return **found;
}

Result<std::unique_ptr<Session>> Session::open(std::string source, InputLog input,
                                               SessionOptions options) {
  Result<Program> program = load_with_regions(source, options.load, options.regions);
  if (!program) return tl::unexpected(program.error());
  // A copy of the source bytes only, which are shared; the values belong to the machine.
  auto pristine = std::make_shared<const Playfield>(program->playfield.pristine());
  Source first = source_of(std::move(source), *program, std::move(pristine));
  History history(machine_of(std::move(program->playfield), options), std::move(input),
                  options.history);
  auto* const session = new Session(std::move(first), std::move(history), std::move(options));
  return std::unique_ptr<Session>(session);
}

Session::Session(Source first, History history, SessionOptions options)
    : options_(std::move(options)),
      sources_(std::move(first)),
      breakpoints_source_(sources_.all().front().get()),
      history_(std::move(history)),
      previous_(history_.snapshot()) {
  for (Breakpoint& breakpoint : source_breakpoints(source().annotations))
    breakpoints_.add(std::move(breakpoint));
}

BreakpointList& Session::breakpoints() {
  const Source& present = source();
  if (breakpoints_source_ != &present) {
    breakpoints_source_ = &present;
    for (Breakpoint& breakpoint : breakpoints_.all())
      reparse(breakpoint, present.symbols, present.field->size());
  }
  return breakpoints_;
}

Result<void> Session::declare_region(const Region& region) {
  // Adds a source with the same bytes, so that references to the old symbols stay valid.
  Source renamed = source();
  const Size field = renamed.field->size();
  if (auto declared = declare(region, field, renamed.annotations); !declared) return declared;
  renamed.symbols = Symbols(renamed.annotations);
  sources_.add(std::move(renamed));
  // A recording declares its regions for the first source.
  if (!fits_into(region.area, sources_.all().front()->field->size())) return {};
  std::erase_if(options_.regions,
                [&](const Region& old) { return equal_ignoring_case(old.name, region.name); });
  options_.regions.push_back(region);
  return {};
}

Result<Session::Reload> Session::reload(std::string source, std::vector<Region> regions) {
  Result<Program> program = load_with_regions(source, options_.load, regions);
  if (!program) return tl::unexpected(program.error());
  const Playfield& old = machine().field;
  const auto fresh = std::make_shared<const Playfield>(std::move(program->playfield));
  Reload report{0, 0, 0, old.size(), fresh->size(), program->warnings, {}};
  for (std::int64_t y = 0; y < old.size().height; ++y) {
    for (std::int64_t x = 0; x < old.size().width; ++x) {
      const std::size_t index = old.index_of({x, y});
      const bool same = fresh->contains({x, y}) &&
                        fresh->source()[fresh->index_of({x, y})] == old.source()[index];
      if (!same) ++report.cells_changed;
      if (old.changed(index)) ++(same ? report.values_kept : report.values_lost);
    }
  }
  if (auto edited = history_.edit(SetSource{fresh}); !edited) {
    return tl::unexpected(edited.error());
  }
  sources_.add(source_of(std::move(source), *program, fresh));
  options_.regions = std::move(regions);
  mark_previous();
  for (const Breakpoint& breakpoint : breakpoints().all()) {
    if (!breakpoint.problem.empty()) report.unresolved_breakpoints.push_back(breakpoint);
  }
  return report;
}

}  // namespace fungescope
