import { type Agent, request as httpRequest } from "node:http";
import { text } from "node:stream/consumers";

const timeoutMs = 60_000;

/** An answer that arrived in full. */
export interface Answer {
  readonly status: number;
  readonly dropped: boolean;
  readonly body: string;
}

export interface Post {
  readonly agent: Agent;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds after which the sender hangs up. */
  readonly patienceMs?: number | undefined;
}

/** Sends once, and never again by itself. Resolves with `undefined` if no whole answer came. */
export function post({ agent, url, headers, body, patienceMs }: Post): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const options = { method: "POST", agent, headers, timeout: timeoutMs };
    let hasBegun = false;
    const request = httpRequest(url, options, (response) => {
      hasBegun = true;
      const { statusCode = 0, headers: answered } = response;
      text(response).then(
        (whole) => {
          const dropped = answered["x-event-dropped"] !== undefined;
          resolve(response.complete ? { status: statusCode, dropped, body: whole } : undefined);
        },
        () => resolve(undefined),
      );
    });
    const impatience =
      patienceMs === undefined ? undefined : setTimeout(() => request.destroy(), patienceMs);
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve(undefined));
    request.on("close", () => {
      clearTimeout(impatience);
      if (!hasBegun) resolve(undefined);
    });
    request.end(body);
  });
}
