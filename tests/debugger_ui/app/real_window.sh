#!/bin/sh
# Runs the window on a virtual display: starts it without a file, presses F5, and waits for the end of
# the solver, which it checks in a recording of the run.
# usage: real_window.sh FUNGESCOPE-UI
set -eu
program=$1
for tool in Xvfb xvfb-run xdotool; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export XDG_CONFIG_HOME="$folder/config" XDG_STATE_HOME="$folder/state" HOME="$folder"
export LIBGL_ALWAYS_SOFTWARE=1

cat >"$folder/drive.sh" <<'DRIVE'
set -eu
"$1" &
pid=$!
trap 'kill "$pid" 2>/dev/null || true' EXIT
window=$(timeout 30 xdotool search --sync --onlyvisible --name Fungescope | head -n 1)
xdotool windowfocus --sync "$window"
press() { xdotool keydown "$1"; sleep 0.12; xdotool keyup "$1"; sleep 0.2; }
type_line() {
  xdotool key --delay 60 ctrl+p; sleep 0.5
  xdotool type --delay 40 "$1"; sleep 0.3
  press Return
}
press F5
# `save` runs after the playing has ended, as commands run in order.
attempt=0
until [ -s "$folder/run.fungescope" ] && grep -q '"tick"' "$folder/run.fungescope"; do
  attempt=$((attempt + 1)); [ "$attempt" -lt 10 ] || { echo "nothing was saved"; exit 1; }
  sleep 2
  type_line "save $folder/run.fungescope"
  press Escape
done
xdotool key ctrl+q
attempt=0
while kill -0 "$pid" 2>/dev/null; do
  attempt=$((attempt + 1)); [ "$attempt" -lt 50 ] || { echo "it did not quit"; exit 1; }
  sleep 0.2
done
DRIVE
export folder
xvfb-run -a -s "-screen 0 1400x900x24" sh "$folder/drive.sh" "$program"

# Another program verifies that the recorded run is complete.
fungescope=$(dirname "$program")/fungescope
printf '%s\n' 'goto end' 'expect output "164875293\n"' >"$folder/check.repl"
if [ -x "$fungescope" ]; then
  "$fungescope" repl --script "$folder/check.repl" "$folder/run.fungescope"
fi
[ -s "$XDG_CONFIG_HOME/fungescope/window.json" ] || { echo "no settings were kept"; exit 1; }
