import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect } from "vitest";

import { browserTest as test } from "../helpers/browser.ts";
import { eventually } from "../helpers/eventually.ts";
import { bundle } from "../helpers/page-bundle.ts";
import { openScene } from "../helpers/scene.ts";
import { statsUrl } from "../helpers/site.ts";
import { openSite } from "./tracked-site.ts";

const scene = openScene();
const require = createRequire(import.meta.url);

describe("packages from npm, unchanged", () => {
  test("@plausible-analytics/tracker", async () => {
    const site = await openSite(scene, "plausible");
    const path = require.resolve("@plausible-analytics/tracker");
    scene.sites.files.set("/plausible.js", await readFile(path, "utf8"));
    const page = await site.open(
      "/buy",
      `<body style="margin: 0"><div style="height: 4000px"></div><script type="module">
        import { init, track } from "/plausible.js";
        init({
          domain: "${site.domain}",
          endpoint: "${statsUrl}/api/event",
          hashBasedRouting: true,
          customProperties: { of: "all" },
        });
        track("Purchase", {
          props: { plan: "pro" },
          revenue: { amount: 19.9, currency: "EUR" },
          interactive: false,
          callback: ({ status }) => { window.answered = status; },
        });
      </script>`,
      { viewport: { width: 800, height: 1000 } },
    );
    await page.waitForFunction("window.answered !== undefined");
    expect(await page.evaluate("answered")).toBe(202);
    await page.evaluate("location.hash = '/two?utm_source=mail'");
    await page.evaluate("scrollTo(0, 1000)");
    await page.waitForFunction("scrollY === 1000");
    await page.goto("about:blank");

    const of = { of: "all" };
    await site.expectEvents(
      ["pageview", "/buy", of],
      ["Purchase", "/buy", { ...of, plan: "pro" }],
      ["pageview", "/buy#/two", of],
    );
    const rows = await site.rows();
    expect(rows.find(({ name }) => name === "Purchase")).toMatchObject({ amount: "19.9" });
    expect(rows.find((row) => row.name === "pageview" && row.page === "/buy#/two")).toMatchObject({
      source: "mail",
    });
    await eventually(async () =>
      expect(await site.rows()).toContainEqual(
        expect.objectContaining({ name: "engagement", page: "/buy#/two", depth: 50 }),
      ),
    );
  });

  test("plausible-tracker", async () => {
    const site = await openSite(scene, "tracker");
    const script = await bundle(`
      import Plausible from "plausible-tracker";
      const plausible = Plausible({ domain: "${site.domain}", apiHost: "${statsUrl}", hashMode: true });
      plausible.enableAutoPageviews();
      plausible.enableAutoOutboundTracking();
      plausible.trackEvent("Signup", { props: { plan: "pro" }, callback: () => { window.called = true; } });
    `);
    const page = await site.open("/old", `<script>${script}</script>`);
    await page.waitForFunction("window.called");
    await page.evaluate("location.hash = '/two'");

    const view = ["pageview", "/old#/two"] as const;
    // It counts a change of the fragment twice, as browsers tell it by two events.
    await site.expectNoMore(["pageview", "/old"], ["Signup", "/old", { plan: "pro" }], view, view);
  });

  test("vue-plausible", async () => {
    const site = await openSite(scene, "vue");
    const script = await bundle(`
      import VuePlausible from "vue-plausible/lib/esm/vue-plugin.js";
      class Vue {}
      VuePlausible(Vue, { domain: "${site.domain}", apiHost: "${statsUrl}", enableAutoPageviews: true });
      new Vue().$plausible.trackEvent("Signup", { props: { plan: "pro" } });
    `);
    const page = await site.open("/vue", `<script>${script}</script>`);
    await page.evaluate("history.pushState(null, '', '/vue/two')");

    await site.expectNoMore(
      ["pageview", "/vue"],
      ["Signup", "/vue", { plan: "pro" }],
      ["pageview", "/vue/two"],
    );
  });

  test("docusaurus-plugin-plausible", async () => {
    const site = await openSite(scene, "docusaurus");
    const tags = await docusaurusTags(site.domain);
    const script = await bundle(
      `import routes from "docusaurus-plugin-plausible/analytics.js";
      window.onRouteUpdate = () => routes.onRouteUpdate({ location });
      onRouteUpdate();`,
      { "@docusaurus/ExecutionEnvironment": "export default { canUseDOM: true }" },
    );
    const page = await site.open("/docs", `${tags}<script>${script}</script>`);
    await page.evaluate("history.pushState(null, '', '/docs/two'); onRouteUpdate()");
    await page.evaluate("plausible('Search', { props: { found: true } })");

    await site.expectNoMore(
      ["pageview", "/docs"],
      ["pageview", "/docs/two"],
      ["Search", "/docs/two", { found: "true" }],
    );
  });

  test("@danielgtmn/umami-react", async () => {
    const site = await openSite(scene, "react", {
      aliases: ["9d1dd1a2-8a44-4d0f-a7ac-2f1c1d1f6a52"],
    });
    const script = await bundle(`
      import { createElement } from "react";
      import { createRoot } from "react-dom/client";
      import UmamiAnalytics, { useUmami } from "@danielgtmn/umami-react";
      function App() {
        window.hooks = useUmami();
        return createElement(UmamiAnalytics, {
          url: "${statsUrl}",
          websiteId: "9d1dd1a2-8a44-4d0f-a7ac-2f1c1d1f6a52",
          domains: ["${site.domain}"],
          scriptAttributes: { "data-exclude-search": "true" },
        });
      }
      createRoot(document.body).render(createElement(App));
    `);
    const page = await site.open("/react", `<body></body><script>${script}</script>`);
    await page.waitForFunction("window.umami");
    await page.evaluate(`
      hooks.track("Signup", { plan: "pro" });
      hooks.trackPageview({ url: "/virtual" });
      hooks.identify("someone", {});
    `);

    await site.expectNoMore(
      ["pageview", "/react"],
      ["Signup", "/react", { plan: "pro" }],
      ["pageview", "/virtual"],
    );
  });

  test("@builder.io/partytown, with our tracker", async () => {
    const main = require.resolve("@builder.io/partytown");
    for (const file of ["partytown.js", "partytown-sw.js", "partytown-media.js"]) {
      const text = await readFile(join(dirname(main), "lib", file), "utf8");
      scene.sites.files.set(`/~partytown/${file}`, text);
    }
    const { sites } = scene;
    sites.files.set(
      "/worker",
      `<!doctype html><script>partytown = { forward: ["footfall"] }</script>
      <script src="/~partytown/partytown.js"></script>
      <script type="text/partytown" src="/js/script.js" data-local></script>`,
    );
    // Service workers need https, or localhost.
    const page = await sites.visit(`http://localhost:${sites.port}/worker`);
    const sent = () => sites.collector.sent.map(({ n, u }) => `${n ?? "pageview"} ${u}`);
    const at = (path: string) => `http://localhost:${sites.port}${path}`;
    await eventually(async () => expect(sent()).toEqual([`pageview ${at("/worker")}`]));
    await page.evaluate("footfall('custom', { props: { plan: 'pro' } })");
    await eventually(async () => expect(sent()).toContain(`custom ${at("/worker")}`));
    await page.evaluate("history.pushState({}, '', '/worker/two')");

    await eventually(async () => expect(sent()).toContain(`pageview ${at("/worker/two")}`));
    const custom = sites.collector.sent.find(({ n }) => n === "custom");
    expect(custom).toMatchObject({ d: "localhost", props: { plan: "pro" } });
    expect(await page.evaluate("localStorage.footfall")).toBe(undefined);
  });
});

/** Returns the tags that Docusaurus would put into a page for its plugin. */
async function docusaurusTags(domain: string): Promise<string> {
  const before = process.env["NODE_ENV"];
  process.env["NODE_ENV"] = "production";
  try {
    const plugin = require("docusaurus-plugin-plausible");
    const options = { domain, customDomain: "stats.example", excludePaths: ["/^\\/hidden/"] };
    const { headTags } = plugin({}, options).injectHtmlTags();
    return (headTags as { tagName: string; attributes: object; innerHTML?: string }[])
      .map(({ tagName, attributes, innerHTML = "" }) => {
        const written = Object.entries(attributes).map(([key, value]) => `${key}="${value}"`);
        return `<${tagName} ${written.join(" ")}>${innerHTML}${tagName === "script" ? "</script>" : ""}`;
      })
      .join("\n")
      .replaceAll("https://", "http://");
  } finally {
    process.env["NODE_ENV"] = before;
  }
}
