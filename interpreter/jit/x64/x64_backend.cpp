// The back end for x86-64. Only this folder depends on asmjit, which encodes instructions and
// manages executable memory.
//
// Registers are assigned by register_allocation.h: asmjit's Compiler would take several times as
// long, and does not know which values the exits of native code need.
//
// Code is written through one mapping of its memory and executed through another, so no page is
// ever writable and executable.
//
// Layout: the entries, the blocks in reverse post-order, and then the out-of-line calls and the
// exits, so that the hot path is contiguous.
#include "jit/tier/machine_code.h"
#include "jit/x64/x64_emitter.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include <asmjit/x86.h>

namespace fungescope::jit {
namespace {

class X64Code final : public MachineCode {
 public:
  X64Code(asmjit::JitRuntime& runtime, NativeFunction code, std::size_t bytes)
      : runtime_(runtime), function_(code), size_(bytes) {}
  ~X64Code() override { runtime_.release(function_); }
  X64Code(const X64Code&) = delete;
  X64Code& operator=(const X64Code&) = delete;

  [[nodiscard]] NativeFunction function() const override { return function_; }
  [[nodiscard]] std::size_t size() const override { return size_; }

 private:
  asmjit::JitRuntime& runtime_;
  NativeFunction function_;
  std::size_t size_;
};

// Notes instructions that cannot be encoded, and failed allocations.
class Errors final : public asmjit::ErrorHandler {
 public:
  void handleError(asmjit::Error, const char*, asmjit::BaseEmitter*) override { happened = true; }
  bool happened = false;
};

asmjit::JitAllocator::CreateParams dual_mapping() {
  asmjit::JitAllocator::CreateParams params;
  params.options = asmjit::JitAllocatorOptions::kUseDualMapping;
  return params;
}

// Parses the assembler's log, in which the emitter's annotations (`@v12`) precede the code.
Listing read_listing(std::string_view log) {
  Listing listing;
  ListingLine line;
  while (!log.empty()) {
    const std::size_t end = std::min(log.find('\n'), log.size());
    std::string_view text = log.substr(0, end);
    log.remove_prefix(std::min(end + 1, log.size()));
    text.remove_prefix(std::min(text.find_first_not_of("; "), text.size()));
    if (text.empty() || text.starts_with(".section")) continue;
    if (text[0] == '@' && text.size() > 2) {
      line.of = static_cast<ListingLine::Kind>(text[1]);
      std::from_chars(text.data() + 2, text.data() + text.size(), line.id);
    } else {
      line.text = text;
      listing.push_back(line);
    }
  }
  return listing;
}

class X64Backend final : public Backend {
 public:
  std::unique_ptr<MachineCode> compile(const Graph& graph, const unsigned char* source,
                                       Listing* listing) override {
    asmjit::CodeHolder code;
    if (!runtime_) runtime_.emplace(&params_);
    if (code.init(runtime_->environment()) != asmjit::kErrorOk) return nullptr;
    asmjit::StringLogger logger;
    if (listing != nullptr) code.setLogger(&logger);
    asmjit::x86::Assembler assembler(&code);
    Errors errors;
    code.setErrorHandler(&errors);
    X64Emitter(assembler, graph, source, listing != nullptr).emit();
    if (errors.happened) return nullptr;
    if (listing != nullptr) *listing = read_listing({logger.data(), logger.dataSize()});
    NativeFunction function = nullptr;
    if (runtime_->add(&function, &code) != asmjit::kErrorOk) return nullptr;
    return std::make_unique<X64Code>(*runtime_, function, code.codeSize());
  }

 private:
  asmjit::JitAllocator::CreateParams params_ = dual_mapping();
  // Created on the first use: it detects the processor's features, which takes a millisecond under
  // a hypervisor, and a short program never compiles.
  std::optional<asmjit::JitRuntime> runtime_;
};

}  // namespace

std::unique_ptr<Backend> make_backend() {
  return std::make_unique<X64Backend>();
}

std::string_view backend_name() {
  return "x64";
}

}  // namespace fungescope::jit
