#include "base/result.h"

#include <fmt/format.h>

namespace fungescope {

std::string to_string(const SourceLocation& where) {
  if (where.line == 0) return where.file;
  if (where.column == 0) return fmt::format("{}:{}", where.file, where.line);
  return fmt::format("{}:{}:{}", where.file, where.line, where.column);
}

std::string to_string(const Error& error) {
  std::string text = to_string(error.where);
  if (!text.empty()) text += ": ";
  text += error.what;
  if (!error.advice.empty()) text += "; " + error.advice;
  return text;
}

}  // namespace fungescope
