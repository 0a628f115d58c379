import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type BrowserContextOptions, chromium, type Page } from "playwright-core";

import { browserPath } from "./browser.ts";
import { cleanUp } from "./clean-up.ts";
import { chrome } from "./footfall.ts";

/** The address at which the browser finds Footfall. */
export const statsUrl = "http://stats.example";

/** The address that Footfall has unless told otherwise: the browser finds it there, too. */
const usualHost = "localhost:8080";

export interface VisitOptions extends BrowserContextOptions {
  /** A script that runs in each page before the page's own scripts. */
  readonly script?: string;
  /** Whether pages see that a program controls the browser. */
  readonly automated?: boolean;
}

/**
 * Customers' websites on every host below `site.example` and on localhost, and a browser that
 * visits them.
 */
export interface TestSites {
  readonly port: number;
  /** The content at each path of all hosts. The tracker is at `/js/script.js`. */
  readonly files: Map<string, string>;
  /**
   * A stand-in for Footfall at `/api/event` of all hosts: the bodies that it received, and the
   * status that it answers. Status 0 means no answer.
   */
  readonly collector: { readonly sent: Record<string, unknown>[]; status: number };
  /** Opens an address in the browser of a person who was never there, until the test ends. */
  visit(url: string, options?: VisitOptions): Promise<Page>;
}

/**
 * Starts the sites for all tests of a file; `stopAll` ends them. The browser finds Footfall at a
 * host of another name, too, if one is given.
 */
export async function startSites(footfallUrl?: string, otherHost?: string): Promise<TestSites> {
  const files = new Map<string, string>();
  const collector = { sent: [], status: 202 };
  const port = await serve((request, response) => answer(request, response, { files, collector }));
  files.set("/js/script.js", await readFile("dist/tracker/script.js", "utf8"));
  const rules = [`MAP *.site.example 127.0.0.1:${port}`, "MAP *.elsewhere.example ~NOTFOUND"];
  if (footfallUrl !== undefined) {
    const { host } = new URL(footfallUrl);
    rules.push(`MAP stats.example ${host}`, `MAP ${usualHost} ${host}`);
    if (otherHost !== undefined) rules.push(`MAP ${otherHost} ${host}`);
  }
  const browser = await chromium.launch({
    ...(browserPath && { executablePath: browserPath }),
    chromiumSandbox: false,
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
    args: [
      `--host-resolver-rules=${rules.join(",")}`,
      // Not by context: that does not cover requests that a page sends while it is left.
      `--user-agent=${chrome}`,
      "--disable-dev-shm-usage",
      "--disable-gpu",
    ],
  });
  cleanUp(() => browser.close());
  const visit = async (url: string, { script, automated, ...options }: VisitOptions = {}) => {
    const context = await browser.newContext({ locale: "de-AT", ...options });
    cleanUp(() => context.close());
    if (!automated) await context.addInitScript("delete Navigator.prototype.webdriver");
    if (script !== undefined) await context.addInitScript(script);
    const page = await context.newPage();
    await page.goto(url);
    return page;
  };
  return { port, files, collector, visit };
}

async function serve(
  listener: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<number> {
  const server = createServer((request, response) => void listener(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanUp(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  });
  return (server.address() as AddressInfo).port;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { files, collector }: Pick<TestSites, "files" | "collector">,
): Promise<void> {
  const path = (request.url ?? "").split("?")[0] ?? "";
  if (request.method === "POST" && path === "/api/event") {
    const body = await text(request);
    if (collector.status === 0) return void request.socket.destroy();
    collector.sent.push(JSON.parse(body));
    return void response.writeHead(collector.status).end();
  }
  const file = files.get(path);
  const type = path.endsWith(".js") ? "text/javascript" : "text/html; charset=utf-8";
  response.writeHead(file === undefined ? 404 : 200, { "content-type": type }).end(file);
}
