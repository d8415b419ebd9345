#!/usr/bin/env python3
"""Solves a file of sudokus, one a line, on the workers of a Dask cluster.

    solve_with_dask.py --scheduler-file cluster.json puzzles.txt > rows.csv

Writes a row of csv for each line, in the order of the lines. A part whose worker dies, or whose
`solve` fails, is run again on another worker, so each line has exactly one row. Memory does not
grow with the file: only some parts for each thread of the cluster are on their way.
"""
import argparse
import collections
import itertools
import subprocess
import sys

from distributed import Client

PARTS_PER_THREAD = 4


def solve_part(program, part):
    """Returns the rows of a part. Runs on a worker."""
    command = [program, "solve", "--lines", "--exit-zero", "--no-header", "--format", "csv"]
    run = subprocess.run(command + ["--jobs", "1"], input=part, capture_output=True)
    rows = run.stdout
    if run.returncode != 0 or rows.count(b"\n") != len(part.splitlines()):
        raise RuntimeError(f"{program} ended with {run.returncode}: {run.stderr[-500:].decode()}")
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("puzzles", type=argparse.FileType("rb"), help="a file, or - for the input")
    cluster = parser.add_mutually_exclusive_group(required=True)
    cluster.add_argument("--scheduler", help="its address, such as tcp://10.0.0.1:8786")
    cluster.add_argument("--scheduler-file", help="the file that it was started with")
    parser.add_argument("--lines", type=int, default=5000, help="in a part; default: 5000")
    parser.add_argument("--program", default="fungescope", help="where the workers have it")
    options = parser.parse_args()

    waiting = collections.deque()
    with Client(options.scheduler, scheduler_file=options.scheduler_file) as client:
        while True:
            part = b"".join(itertools.islice(options.puzzles, options.lines))
            if part:
                # Not `pure`: equal parts are solved, and written, as often as they occur.
                waiting.append(
                    client.submit(solve_part, options.program, part, retries=3, pure=False)
                )
            elif not waiting:
                break
            threads = sum(client.nthreads().values())
            if not part or len(waiting) > PARTS_PER_THREAD * max(1, threads):
                sys.stdout.buffer.write(waiting.popleft().result())
    sys.stdout.flush()


if __name__ == "__main__":
    main()
