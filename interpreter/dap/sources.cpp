#include "dap/sources.h"

#include "dap/protocol/argument_reader.h"
#include "programs/catalogue.h"

namespace fungescope::dap {

NamedSource read_source(ArgumentReader& source, std::int64_t reference) {
  NamedSource named{source.number_or("sourceReference", reference), source.text_or("path", "")};
  const auto programs = built_in_programs();
  const std::int64_t index = named.reference - first_built_in_source;
  if (index >= 0 && index < static_cast<std::int64_t>(programs.size())) {
    named.path = programs[static_cast<std::size_t>(index)].as_file();
  }
  return named;
}

Json source_json(const Debuggee& debuggee) {
  Json json{{"name", debuggee.name()}};
  if (!debuggee.is_built_in()) {
    json["path"] = debuggee.path();
    return json;
  }
  const auto program = find_built_in(debuggee.path());
  if (program) {
    json["sourceReference"] = first_built_in_source + (*program - built_in_programs().data());
  }
  json["origin"] = "built into fungescope";
  return json;
}

Json live_source_json(const Debuggee& debuggee) {
  return {{"name", debuggee.name() + " (live)"},
          {"sourceReference", live_source},
          {"origin", "the playfield as it is now"}};
}

}  // namespace fungescope::dap
