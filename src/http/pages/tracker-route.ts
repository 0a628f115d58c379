import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import type {
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  RouteHandlerMethod,
} from "fastify";
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

/** The collector's path, as the scripts have it. */
const collectorPath = "/api/event";
/** Stands in the script with Plausible's face for the options of the name that a page asks for. */
const optionsPlaceholder = /(["'`])script-options\1/;
/**
 * The options that words of a name stand for, by the names of `plausible.init`. The script does the
 * same with and without the other words: `compat`, `exclusions`, `pageview-props`, `revenue` and
 * `tagged-events`.
 */
const optionsOfWords: Readonly<Record<string, object>> = {
  "file-downloads": { fileDownloads: true },
  hash: { hashBasedRouting: true },
  local: { captureOnLocalhost: true },
  manual: { autoCapturePageviews: false },
  "outbound-links": { outboundLinks: true },
};

/** The built scripts, and where pages find them. docs/compatibility.md says what each can do. */
const scripts = [
  { file: "script.js", paths: ["/js/script.js"] },
  {
    // Its name has options: `script.outbound-links.js`. `pa-….js` is that of one website.
    file: "faces/plausible.js",
    paths: ["/js/:name(^(?:index|plausible|(?:plausible|script)\\.[a-z.-]+|pa-[\\w.-]+)\\.js$)"],
  },
  { file: "faces/umami.js", paths: ["/script.js", "/umami.js"] },
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
 * `GET /js/script.js`: the tracker, read once. Other paths have it with another product's face.
 * Throws `StartRefused` if they were not built.
 */
export const trackerRoute: FastifyPluginAsync = async (app) => {
  for (const { file, paths } of scripts) {
    const text = await readScript(file, app.basePath);
    const plain = Buffer.from(text);
    const gzipped = gzipSync(plain, { level: 9 });
    const tag = weakTag(plain);
    const serve: RouteHandlerMethod = (request, reply) => {
      const { name } = request.params as { name?: string };
      if (name === undefined) return send(request, reply, { plain, tag, gzip: () => gzipped });
      const named = Buffer.from(text.replace(optionsPlaceholder, () => optionsOf(name)));
      const gzip = () => gzipSync(named, { level: 9 });
      return send(request, reply, { plain: named, tag: weakTag(named), gzip });
    };
    for (const path of paths) {
      app.get(path, { schema: path === "/js/script.js" ? schema : { hide: true } }, serve);
    }
  }
};

/** Returns the options of a script with this name, as JSON. */
function optionsOf(name: string): string {
  if (name.startsWith("pa-")) return JSON.stringify({ website: name.replace(/\.js$/, "") });
  return JSON.stringify(Object.assign({}, ...name.split(".").map((word) => optionsOfWords[word])));
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { plain, tag, gzip }: { plain: Buffer; tag: string; gzip: () => Buffer },
): FastifyReply {
  reply.headers(headers);
  if (hasAnswer(request, tag)) return sendNotModified(reply, tag);
  reply.type("text/javascript; charset=utf-8").header("etag", tag);
  if (!prefersGzip(request)) return reply.send(plain);
  return reply.header("content-encoding", "gzip").send(gzip());
}

/** Resolves with a script, which sends events to this path of the host that it is loaded from. */
async function readScript(file: string, basePath: string): Promise<string> {
  const path = `dist/tracker/${file}`;
  try {
    // The path is right from src and from dist alike.
    const text = await readFile(packageFile(path), "utf8");
    return text.replace(collectorPath, `${basePath}${collectorPath}`);
  } catch (error) {
    throw new StartRefused(`${path} cannot be read; run npm run build`, { cause: error });
  }
}
