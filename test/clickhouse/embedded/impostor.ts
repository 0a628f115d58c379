import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { cleanUp } from "../../helpers/clean-up.ts";

/** A server that answers like ClickHouse and remembers what clients sent. */
export interface Impostor {
  readonly port: number;
  readonly received: readonly { readonly url: string; readonly headers: IncomingHttpHeaders }[];
}

export async function startImpostor(): Promise<Impostor> {
  const received: { url: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer(({ url = "", headers }, reply) => {
    received.push({ url, headers });
    reply.end('{"answer":1}\n');
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanUp(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, received };
}
