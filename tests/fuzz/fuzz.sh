# Part of ../../x: `./x fuzz COUNT`.
# shellcheck shell=sh disable=SC2154

# fuzz COUNT: every target on COUNT inputs, or, for a COUNT such as 600s, all of them for that long.
# An input that fails is left in build-sanitize.
fuzz() {
  [ $# -eq 1 ] || die "usage: ./x fuzz COUNT"
  need build sanitize
  configure sanitize
  compile build-sanitize fuzzers
  set -- "$1" "$home"/build-sanitize/tests/fuzz/fuzz_*.seeds
  case $1 in
    *s) limit=-max_total_time=$((${1%s} / ($# - 1) + 1)) ;;
    *) limit=-runs=$1 ;;
  esac
  shift
  cd "$home/build-sanitize" || exit
  for seeds in "$@"; do
    target=${seeds%.seeds}
    name=$(basename "$target")
    mkdir -p "corpus/$name"
    say "$name, $limit"
    quietly "$name failed; its input is in build-sanitize" \
      "$target" "$limit" -seed_inputs=@"$seeds" -timeout=1200 -rss_limit_mb=4096 "corpus/$name"
  done
}
