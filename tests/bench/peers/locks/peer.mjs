// One load on one lock library of Node: clients that lock, hold and unlock until the time is over. Prints what it measured as
// one JSON object, and writes every entry and exit to a file in the order in which they happened, for the oracle.
//
//   node peer.mjs LIBRARY --ports P,... --clients N --connections N --keys own|one --hold US --seconds S --warm-up S --ttl MS --events FILE
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import Redis from 'ioredis';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ports: { type: 'string' },
    clients: { type: 'string', default: '64' },
    connections: { type: 'string', default: '4' },
    keys: { type: 'string', default: 'own' },
    hold: { type: 'string', default: '0' },
    seconds: { type: 'string', default: '5' },
    'warm-up': { type: 'string', default: '1' },
    ttl: { type: 'string', default: '30000' },
    events: { type: 'string' },
  },
});
const library = positionals[0];
const ports = values.ports.split(',').map(Number);
const clients = Number(values.clients);
const connections = Math.min(Number(values.connections), clients);
const holdMs = Number(values.hold) / 1000;
const ttl = Number(values.ttl);

// One connection of each kind to every server; a client always uses the same ones.
const links = Array.from({ length: connections }, () => ports.map((port) => new Redis(port, '127.0.0.1')));
await Promise.all(links.flat().map((link) => link.ping()));

// Each library at its defaults, but for the lease, and for a patience that outlasts the run.
const patience = 1000 * (Number(values.seconds) + Number(values['warm-up']) + 60);
const makers = {
  'redis-semaphore': async () => {
    const { Mutex, RedlockMutex } = await import('redis-semaphore');
    const options = { lockTimeout: ttl, acquireTimeout: patience };
    return (redis, key) => {
      const lock = ports.length > 1 ? new RedlockMutex(redis, key, options) : new Mutex(redis[0], key, options);
      return { lock: () => lock.acquire(), unlock: () => lock.release() };
    };
  },
  'redlock@4.2.0': async () => {
    const Redlock = createRequire(import.meta.url)('redlock4');
    const made = links.map((redis) => new Redlock(redis, { retryCount: -1 }));
    return (redis, key) => {
      const redlock = made[links.indexOf(redis)];
      let held;
      return {
        lock: async () => (held = await redlock.lock(key, ttl)),
        unlock: () => held.unlock(),
      };
    };
  },
  'redlock@5.0.0-beta.2': async () => {
    const { default: Redlock } = await import('redlock5');
    const made = links.map((redis) => new Redlock(redis, { retryCount: -1 }));
    return (redis, key) => {
      const redlock = made[links.indexOf(redis)];
      let held;
      return {
        lock: async () => (held = await redlock.acquire([key], ttl)),
        unlock: () => held.release(),
      };
    };
  },
};
const make = await makers[library]();

// 16 bytes an event: the client, twice the lock plus one for an entry, and the time in us.
let events = new DataView(new ArrayBuffer(1 << 20));
let size = 0;
function note(client, lock, entered) {
  if (size === events.byteLength) {
    const larger = new Uint8Array(2 * size);
    larger.set(new Uint8Array(events.buffer));
    events = new DataView(larger.buffer);
  }
  events.setUint32(size, client, true);
  events.setUint32(size + 4, 2 * lock + (entered ? 1 : 0), true);
  events.setFloat64(size + 8, performance.now() * 1000, true);
  size += 16;
}

const start = performance.now();
const measureFrom = start + 1000 * Number(values['warm-up']);
const end = measureFrom + 1000 * Number(values.seconds);
const waits = [];
const errors = {};
let locks = 0;

async function client(number) {
  const number_of_lock = values.keys === 'one' ? 0 : number;
  const redis = links[number % connections];
  const lock = make(redis, `locklab:peer:${number_of_lock}`);
  while (performance.now() < end) {
    const asked = performance.now();
    try {
      await lock.lock();
    } catch (error) {
      errors[error.message] = (errors[error.message] ?? 0) + 1;
      continue;
    }
    const entered = performance.now();
    note(number, number_of_lock, true);
    // A timer of Node is 1 ms at least, so a shorter hold is spent in place.
    if (holdMs >= 1) await new Promise((done) => setTimeout(done, holdMs));
    else while (performance.now() < entered + holdMs);
    note(number, number_of_lock, false);
    try {
      await lock.unlock();
    } catch (error) {
      errors[error.message] = (errors[error.message] ?? 0) + 1;
      continue;
    }
    const done = performance.now();
    if (asked >= measureFrom && done <= end) {
      ++locks;
      waits.push(entered - asked);
    }
  }
}

// Those who still wait when the time is over would keep the others' locks from being counted: nobody waits for them.
const all = Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
await Promise.race([all, new Promise((done) => setTimeout(done, end - performance.now() + 500))]);
writeFileSync(values.events, new Uint8Array(events.buffer, 0, size));
waits.sort((a, b) => a - b);
const quantile = (q) => (waits.length ? Math.round(1000 * waits[Math.min(waits.length - 1, Math.floor(q * waits.length))]) : null);
console.log(
  JSON.stringify({
    library,
    locks,
    locks_per_s: locks / Number(values.seconds),
    acquire_p50_us: quantile(0.5),
    acquire_p99_us: quantile(0.99),
    errors,
  }),
);
process.exit(0);
