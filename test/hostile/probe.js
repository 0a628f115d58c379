/**
 * Loaded into the server's process by `node --import`. Measures what each turn of its event loop takes, and says so on a
 * socket in `DATA_DIR`.
 *
 * A timer ticks every 2 ms. What the main thread did between two ticks is measured as its processor time, which Linux counts
 * for each thread: time that other programs, collections of garbage or hashes of passwords on other threads take does not
 * count. It may be a tick's worth too much, and never counts what the thread waits for. Where the system counts no
 * threads, it is the processor time of the whole process, or the time that the loop was active if that is less.
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { createInterface } from "node:readline";
import { isMainThread } from "node:worker_threads";

const tickMs = 2;
/** Shorter turns are nobody's business. */
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
    // It hands on the socket's.
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

/** Milliseconds that the main thread has worked up to now. */
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

/** What is held after all that can be collected has been. */
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
