import type { FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyInstance {
    /** `BASE_URL` without a slash at its end; undefined without one. */
    baseUrl: string | undefined;
    /** The path of `BASE_URL`: "", or one like `/stats`. */
    basePath: string;
  }
}

/** Returns the URL of a path for people: at `BASE_URL`, or else at the host of the request. */
export function outsideUrl(
  { protocol, host, server }: Pick<FastifyRequest, "protocol" | "host" | "server">,
  path: string,
): string {
  return `${server.baseUrl ?? `${protocol}://${host}`}${path}`;
}
