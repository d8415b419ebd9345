#include "jit/wasm/structured_flow.h"

#include "support/test.h"

using namespace fungescope::jit;

namespace {

using Successors = std::vector<std::vector<FlowNode>>;

// Structured code: a node stands for its code and the test of each of its edges.
struct FlowStep {
  enum Kind : std::uint8_t { block, loop, if_edge, end, branch, set_next, node };
  Kind kind = node;
  std::uint32_t value = 0;  // the node, the edge's number, the depth, or the value of `next`
};

class FlowRecorder final : public StructuredEmitter {
 public:
  explicit FlowRecorder(ReducibleFlow flow) : StructuredEmitter(std::move(flow)) {}
  std::vector<FlowStep> record() {
    emit_all();
    return steps_;
  }

 private:
  PartEnd emit_part(FlowNode node, std::size_t number) override {
    const std::vector<FlowEdge>& edges = flow().edges[node];
    if (number == 0) steps_.push_back({FlowStep::node, node});
    if (edges.empty()) return {};
    if (number != 0) {
      leave_if();
      steps_.push_back({FlowStep::end});
    }
    const FlowEdge& edge = edges[number];
    const bool is_last = number + 1 == edges.size();
    if (!is_last) {
      steps_.push_back({FlowStep::if_edge, static_cast<std::uint32_t>(number)});
      enter_if();
    }
    if (edge.next != FlowEdge::keeps_next)
      steps_.push_back({FlowStep::set_next, static_cast<std::uint32_t>(edge.next)});
    return {edge.to, is_last};
  }
  void emit_begin(bool loop) override {
    steps_.push_back({loop ? FlowStep::loop : FlowStep::block});
  }
  void emit_end() override { steps_.push_back({FlowStep::end}); }
  void emit_branch(std::uint32_t depth) override { steps_.push_back({FlowStep::branch, depth}); }

  std::vector<FlowStep> steps_;
};

std::string text_of(const std::vector<FlowStep>& steps) {
  static constexpr std::array names{"block", "loop", "if", "end", "br", "next =", "node"};
  std::string text;
  for (const FlowStep& step : steps) {
    text += text.empty() ? "" : " ";
    const bool has_value =
        step.kind != FlowStep::block && step.kind != FlowStep::loop && step.kind != FlowStep::end;
    text += names[step.kind];
    if (has_value) text += " " + std::to_string(step.value);
  }
  return text;
}

constexpr std::size_t max_trace = 200;

// The nodes that are executed if the n-th node takes the edge that a random number n selects.
std::vector<FlowNode> trace_of(const Successors& successors, FlowNode root, std::uint64_t seed) {
  Random random(seed);
  std::vector<FlowNode> trace;
  for (FlowNode node = root; trace.size() < max_trace;) {
    trace.push_back(node);
    const std::vector<FlowNode>& edges = successors[node];
    if (edges.empty()) break;
    node = edges[static_cast<std::size_t>(random.next() % edges.size())];
  }
  return trace;
}

// The same for structured code, without its dispatchers.
std::vector<FlowNode> trace_of(const std::vector<FlowStep>& steps, const ReducibleFlow& flow,
                               std::uint64_t seed) {
  std::vector<std::size_t> ends(steps.size());
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].kind <= FlowStep::if_edge) open.push_back(i);
    if (steps[i].kind != FlowStep::end) continue;
    REQUIRE(!open.empty());
    ends[open.back()] = i;
    open.pop_back();
  }
  REQUIRE(open.empty());
  Random random(seed);
  std::vector<FlowNode> trace;
  std::size_t edge = 0;
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < steps.size() && trace.size() < max_trace; ++i) {
    const FlowStep& step = steps[i];
    switch (step.kind) {
      case FlowStep::block:
      case FlowStep::loop:
        open.push_back(i);
        break;
      case FlowStep::if_edge:
        if (edge == step.value) {
          open.push_back(i);
        } else {
          i = ends[i];
        }
        break;
      case FlowStep::end:
        open.pop_back();
        break;
      case FlowStep::branch: {
        REQUIRE(step.value < open.size());
        open.resize(open.size() - step.value);
        i = open.back();
        if (steps[i].kind == FlowStep::loop) break;
        open.pop_back();
        i = ends[i];
        break;
      }
      case FlowStep::set_next:
        next = step.value;
        break;
      case FlowStep::node:
        if (flow.is_dispatcher(step.value)) {
          const std::vector<std::int32_t>& selectors = flow.selectors[step.value];
          const auto found =
              std::find(selectors.begin(), selectors.end(), static_cast<std::int32_t>(next));
          REQUIRE(found != selectors.end());
          edge = static_cast<std::size_t>(found - selectors.begin());
          break;
        }
        CHECK(next == 0);
        trace.push_back(step.value);
        if (flow.edges[step.value].empty()) return trace;
        edge = static_cast<std::size_t>(random.next() % flow.edges[step.value].size());
        break;
    }
  }
  return trace;
}

std::vector<FlowStep> structured(const Successors& successors) {
  return FlowRecorder(make_reducible(successors, std::vector<std::uint32_t>(successors.size()), 0))
      .record();
}

}  // namespace

TEST_CASE("a diamond becomes a block that its arms leave") {
  CHECK(text_of(structured({{1, 2}, {3}, {3}, {}})) ==
        "block node 0 if 0 node 1 br 1 end node 2 br 0 end node 3");
}

TEST_CASE("a loop has its label at its header") {
  CHECK(text_of(structured({{1}, {1, 2}, {}})) == "node 0 loop node 1 if 0 br 1 end node 2 end");
}

TEST_CASE("nested loops are nested") {
  CHECK(text_of(structured({{1}, {2}, {2, 3}, {1, 4}, {}})) ==
        "node 0 loop node 1 loop node 2 if 0 br 1 end node 3 if 0 br 2 end node 4 end end");
}

TEST_CASE("an entry into an inner loop leads through the outer header, and not around it") {
  // 0 enters both 1, the outer header, and 2, the inner one.
  const Successors successors{{1, 2}, {2}, {2, 3}, {1, 4}, {}};
  const ReducibleFlow flow = make_reducible(successors, {0, 1, 2, 1, 0}, 0);
  REQUIRE(flow.edges.size() == 6);
  CHECK(flow.is_dispatcher(5));
  CHECK(flow.edges[0][0].to == 5);
  CHECK(flow.edges[0][1].to == 5);
  CHECK(flow.edges[0][1].next == selector_of(2));
  CHECK(flow.edges[2][0].to == 2);  // the inner loop is as tight as before
  CHECK(flow.edges[2][0].next == FlowEdge::keeps_next);
  CHECK(flow.edges[3][0].to == 5);
  CHECK(flow.edges[5][0].to == 1);
  CHECK(flow.edges[5][1].to == 2);
  CHECK(flow.edges[5][1].next == 0);
}

TEST_CASE("the header of a loop is its entry of the lowest rank") {
  const Successors successors{{1, 2}, {2}, {1}};
  CHECK(make_reducible(successors, {0, 5, 4}, 0).edges[3][0].to == 2);
  CHECK(make_reducible(successors, {0, 4, 5}, 0).edges[3][0].to == 1);
}

TEST_CASE("long chains of nodes are emitted without recursion") {
  // Each node also leads to the last one, so all are nested in its block.
  constexpr FlowNode length = 8'000;
  Successors successors(length);
  for (FlowNode node = 0; node + 1 < length; ++node) successors[node] = {length - 1, node + 1};
  const std::vector<FlowStep> steps = structured(successors);
  CHECK(std::count_if(steps.begin(), steps.end(),
                      [](const FlowStep& step) { return step.kind == FlowStep::node; }) == length);
}

TEST_CASE("structured code visits the same nodes as the graph") {
  Random random(7);
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    const auto size = static_cast<std::size_t>(2 + random.next() % (seed % 10 == 0 ? 40 : 9));
    Successors successors(size);
    std::vector<std::uint32_t> rank(size);
    for (std::size_t node = 0; node < size; ++node) {
      rank[node] = static_cast<std::uint32_t>(random.next() % 3);
      const std::uint64_t edges = random.next() % 8 == 0 ? 0 : 1 + random.next() % 3;
      // Not to the root, which has no predecessors.
      for (std::uint64_t i = 0; i < edges; ++i)
        successors[node].push_back(static_cast<FlowNode>(1 + random.next() % (size - 1)));
    }
    CAPTURE(seed);
    const ReducibleFlow flow = make_reducible(successors, rank, 0);
    const std::vector<FlowStep> steps = FlowRecorder(flow).record();
    for (std::uint64_t run = 0; run < 3; ++run)
      CHECK((trace_of(steps, flow, run) == trace_of(successors, 0, run)));
  }
}
