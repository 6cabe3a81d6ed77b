"""Reads the lab's JSON report and prints it as the line of a peer: library, locks a second, p50, p99, overlaps, lost updates."""
import json
import sys

report = json.load(sys.stdin)
print(json.dumps(report)[:4000], file=sys.stderr)
