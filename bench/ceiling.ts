/**
 * Shows the most that Fastify can do with these requests: the same body schema, an answer of the
 * same bytes, and nothing else. It neither looks at an event nor stores one.
 */
import Fastify from "fastify";

import { TrackedEvent } from "../src/model/event.ts";

const app = Fastify({
  logger: false,
  ajv: { customOptions: { keywords: ["errorMessage"] } },
});
app.addContentTypeParser(
  "text/plain",
  { parseAs: "string" },
  app.getDefaultJsonParser("ignore", "ignore"),
);
app.post("/api/event", { schema: { body: TrackedEvent } }, async (_request, reply) => {
  reply.code(202).type("text/plain; charset=utf-8");
  return "ok";
});
const url = await app.listen({ host: "127.0.0.1", port: 0 });
process.stdout.write(`ceiling listening on ${url}\n`);
