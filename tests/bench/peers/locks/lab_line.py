"""Reads the report of `locklab stress --format json` and prints it as a peer's line: library, locks a second, p50 and p99 of
acquire, overlaps, lost updates.
"""

import json
import sys

report = json.load(sys.stdin)
acquire = report["latency"]["acquire"]
safety = report["safety"]
print(
    "locklab",
    round(report["locks_per_s"]),
    acquire["p50_us"],
    acquire["p99_us"],
    safety["overlap"]["times"],
    safety["lost_update"]["times"],
)
