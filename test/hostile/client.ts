import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

import type { HostileRequest } from "./wire.ts";

/** Longer than the server takes to refuse a request that does not end. */
const answerTimeoutMs = 40_000;
/** After this time without a byte, the server will no longer answer broken bytes. */
const quietMs = 300;
const textBytesMax = 16 * 1024;

export interface Answer {
  /** One status for each answer that came; none if the connection just ended. */
  readonly statuses: readonly number[];
  /** Whether the server neither answered nor ended the connection. */
  readonly isMissing: boolean;
  /** The beginning of everything that came. */
  readonly text: string;
}

/** Sends the bytes over a connection of their own, and reads until it ends. */
export async function send(
  url: string,
  { wire, slow, isBroken = false }: HostileRequest,
  signal: AbortSignal,
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  // The server may end the connection during a write. The way it ends does not matter, but the
  // bytes that came before do.
  socket.on("error", () => {});
  const leave = () => socket.destroy();
  signal.addEventListener("abort", leave);
  if (signal.aborted) leave();
  const closed = new Promise((resolve) => socket.once("close", resolve));
  let text = "";
  let lastMs = performance.now();
  socket.on("data", (chunk: Buffer) => {
    lastMs = performance.now();
    if (text.length < textBytesMax) text += chunk.toString("latin1");
  });
  try {
    await write(socket, Buffer.from(wire, "latin1"), { slow, closed });
    lastMs = performance.now();
    const isOver = () => performance.now() - lastMs > (isBroken ? quietMs : answerTimeoutMs);
    const ended = await settles(closed, isOver);
    return { statuses: statusesIn(text), isMissing: !ended && !isBroken, text };
  } finally {
    signal.removeEventListener("abort", leave);
    socket.destroy();
  }
}

/** Returns the statuses of the answers in the text that a server sent. */
export function statusesIn(text: string): number[] {
  return [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
}

async function write(
  socket: Socket,
  bytes: Buffer,
  { slow, closed }: { slow: HostileRequest["slow"]; closed: Promise<unknown> },
): Promise<void> {
  const partBytes = slow === undefined ? bytes.length : Math.ceil(bytes.length / slow.parts);
  for (let at = 0; at < bytes.length; at += partBytes) {
    if (at > 0 && slow !== undefined) await Promise.race([delay(slow.pauseMs), closed]);
    if (socket.destroyed) return;
    if (socket.write(bytes.subarray(at, at + partBytes))) continue;
    await Promise.race([once(socket, "drain").catch(() => {}), closed]);
  }
}

/** Resolves with whether the promise settles before the condition holds. */
async function settles(promise: Promise<unknown>, isOver: () => boolean): Promise<boolean> {
  for (;;) {
    const pause = new AbortController();
    const paused = delay(100, false, { signal: pause.signal }).catch(() => false);
    const ended = await Promise.race([promise.then(() => true), paused]);
    pause.abort();
    if (ended || isOver()) return ended;
  }
}
