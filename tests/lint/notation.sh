#!/bin/sh
# notation.sh DIRECTORY: fails where a message, a label or a page names a place in another notation
# than docs/glossary.md says: cells of the playfield are (x, y), elements of a region are grid(x,y),
# cells of a sudoku are r1c1 to r9c9.
set -u
cd "$1" || exit 2
number='(\{\}|-?[0-9]+)'
failed=0

# refuse FORM ADVICE: prints the lines of the sources' texts and of the pages that have it.
refuse() {
  found=$(grep -rnE --include='*.cpp' --include='*.h' --include='*.md' --include='*.js' \
    --include='*.html' --exclude-dir=node_modules "$1" \
    README.md docs programs interpreter debugger_ui editors)
  [ -z "$found" ] && return
  printf '%s\n%s\n' "$found" "notation: $2"
  failed=1
}

refuse "(^|[^]A-Za-z0-9_}>\`])\($number,$number\)" 'write (x, y), with a blank'
refuse "(at|cell|by) $number,$number([^0-9,]|$)" 'write (x, y)'
refuse "[^A-Za-z]R($number)C($number)" 'write r5c3'
refuse 'row \{\},? (and )?column \{\}' 'write r5c3'
exit $failed
