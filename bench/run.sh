# Part of ../x: `./x bench`.
# shellcheck shell=sh disable=SC2154

# The page, in Chromium, and the tiers in it; see bench/web/bench.js.
run_web_benchmarks() {
  # shellcheck source=debugger_ui/web/build.sh
  . "$home/debugger_ui/web/build.sh"
  need build web browsers
  fetch_kit tests/web web-kit
  build_program
  build_web -DFUNGESCOPE_BENCH=ON
  compile build-web-objects bench
  NODE_PATH=$home/build/web-kit/node_modules exec node "$home/bench/web/bench.js" "$@"
}

run_benchmarks() {
  need build bench
  configure release -DFUNGESCOPE_BENCH=ON
  compile build bench
  case ${1:-} in
    '' | -*)
      for program in "$home"/build/bench/bench_*; do
        if [ -x "$program" ] && [ -f "$program" ]; then "$program" "$@"; fi
      done ;;
    *)
      program=$home/build/bench/bench_$1; shift
      [ -x "$program" ] || die "no benchmark is called ${program##*/bench_}; see bench/"
      exec "$program" "$@" ;;
  esac
}

bench() {
  case ${1:-} in
    web) shift; run_web_benchmarks "$@" ;;
    *) run_benchmarks "$@" ;;
  esac
}
