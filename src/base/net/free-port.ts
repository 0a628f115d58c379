import { once } from "node:events";
import { createServer } from "node:net";

/** Returns a port of this address on which nothing listened a moment ago. */
export async function freePort(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string")
    throw new Error("the system assigned no port");
  return address.port;
}
