import type { FastifyRequest } from "fastify";

/** Headers that say who asks and from where, and how. */
const passedHeaders = [
  ...["authorization", "host", "origin", "sec-fetch-site", "user-agent"],
  ...["x-forwarded-for", "x-forwarded-proto"],
] as const;

/** A request to the API beside its path and query: GET without a body. */
export interface ApiRequest {
  readonly method?: "POST";
  /** Headers in place of those of the client's request. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: object;
}

/** Asks the API in this process, as the client that has sent the request. Answers as `inject`. */
export function injectApi(
  { server, headers, socket }: FastifyRequest,
  url: string,
  { headers: own, ...more }: ApiRequest = {},
) {
  const passed = passedHeaders.flatMap((name) => {
    const value = headers[name];
    return typeof value === "string" ? [[name, value]] : [];
  });
  return server.inject({
    ...{ url, ...more },
    headers: { host: "localhost", ...Object.fromEntries(passed), ...own },
    ...(socket.remoteAddress !== undefined && { remoteAddress: socket.remoteAddress }),
  });
}

/** Asks the API in this process, as the client that has sent the request, by GET. */
export async function askApi(request: FastifyRequest, path: string, query: URLSearchParams) {
  const { statusCode: status, body } = await injectApi(request, `${path}?${query}`);
  return { status, body: JSON.parse(body) };
}
