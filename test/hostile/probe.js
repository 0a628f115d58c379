/**
 * `node --import` loads this into the server's process. It measures the time that each turn of the
 * event loop takes, and reports it on a socket in `DATA_DIR`.
 *
 * A timer ticks every 2 ms. The measure is the processor time of the main thread between two ticks,
 * which Linux counts for each thread. So it excludes other programs, and garbage collection and
 * password hashing on other threads. It may be a tick's worth too much, and never counts time in
 * which the thread waits. If the system does not count threads, the measure is the processor time
 * of the whole process. If the loop's active time is less, that is the measure.
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { createInterface } from "node:readline";
import { isMainThread } from "node:worker_threads";

const tickMs = 2;
/** Shorter turns are not reported. */
const reportedMs = 25;
const threadFile = `/proc/self/task/${process.pid}/schedstat`;
const hasThreadTime = existsSync(threadFile);
let last = { activeMs: 0, cpuMs: 0, busyMs: 0 };

if (isMainThread) start();

function start() {
  const path = join(process.env["DATA_DIR"] ?? "", "probe");
  /** @type {Set<import("node:net").Socket>} */
  const listeners = new Set();
  let worstMs = 0;

  watchTurns((busyMs, endMs) => {
    worstMs = Math.max(worstMs, busyMs);
    if (busyMs < reportedMs) return;
    for (const listener of listeners) tell(listener, { busyMs, endMs });
  });

  const server = createServer((socket) => {
    listeners.add(socket);
    socket.on("close", () => listeners.delete(socket));
    const lines = createInterface({ input: socket });
    // The read-line interface passes on the socket's errors.
    lines.on("error", () => {});
    lines.on("line", (question) => {
      if (question === "worst") tell(socket, { worstMs });
      if (question === "worst") worstMs = 0;
      if (question === "memory") tell(socket, memory());
    });
  });
  rmSync(path, { force: true });
  server.listen(path).unref();
}

/** @param {(busyMs: number, endMs: number) => void} report */
function watchTurns(report) {
  let lastMs = busyMs();
  const tick = () => {
    const now = busyMs();
    report(now - lastMs, Date.now());
    lastMs = now;
  };
  setInterval(tick, tickMs).unref();
}

/** Returns the milliseconds that the main thread has worked so far. */
function busyMs() {
  if (hasThreadTime) return Number(readFileSync(threadFile, "latin1").split(" ")[0]) / 1e6;
  const { user, system } = process.cpuUsage();
  const now = {
    activeMs: performance.eventLoopUtilization().active,
    cpuMs: (user + system) / 1000,
  };
  const busyMs = last.busyMs + Math.min(now.activeMs - last.activeMs, now.cpuMs - last.cpuMs);
  last = { ...now, busyMs };
  return busyMs;
}

/** Returns the memory in use after a collection of all garbage. */
function memory() {
  for (let i = 0; i < 3; i += 1) globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heldBytes: heapUsed + external, rssBytes: rss };
}

/**
 * @param {import("node:net").Socket} socket
 * @param {object} what
 */
function tell(socket, what) {
  socket.write(`${JSON.stringify(what)}\n`);
}
