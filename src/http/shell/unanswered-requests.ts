import type { RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Limits the requests of each connection that wait for their answer. One more, and the connection
 * is destroyed, with everything that was read of it.
 *
 * A client may send requests without waiting for answers. Node reads and starts them all, thousands
 * from 64 KiB, until the first answers fill the connection.
 */
export function limitUnanswered(server: Server, unansweredMax: number): void {
  const unanswered = new WeakMap<Socket, number>();
  function forget(this: ServerResponse) {
    const { socket } = this.req;
    unanswered.set(socket, (unanswered.get(socket) ?? 0) - 1);
  }
  // Each of these requests may listen for the end of its connection.
  server.on("connection", (socket: Socket) => socket.setMaxListeners(0));
  const listeners = server.listeners("request") as RequestListener[];
  server.removeAllListeners("request");
  server.on("request", (request, answer) => {
    const { socket } = request;
    // Node hands over the rest of what it has read, also after the end of the connection.
    if (socket.destroyed) return;
    const count = (unanswered.get(socket) ?? 0) + 1;
    if (count > unansweredMax) {
      socket.destroy();
      return;
    }
    unanswered.set(socket, count);
    answer.on("close", forget);
    for (const listener of listeners) listener(request, answer);
  });
}
