import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect } from "vitest";

import { browserTest as test } from "../helpers/browser.ts";
import { eventually } from "../helpers/eventually.ts";
import { selectRows } from "../helpers/footfall.ts";
import { openScene } from "../helpers/scene.ts";
import { statsUrl } from "../helpers/site.ts";

const scene = openScene();

test("Plausible's tracker from npm works unchanged", async () => {
  const { id } = await scene.footfall.store("plausible.site.example");
  const path = createRequire(import.meta.url).resolve("@plausible-analytics/tracker");
  scene.sites.files.set("/plausible.js", await readFile(path, "utf8"));
  scene.sites.files.set(
    "/buy",
    `<!doctype html><body style="margin: 0"><div style="height: 4000px"></div><script type="module">
      import { init, track } from "/plausible.js";
      init({ domain: "plausible.site.example", endpoint: "${statsUrl}/api/event", outboundLinks: true });
      track("Purchase", {
        props: { plan: "pro" },
        revenue: { amount: 19.9, currency: "EUR" },
        callback: ({ status }) => { window.answered = status; },
      });
    </script>`,
  );

  const page = await scene.sites.visit("http://plausible.site.example/buy?utm_source=mail", {
    viewport: { width: 800, height: 1000 },
  });
  await page.waitForFunction("window.answered !== undefined");
  await page.evaluate("scrollTo(0, 1000)");
  await page.waitForFunction("scrollY === 1000");
  await page.goto("about:blank");

  expect(await eventually(() => events(id, 3))).toEqual([
    { ...nothing, name: "engagement", depth: 50 },
    { ...nothing, name: "pageview" },
    { ...nothing, name: "Purchase", props: { plan: "pro" }, amount: "19.9", currency: "EUR" },
  ]);
});

const nothing = { page: "/buy", source: "mail", props: {}, amount: "0", currency: "", depth: 0 };

async function events(id: number, count: number) {
  const rows = await selectRows(
    scene.footfall,
    `SELECT
      name,
      page,
      utm_source AS source,
      props,
      toString(revenue_amount) AS amount,
      revenue_currency AS currency,
      scroll_depth AS depth
    FROM events
    WHERE website_id = ${id}
    ORDER BY lower(name) = 'purchase', name`,
  );
  expect(rows).toHaveLength(count);
  return rows;
}

test("what Umami's script sends arrives, and the answer is what it reads", async () => {
  const { id } = await scene.footfall.store("umami.site.example");
  scene.sites.files.set("/umami", "<!doctype html>");
  const page = await scene.sites.visit("http://umami.site.example/umami");

  const answers = await page.evaluate(`(async () => {
    const send = async (type, payload, headers) => {
      const reply = await fetch("${statsUrl}/api/send", {
        method: "POST",
        keepalive: true,
        credentials: "omit",
        headers: { "Content-Type": "application/json", ...headers },
        body: JSON.stringify({ type, payload }),
      });
      return reply.json();
    };
    const payload = {
      website: "9d1dd1a2-8a44-4d0f-a7ac-2f1c1d1f6a52",
      screen: screen.width + "x" + screen.height,
      language: navigator.language,
      title: document.title,
      hostname: location.hostname,
      url: location.href,
      referrer: "",
    };
    return [
      await send("event", payload),
      await send("identify", { ...payload, data: { plan: "pro" } }, { "x-umami-cache": "" }),
      await send("event", { ...payload, name: "signup", data: { plan: "pro" } }),
    ];
  })()`);

  expect(answers).toEqual([{}, {}, {}]);
  const rows = await selectRows(
    scene.footfall,
    `SELECT name, page, language, props FROM events WHERE website_id = ${id} ORDER BY time`,
  );
  expect(rows).toEqual([
    { name: "pageview", page: "/umami", language: "de", props: {} },
    { name: "signup", page: "/umami", language: "de", props: { plan: "pro" } },
  ]);
});
