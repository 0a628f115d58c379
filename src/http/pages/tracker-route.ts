import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import type { FastifyPluginAsync, FastifySchema, RouteHandlerMethod } from "fastify";
import { Type } from "typebox";

import { StartRefused } from "../../base/errors.ts";
import { packageFile } from "../../base/package-file.ts";
import { prefersGzip } from "../answers/compression.ts";
import {
  hasAnswer,
  IfNoneMatch,
  NotModified,
  sendNotModified,
  Tagged,
  weakTag,
} from "../answers/entity-tag.ts";
import { noKey } from "../openapi/api-document.ts";

/** The script that the build makes. The path is right from src and from dist alike. */
const script = packageFile("dist/tracker/script.js");

/** The collector's path, as the script has it. */
const collectorPath = "/api/event";

/**
 * Where packages for the trackers of Plausible and Umami look for a script. Theirs has options as
 * words in its name, such as `script.outbound-links.js`. docs/tracker.md says what works.
 */
const otherPaths = [
  "/js/:script(^(?:index|plausible|(?:plausible|script)\\.[a-z.-]+|pa-[\\w.-]+)\\.js$)",
  "/script.js",
];

const headers = {
  // For pages of any origin, also those that load only resources which allow it by these headers.
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
  // Browsers fetch a new version after an hour. Meanwhile they run the old one, so no page waits.
  "cache-control": "public, max-age=3600, stale-while-revalidate=86400",
  vary: "accept-encoding",
};

const schema: FastifySchema = {
  operationId: "getTracker",
  summary: "Get the tracker",
  description: "The script that tracked pages load. docs/tracker.md describes its attributes.",
  tags: ["Events"],
  security: noKey,
  requestHeaders: IfNoneMatch,
  produces: ["text/javascript"],
  response: {
    200: Type.String({ description: "The script.", headers: Tagged }),
    304: NotModified,
  },
};

/**
 * `GET /js/script.js` and other paths: the tracker, read once. Throws `StartRefused` if it was not
 * built.
 */
export const trackerRoute: FastifyPluginAsync = async (app) => {
  const plain = await readScript(app.basePath);
  const gzipped = gzipSync(plain, { level: 9 });
  const tag = weakTag(plain);
  const serve: RouteHandlerMethod = (request, reply) => {
    reply.headers(headers);
    if (hasAnswer(request, tag)) return sendNotModified(reply, tag);
    reply.type("text/javascript; charset=utf-8").header("etag", tag);
    if (!prefersGzip(request)) return reply.send(plain);
    return reply.header("content-encoding", "gzip").send(gzipped);
  };
  app.get("/js/script.js", { schema }, serve);
  for (const path of otherPaths) app.get(path, { schema: { hide: true } }, serve);
};

/** Resolves with the script, which sends events to this path of the host that it is loaded from. */
async function readScript(basePath: string): Promise<Buffer> {
  try {
    const text = await readFile(script, "utf8");
    return Buffer.from(text.replace(collectorPath, `${basePath}${collectorPath}`));
  } catch (error) {
    throw new StartRefused("dist/tracker/script.js cannot be read; run npm run build", {
      cause: error,
    });
  }
}
