import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { cleanUp } from "../helpers/clean-up.ts";
import { dropDatabase } from "../helpers/databases.ts";

/** A way to a ClickHouse server that a test can cut, for the one Footfall that goes this way. */
export interface StoreGate {
  /** The `CLICKHOUSE_URL` of the database behind the gate. */
  readonly url: string;
  /** Number of statements so far that read changes of websites. */
  websiteReads(): number;
  /** Ends all connections, and refuses new ones. */
  close(): void;
  open(): void;
}

/** Starts a gate before the database at this URL. The gate ends when the test does. */
export async function startStoreGate(url: string): Promise<StoreGate> {
  const { hostname, port } = new URL(url);
  const clients = new Set<Socket>();
  let isOpen = true;
  let reads = 0;
  const gate = createServer((client) => {
    client.on("error", () => {});
    if (!isOpen) return void client.destroy();
    const server = connect({ port: Number(port), host: hostname });
    clients.add(client);
    client.on("close", () => {
      clients.delete(client);
      server.destroy();
    });
    client.on("data", (chunk) => {
      if (/FROM\s+websites\s+WHERE\s+change/.test(chunk.toString("latin1"))) reads += 1;
    });
    server.on("error", () => {});
    server.on("close", () => client.destroy());
    client.pipe(server).pipe(client);
  });
  gate.listen(0, "127.0.0.1");
  await once(gate, "listening");
  const close = () => {
    isOpen = false;
    for (const client of clients) client.destroy();
  };
  cleanUp(async () => {
    close();
    gate.close();
  });
  const gated = new URL(url);
  gated.hostname = "127.0.0.1";
  gated.port = String((gate.address() as AddressInfo).port);
  return {
    url: gated.href,
    websiteReads: () => reads,
    close,
    open: () => {
      isOpen = true;
    },
  };
}

/** Returns the `CLICKHOUSE_URL` of a database that is dropped when the test ends. */
export function databaseFor(serverUrl: string, name: string): string {
  cleanUp(() => dropDatabase(serverUrl, name));
  return `${serverUrl}/${name}`;
}
