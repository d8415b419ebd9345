// The sources that a run has had, each with the names that are declared in it. After
// a reload, the instants before it still have their old field, and the old names.
#pragma once

#include "base/result.h"
#include "lang/annotations.h"
#include "lang/playfield.h"
#include "session/expressions/symbols.h"

#include <memory>
#include <string>
#include <vector>

namespace fungescope {

struct Source {
  std::string text;
  Annotations annotations;
  std::vector<Error> warnings;
  Symbols symbols;
  // Its bytes, shared with every machine that runs it, tell the source of a machine.
  std::shared_ptr<const Playfield> field;
};

class SourceList {
 public:
  explicit SourceList(Source first) { add(std::move(first)); }

  // What is added stays, and where it is.
  const Source& add(Source source);
  // The source that the field of a machine was made of, which is in the list.
  [[nodiscard]] const Source& of(const Playfield& field) const;
  // Oldest first.
  [[nodiscard]] const std::vector<std::unique_ptr<const Source>>& all() const { return sources_; }

 private:
  std::vector<std::unique_ptr<const Source>> sources_;
};

}  // namespace fungescope
