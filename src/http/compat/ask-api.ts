import type { FastifyRequest } from "fastify";
import { ClientGone } from "../shell/client-signal.ts";
import { Api } from "./api.ts";

/** Headers that say who asks and from where, and how. */
const passedHeaders = [
  "authorization",
  "host",
  "origin",
  "sec-fetch-site",
  "user-agent",
  "x-forwarded-for",
  "x-forwarded-proto",
] as const;

/** A request to the API beside its path and query: GET without a body. */
export interface ApiRequest {
  readonly method?: "POST";
  /** Headers in place of those of the client's request. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: object;
}

/**
 * Asks the API in this process, as the client that has sent the request. Answers as `inject`. When
 * the client closes its connection, the question ends as well, and this throws `ClientGone`.
 */
export async function injectApi(
  { server, headers, socket }: FastifyRequest,
  url: string,
  { headers: own, ...more }: ApiRequest = {},
) {
  const passed = passedHeaders.flatMap((name) => {
    const value = headers[name];
    return typeof value === "string" ? [[name, value]] : [];
  });
  // What listens to a signal listens for ever. So each question has one of its own, and the
  // connection keeps nothing of a question that has its answer.
  const controller = new AbortController();
  const { signal } = controller;
  const close = () => controller.abort();
  socket.once("close", close);
  if (socket.destroyed) close();
  const options = {
    url,
    signal,
    ...more,
    headers: { host: "localhost", ...Object.fromEntries(passed), ...own },
    ...(socket.remoteAddress !== undefined && { remoteAddress: socket.remoteAddress }),
  };
  try {
    return await server.inject(options);
  } catch (error) {
    throw signal.aborted ? new ClientGone("the client closed its connection") : error;
  } finally {
    socket.off("close", close);
  }
}

/** Returns the API in this process, for the client that has sent the request. */
export function apiOf(request: FastifyRequest): Api {
  const { "cache-control": cacheControl } = request.headers;
  const headers = cacheControl === undefined ? {} : { "cache-control": cacheControl };
  return new Api(async (path, query) => {
    const { statusCode, body } = await injectApi(request, `${path}?${query}`, { headers });
    return { status: statusCode, body: JSON.parse(body) };
  });
}
