import type { FastifyRequest } from "fastify";

/** Asks the API in this process, as the client that has sent the request. */
export async function askApi(
  { server, headers, socket }: FastifyRequest,
  path: string,
  query: URLSearchParams,
) {
  const { authorization = "", host = "localhost" } = headers;
  const { statusCode: status, body } = await server.inject({
    url: `${path}?${query}`,
    headers: { authorization, host },
    ...(socket.remoteAddress !== undefined && { remoteAddress: socket.remoteAddress }),
  });
  return { status, body: JSON.parse(body) };
}
