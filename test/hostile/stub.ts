import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** Listens until the test ends; `listener` gets each connection. Resolves with the address. */
export async function listen(listener: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => listener(socket.on("error", () => {})));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Answers each connection with the status that its first bytes ask for, and ends it. */
export function answering(statusOf: (bytes: string) => number): Promise<string> {
  return listen((socket) => {
    socket.once("data", (bytes) => {
      socket.end(`HTTP/1.1 ${statusOf(bytes.toString("latin1"))} x\r\n\r\nbody`);
    });
  });
}
