import type { FastifyRequest } from "fastify";

import { Problem } from "../../../base/errors.ts";
import { ClientGone } from "../../shell/client-signal.ts";
import type { Refusal } from "../refusals.ts";

/** Headers that say who asks and from where, and how. */
const passedHeaders = [
  "authorization",
  "cache-control",
  "host",
  "origin",
  "sec-fetch-site",
  "user-agent",
  "x-forwarded-for",
  "x-forwarded-proto",
] as const;

/**
 * Asks the API as the client that has sent the request, by GET. Resolves with the body of the
 * answer. Rejects with the `Problem` that the API answers with.
 */
export type AskApi = (path: string, query?: URLSearchParams) => Promise<Body>;

interface Body {
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape, which the API describes
  readonly data: any;
  readonly meta?: { readonly total?: number };
}

/**
 * Returns the API in this process. The description of the API says what a tool takes and answers,
 * so a tool asks the route that it describes, as any client does. When the client closes its
 * connection, the question ends as well, and this throws `ClientGone`.
 */
export function apiOf({ server, headers, socket }: FastifyRequest): AskApi {
  const passed = passedHeaders.flatMap((name) => {
    const value = headers[name];
    return typeof value === "string" ? [[name, value]] : [];
  });
  return async (path, query = new URLSearchParams()) => {
    // What listens to a signal listens for ever. So each question has one of its own, and the
    // connection keeps nothing of a question that has its answer.
    const controller = new AbortController();
    const { signal } = controller;
    const close = () => controller.abort();
    socket.once("close", close);
    if (socket.destroyed) close();
    try {
      const answer = await server.inject({
        url: `${path}?${query}`,
        signal,
        headers: { host: "localhost", ...Object.fromEntries(passed) },
        ...(socket.remoteAddress !== undefined && { remoteAddress: socket.remoteAddress }),
      });
      const body = JSON.parse(answer.body);
      if (answer.statusCode < 400) return body;
      const { code, message, errors: fields } = body as Refusal;
      throw new Problem(code, { message, ...(fields && { fields }) });
    } catch (error) {
      throw signal.aborted ? new ClientGone("the client closed its connection") : error;
    } finally {
      socket.off("close", close);
    }
  };
}
