import type { FastifyInstance } from "fastify";

import { preflight } from "./event-operations.ts";

const preflightCachedS = 86_400;

/** Headers of every answer to a page of another origin. */
export const crossOriginHeaders = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "x-event-dropped",
};

/**
 * Lets pages of any origin send to `path`, with these headers. They can read all answers that pass
 * through the framework's reply, refusals included.
 */
export function allowCrossOrigin(
  app: FastifyInstance,
  path: string,
  { operationId, requestHeaders }: { operationId: string; requestHeaders: string },
): void {
  app.addHook("onSend", (_request, reply, _payload, done) => {
    reply.headers(crossOriginHeaders);
    done();
  });
  app.options(path, { schema: { ...preflight, operationId } }, (_request, reply) =>
    reply
      .code(204)
      .header("access-control-allow-methods", "POST, OPTIONS")
      .header("access-control-allow-headers", requestHeaders)
      .header("access-control-max-age", String(preflightCachedS))
      .send(),
  );
}
