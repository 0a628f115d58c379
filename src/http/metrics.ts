import type { FastifyPluginAsync } from "fastify";

/** The text format that Prometheus has read since 2014. */
const contentType = "text/plain; version=0.0.4; charset=utf-8";

/** `GET /metrics`: what Footfall says of itself, in Prometheus' format, for who has an API key. */
export const metricRoute: FastifyPluginAsync<{ readMetrics: () => Promise<string> }> = async (
  app,
  { readMetrics },
) => {
  const { verifyBearerAuth } = app;
  if (verifyBearerAuth === undefined) throw new Error("@fastify/bearer-auth did not register");
  app.get("/metrics", { onRequest: verifyBearerAuth }, async (_request, reply) => {
    reply.type(contentType).header("cache-control", "no-store");
    return readMetrics();
  });
};
