#include "base/result.h"

#include "base/escape.h"

#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>

namespace fungescope {

std::string to_string(const SourceLocation& where) {
  std::string text = escape_controls(where.file);
  if (where.line > 0) text += fmt::format(":{}", where.line);
  if (where.line > 0 && where.column > 0) text += fmt::format(":{}", where.column);
  return text;
}

std::string to_string(const Error& error) {
  std::string text = to_string(error.where);
  if (!text.empty()) text += ": ";
  text += escape_controls(error.what);
  if (!error.advice.empty()) text += "; " + escape_controls(error.advice);
  return text;
}

void abort_absent(const char* what) {
  std::fprintf(stderr, "fungescope: a fault of the program: it read %s; please report it\n", what);
  std::abort();
}

}  // namespace fungescope
