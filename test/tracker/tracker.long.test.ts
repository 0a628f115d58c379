import type { Page } from "playwright-core";
import { expect } from "vitest";

import { browserTest as test } from "../helpers/browser.ts";
import { eventually } from "../helpers/eventually.ts";
import { selectRows } from "../helpers/footfall.ts";
import { openScene } from "../helpers/scene.ts";
import { statsUrl } from "../helpers/site.ts";

const scene = openScene();

/** Makes a website for one test. */
async function storeSite(name: string) {
  const domain = `${name}.site.example`;
  const { id } = await scene.footfall.store(domain);
  return { id, domain, url: `http://${domain}` };
}

const tag = (attributes = "") =>
  `<!doctype html><script defer src="${statsUrl}/js/script.js" ${attributes}></script>`;

/** Resolves with the events of a website, without engagement events. */
const eventsOf = (id: number, columns = "name, page") =>
  selectRows(
    scene.footfall,
    `SELECT ${columns} FROM events WHERE website_id = ${id} AND name != 'engagement' ORDER BY time, name`,
  );

/** Waits until a website has just these events, engagement aside. */
const expectEvents = (id: number, events: readonly object[], columns?: string) =>
  eventually(async () => expect(await eventsOf(id, columns)).toEqual(events));

/** Sends one more event, and waits for it: earlier events have arrived then. */
async function settle(page: Page, id: number): Promise<void> {
  await page.evaluate("footfall('settled')");
  await eventually(async () =>
    expect(await eventsOf(id, "name")).toContainEqual({ name: "settled" }),
  );
}

const view = (page: string) => ({ name: "pageview", page });

test("a page view says where it was, where it came from, and what it was seen on", async () => {
  const { id, url } = await storeSite("view");
  scene.sites.files.set("/pricing", tag());
  scene.sites.files.set(
    "/from",
    `<a href="${url}/pricing?utm_campaign=autumn&b=1#top">Pricing</a>`,
  );

  const page = await scene.sites.visit("http://from.site.example/from", {
    screen: { width: 1920, height: 1080 },
  });
  await page.click("a");

  const columns =
    "name, hostname, page, referrer, utm_campaign, screen_resolution, language, browser, device";
  const seen = {
    name: "pageview",
    hostname: "view.site.example",
    page: "/pricing?b=1",
    referrer: "from.site.example",
    utm_campaign: "autumn",
    screen_resolution: "1920x1080",
    language: "de",
    browser: "Chrome",
    device: "Desktop",
  };
  await expectEvents(id, [seen], columns);
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate("[localStorage.length, sessionStorage.length]")).toEqual([0, 0]);
});

test("data-domain names the website of a page on a subdomain", async () => {
  const { id, domain } = await storeSite("parent");
  scene.sites.files.set("/named", tag(`data-domain="${domain}"`));

  await scene.sites.visit(`http://blog.${domain}/named`);

  await expectEvents(id, [{ hostname: `blog.${domain}` }], "hostname");
});

test("data-api sends elsewhere, as to a path of the website itself", async () => {
  await storeSite("api");
  scene.sites.files.set("/proxied", tag('data-api="/counted"'));
  const { page, sent } = await watch("http://api.site.example/proxied", "/counted");

  await eventually(async () => expect(sent).toHaveLength(1));
  expect(new URL(page.url()).host).toBe("api.site.example");
  expect(sent[0]).toMatchObject({ d: "api.site.example", u: page.url() });
});

/** Opens a page and answers in the collector's place; `sent` has the requests. */
async function watch(url: string, collector = "/api/event", status = () => 202) {
  const sent: Record<string, unknown>[] = [];
  const page = await scene.sites.visit("about:blank");
  await page.context().route(`**${collector}`, async (route) => {
    const code = status();
    if (code === 0) return route.abort();
    sent.push(route.request().postDataJSON());
    return route.fulfill({ status: code, headers: { "access-control-allow-origin": "*" } });
  });
  await page.goto(url);
  return { page, sent };
}

test("pages of a single-page application are viewed when the path changes", async () => {
  const { id, url } = await storeSite("spa");
  scene.sites.files.set("/app", tag());
  const page = await scene.sites.visit(`${url}/app`);
  await expectEvents(id, [view("/app")]);

  await page.evaluate("history.pushState({}, '', '/one?a=1')");
  await expectEvents(id, [view("/app"), view("/one?a=1")]);
  await page.evaluate("history.pushState({}, '', '/one?a=2')");
  await page.evaluate("history.replaceState({}, '', '/two')");
  await expectEvents(id, [view("/app"), view("/one?a=1"), view("/two")]);
  await page.evaluate("location.hash = 'part'");
  await page.evaluate("history.go(-3)");
  await page.waitForURL("**/app");

  await expectEvents(id, [view("/app"), view("/one?a=1"), view("/two"), view("/app")]);
});

test("referrer, utm_* and click id of a load go with its first page alone", async () => {
  const { id, url } = await storeSite("source");
  scene.sites.files.set("/landing", tag());
  scene.sites.files.set(
    "/search",
    `<a href="${url}/landing?utm_source=mail&utm_medium=email&fbclid=1">Landing</a>`,
  );
  const page = await scene.sites.visit("http://from.site.example/search");
  await page.click("a");
  await expectEvents(id, [view("/landing")]);

  await page.evaluate("history.pushState({}, '', '/next?utm_source=router&gclid=2&b=1')");
  await expectEvents(id, [view("/landing"), view("/next?b=1")]);
  await page.evaluate("history.back()");
  await expectEvents(id, [view("/landing"), view("/next?b=1"), view("/landing")]);
  await settle(page, id);

  const none = { source: "", medium: "", click: "", referrer: "" };
  const columns = "utm_source AS source, utm_medium AS medium, click_id AS click, referrer";
  expect(await eventsOf(id, columns)).toEqual([
    { source: "mail", medium: "email", click: "fbclid", referrer: "from.site.example" },
    none,
    none,
    none,
  ]);
});

test("a page that is prerendered, or in a background tab, is viewed once: when it is shown", async () => {
  const { id, url } = await storeSite("hidden");
  scene.sites.files.set("/hidden", tag());
  const page = await scene.sites.visit(`${url}/hidden`, {
    script: "Object.defineProperty(document, 'hidden', { configurable: true, value: true })",
  });
  await page.evaluate("footfall('early'); history.pushState({}, '', '/later')");
  await scene.footfall.track({ domain: "hidden.site.example", url: `${url}/`, name: "before" });
  await expectEvents(id, [{ name: "before", page: "/" }]);

  const show = `
    delete document.hidden;
    document.dispatchEvent(new Event("prerenderingchange", { bubbles: true }));
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    window.dispatchEvent(new Event("pageshow"));
  `;
  const hide = `
    Object.defineProperty(document, "hidden", { configurable: true, value: true });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  `;
  await page.evaluate(show + hide + show);
  await settle(page, id);
  const names = ["before", "early", "pageview", "settled"];
  await eventually(async () => {
    const events = (await eventsOf(id, "name")) as { name: string }[];
    expect(events.map(({ name }) => name).toSorted()).toEqual(names);
  });
  expect(await eventsOf(id)).toContainEqual(view("/later"));
});

test("a page that comes back from the browser's memory is viewed again", async () => {
  const { id, url } = await storeSite("back");
  scene.sites.files.set("/first", tag());
  scene.sites.files.set("/second", tag());
  const page = await scene.sites.visit(`${url}/first`);
  await expectEvents(id, [view("/first")]);
  await page.evaluate("window.isOld = true");
  await page.goto(`${url}/second`);
  await expectEvents(id, [view("/first"), view("/second")]);
  await page.goBack({ waitUntil: "commit" });

  await expectEvents(id, [view("/first"), view("/second"), view("/first")]);
  expect(await page.evaluate("window.isOld")).toBe(true);
});

test("custom events have props and revenue, and wait for the tracker", async () => {
  const { id, url } = await storeSite("custom");
  const stub =
    "window.footfall=window.footfall||function(){(footfall.q=footfall.q||[]).push(arguments)}";
  scene.sites.files.set(
    "/early",
    `${tag()}<script>${stub};footfall("Early", {props: {plan: "pro", seats: 3}})</script>`,
  );
  const page = await scene.sites.visit(`${url}/early`);
  await page.evaluate("footfall('Late', {revenue: {amount: 19.9, currency: 'EUR'}})");

  const none = { props: {}, amount: "0", currency: "" };
  await eventually(async () => {
    const rows = await eventsOf(
      id,
      "name, props, toString(revenue_amount) AS amount, revenue_currency AS currency",
    );
    expect(rows).toHaveLength(3);
    expect(rows).toEqual(
      expect.arrayContaining([
        { name: "pageview", ...none },
        { name: "Early", ...none, props: { plan: "pro", seats: "3" } },
        { name: "Late", ...none, amount: "19.9", currency: "EUR" },
      ]),
    );
  });
});

test("clicks and forms are events where an attribute says so", async () => {
  const { id, url } = await storeSite("attributes");
  scene.sites.files.set(
    "/form",
    `${tag()}<script>addEventListener("submit", (event) => event.preventDefault())</script>
    <button id="a" data-footfall-event="Signup" data-footfall-props='{"plan":"pro"}'><b>Sign up</b></button>
    <div data-footfall-event="Card"><i onclick="event.stopPropagation()">Card</i></div>
    <form data-footfall-event="Order"><input name="method"><button id="c">Order</button></form>
    <p>Nothing</p>`,
  );
  const page = await scene.sites.visit(`${url}/form`);

  await page.click("b");
  await page.click("i");
  await page.click("input");
  await page.click("p");
  await page.click("#c");
  await page.click("b", { button: "right" });
  await page.evaluate("document.dispatchEvent(new Event('click'))");
  await settle(page, id);

  const rows = await eventsOf(id, "name, props");
  expect(rows).toHaveLength(5);
  expect(rows).toEqual(
    expect.arrayContaining([
      { name: "Signup", props: { plan: "pro" } },
      { name: "Card", props: {} },
      { name: "Order", props: {} },
    ]),
  );
});

const links = `
  <a id="out" href="http://other.elsewhere.example/x">Out</a>
  <a id="pdf" href="/files/a.pdf?v=1"><b>PDF</b></a>
  <a id="html" href="#part">Here</a>
  <a id="mail" href="mailto:a@site.example">Mail</a>
  <script>addEventListener("click", (event) => event.preventDefault())</script>`;

async function clickLinks(page: Page): Promise<void> {
  for (const name of ["out", "pdf", "html", "mail"]) await page.click(`#${name}`);
}

test("links to other hosts and downloads are events where the tag says so", async () => {
  const { id, url } = await storeSite("links");
  scene.sites.files.set("/links", tag('data-outbound data-downloads="zip|pdf"') + links);
  const page = await scene.sites.visit(`${url}/links`);

  await clickLinks(page);
  await page.click("#out", { button: "middle" });
  await settle(page, id);

  const rows = await eventsOf(id, "name, props");
  const outbound = { name: "Outbound", props: { url: "http://other.elsewhere.example/x" } };
  expect(rows).toHaveLength(5);
  expect(rows).toEqual(
    expect.arrayContaining([
      outbound,
      { name: "Download", props: { url: `${url}/files/a.pdf?v=1` } },
    ]),
  );
  expect(rows.filter((row) => JSON.stringify(row) === JSON.stringify(outbound))).toHaveLength(2);
});

test("links are no events otherwise", async () => {
  const { id, url } = await storeSite("quiet");
  scene.sites.files.set("/quiet", tag() + links);
  const page = await scene.sites.visit(`${url}/quiet`);

  await clickLinks(page);
  await settle(page, id);

  expect(await eventsOf(id, "name")).toHaveLength(2);
});

test("time in the foreground and scroll depth are sent when a page is left", async () => {
  const { id, url } = await storeSite("engaged");
  const tall = '<body style="margin: 0"><div style="height: 4000px">';
  scene.sites.files.set("/long", `${tag()}${tall}`);
  scene.sites.files.set("/next", tag());
  const page = await scene.sites.visit(`${url}/long`, { viewport: { width: 800, height: 1000 } });
  await expectEvents(id, [view("/long")]);

  await page.evaluate("scrollTo(0, 2000)");
  await page.waitForTimeout(300);
  await page.evaluate("scrollTo(0, 0)");
  await page.evaluate("history.pushState({}, '', '/other')");
  await page.waitForTimeout(200);
  await page.goto(`${url}/next`);

  const columns = "page, engagement_time_ms AS ms, scroll_depth AS depth";
  const sql = `SELECT ${columns} FROM events WHERE website_id = ${id} AND name = 'engagement' ORDER BY time`;
  await eventually(async () => {
    const rows = await selectRows<{ page: string; ms: number; depth: number }>(scene.footfall, sql);
    expect(rows.map(({ page, depth }) => ({ page, depth }))).toEqual([
      { page: "/long", depth: 75 },
      { page: "/other", depth: 25 },
    ]);
    expect(rows[0]?.ms).toBeGreaterThanOrEqual(300);
    expect(rows[1]?.ms).toBeGreaterThanOrEqual(200);
    for (const { ms } of rows) expect(ms).toBeLessThan(60_000);
  });
});
