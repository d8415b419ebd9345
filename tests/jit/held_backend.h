// A back end whose code becomes ready late, as that of one that compiles concurrently.
#pragma once

#include "jit/tier/machine_code.h"
#include "support/test.h"

namespace fungescope::jit::test {

// Decides, at a poll, whether code that was pending until then is ready. Called once for each poll.
using IsReady = std::function<CodeState()>;

class HeldBackend final : public Backend {
 public:
  // `make_gate` makes the decision of each region that is compiled.
  HeldBackend(std::unique_ptr<Backend> inner, std::function<IsReady()> make_gate)
      : inner_(std::move(inner)), make_gate_(std::move(make_gate)), traits_(inner_->traits()) {}

  void set_traits(const BackendTraits& traits) { traits_ = traits; }

  std::unique_ptr<MachineCode> compile(const Graph& graph, const unsigned char* source,
                                       Listing* listing) override {
    auto code = inner_->compile(graph, source, listing);
    if (code == nullptr) return nullptr;
    return std::make_unique<HeldCode>(std::move(code), make_gate_());
  }
  [[nodiscard]] BackendTraits traits() const override { return traits_; }

 private:
  class HeldCode final : public MachineCode {
   public:
    HeldCode(std::unique_ptr<MachineCode> code, IsReady gate)
        : code_(std::move(code)), gate_(std::move(gate)) {}
    [[nodiscard]] CodeState state() override {
      if (state_ == CodeState::pending) state_ = gate_();
      return state_;
    }
    [[nodiscard]] NativeFunction function() const override { return code_->function(); }
    [[nodiscard]] std::size_t size() const override { return code_->size(); }

   private:
    std::unique_ptr<MachineCode> code_;
    IsReady gate_;
    CodeState state_ = CodeState::pending;
  };

  std::unique_ptr<Backend> inner_;
  std::function<IsReady()> make_gate_;
  BackendTraits traits_;
};

}  // namespace fungescope::jit::test
