import { describe, expect } from "vitest";

import { browserTest as test } from "../helpers/browser.ts";
import { openScene } from "../helpers/scene.ts";
import { statsUrl } from "../helpers/site.ts";
import { noNavigation, stub } from "./other-tags.ts";
import { openSite } from "./tracked-site.ts";

const scene = openScene();

describe("the script with Plausible's face", () => {
  test("leaves links and forms alone without words, and answers calls early and late", async () => {
    const site = await openSite(scene, "plain");
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
    const site = await openSite(scene, "manual");
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
    const site = await openSite(scene, "hash");
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
    const site = await openSite(scene, "excluded");
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
    const site = await openSite(scene, "compat");
    await site.open(
      "/compat",
      `<script type="module" id="plausible" data-domain="${site.domain}" data-api="${statsUrl}/api/event?x"
        src="${statsUrl}/js/script.compat.js"></script>`,
    );
    await site.expectEvents(["pageview", "/compat"]);
  });

  test("of one website takes the options of plausible.init", async () => {
    const site = await openSite(scene, "init", { aliases: ["pa-Zk3_x-9"] });
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
    const site = await openSite(scene, "waiting");
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
    const site = await openSite(scene, "local");
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
    const site = await openSite(scene, "ignored");
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

  test("counts nothing by itself with data-auto-track=false, and time on pages that were called", async () => {
    const site = await openSite(scene, "umami-manual");
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
      "asks not to be tracked, and the tag heeds it",
      'data-do-not-track="true"',
      "Object.defineProperty(navigator, 'doNotTrack', { get: () => '1' })",
      0,
    ],
    [
      "asks not to be tracked, and the tag does not say",
      "",
      "Object.defineProperty(navigator, 'doNotTrack', { get: () => '1' })",
      1,
    ],
    ["names another collector", `data-host-url="http://other.elsewhere.example/"`, "", 0],
  ] as [string, string, string, number][])(
    "counts as it should where the page or browser %s",
    async (what, attributes, script, views) => {
      const name = what.includes("is in") ? "umami-in" : what.replace(/[^a-z]+/g, "-").slice(-40);
      const site = await openSite(scene, name);
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
