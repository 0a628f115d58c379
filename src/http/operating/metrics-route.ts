import type { FastifyPluginAsync, FastifySchema } from "fastify";
import { Type } from "typebox";

import type { Websites } from "../../websites/websites.ts";
import { requireKey } from "../access/authentication.ts";
import { requireNeed } from "../access/require-need.ts";

/** The text format that Prometheus has read since 2014. */
const contentType = "text/plain; version=0.0.4; charset=utf-8";

const schema: FastifySchema = {
  operationId: "getMetrics",
  need: "operate",
  summary: "Get Prometheus metrics",
  description:
    "Counts, gauges and a histogram of all processes of this instance. docs/operating.md explains each.",
  tags: ["Server"],
  produces: ["text/plain"],
  response: {
    200: Type.String({
      description: "The metrics in the text format of Prometheus.",
      examples: ["footfall_batches_quarantined_total 0\n"],
    }),
  },
};

/** `GET /metrics`: the server's own metrics, in Prometheus' format, for clients with an API key. */
export const metricRoute: FastifyPluginAsync<{
  readMetrics: () => Promise<string>;
  websites: Websites;
}> = async (app, { readMetrics, websites }) => {
  app.get(
    "/metrics",
    { schema, onRequest: [requireKey(app), requireNeed(websites)] },
    async function sendMetrics(_request, reply) {
      reply.type(contentType);
      return readMetrics();
    },
  );
};
