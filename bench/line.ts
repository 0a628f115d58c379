import { once } from "node:events";
import { connect, type Socket } from "node:net";

import { type Answer, completeAnswer } from "./answer.ts";

/** A keep-alive connection, one request at a time. */
export interface Line {
  /** Sends the next request. Its latency counts from `dueAt`. */
  send(dueAt: number): void;
  close(): void;
}

/** Called with each complete answer. */
export type Answered = (line: Line, latencyMs: number, answer: Answer) => void;

interface LineOptions {
  readonly nextRequest: () => Buffer;
  readonly failed: (error: Error) => void;
  readonly answered: Answered;
}

/** Opens that many connections to the host of the URL. */
export async function connectAll(url: string, count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: count }, () => connect(Number(port), hostname));
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  return sockets;
}

/**
 * Returns a line that speaks HTTP/1.1 over a plain socket, with requests made beforehand.
 * Otherwise, on two cores, the generator's own work would be a good part of the measure.
 */
export function openLine(socket: Socket, { nextRequest, failed, answered }: LineOptions): Line {
  let dueAt = 0;
  let received = "";
  let closed = false;
  const line: Line = {
    send(at) {
      dueAt = at;
      socket.write(nextRequest());
    },
    close() {
      closed = true;
      socket.destroy();
    },
  };
  socket.setNoDelay(true);
  socket.on("data", (chunk: Buffer) => {
    received += chunk.toString("latin1");
    const answer = completeAnswer(received);
    if (answer === undefined) return;
    received = "";
    answered(line, performance.now() - dueAt, answer);
  });
  socket.on("error", failed);
  socket.on("close", () => {
    if (!closed) failed(new Error("the server closed a connection under load"));
  });
  return line;
}
