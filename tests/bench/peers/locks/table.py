"""Reads lines of "work library locks_per_s p50 p99 overlaps lost_updates" and prints the medians as a table in Markdown."""

import collections
import statistics
import sys

WORKS = {
    "own": "64 clients, a lock for each",
    "one": "64 clients, one lock, held for 100 us",
    "alone": "1 client",
    "masters": "64 clients, 5 masters, a lock for each",
}
figures = collections.defaultdict(list)
for line in sys.stdin:
    work, library, *rest = line.split()
    figures[work, library].append(None if rest == ["missing"] else [float("nan") if x == "None" else float(x) for x in rest])

print("| work | library | locks a second | times the lab's | acquire p50 | p99 | two holders at once | lost updates |")
print("|---|---|---|---|---|---|---|---|")
for (work, library), runs in figures.items():
    if None in runs:
        print(f"| {WORKS[work]} | {library} | missing | | | | | |")
        continue
    rate, p50, p99 = (statistics.median(run[i] for run in runs) for i in range(3))
    overlaps, lost = (int(sum(run[i] for run in runs)) for i in (3, 4))
    lab = figures[work, "locklab"]
    times = f"{rate / statistics.median(run[0] for run in lab):.2f}" if None not in lab else ""
    print(f"| {WORKS[work]} | {library} | {rate:,.0f} | {times} | {p50:,.0f} us | {p99:,.0f} us | {overlaps} | {lost} |")
