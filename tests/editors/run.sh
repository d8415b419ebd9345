# `./x test editors`: sessions of editors with the debug adapter. Read by ./x.
# shellcheck shell=sh disable=SC2154

run_suite() {
  [ $# -eq 0 ] || die "usage: ./x test editors"
  need build editors
  fetch_editors_kit & fetching=$!
  build_program
  wait "$fetching"
  say "sessions of editors with fungescope dap"
  results=$(mktemp)
  FUNGESCOPE=$home/build/fungescope NODE_PATH=$home/build/editors-kit/node_modules \
    node --test --test-reporter=tap "$home"/tests/editors/*.test.js | tee "$results"
  # A run that ended before its summary has failed.
  awk '
    /^# (pass|fail|cancelled|skipped) / { count[$2] = $3 }
    END {
      failed = count["fail"] + count["cancelled"] + !("pass" in count)
      skipped = count["skipped"] ? ", " count["skipped"] " skipped" : ""
      print count["pass"] + 0 " passed, " failed " failed" skipped
      exit failed > 0
    }' "$results" || status=$?
  rm -f "$results"
  return "${status:-0}"
}

# VS Code looks for its packages in a folder of its own.
fetch_editors_kit() {
  fetch_kit tests/editors editors-kit
  ln -sfn ../../.. "$home/build/editors-kit/node_modules/code-server/lib/vscode/node_modules"
}
