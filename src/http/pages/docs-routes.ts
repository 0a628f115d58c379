import { readdir } from "node:fs/promises";
import type { FastifyPluginAsync } from "fastify";

import { packageFile } from "../../base/package-file.ts";
import { type Asset, readAsset, sendAsset } from "../answers/assets.ts";

const directory = packageFile("dist/docs");
const schema = { hide: true };
const headers = {
  "cache-control": "public, max-age=300",
  "content-security-policy":
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
};

/**
 * `/docs/` and the pages below it: the documentation of this release, for everybody. There are none
 * if it was not built.
 */
export const docsRoutes: FastifyPluginAsync = async (app) => {
  const names = new Set(await readdir(directory, { recursive: true }).catch(() => []));
  const pages = new Map<string, Asset>();

  app.get("/docs", { schema }, async (_request, reply) => reply.redirect("docs/", 308));

  app.get<{ Params: { "*": string } }>("/docs/*", { schema }, async (request, reply) => {
    const path = request.params["*"];
    const name = /\.(?:css|svg)$/.test(path) ? path : `${path || "index"}.html`;
    if (!names.has(name)) return reply.callNotFound();
    const page = pages.get(name) ?? (await readAsset(`${directory}/${name}`));
    pages.set(name, page);
    return sendAsset(request, reply.headers(headers), page);
  });
};
