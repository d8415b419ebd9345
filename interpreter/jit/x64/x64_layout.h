// Where things are that native code reaches. For the emitter only.
#pragma once

#include "jit/tier/native_context.h"

#include <cstdint>

namespace fungescope::jit {

inline constexpr unsigned cell_bits = 3;  // a delta has 2^3 bytes, and so has a place of the stack

// Of a field of the context, in bytes.
template <class Field>
std::int32_t offset_of(Field NativeContext::*field) {
  static const NativeContext context{};
  const auto* start = reinterpret_cast<const char*>(&context);
  return static_cast<std::int32_t>(reinterpret_cast<const char*>(&(context.*field)) - start);
}
// Of a field within a field.
template <class Outer, class Inner>
std::int32_t offset_of(Outer NativeContext::*outer, Inner Outer::*inner) {
  static const Outer whole{};
  const auto* start = reinterpret_cast<const char*>(&whole);
  const auto* place = reinterpret_cast<const char*>(&(whole.*inner));
  return offset_of(outer) + static_cast<std::int32_t>(place - start);
}

}  // namespace fungescope::jit
