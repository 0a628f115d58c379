import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { browserTest as test } from "../helpers/browser.ts";
import { eventually } from "../helpers/eventually.ts";
import { selectRows } from "../helpers/footfall.ts";
import { bundle } from "../helpers/page-bundle.ts";
import { openScene } from "../helpers/scene.ts";
import { statsUrl, type VisitOptions } from "../helpers/site.ts";

const scene = openScene();
const require = createRequire(import.meta.url);

interface Row {
  readonly name: string;
  readonly page: string;
  readonly props: Readonly<Record<string, string>>;
  readonly amount: string;
  readonly hostname: string;
  readonly source: string;
  readonly depth: number;
}

/** A website, and what one visitor of it does. */
interface Site {
  readonly id: number;
  readonly domain: string;
  readonly url: string;
  /** Opens a page of the website with this content. */
  open(path: string, html: string, options?: VisitOptions): Promise<Page>;
  /** Waits until the website has just these events, engagement aside: names, pages and props. */
  expectEvents(...events: readonly (readonly [string, string, object?])[]): Promise<void>;
  /** Expects these events, and no other, before one that is sent now. */
  expectNoMore(...events: readonly (readonly [string, string, object?])[]): Promise<void>;
  rows(): Promise<Row[]>;
}

async function openSite(name: string, settings: object = {}): Promise<Site> {
  const domain = `${name}.site.example`;
  const { id } = await scene.footfall.store(domain, settings);
  const url = `http://${domain}`;
  const rows = () =>
    selectRows<Row>(
      scene.footfall,
      `SELECT name, page, props, toString(revenue_amount) AS amount, hostname, utm_source AS source,
        scroll_depth AS depth
      FROM events WHERE website_id = ${id} ORDER BY time, name`,
    );
  const expectEvents: Site["expectEvents"] = (...events) =>
    eventually(async () => {
      const stored = (await rows()).filter((row) => row.name !== "engagement");
      const seen = stored.map((row) => [row.name, row.page, row.props]);
      const wanted = events.map(([event, page, props = {}]) => [event, page, props]);
      const sorted = (list: unknown[]) => list.map((item) => JSON.stringify(item)).sort();
      expect(sorted(seen)).toEqual(sorted(wanted));
    });
  return {
    ...{ id, domain, url, rows, expectEvents },
    async open(path, html, options) {
      scene.sites.files.set(path.replace(/\?.*/, ""), `<!doctype html>${html}`);
      return scene.sites.visit(`${url}${path}`, options);
    },
    async expectNoMore(...events) {
      await scene.footfall.track({ d: domain, u: `${url}/last`, n: "last" });
      await expectEvents(...events, ["last", "/last"]);
    },
  };
}

const noNavigation = `<script>
  addEventListener("click", (event) => event.target.closest("a") && event.preventDefault());
  addEventListener("submit", (event) => event.preventDefault());
</script>`;
const stub = `<script>window.plausible = window.plausible || function () {
    (plausible.q = plausible.q || []).push(arguments);
  };
  plausible.init = plausible.init || function (options) { plausible.o = options || {}; };
</script>`;

describe("the script with Plausible's face", () => {
  test("takes the words of its name as options", async () => {
    const site = await openSite("words");
    const page = await site.open(
      "/words",
      `<script defer data-domain="${site.domain}" event-author="Ada" add-file-types="xyz"
        src="${statsUrl}/js/script.file-downloads.outbound-links.pageview-props.revenue.tagged-events.js"></script>
      ${noNavigation}
      <a id="out" href="http://other.elsewhere.example/x">Out</a>
      <a id="file" href="/a.xyz?v=1">File</a>
      <div class="plausible-event-name=Card+Click plausible-event-kind--big"><b id="card">Card</b></div>
      <a id="link" href="/b" class="plausible-event-name--Link"><i>Link</i></a>
      <div class="plausible-event-name=Order plausible-revenue-amount=9.9 plausible-revenue-currency=EUR">
        <form><input id="field"><button id="order">Order</button></form>
      </div>`,
    );
    const author = { author: "Ada" };
    await site.expectEvents(["pageview", "/words", author]);
    for (const id of ["out", "file", "card", "link", "field", "order"]) await page.click(`#${id}`);

    await site.expectEvents(
      ["pageview", "/words", author],
      ["Outbound Link: Click", "/words", { ...author, url: "http://other.elsewhere.example/x" }],
      ["File Download", "/words", { ...author, url: `${site.url}/a.xyz` }],
      ["Card Click", "/words", { ...author, kind: "big" }],
      ["Link", "/words", { ...author, url: `${site.url}/b` }],
      ["Order", "/words", author],
    );
    const order = (await site.rows()).find(({ name }) => name === "Order");
    expect(order).toMatchObject({ amount: "9.9" });
  });

  test("leaves links and forms alone without words, and answers calls early and late", async () => {
    const site = await openSite("plain");
    const page = await site.open(
      "/plain",
      `${stub}<script>plausible("Early", { props: { a: 1 } })</script>
      <script defer data-domain="${site.domain}" src="${statsUrl}/js/plausible.js"></script>
      ${noNavigation}<a id="out" href="http://other.elsewhere.example/x">Out</a>
      <a id="file" href="/a.pdf">File</a><form><button id="send">Send</button></form>`,
    );
    for (const id of ["out", "file", "send"]) await page.click(`#${id}`);
    const status = await page.evaluate(`new Promise((resolve) => plausible("Late", {
      url: "${site.url}/given",
      interactive: false,
      revenue: { amount: 9.9, currency: "EUR" },
      callback: (answer) => resolve(answer.status),
    }))`);
    await page.evaluate("plausible('pageview'); history.pushState(null, '', '/plain/two')");

    expect(status).toBe(202);
    await site.expectNoMore(
      ["pageview", "/plain"],
      ["Early", "/plain", { a: "1" }],
      ["Late", "/given"],
      ["pageview", "/plain/two"],
    );
  });

  test("waits for the page to count its views where the name says manual", async () => {
    const site = await openSite("manual");
    const page = await site.open(
      "/manual",
      `<body style="margin: 0"><div style="height: 4000px"></div>${stub}
      <script>plausible("Before")</script>
      <script defer data-domain="${site.domain}" src="${statsUrl}/js/script.hash.manual.js"></script>`,
      { viewport: { width: 800, height: 1000 } },
    );
    await site.expectEvents(["Before", "/manual"]);
    await page.evaluate("history.pushState(null, '', '/manual/two#/part')");
    await page.evaluate(
      `plausible("pageview", { u: "${site.url}/named", props: { plan: "pro" } })`,
    );
    await page.waitForTimeout(150);
    await page.evaluate("plausible('pageview')");
    await page.waitForTimeout(150);
    await page.goto("about:blank");

    await site.expectNoMore(
      ["Before", "/manual"],
      ["pageview", "/named", { plan: "pro" }],
      ["pageview", "/manual/two#/part"],
    );
    const engaged = (await site.rows()).filter(({ name }) => name === "engagement");
    expect(engaged).toMatchObject([
      { page: "/named", depth: 25 },
      { page: "/manual/two#/part", depth: 25 },
    ]);
  });

  test("counts the pages of a router that writes fragments", async () => {
    const site = await openSite("hash");
    const page = await site.open(
      "/app",
      `<script defer data-domain="${site.domain}" src="${statsUrl}/js/plausible.hash.js"></script>`,
    );
    await page.evaluate("location.hash = '/two?token=secret&b=1'");
    await page.evaluate("location.hash = '/three'");
    await page.evaluate("history.back()");

    await site.expectNoMore(
      ["pageview", "/app"],
      ["pageview", "/app#/two?b=1"],
      ["pageview", "/app#/three"],
      ["pageview", "/app#/two?b=1"],
    );
  });

  test("counts no views of excluded pages, but their custom events", async () => {
    const site = await openSite("excluded");
    const page = await site.open(
      "/admin/start",
      `<script defer data-domain="${site.domain}" data-include="/blog/**, /admin/**"
        data-exclude="/admin/*, /blog/*/draft" src="${statsUrl}/js/script.exclusions.js"></script>`,
    );
    await page.evaluate("plausible('Inside')");
    for (const path of ["/blog/a/draft", "/blog/a/b/draft", "/shop"]) {
      await page.waitForTimeout(110);
      await page.evaluate(`history.pushState(null, "", "${path}")`);
    }
    await page.evaluate("plausible('Outside')");
    await page.waitForTimeout(110);
    await page.goto("about:blank");

    await site.expectNoMore(
      ["Inside", "/admin/start"],
      ["pageview", "/blog/a/b/draft"],
      ["Outside", "/shop"],
    );
    const engaged = (await site.rows()).filter(({ name }) => name === "engagement");
    expect(engaged.map((row) => row.page)).toEqual(["/blog/a/b/draft"]);
  });

  test("finds its tag by the id with compat, and sends to another collector", async () => {
    const site = await openSite("compat");
    await site.open(
      "/compat",
      `<script type="module" id="plausible" data-domain="${site.domain}" data-api="${statsUrl}/api/event?x"
        src="${statsUrl}/js/script.compat.js"></script>`,
    );
    await site.expectEvents(["pageview", "/compat"]);
  });

  test("of one website takes the options of plausible.init", async () => {
    const site = await openSite("init", { aliases: ["pa-Zk3_x-9"] });
    const page = await site.open(
      "/init",
      `<script async src="${statsUrl}/js/pa-Zk3_x-9.js"></script>${stub}${noNavigation}
      <a id="out" href="http://other.elsewhere.example/x">Out</a>
      <a id="file" href="/a.xyz">File</a><form><button id="send">Send</button></form>
      <script>
        plausible.init({
          hashBasedRouting: true,
          outboundLinks: true,
          fileDownloads: { fileExtensions: ["xyz"] },
          formSubmissions: true,
          customProperties: (name) => ({ of: name }),
          transformRequest: (payload) => {
            if (payload.n === "Secret") return null;
            return { ...payload, u: payload.u.replace("example/init", "example/renamed") };
          },
        });
        plausible("Early", { props: { a: "b" } });
        plausible("Secret", { callback: (answer) => { window.secret = [answer?.status]; } });
      </script>`,
    );
    await site.expectEvents(
      ["pageview", "/renamed", { of: "pageview" }],
      ["Early", "/renamed", { of: "Early", a: "b" }],
    );
    expect(await page.evaluate("secret")).toEqual([undefined]);
    for (const id of ["out", "file", "send"]) await page.click(`#${id}`);

    const [out, file, form] = [
      "Outbound Link: Click",
      "File Download",
      "Form: Submission",
    ] as const;
    await site.expectNoMore(
      ["pageview", "/renamed", { of: "pageview" }],
      ["Early", "/renamed", { of: "Early", a: "b" }],
      [out, "/renamed", { of: out, url: "http://other.elsewhere.example/x" }],
      [file, "/renamed", { of: file, url: `${site.url}/a.xyz` }],
      [form, "/renamed", { of: form }],
    );
  });

  test("of one website waits for plausible.init, and may be named by the domain", async () => {
    const site = await openSite("waiting");
    const page = await site.open(
      "/waiting",
      `<script src="${statsUrl}/js/pa-${site.domain}.js"></script>${stub}<script>plausible("Early")</script>`,
    );
    await site.expectNoMore();
    const init = `plausible.init({ autoCapturePageviews: false, domain: "x.example", endpoint: "${statsUrl}/api/event" })`;
    await page.evaluate(init);

    await site.expectEvents(["last", "/last"], ["Early", "/waiting"]);
  });

  test("counts automated browsers and local pages with the word local alone", async () => {
    const site = await openSite("local");
    for (const word of ["local", "manual"]) {
      const page = await site.open(
        `/${word}`,
        `<script defer data-domain="${site.domain}" src="${statsUrl}/js/script.${word}.js"></script>`,
        { automated: true },
      );
      await page.evaluate("new Promise((resolve) => plausible('x', { callback: resolve }))");
    }
    await site.expectNoMore(["pageview", "/local"], ["x", "/local"]);
  });

  test("sends nothing where plausible_ignore is set", async () => {
    const site = await openSite("ignored");
    const page = await site.open(
      "/ignored",
      `<script defer data-domain="${site.domain}" src="${statsUrl}/js/plausible.js"></script>`,
      { script: "try { localStorage.plausible_ignore = 'true' } catch {}" },
    );
    await page.evaluate("new Promise((resolve) => plausible('x', { callback: resolve }))");

    await site.expectNoMore();
  });
});

describe("the script with Umami's face", () => {
  const uuid = "3b8cd1ac-0e2f-4a4e-9a0c-4c1ed6e7d1f2";

  test("counts views, calls and clicks of the website that has the id as an alias", async () => {
    const site = await openSite("umami-face", { aliases: [uuid] });
    const page = await site.open(
      "/umami?b=1",
      `<script defer src="${statsUrl}/script.js" data-website-id="${uuid}" data-tag="blue"></script>
      ${noNavigation}
      <button data-umami-event="Signup" data-umami-event-plan-name="pro"><i>Sign up</i></button>
      <a href="/b" data-umami-event="Link"><b>Link</b></a>`,
    );
    await page.click("i");
    await page.click("b");
    const answers = await page.evaluate(`(async () => [
      await umami.track("name"),
      await umami.track("data", { plan: "pro", seats: 3, nested: { deep: true } }),
      await umami.track({ website: "${uuid}", url: "/object", title: "Object" }),
      await umami.track({ website: "${uuid}", name: "object", data: { a: 1 } }),
      await umami.track((props) => ({ ...props, url: "/function" })),
      await umami.track((props) => ({ ...props, name: "function" })),
      await umami.track(() => undefined),
      await umami.identify({ email: "someone" }),
      await umami.identify("someone", { plan: "pro" }),
    ].length)()`);
    await page.evaluate("umami.track()");
    await page.evaluate("history.pushState(null, '', '/umami/two')");

    expect(answers).toBe(9);
    await site.expectNoMore(
      ["pageview", "/umami?b=1"],
      ["Signup", "/umami?b=1", { "plan-name": "pro" }],
      ["Link", "/umami?b=1"],
      ["name", "/umami?b=1"],
      ["data", "/umami?b=1", { plan: "pro", seats: "3", "nested.deep": "true" }],
      ["pageview", "/object"],
      ["object", "/object", { a: "1" }],
      ["pageview", "/function"],
      ["function", "/object"],
      ["pageview", "/umami?b=1"],
      ["pageview", "/umami/two"],
    );
  });

  test("counts nothing by itself with data-auto-track=false, and time on pages that were called", async () => {
    const site = await openSite("umami-manual");
    const page = await site.open(
      "/manual?secret=1",
      `<script>window.clean = async (type, { title, ...payload }) =>
        payload.name === "never" ? undefined : { ...payload, data: { type, title } };</script>
      <script defer src="${statsUrl}/umami.js" data-website-id="${uuid.replace("3", "4")}"
        data-auto-track="false" data-exclude-search="true" data-exclude-hash="true"
        data-before-send="clean"></script>
      <title>Page</title><button data-umami-event="Signup">Sign up</button>`,
    );
    await page.click("button");
    await page.evaluate("history.pushState(null, '', '/other?b=1#part')");
    await page.evaluate(
      "umami.track('event').then(() => umami.track('never')).then(() => umami.track())",
    );
    await page.waitForTimeout(150);
    await page.goto("about:blank");

    const props = { type: "event", title: "Page" };
    await site.expectNoMore(["event", "/other", props], ["pageview", "/other", props]);
    const engaged = (await site.rows()).filter(({ name }) => name === "engagement");
    expect(engaged).toMatchObject([{ page: "/other" }]);
  });

  test.each([
    ["is not in data-domains", 'data-domains="other.example,another.example"', "", 0],
    ["is in data-domains", 'data-domains="a.example, umami-in.site.example"', "", 1],
    ["has umami.disabled", "", "try { localStorage['umami.disabled'] = 1 } catch {}", 0],
    [
      ...["asks not to be tracked, and the tag heeds it", 'data-do-not-track="true"'],
      ...["Object.defineProperty(navigator, 'doNotTrack', { get: () => '1' })", 0],
    ],
    [
      ...["asks not to be tracked, and the tag does not say", ""],
      ...["Object.defineProperty(navigator, 'doNotTrack', { get: () => '1' })", 1],
    ],
    ["names another collector", `data-host-url="http://other.elsewhere.example/"`, "", 0],
  ] as [string, string, string, number][])(
    "counts as it should where the page or browser %s",
    async (what, attributes, script, views) => {
      const name = what.includes("is in") ? "umami-in" : what.replace(/[^a-z]+/g, "-").slice(-40);
      const site = await openSite(name);
      const page = await site.open(
        "/",
        `<script defer src="${statsUrl}/script.js" data-website-id="${uuid}x" ${attributes}></script>`,
        { script },
      );
      await page.evaluate("umami.track('x')");
      const expected = [["pageview", "/"] as const, ["x", "/"] as const];

      await site.expectNoMore(...expected.slice(0, views * 2));
    },
  );
});

describe("packages from npm, unchanged", () => {
  test("@plausible-analytics/tracker", async () => {
    const site = await openSite("plausible");
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
    const site = await openSite("tracker");
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
    const site = await openSite("vue");
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
    const site = await openSite("docusaurus");
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
    const site = await openSite("react", { aliases: ["9d1dd1a2-8a44-4d0f-a7ac-2f1c1d1f6a52"] });
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
