// Parses any text as annotations, encodings and options. Results are formatted in the standard form
// and must be parsed back to the same.
#include "lang/annotations.h"
#include "lang/loader.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz_check.h"
#include <fmt/format.h>

using namespace fungescope;

namespace {

AnnotationScan scan(std::string_view text) {
  return scan_annotations(LineReader(text, LineEndings::any), "fuzz");
}

std::string written(const Region& region, std::string_view name) {
  const auto& [corner, size] = region.area;
  return fmt::format("#$region[{},{}]({}x{}):{} = {}", corner.x, corner.y, size.width, size.height,
                     to_string(region.encoding), name);
}

void check_region(const Region& region) {
  FUZZ_CHECK(!region.name.empty());
  FUZZ_CHECK(region.area.corner.x >= 0 && region.area.corner.y >= 0);
  FUZZ_CHECK(region.area.size.width >= 1 && region.area.size.height >= 1);
  FUZZ_CHECK(parse_encoding(to_string(region.encoding)) == region.encoding);
  const AnnotationScan again = scan(written(region, "r"));
  FUZZ_CHECK(again.warnings.empty());
  FUZZ_CHECK(again.annotations.regions.size() == 1);
  FUZZ_CHECK(again.annotations.regions[0].area == region.area);
  FUZZ_CHECK(again.annotations.regions[0].encoding == region.encoding);
}

void check_watch(const Watch& watch) {
  FUZZ_CHECK(!watch.name.empty());
  for (const std::string& scope : watch.scope) FUZZ_CHECK(!scope.empty());
  // A quote in a name would begin a quoted name when it comes first.
  if (watch.full_name().find('"') != std::string::npos) return;
  const AnnotationScan again = scan(fmt::format("#$watch[{},{}]:{} = {}", watch.at.x, watch.at.y,
                                                to_string(watch.type), watch.full_name()));
  // Two quoted scopes may contain half a `::` each.
  if (watch.full_name().find(":::") != std::string::npos) return;
  FUZZ_CHECK(again.annotations.watches.size() == 1);
  FUZZ_CHECK(again.annotations.watches[0].at == watch.at);
  FUZZ_CHECK(again.annotations.watches[0].type == watch.type);
  FUZZ_CHECK(again.annotations.watches[0].scope == watch.scope);
  FUZZ_CHECK(again.annotations.watches[0].name == watch.name);
}

void check_scan(std::string_view text) {
  const AnnotationScan found = scan(text);
  for (const Watch& watch : found.annotations.watches) check_watch(watch);
  for (const Region& region : found.annotations.regions) {
    check_region(region);
    FUZZ_CHECK(found.annotations.find_region(region.name) == &region);
  }
  for (const Replacement& replacement : found.annotations.replacements) {
    FUZZ_CHECK(!replacement.from.empty());
    FUZZ_CHECK(replacement.from.size() == replacement.to.size());
  }
  FUZZ_CHECK(apply_replacements(text, found.annotations.replacements).size() == text.size());
  for (const Error& warning : found.warnings) {
    FUZZ_CHECK(warning.where.line >= 1 && warning.where.column >= 1);
    FUZZ_CHECK(!warning.advice.empty());
    for (const char c : warning.what) FUZZ_CHECK(static_cast<unsigned char>(c) >= ' ');
  }

  AnnotationScan dropped = found;
  drop_outside(dropped, Size{7, 5});
  const auto count = [](const AnnotationScan& s) {
    return s.annotations.watches.size() + s.annotations.regions.size() +
           s.annotations.breakpoints.size() + s.warnings.size() + s.further_warnings;
  };
  FUZZ_CHECK(count(dropped) == count(found));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_scan(text);
  if (const auto encoding = parse_encoding(text)) {
    FUZZ_CHECK(parse_encoding(to_string(*encoding)) == encoding);
  }
  if (const auto region = parse_region_option(text)) check_region(*region);
  if (const auto option = parse_size_option(text)) {
    FUZZ_CHECK(option->source || (option->size.width >= 1 && option->size.height >= 1));
  }
  return 0;
}
