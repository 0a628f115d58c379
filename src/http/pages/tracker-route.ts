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
import { findByHost } from "../../websites/by-name.ts";
import type { Websites } from "../../websites/websites.ts";
import { prefersGzip } from "../answers/compression.ts";
import {
  hasAnswer,
  IfNoneMatch,
  NotModified,
  sendNotModified,
  Tagged,
  weakTag,
} from "../answers/entity-tag.ts";
import type { Uncounted } from "../events/uncounted.ts";
import { noKey } from "../openapi/api-document.ts";

/** The collector's path, as the scripts have it. */
const collectorPath = "/api/event";
/** Stands in the script with Plausible's face for the options of the name that a page asks for. */
const optionsPlaceholder = /(["'`])script-options\1/;
/**
 * The options that words of a name stand for, by the names of `plausible.init`.
 */
const optionsOfWords: Readonly<Record<string, object>> = {
  "file-downloads": { fileDownloads: true },
  hash: { hashBasedRouting: true },
  local: { captureOnLocalhost: true },
  manual: { autoCapturePageviews: false },
  "outbound-links": { outboundLinks: true },
};

/** Other words of such a name, which change nothing here. */
const idleWords = "compat dimensions exclusions pageview-props revenue tagged-events".split(" ");

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

/** A wrong path is named up to here. */
const pathCharactersMax = 200;

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

interface TrackerDeps {
  readonly websites: Pick<Websites, "all">;
  readonly uncounted: Pick<Uncounted, "addScript">;
}

/**
 * `GET /js/script.js`: the tracker, read once. Other paths have it with another product's face. A
 * name that is none, such as `/js/scrpt.js`, has a script that says so on the page's console, and
 * the tracking check of the page's website names it. Throws `StartRefused` if the scripts were not
 * built.
 */
export const trackerRoute: FastifyPluginAsync<TrackerDeps> = async (app, deps) => {
  for (const { file, paths } of scripts) {
    const text = await readScript(file, app.basePath);
    const plain = Buffer.from(text);
    const gzipped = gzipSync(plain, { level: 9 });
    const tag = weakTag(plain);
    const serve: RouteHandlerMethod = (request, reply) => {
      const { name } = request.params as { name?: string };
      if (name === undefined) return send(request, reply, { plain, tag, gzip: () => gzipped });
      const withOptions = text.replace(optionsPlaceholder, () => optionsOf(name));
      if (hasUnknownWord(name)) return sendUnknown(request, reply, { name, ...deps, withOptions });
      const named = Buffer.from(withOptions);
      const gzip = () => gzipSync(named, { level: 9 });
      return send(request, reply, { plain: named, tag: weakTag(named), gzip });
    };
    for (const path of paths) {
      app.get(path, { schema: path === "/js/script.js" ? schema : { hide: true } }, serve);
    }
  }
  app.get("/js/*", { schema: { hide: true } }, (request, reply) => {
    const { "*": name } = request.params as { "*": string };
    return name.endsWith(".js")
      ? sendUnknown(request, reply, { name, ...deps })
      : reply.callNotFound();
  });
};

/** Returns whether a name of Plausible's scripts has a word that stands for nothing. */
function hasUnknownWord(name: string): boolean {
  const words = name.startsWith("pa-") ? [] : name.split(".").slice(1, -1);
  return words.some((word) => !Object.hasOwn(optionsOfWords, word) && !idleWords.includes(word));
}

/** Sends a script that says that its name is wrong, and with `withOptions` does all it can. */
function sendUnknown(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    name,
    websites,
    uncounted,
    withOptions = "",
  }: TrackerDeps & { readonly name: string; readonly withOptions?: string },
): FastifyReply {
  const { referer = "" } = request.headers;
  const host = URL.canParse(referer) ? new URL(referer).hostname : "";
  const website = findByHost(websites.all, host);
  const path = `/js/${name}`.slice(0, pathCharactersMax);
  if (website !== undefined) uncounted.addScript(website.id, path);
  const warning = `Footfall has no script ${path}: look for a typing error in its address. The tracker is at /js/script.js`;
  return reply
    .headers({ ...headers, "cache-control": "no-store" })
    .type("text/javascript; charset=utf-8")
    .send(`console.warn(${JSON.stringify(warning)});\n${withOptions}`);
}

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
