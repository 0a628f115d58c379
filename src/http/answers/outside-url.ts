import type { FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyInstance {
    /** `BASE_URL`; undefined without one. */
    baseUrl: string | undefined;
  }
}

/** Returns the URL of a path for people: at `BASE_URL`, or else at the host of the request. */
export function outsideUrl(request: FastifyRequest, path: string): string {
  const { protocol, host, server } = request;
  const { baseUrl = `${protocol}://${host}` } = server;
  return `${baseUrl.replace(/\/$/, "")}${path}`;
}
