import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { cleanUp } from "../../helpers/clean-up.ts";

/** A server between Footfall and ClickHouse that can be away, as a dead or a frozen machine is. */
export interface SwitchableProxy {
  /** The URL of the server behind it, by way of the proxy. */
  readonly url: string;
  /** Refuses connections, and ends those that there are. */
  die(): Promise<void>;
  /** Takes connections and requests, and passes nothing on. */
  freeze(): void;
  /** Lets everything through again. */
  revive(): Promise<void>;
}

export async function startProxy(target: string): Promise<SwitchableProxy> {
  const url = new URL(target);
  const port = Number(url.port);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((client) => {
    const upstream = connect(port, url.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on("error", () => {});
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on("data", (bytes) => {
        if (!isFrozen) to.write(bytes);
      });
    }
  });
  const listen = async (own: number) => {
    server.listen(own, "127.0.0.1");
    await once(server, "listening");
  };
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  url.hostname = "127.0.0.1";
  url.port = String(own);
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const close = async () => {
    if (!server.listening) return;
    server.close();
    endAll();
    await once(server, "close");
  };
  cleanUp(close);
  return {
    url: url.href,
    die: close,
    freeze() {
      isFrozen = true;
    },
    async revive() {
      isFrozen = false;
      // What waited in a frozen machine is lost with its connections.
      endAll();
      if (!server.listening) await listen(own);
    },
  };
}
