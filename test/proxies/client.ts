import type { IncomingHttpHeaders } from "node:http";
import { request as send } from "node:https";
import { text } from "node:stream/consumers";

import { apiKey, chrome } from "../helpers/footfall.ts";

/** The visitor's own address. It is not that of the proxy, 127.0.0.1. */
export const visitorAddress = "127.0.0.2";

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

interface AskOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: object | undefined;
}

/** Asks a host behind a proxy at a port for a path, from an address of its own. */
export type Ask = (path: string, options?: AskOptions) => Promise<Answer>;

/**
 * Returns a function that sends requests to a host of the proxy at a port. Each claims to come from
 * another address, and to ask for another host.
 */
export function asking(port: number, host: string): Ask {
  let requests = 0;
  return async (path, { headers = {}, body } = {}) => {
    requests += 1;
    const sent = send({
      host: "127.0.0.1",
      port,
      localAddress: visitorAddress,
      path,
      agent: false,
      servername: host,
      rejectUnauthorized: false,
      method: body === undefined ? "GET" : "POST",
      headers: {
        host,
        "user-agent": chrome,
        "x-forwarded-for": `198.51.100.${requests % 250}`,
        "x-forwarded-host": "evil.example",
        "x-forwarded-proto": "http",
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
    });
    const answered = new Promise<Answer>((resolve, reject) => {
      sent.on("error", reject).on("response", (response) => {
        const { statusCode = 0, headers: received } = response;
        text(response).then(
          (content) => resolve({ status: statusCode, headers: received, text: content }),
          reject,
        );
      });
    });
    sent.end(body && JSON.stringify(body));
    return answered;
  };
}

/** The header that signs a program in. */
export const authorization = { authorization: `Bearer ${apiKey}` };
