# shellcheck shell=sh
# check WHAT COMMAND…: runs the command, and prints one line; if it fails, also what it printed.
check() {
  check_what=$1; shift
  check_log=$(mktemp)
  check_status=0
  "$@" >"$check_log" 2>&1 || check_status=$?
  if [ "$check_status" = 0 ]; then
    echo "ok $check_what"
  else
    echo "FAILED $check_what"
    sed 's/^/    /' "$check_log"
  fi
  rm -f "$check_log"
  return "$check_status"
}
