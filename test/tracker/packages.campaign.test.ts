import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";

import { browserTest as test } from "../helpers/browser.ts";
import { stopAll } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";
import { startSites, type TestSites } from "../helpers/site.ts";

let sites: TestSites;
beforeAll(async () => {
  sites = await startSites();
});
afterAll(stopAll);
beforeEach(() => {
  sites.collector.sent.length = 0;
});

const url = "http://www.site.example";
/** Returns the events that pages have sent, without engagement: names, and paths of addresses. */
const sent = () =>
  sites.collector.sent
    .map(({ n, u }) => [n ?? "pageview", new URL(String(u)).pathname])
    .filter(([name]) => name !== "engagement");
const expectSent = (...expected: readonly (readonly [name: string, path: string])[]) =>
  eventually(async () => expect(sent().sort()).toEqual([...expected].sort()));

/** The stub of Plausible's documentation, which most packages have. */
const stub =
  "window.plausible=window.plausible||function(){(plausible.q=plausible.q||[]).push(arguments)}";

describe("calls of plausible()", () => {
  // The two scripts of next-plausible 4.0.0. The async one may run before or after the other.
  const init = `<script>;(${stub}), (plausible.init = plausible.init || function (i) {
    ;plausible.o = i || {}
  })
  plausible.init({"hashBasedRouting": false})</script>`;
  const script = `<script async src="/js/script.js"></script>`;

  test.each([
    ["before", init + script],
    ["after", script.replace("async ", "") + init],
  ])("are events when next-plausible's stub runs %s the tracker", async (_when, scripts) => {
    const path = "/next";
    sites.files.set(path, `<!doctype html>${scripts}<script>plausible("Early")</script>`);
    const page = await sites.visit(url + path);
    await expectSent(["pageview", path], ["Early", path]);

    const status = await page.evaluate(`new Promise((resolve) => plausible("Late", {
      props: { plan: "pro" },
      revenue: { amount: 9.9, currency: "EUR" },
      u: "${url}/given",
      callback: ({ status }) => resolve(status),
    }))`);

    expect(status).toBe(202);
    await expectSent(["pageview", path], ["Early", path], ["Late", "/given"]);
    expect(sites.collector.sent.find(({ n }) => n === "Late")).toMatchObject({
      props: { plan: "pro" },
      revenue: { amount: 9.9, currency: "EUR" },
    });
  });

  test("for pages do nothing unless they name one, as the tracker counts pages", async () => {
    // The scripts of docusaurus-plugin-plausible 0.0.5, which also makes a call for each route.
    sites.files.set("/js/index.js", sites.files.get("/js/script.js") as string);
    sites.files.set(
      "/docs",
      `<!doctype html><script async defer data-domain="site.example" src="/js/index.js"></script>
      <script>${stub};plausible("pageview")</script>`,
    );
    const page = await sites.visit(`${url}/docs`);
    await expectSent(["pageview", "/docs"]);
    await page.evaluate("history.pushState({}, '', '/docs/two'); plausible('pageview')");
    await page.evaluate(`plausible("pageview", { u: "${url}/virtual" })`);

    await expectSent(["pageview", "/docs"], ["pageview", "/docs/two"], ["pageview", "/virtual"]);
    expect(sites.collector.sent.find(({ u }) => u === `${url}/virtual`)).toMatchObject({
      d: "site.example",
    });
  });

  test("are left to Plausible's tracker where it has loaded", async () => {
    const path = createRequire(import.meta.url).resolve("@plausible-analytics/tracker");
    sites.files.set("/plausible.js", await readFile(path, "utf8"));
    sites.files.set(
      "/both",
      `<!doctype html><script type="module">
        import { init } from "/plausible.js";
        init({ domain: "site.example", endpoint: "/elsewhere", autoCapturePageviews: false });
      </script><script defer src="/js/script.js"></script>`,
    );
    const page = await sites.visit(`${url}/both`);
    await page.evaluate("plausible('Theirs'); footfall('Ours')");

    await expectSent(["pageview", "/both"], ["Ours", "/both"]);
  });
});

test("a page view with Umami's tag is that of the page's host", async () => {
  sites.files.set("/script.js", sites.files.get("/js/script.js") as string);
  // The tag of @danielgtmn/umami-react 1.1.6.
  sites.files.set(
    "/umami",
    `<!doctype html><script>
      const script = document.createElement("script");
      script.src = "${url}/script.js";
      script.defer = true;
      script.setAttribute("data-website-id", "9d1dd1a2-8a44-4d0f-a7ac-2f1c1d1f6a52");
      document.head.appendChild(script);
    </script>`,
  );
  await sites.visit(`${url}/umami`);

  await expectSent(["pageview", "/umami"]);
  const views = sites.collector.sent.filter(({ n }) => n === undefined);
  expect(views).toMatchObject([{ d: "www.site.example" }]);
});

test("the tracker works in Partytown's worker", async () => {
  const main = createRequire(import.meta.url).resolve("@builder.io/partytown");
  for (const file of ["partytown.js", "partytown-sw.js", "partytown-media.js"]) {
    const text = await readFile(join(dirname(main), "lib", file), "utf8");
    sites.files.set(`/~partytown/${file}`, text);
  }
  sites.files.set(
    "/worker",
    `<!doctype html><script>partytown = { forward: ["footfall"] }</script>
    <script src="/~partytown/partytown.js"></script>
    <script type="text/partytown" src="/js/script.js" data-local></script>`,
  );
  // Service workers need https, or localhost.
  const page = await sites.visit(`http://localhost:${sites.port}/worker`);
  await expectSent(["pageview", "/worker"]);
  await page.evaluate("footfall('custom', { props: { plan: 'pro' } })");
  await expectSent(["pageview", "/worker"], ["custom", "/worker"]);
  await page.evaluate("history.pushState({}, '', '/worker/two')");

  await expectSent(["pageview", "/worker"], ["custom", "/worker"], ["pageview", "/worker/two"]);
  expect(sites.collector.sent.find(({ n }) => n === "custom")).toMatchObject({
    d: "localhost",
    props: { plan: "pro" },
  });
  expect(await page.evaluate("localStorage.footfall")).toBe(undefined);
});
