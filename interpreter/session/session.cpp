#include "session/session.h"

#include "base/escape.h"
#include "lang/text_cursor.h"
#include "session/expressions/expression.h"
#include "session/expressions/symbols.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

tl::unexpected<Error> outside_error(const Region& region, Size field) {
  return fail({},
              fmt::format("the region {} does not lie inside the field of {}x{}",
                          single_quoted(region.name), field.width, field.height),
              "change its place or size");
}

// The names of the source, and the declared regions that lie inside its field. These replace those
// of the same name.
Symbols symbols_of(const Annotations& annotations, const std::vector<Region>& declared,
                   Size field) {
  Annotations all = annotations;
  for (const Region& region : declared) {
    if (!fits_into(region.area, field)) continue;
    if (const Region* const old = all.find_region(region.name)) {
      all.regions[static_cast<std::size_t>(old - all.regions.data())] = region;
    } else {
      all.regions.push_back(region);
    }
  }
  return Symbols(all);
}

// Moves the annotations and warnings out of `program`, whose field is `field`.
Source make_source(std::string text, Program& program, std::shared_ptr<const Playfield> field,
                   const std::vector<Region>& declared) {
  Symbols symbols = symbols_of(program.annotations, declared, field->size());
  PhaseMap phases = phases_of(program.annotations, *field);
  return {std::move(text),  std::move(program.annotations),
          declared,         std::move(program.warnings),
          program.notice,   std::move(symbols),
          std::move(field), std::move(phases)};
}

}  // namespace

const Source& Session::source_of(const Playfield& field) const {
  // Newest first: most lookups are for the present source.
  const auto found = std::find_if(sources_.rbegin(), sources_.rend(), [&field](const auto& source) {
    return source->field->source() == field.source();
  });
  assert(found != sources_.rend());
  return **found;
}

Result<std::unique_ptr<Session>> Session::open(std::string source, InputLog input,
                                               SessionOptions options) {
  auto program = TRY(load(source, options.load));
  options.load.dialect = program.dialect;
  const Size field = program.playfield.size();
  for (const Region& region : options.regions) {
    if (!fits_into(region.area, field)) return outside_error(region, field);
  }
  // A copy of the source bytes only, which are shared; the values belong to the machine.
  auto pristine = std::make_shared<const Playfield>(program.playfield.pristine());
  Source first = make_source(std::move(source), program, std::move(pristine), options.regions);
  const Machine start(std::move(program.playfield),
                      {options.load.dialect, options.seed, options.effective_max_stack()});
  History history(start, std::move(input), options.history);
  auto* const session = new Session(std::move(first), std::move(history), std::move(options));
  return std::unique_ptr<Session>(session);
}

Session::Session(Source first, History history, SessionOptions options)
    : options_(std::move(options)),
      history_(std::move(history)),
      previous_(history_.snapshot_of_cells()) {
  add_source(std::move(first));
  breakpoints_source_ = sources_.front().get();
  notebook_.moved_to({history_.branch(), history_.tick()}, Visit::next, "start");
  for (const SourceBreakpoint& declared : source().annotations.breakpoints) {
    breakpoints_.add({.text = fmt::format("{},{}", declared.at.x, declared.at.y),
                      .area = {declared.at, {1, 1}}});
  }
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

void Session::mark_previous() {
  previous_has_stack_ = machine().stack.size() <= max_compared_stack;
  previous_ = previous_has_stack_ ? history_.snapshot() : history_.snapshot_of_cells();
  previous_watched_.clear();
  for (const std::string& text : watched_) {
    const auto expression = Expression::parse(text, symbols(), machine().field.size());
    if (expression) previous_watched_.emplace(text, expression->evaluate(machine()));
  }
}

std::optional<std::int64_t> Session::previous_value(const std::string& watched) const {
  const auto found = previous_watched_.find(watched);
  return found == previous_watched_.end() ? std::nullopt : std::optional(found->second);
}

Result<void> Session::declare_region(const Region& region) {
  const auto is_same = [&](const Region& other) {
    return equal_ignoring_case(other.name, region.name) && other.area == region.area &&
           other.encoding == region.encoding;
  };
  const std::vector<Region>& declared = source().declared;
  if (std::any_of(declared.begin(), declared.end(), is_same)) return {};
  TRY(check_region_name(region.name, symbols()));
  const Size field = source().field->size();
  if (!fits_into(region.area, field)) return outside_error(region, field);
  change_declared([&](std::vector<Region>& regions) {
    std::erase_if(
        regions, [&](const Region& other) { return equal_ignoring_case(other.name, region.name); });
    regions.push_back(region);
    regions.back().where = {};
  });
  return {};
}

Result<void> Session::rename_region(std::string_view name, const std::string& to) {
  const auto found = TRY(declared_region(name));
  TRY(check_region_name(to, symbols(), symbols().region(name)));
  change_declared([&](std::vector<Region>& regions) {
    for (Region& region : regions) {
      if (equal_ignoring_case(region.name, found.name)) region.name = to;
    }
  });
  return {};
}

Result<Region> Session::delete_region(std::string_view name) {
  auto found = TRY(declared_region(name));
  change_declared([&](std::vector<Region>& regions) {
    std::erase_if(regions, [&](const Region& region) {
      return equal_ignoring_case(region.name, found.name);
    });
  });
  return found;
}

Result<Region> Session::declared_region(std::string_view name) const {
  for (const std::vector<Region>* const regions : {&source().declared, &options_.regions}) {
    for (const Region& region : *regions) {
      if (equal_ignoring_case(region.name, name)) return region;
    }
  }
  const Region* const region = symbols().region(name);
  if (region == nullptr) {
    return fail({}, fmt::format("there is no region {}", single_quoted(name)),
                "region NAME = X,Y,W,H declares one");
  }
  return fail({},
              fmt::format("the source declares the region {}, {}", single_quoted(region->name),
                          origin_of(*region)),
              "change it there");
}

// Changes the declared regions of all sources. Each source is added again, so that references to
// the old symbols stay valid.
void Session::change_declared(const std::function<void(std::vector<Region>&)>& change) {
  change(options_.regions);
  std::vector<const Source*> present;
  for (const auto& one : sources_) {
    std::erase_if(present, [&](const Source* other) {
      return other->field->source() == one->field->source();
    });
    present.push_back(one.get());
  }
  for (const Source* const one : present) {
    Source changed = *one;
    change(changed.declared);
    changed.symbols = symbols_of(changed.annotations, changed.declared, changed.field->size());
    add_source(std::move(changed));
  }
}

Result<Session::Reload> Session::reload(std::string source, std::vector<Region> regions) {
  auto program = TRY(load(source, options_.load));
  const Playfield& old = machine().field;
  const auto fresh = std::make_shared<const Playfield>(std::move(program.playfield));
  Reload report{0, 0, 0, old.size(), fresh->size(), program.warnings, {}};
  for (const Region& region : regions) {
    if (!fits_into(region.area, fresh->size())) {
      report.warnings.push_back(outside_error(region, fresh->size()).value());
    }
  }
  for (std::size_t index = 0; index < static_cast<std::size_t>(old.size().area()); ++index) {
    const Point at = old.size().point_at(index);
    const bool same =
        fresh->contains(at) && fresh->loaded(fresh->index_of(at)) == old.loaded(index);
    if (!same) ++report.cells_changed;
    if (old.changed(index)) ++(same ? report.values_kept : report.values_lost);
  }
  TRY(history_.edit(SetSource{fresh}));
  add_source(make_source(std::move(source), program, fresh, regions));
  options_.regions = std::move(regions);
  mark_previous();
  for (const Breakpoint& breakpoint : breakpoints().all()) {
    if (!breakpoint.problem.empty()) report.unresolved_breakpoints.push_back(breakpoint);
  }
  return report;
}

}  // namespace fungescope
