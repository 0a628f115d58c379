import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { cleanUp } from "./clean-up.ts";

/** A request as it arrived. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly json: any;
}

/** A real HTTP server that webhooks call, stopped when the test ends. */
export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Answers to requests, one each. The others are answered with 200. */
  readonly answers: ((answer: ServerResponse) => void)[];
}

/** Returns an answer with this status. */
export function status(code: number, headers: Readonly<Record<string, string>> = {}) {
  return (answer: ServerResponse) => void answer.writeHead(code, headers).end("so it is");
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const answers: Receiver["answers"] = [];
  const server = createServer((request, answer) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      const { url: path = "", headers } = request;
      received.push({
        path,
        headers,
        body,
        get json() {
          return JSON.parse(body);
        },
      });
      (answers.shift() ?? status(200))(answer);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanUp(async () => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received, answers };
}
