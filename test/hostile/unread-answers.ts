import { once } from "node:events";
import { connect } from "node:net";

import { megabytes } from "../../bench/usage.ts";
import type { ProbeClient } from "./probe-client.ts";
import { toWire } from "./wire.ts";

const clients = 600;
/** A connection takes some kilobytes, and a copy of an answer far more. */
const rssBytesMax = 64 * 1024 ** 2;

/** Returns what is wrong about the memory of answers whose clients do not read them. */
export async function unreadAnswers(
  url: string,
  target: string,
  { probe, signal }: { probe: Pick<ProbeClient, "memory">; signal: AbortSignal },
): Promise<string[]> {
  const { hostname, port } = new URL(url);
  const wire = toWire({ method: "GET", target, headers: [["Connection", "keep-alive"]] });
  const before = await probe.memory();
  const sockets = Array.from({ length: clients }, () => connect(Number(port), hostname));
  try {
    await Promise.all(
      sockets.map(async (socket) => {
        socket.on("error", () => {});
        socket.write(wire);
        // The first bytes have come, and the rest stays where it is.
        await once(socket, "readable", { signal });
      }),
    );
    const bytes = (await probe.memory()).rssBytes - before.rssBytes;
    if (bytes <= rssBytesMax) return [];
    return [`${clients} unread answers of ${target} take ${megabytes(bytes)} MB`];
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}
