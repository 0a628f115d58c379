import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { type IncomingMessage, type ServerResponse, request as send } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Plugin, ViteDevServer } from "vite";

export interface Upstream {
  readonly port: number;
  /** Resolves with whether Footfall answers, as soon as no restart is under way. */
  answers(): Promise<boolean>;
}

/** Vite's own addresses. Footfall has none that begin like this. */
const viteAddress = /^\/(?:@|node_modules\/)/;
/** The first tag of a page of the dashboard: it names the view, which Footfall decides. */
const pageTag = /<html\b[^>]*\bdata-view="[^>]*>/;

/**
 * Lets Vite answer requests for the dashboard's sources, and Footfall all others, with the same
 * headers: `Host` and `Origin` stay equal, so forms and cookies work. Pages of the dashboard have
 * Footfall's status, headers and view, with the sources in place of the build.
 */
export function footfallProxy(upstream: Upstream): Plugin {
  return {
    name: "footfall",
    configureServer(vite) {
      vite.middlewares.use((request, response, next) => {
        if (isSource(vite.config.root, request.url ?? "/")) next();
        else void forward(vite, upstream, request, response);
      });
    },
  };
}

/** Returns whether the path is Vite's, or a file of the dashboard, such as `/api/paths.ts`. */
function isSource(root: string, url: string): boolean {
  const path = url.split(/[?#]/)[0] ?? "";
  const file = statSync(join(root, path), { throwIfNoEntry: false });
  return viteAddress.test(path) || file?.isFile() === true;
}

/** Sends a request on when Footfall answers, so a page that loads during a restart just waits. */
async function forward(
  vite: ViteDevServer,
  { port, answers }: Upstream,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const fail = (reason: string) => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502, { "content-type": "text/plain" }).end(`${reason}\n`);
  };
  if (!(await answers())) return fail("Footfall does not run: see the terminal of npm run dev");
  const { method, url: path, headers } = request;
  const sent = send({ host: "127.0.0.1", port, method, path, headers, agent: false });
  sent.on("error", ({ message }) => fail(`Footfall did not answer: ${message}`));
  sent.on("response", (answer) => {
    pass(vite, request, answer, response).catch((error: unknown) => fail(String(error)));
  });
  response.on("close", () => sent.destroy());
  request.pipe(sent);
}

async function pass(
  vite: ViteDevServer,
  request: IncomingMessage,
  answer: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { statusCode = 502, headers } = answer;
  if (!headers["content-type"]?.startsWith("text/html")) {
    response.writeHead(statusCode, headers);
    answer.on("error", () => response.destroy()).pipe(response);
    return;
  }
  // Vite puts styles into the page, which the content security policy forbids.
  const { "content-security-policy": _policy, "content-length": _length, ...others } = headers;
  const page = await text(answer);
  const [tag] = pageTag.exec(page) ?? [];
  const html = tag === undefined ? page : await sourcePage(vite, tag, request.url);
  response.writeHead(statusCode, others).end(html);
}

/** Resolves with the dashboard's page from its sources, for the view that the tag names. */
async function sourcePage(vite: ViteDevServer, tag: string, url = "/"): Promise<string> {
  const template = await readFile(join(vite.config.root, "index.html"), "utf8");
  return vite.transformIndexHtml("/index.html", template.replace(pageTag, tag), url);
}
