/**
 * Loaded into the server's process by `node --import`. Measures what one turn of its event loop takes, and says so on a
 * socket in the directory for data.
 *
 * A timer ticks every 2 ms. Between two ticks the loop was busy for no longer than its active time, and for no longer
 * than the processor time that the process used. The smaller of both is what the server itself is to blame
 * for: a machine that is busy with something else makes the first larger, collections of garbage and compressions
 * on other threads the second.
 */
import { rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { createInterface } from "node:readline";
import { isMainThread } from "node:worker_threads";

const tickMs = 2;
/** Shorter turns are nobody's business. */
const reportedMs = 25;

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
  let last = clocks();
  const tick = () => {
    const now = clocks();
    report(Math.min(now.activeMs - last.activeMs, now.cpuMs - last.cpuMs), Date.now());
    last = now;
  };
  setInterval(tick, tickMs).unref();
}

function clocks() {
  const { user, system } = process.cpuUsage();
  return { activeMs: performance.eventLoopUtilization().active, cpuMs: (user + system) / 1000 };
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
