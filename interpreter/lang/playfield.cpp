#include "lang/playfield.h"

#include <cassert>
#include <utility>

namespace fungescope {

Playfield::Playfield() : Playfield(Size{1, 1}, Bytes{' '}) {}

Playfield::Playfield(Size size, Bytes source, bool signed_bytes)
    : Playfield(size, std::make_shared<const Bytes>(std::move(source)), signed_bytes) {
  assert(size.width >= 1 && size.height >= 1);
  assert(source_->size() == static_cast<std::size_t>(size.area()));
  if (!signed_bytes) return;
  for (std::size_t i = 0; i < source_->size(); ++i) {
    if (bytes_[i] > 127) deltas_[i] = -256;
  }
}

Playfield::Playfield(Size size, std::shared_ptr<const Bytes> source, bool signed_bytes)
    : size_(size),
      source_(std::move(source)),
      bytes_(source_->data()),
      signed_bytes_(signed_bytes),
      deltas_(static_cast<std::size_t>(size.area())) {}

Playfield Playfield::pristine() const {
  return {size_, source_, signed_bytes_};
}

bool operator==(const Playfield& a, const Playfield& b) {
  if (a.size_ != b.size_) return false;
  if (a.source_ == b.source_) return a.deltas_ == b.deltas_;
  const auto area = static_cast<std::size_t>(a.size_.area());
  for (std::size_t i = 0; i < area; ++i) {
    if (a.at(i) != b.at(i)) return false;
  }
  return true;
}

}  // namespace fungescope
