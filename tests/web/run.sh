# `./x test web`: the tests of the tiers as WebAssembly, and of the page in browsers. Read by ./x.
# shellcheck shell=sh disable=SC2154
# shellcheck source=debugger_ui/web/build.sh
. "$home/debugger_ui/web/build.sh"

run_suite() {
  case ${1:-} in
    '') set -- ;;
    --only) [ $# -eq 2 ] || die "usage: ./x test web [--only NAME]"; set -- -R "$2" ;;
    *) die "usage: ./x test web [--only NAME]" ;;
  esac
  need build web browsers
  fetch_kit tests/web web-kit & fetching=$!
  build_program  # makes links
  build_web -DFUNGESCOPE_TESTS=ON
  quietly "the build of the tests failed" compile build-web-objects wasm_tests
  wait "$fetching"
  status=0
  say "tests of the tiers as WebAssembly under Node, and of the page in Chromium and Firefox"
  run_ctest build-web-objects "$@" || status=1
  count_tests build-web-objects
  return "$status"
}
