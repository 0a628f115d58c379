import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, request as forward } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";

import { startApp } from "../helpers/app.ts";
import { browserTest as test } from "../helpers/browser.ts";
import { cleanUp } from "../helpers/clean-up.ts";
import { openAsOwner } from "../helpers/dashboard.ts";
import { eventually } from "../helpers/eventually.ts";
import { openScene } from "../helpers/scene.ts";
import { startSites, statsUrl } from "../helpers/site.ts";

const scene = openScene();

/** A release's dashboard: `page` names its script, and that imports another one. */
interface Release {
  readonly page: string;
  readonly scripts: Readonly<Record<string, string>>;
}

/** Returns a release whose page names the release of both scripts. */
function release(name: "A" | "B"): Release {
  const hash = name.repeat(8);
  return {
    page: `index-${hash}.js`,
    scripts: {
      [`index-${hash}.js`]: `
        const main = document.createElement("main");
        document.body.append(main);
        import("/assets/plot-${hash}.js").then(
          ({ part }) => { main.textContent = "whole: ${name} " + part; },
          () => { main.textContent = "without plot"; },
        );`,
      [`plot-${hash}.js`]: `export const part = "${name}";`,
    },
  };
}

/** Starts a Footfall with this dashboard. Resolves with its port. */
async function startRelease({ page, scripts }: Release): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "footfall-release-"));
  cleanUp(() => rm(directory, { recursive: true, force: true }));
  await mkdir(join(directory, "assets"));
  const head = `<script type="module" crossorigin src="/assets/${page}"></script>`;
  const html = `<!doctype html><html data-view="x"><head>${head}</head><body></body></html>`;
  await writeFile(join(directory, "index.html"), html);
  for (const [name, text] of Object.entries(scripts)) {
    await writeFile(join(directory, "assets", name), text);
  }
  const { url } = await startApp({ dashboardDirectory: directory });
  return new URL(url).port;
}

interface Balancer {
  readonly url: string;
  /** The paths that were asked for. */
  readonly asked: string[];
}

/** Starts a balancer that sends requests to these ports, one after the other. */
async function startBalancer(ports: readonly string[]): Promise<Balancer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const port = ports[asked.length % ports.length];
    asked.push(request.url ?? "");
    const { method, url, headers } = request;
    const onward = forward({ host: "127.0.0.1", port, method, path: url, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanUp(async () => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

async function startReleases(
  order: string,
  releases: Readonly<Record<string, Release>>,
): Promise<Balancer> {
  const ports = new Map<string, string>();
  for (const [name, each] of Object.entries(releases)) ports.set(name, await startRelease(each));
  return startBalancer([...order].map((name) => ports.get(name) ?? ""));
}

const loadsOf = ({ asked }: Balancer) => asked.filter((path) => path === "/").length;

test("a page that gets a script of the other release reloads, and is whole", async () => {
  const order = `AB${"B".repeat(30)}`;
  const balancer = await startReleases(order, { A: release("A"), B: release("B") });
  const sites = await startSites(balancer.url);
  const page = await sites.visit(`${statsUrl}/`);
  await page.getByText("whole: B B").waitFor();

  expect(loadsOf(balancer)).toBe(2);
});

test("a page reloads where only what views share is of the other release", async () => {
  const { page } = await openAsOwner(scene.sites, "/");
  let asked = 0;
  await page.route(/\/assets\/shared-[\w-]+\.js$/, async (route) => {
    asked += 1;
    // The server answers a script that it does not have.
    await route.continue(asked === 1 ? { url: `${statsUrl}/assets/shared-00000000.js` } : {});
  });
  await page.goto(`${statsUrl}/account`);
  await page.getByRole("heading", { name: "Account" }).waitFor();

  expect(asked).toBe(2);
});

test("a page whose script nobody has reloads once, and says why it is empty", async () => {
  const lost = { ...release("A"), page: "index-CCCCCCCC.js" };
  const balancer = await startReleases("A", { A: lost });
  const sites = await startSites(balancer.url);
  const page = await sites.visit(`${statsUrl}/`);
  await eventually(() => expect(loadsOf(balancer)).toBe(2));
  await page.getByText("Footfall is being updated.").waitFor();
  await page.goto(`${statsUrl}/`);
  await page.getByText("Footfall is being updated.").waitFor();

  expect(loadsOf(balancer)).toBe(3);
});

test("a page goes on without a script that nobody has and that it can do without", async () => {
  const { page: script, scripts } = release("A");
  const entry = { [script]: scripts[script] ?? "" };
  const balancer = await startReleases("A", { A: { page: script, scripts: entry } });
  const sites = await startSites(balancer.url);
  const page = await sites.visit(`${statsUrl}/`);
  await eventually(() => expect(loadsOf(balancer)).toBe(2));
  await page.getByText("without plot").waitFor();

  expect(await page.getByText("Footfall is being updated.").count()).toBe(0);
});

test("a page does not reload where the browser forbids to remember it", async () => {
  const balancer = await startReleases("A", {
    A: { ...release("A"), page: "index-CCCCCCCC.js" },
  });
  const sites = await startSites(balancer.url);
  const script =
    "Object.defineProperty(window, 'sessionStorage', { get() { throw new Error('forbidden'); } })";
  const page = await sites.visit(`${statsUrl}/`, { script });
  await page.getByText("Footfall is being updated.").waitFor();

  expect(loadsOf(balancer)).toBe(1);
});
