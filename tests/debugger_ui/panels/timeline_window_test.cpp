// The mapping of ticks to pixels, and the samples that a timeline requests.
#include "debugger_ui/panels/timeline/timeline_window.h"

#include "debugger_ui/panels/test.h"

namespace {

TimeWindow window_of(Tick begin, Tick end) {
  TimeWindow window;
  window.set_run(begin, end);
  return window;
}

TEST_CASE("not zoomed, a timeline shows the whole run and follows its end") {
  TimeWindow window = window_of(0, 1000);
  CHECK(window.shows_all());
  CHECK(window.from() == 0);
  CHECK(window.to() == 1000);
  window.set_run(0, 5000);
  CHECK(window.to() == 5000);
}

TEST_CASE("zooming keeps the tick under the mouse, and stops following") {
  TimeWindow window = window_of(0, 100'000);
  window.zoom(0.5, 25'000);
  CHECK_FALSE(window.shows_all());
  CHECK(window.span() == doctest::Approx(50'000));
  CHECK((25'000 - window.from()) / window.span() == doctest::Approx(0.25));
  window.set_run(0, 900'000);
  CHECK(window.span() == doctest::Approx(50'000));
}

TEST_CASE("zooming ends at single ticks, and at the whole run") {
  TimeWindow window = window_of(0, 1'000'000'000);
  for (int i = 0; i < 500; ++i) window.zoom(0.8, 123'456'789);
  CHECK(window.span() == doctest::Approx(TimeWindow::min_span));
  CHECK(window.shows(123'456'789));
  for (int i = 0; i < 500; ++i) window.zoom(1.25, 123'456'789);
  CHECK(window.shows_all());
  CHECK(window.from() == 0);
}

TEST_CASE("a run shorter than the closest zoom is shown in full") {
  TimeWindow window = window_of(0, 3);
  window.zoom(0.1, 1);
  CHECK(window.shows_all());
  CHECK(window.to() == 3);
}

TEST_CASE("panning stays within the run") {
  TimeWindow window = window_of(100, 1100);
  window.zoom(0.1, 600);
  window.pan(-1e9);
  CHECK(window.from() == 100);
  CHECK(window.span() == doctest::Approx(100));
  window.pan(1e9);
  CHECK(window.to() == 1100);
}

TEST_CASE("a tick is scrolled into view, with a margin in the direction of movement") {
  TimeWindow window = window_of(0, 10'000);
  window.zoom(0.1, 0);
  window.show(500);
  CHECK(window.from() == 0);  // it was visible already
  window.show(5000);
  CHECK(window.shows(5000));
  CHECK(window.shows(5500));
  window.show(2000);
  CHECK(window.shows(2000));
  CHECK(window.shows(1500));
}

TEST_CASE("positions map to ticks and back") {
  const TimeScale scale{1000, 2000, 50, 500};
  CHECK(scale.x_of(1000) == doctest::Approx(50));
  CHECK(scale.x_of(2000) == doctest::Approx(550));
  CHECK(scale.tick_at(300, 0, 5000) == 1500);
  CHECK(scale.tick_at(-900, 1200, 1800) == 1200);
  CHECK(scale.tick_at(9000, 1200, 1800) == 1800);
}

TEST_CASE("the ruler has round numbers with room for their labels") {
  for (const double span : {15.0, 99.0, 1234.0, 602'877.0, 3e9}) {
    for (const float width : {300.0F, 1000.0F}) {
      const TimeScale scale{7, 7 + span, 0, width};
      float last = -1000;
      Tick step = 0;
      Tick before = 0;
      for (const RulerMark& mark : ruler_marks(scale, 70)) {
        CHECK(mark.tick >= 7);
        if (!mark.labelled) continue;
        const float x = scale.x_of(mark.tick);
        CHECK(x - last >= 69.9F);
        if (last >= 0) step = mark.tick - before;
        last = x;
        before = mark.tick;
      }
      CHECK(last >= 0);
      while (step >= 10 && step % 10 == 0) step /= 10;
      CHECK((step == 0 || step == 1 || step == 2 || step == 5));
    }
  }
}

TEST_CASE("at single ticks the ruler labels each once") {
  const TimeScale scale{100, 112, 0, 1200};
  const auto marks = ruler_marks(scale, 70);
  REQUIRE(marks.size() == 13);
  for (std::size_t i = 0; i < marks.size(); ++i) CHECK(marks[i].tick == 100 + i);
}

TEST_CASE("small moves and resizes request the same samples") {
  TimeWindow window = window_of(0, 1'000'000);
  window.zoom(0.01, 512'345);
  const TimelineViewRequest request = samples_request(window, 1000);
  CHECK(static_cast<double>(request.from) <= window.from());
  CHECK(static_cast<double>(request.to) >= window.to());
  CHECK(request.columns >= 500);
  CHECK(samples_request(window, 1010) == request);
  window.pan(1);
  CHECK(samples_request(window, 1000) == request);
  window.pan(100'000);
  CHECK_FALSE(samples_request(window, 1000) == request);
}

TEST_CASE("a run that grows a little requests the same samples") {
  const TimelineViewRequest request = samples_request(window_of(0, 100'001), 1000);
  CHECK(request.from == 0);
  CHECK(request.to >= 100'001);
  CHECK(samples_request(window_of(0, 100'020), 1000) == request);
  CHECK_FALSE(samples_request(window_of(0, 200'000), 1000) == request);
}

// ---- Columns

TimelineSample sample(Tick tick, std::int64_t value, std::uint32_t changed) {
  TimelineSample made;
  made.tick = tick;
  made.values = {value};
  made.changed = {changed};
  return made;
}

SampleSource source_of(const std::vector<TimelineSample>& samples, Tick end) {
  SampleSource source;
  source.samples = samples;
  source.curves = {0};
  source.end = end;
  source.unset = {' '};
  return source;
}

// Ten columns for a hundred ticks.
TimelineColumns columns_of(const std::vector<TimelineSample>& samples, Tick end,
                           const SampleSource& rougher = {}) {
  TimelineColumns columns;
  build_columns(source_of(samples, end), rougher, {0, 100, 0, 10}, 1, 1, columns);
  return columns;
}

TEST_CASE("a curve holds its value until the next sample, and has a band where they are dense") {
  const TimelineColumns columns =
      columns_of({sample(0, 1, 0), sample(50, 7, 0), sample(51, 3, 0), sample(52, 5, 0)}, 99);
  REQUIRE(columns.curves.size() == 1);
  const CurveColumns& curve = columns.curves[0];
  REQUIRE(curve.columns.size() == 10);
  CHECK(curve.columns[0]->last == 1);
  CHECK(curve.columns[4]->last == 1);
  CHECK(curve.columns[5]->low == 3);
  CHECK(curve.columns[5]->high == 7);
  CHECK(curve.columns[5]->last == 5);
  CHECK(curve.columns[9]->last == 5);
  CHECK(curve.columns[9]->low == 5);
  CHECK(curve.lowest == 1);
  CHECK(curve.highest == 7);
}

TEST_CASE("before it is written, a cell's source character is not a value of its variable") {
  const TimelineColumns columns =
      columns_of({sample(0, ' ', 0), sample(50, 2, 0), sample(70, ' ', 0)}, 100);
  CHECK_FALSE(columns.curves[0].columns[4]);
  CHECK(columns.curves[0].columns[5]);
  CHECK(columns.curves[0].columns[8]);  // written by then
  CHECK(columns.curves[0].highest == ' ');
}

TEST_CASE("a variable that is never written has no curve") {
  const TimelineColumns columns = columns_of({sample(0, ' ', 0), sample(50, ' ', 0)}, 100);
  for (const auto& column : columns.curves[0].columns) CHECK_FALSE(column);
  CHECK(columns.curves[0].highest == 0);
}

TEST_CASE("changes are spread over the columns between two samples") {
  const TimelineColumns columns = columns_of({sample(0, 0, 0), sample(40, 0, 8)}, 40);
  const FlowColumns& flow = columns.regions[0];
  CHECK(flow.amount[0] == 0);
  for (std::size_t i = 1; i <= 4; ++i) CHECK(flow.amount[i] == doctest::Approx(2));
  CHECK(flow.amount[5] < 0);  // not known
}

TEST_CASE("coarse samples are used where the fine ones end") {
  const std::vector<TimelineSample> better{sample(0, 1, 0), sample(45, 2, 0)};
  const std::vector<TimelineSample> rougher{sample(0, 10, 0), sample(80, 20, 0)};
  const TimelineColumns columns = columns_of(better, 45, source_of(rougher, 99));
  const CurveColumns& curve = columns.curves[0];
  CHECK(curve.columns[0]->last == 1);
  CHECK(curve.columns[4]->last == 2);
  CHECK(curve.columns[6]->last == 10);
  CHECK(curve.columns[9]->last == 20);
}

}  // namespace
