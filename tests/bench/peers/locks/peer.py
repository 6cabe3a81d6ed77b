"""The same load as peer.mjs, on the Lock of redis-py (its asyncio form), with a connection for each client as that library
wants it. Prints one JSON object, and writes every entry and exit to a file in the order in which they happened.
"""

import argparse
import asyncio
import collections
import json
import struct
import time

import redis.asyncio

parser = argparse.ArgumentParser()
parser.add_argument("library")
parser.add_argument("--ports")
parser.add_argument("--clients", type=int, default=64)
parser.add_argument("--connections", type=int)
parser.add_argument("--keys", default="own")
parser.add_argument("--hold", type=float, default=0)
parser.add_argument("--seconds", type=float, default=5)
parser.add_argument("--warm-up", type=float, default=1)
parser.add_argument("--ttl", type=int, default=30000)
parser.add_argument("--events")
options = parser.parse_args()


def now() -> float:
    return time.perf_counter()


async def main() -> None:
    port = int(options.ports.split(",")[0])
    events = bytearray()
    waits = []
    errors = collections.Counter()
    measure_from = now() + options.warm_up
    end = measure_from + options.seconds

    async def client(number: int) -> None:
        key = 0 if options.keys == "one" else number
        link = redis.asyncio.Redis(port=port)
        while now() < end:
            lock = link.lock(f"locklab:peer:{key}", timeout=options.ttl / 1000)
            asked = now()
            try:
                await lock.acquire()
                entered = now()
                events.extend(struct.pack("<IId", number, 2 * key + 1, entered * 1e6))
                if options.hold >= 1000:
                    await asyncio.sleep(options.hold / 1e6)
                else:
                    while now() < entered + options.hold / 1e6:
                        pass
                events.extend(struct.pack("<IId", number, 2 * key, now() * 1e6))
                await lock.release()
            except redis.exceptions.RedisError as error:
                errors[str(error)] += 1
                continue
            if asked >= measure_from and now() <= end:
                waits.append(entered - asked)

    tasks = [asyncio.create_task(client(number)) for number in range(options.clients)]
    await asyncio.wait(tasks, timeout=end - now() + 0.5)
    for task in tasks:
        task.cancel()
    with open(options.events, "wb") as file:
        file.write(events)
    waits.sort()

    def quantile(q: float):
        return round(1e6 * waits[min(len(waits) - 1, int(q * len(waits)))]) if waits else None

    print(
        json.dumps(
            {
                "library": options.library,
                "locks": len(waits),
                "locks_per_s": len(waits) / options.seconds,
                "acquire_p50_us": quantile(0.5),
                "acquire_p99_us": quantile(0.99),
                "errors": errors,
            }
        )
    )


asyncio.run(main())
