#include "session/sources.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace fungescope {

const Source& SourceList::add(Source source) {
  sources_.push_back(std::make_unique<const Source>(std::move(source)));
  return *sources_.back();
}

const Source& SourceList::of(const Playfield& field) const {
  // The newest one is asked for most.
  const auto found = std::find_if(sources_.rbegin(), sources_.rend(), [&field](const auto& source) {
    return source->field->source() == field.source();
  });
  assert(found != sources_.rend());
  return **found;
}

}  // namespace fungescope
