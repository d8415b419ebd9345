#!/bin/sh
# Runs the window on a virtual display that is smaller than its usual size: starts it without a file,
# checks that all of it is on the screen, presses F5, and waits for the end of the solver, which it
# checks in a recording of the run. The second window has the size that it is given.
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
window=$(timeout 600 xdotool search --sync --onlyvisible --name Fungescope | head -n 1)
xdotool windowfocus --sync "$window"
eval "$(xdotool getwindowgeometry --shell "$window")"
if [ "$X" -lt 0 ] || [ "$Y" -lt 0 ] || [ $((X + WIDTH)) -gt 1280 ] || [ $((Y + HEIGHT)) -gt 800 ]; then
  echo "the window is not on the screen: $WIDTH x $HEIGHT at $X, $Y"
  exit 1
fi

# wait_for CONDITION: for a minute.
wait_for() {
  polls=0
  until "$1"; do
    polls=$((polls + 1)); [ "$polls" -lt 300 ] || return 1
    sleep 0.2
  done
}
# act_until CONDITION ACTION COMPLAINT: repeats the action each minute, ten times.
act_until() {
  for attempt in 1 2 3 4 5 6 7 8 9 10; do
    "$2"
    if wait_for "$1"; then return; fi
  done
  echo "$3"
  exit 1
}
press() { xdotool keydown "$1"; sleep 0.12; xdotool keyup "$1"; sleep 0.2; }

# `save` runs after the playing has ended, as commands run in order.
save() {
  xdotool key --delay 60 ctrl+p; sleep 0.5
  xdotool type --delay 40 "save $folder/run.fungescope"; sleep 0.3
  press Return
  press Escape
}
saved() { grep -q '"tick"' "$folder/run.fungescope" 2>/dev/null; }
quit() { xdotool key ctrl+q || true; }
gone() { ! kill -0 "$pid" 2>/dev/null; }
press F5
act_until saved save "nothing was saved"
act_until gone quit "it did not quit"
DRIVE
cat >"$folder/size.sh" <<'SIZE'
set -eu
"$1" --window 900x600 &
trap "kill $! 2>/dev/null || true" EXIT
window=$(timeout 600 xdotool search --sync --onlyvisible --name Fungescope | head -n 1)
eval "$(xdotool getwindowgeometry --shell "$window")"
[ "$WIDTH x $HEIGHT" = "900 x 600" ] || { echo "--window 900x600 gave $WIDTH x $HEIGHT"; exit 1; }
SIZE
export folder
for script in drive size; do
  xvfb-run -a -s "-screen 0 1280x800x24" sh "$folder/$script.sh" "$program"
done

# Another program verifies that the recorded run is complete.
fungescope=$(dirname "$program")/fungescope
printf '%s\n' 'goto end' 'expect output "164875293\n"' >"$folder/check.repl"
if [ -x "$fungescope" ]; then
  "$fungescope" repl --script "$folder/check.repl" "$folder/run.fungescope"
fi
[ -s "$XDG_CONFIG_HOME/fungescope/window.json" ] || { echo "no settings were kept"; exit 1; }
