import { gzipSync } from "node:zlib";
import { expect } from "vitest";

import { axeFaults } from "../helpers/axe.ts";
import { browserTest as test } from "../helpers/browser.ts";
import { eventually } from "../helpers/eventually.ts";
import { chrome } from "../helpers/footfall.ts";
import { statsUrl } from "../helpers/site.ts";
import { domain, openAsAda, openNotifyingScene } from "./notifying-scene.ts";

const scene = openNotifyingScene();

test("a saved view brings back tab, range and filters, and is deleted", async () => {
  const saved = `/${domain}?view=goals&range=7d&filter[country]=Germany`;
  const { page, complaints } = await openAsAda(scene, saved);
  await page.getByRole("link", { name: "Saved views" }).click();
  await page.getByLabel("Save the current view as").fill("German goals");
  await page.getByRole("button", { name: "Save view" }).click();
  const entry = page.getByRole("dialog").getByRole("link", { name: "German goals" });
  await entry.waitFor();
  await eventually(async () => expect(await entry.getAttribute("aria-current")).toBe("true"));
  await page.getByText("Only for you").waitFor();

  await page.goto(`${statsUrl}/${domain}?card=views`);
  await eventually(async () => expect(await entry.getAttribute("aria-current")).toBe(null));
  await entry.click();
  await page.waitForURL(`${statsUrl}${saved}`);

  await page.getByRole("link", { name: "Saved views" }).click();
  await page.getByRole("button", { name: "Delete German goals" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByText("There are no saved views yet.").waitFor();
  expect(complaints).toEqual([]);
});

test("the palette goes where somebody types a part of, and remembers it", async () => {
  const { json } = await scene.footfall.request("/api/v1/websites");
  const [{ id }] = json.data;
  const event = { url: `https://${domain}/pricing`, ip: "192.0.2.7", user_agent: chrome };
  await scene.footfall.bulk(id, [event]);
  await scene.footfall.server.shipped();
  const { page, complaints } = await openAsAda(scene, `/${domain}?range=7d`);
  const script = page.waitForResponse(/palette-view/);
  const filter = page.getByRole("link", { name: "Filter", exact: true });
  await filter.focus();
  const search = page.getByRole("combobox", { name: "Website, report" });
  const first = page.getByRole("option").first();

  await page.keyboard.press("Control+k");
  await search.waitFor();
  // Nothing of it was loaded before.
  expect(gzipSync(await (await script).body()).length).toBeLessThan(4 * 1024);
  await eventually(async () =>
    expect(await page.evaluate("document.activeElement.role")).toBe("combobox"),
  );
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await search.waitFor({ state: "detached" });
  await eventually(async () =>
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Filter"),
  );

  await page.keyboard.press("Control+k");
  await search.fill("year comp");
  await eventually(async () =>
    expect(await first.textContent()).toContain("Compare with last year"),
  );
  // The Enter that ends what an input method composes chooses nothing.
  await search.dispatchEvent("keydown", { key: "Enter", isComposing: true });
  expect(page.url()).not.toContain("compare");
  await page.keyboard.press("Enter");
  await page.waitForURL(/compare=year/);

  await page.keyboard.press("Control+k");
  await eventually(async () =>
    expect(await first.textContent()).toContain("Compare with last year"),
  );
  await search.fill("pric");
  await page.getByRole("option", { name: "Page is /pricing" }).waitFor();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForURL(/filter\[page\]=\/pricing/);
  expect(complaints).toEqual([]);
});

test("the chart of today has the minutes of the last two hours, and quarters", async () => {
  const { page, complaints } = await openAsAda(scene, `/${domain}?range=today`);
  const chart = page.getByRole("application");
  const summary = async () => (await chart.getAttribute("aria-label")) ?? "";
  await page.getByRole("button", { name: "Minutes" }).click();
  await page.waitForURL(/interval=minute/);
  await eventually(async () =>
    expect(await summary()).toMatch(/Visitors by minute, .* at most [12]\./),
  );
  await chart.focus();
  const status = page.locator(".time-chart [role=status]");
  await eventually(async () => {
    await page.keyboard.press("Home");
    expect(await status.textContent()).toMatch(/:\d\d: Visitors 0 and Page views 0$/);
  });

  await page.getByRole("button", { name: "15 min" }).click();
  await eventually(async () => expect(await summary()).toContain("by quarter of an hour"));
  expect(complaints).toEqual([]);
});

test("a bar over time opens its days, and a drag those of several bars", async () => {
  const { page, complaints } = await openAsAda(scene, `/${domain}?view=engagement&range=7d`);
  const chart = page.getByRole("application");
  const bars = chart.locator(".bar-column");
  const rangeOf = () => new URL(page.url()).searchParams;
  await chart.waitFor();
  const dayOf = async (nth: number) => {
    await bars.nth(nth).hover();
    return Date.parse((await page.locator(".bar-chart .tip").textContent())?.split(":")[0] ?? "");
  };
  const days = (Number(await dayOf(4)) - Number(await dayOf(2))) / 86_400_000;
  expect(Math.round(days)).toBe(2);
  await bars.nth(2).hover();
  await page.mouse.down();
  await bars.nth(4).hover();
  await page.mouse.up();
  await eventually(() => expect(rangeOf().get("from")).not.toBe(null));
  const [from = "", to = ""] = [rangeOf().get("from"), rangeOf().get("to")].map(String);
  expect(Date.parse(to) - Date.parse(from)).toBe(2 * 86_400_000);

  await eventually(async () => expect(await bars.count()).toBe(3));
  await chart.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await eventually(() => expect(rangeOf().get("from")).toBe(to));
  expect(rangeOf().get("to")).toBe(to);
  expect(complaints).toEqual([]);
});

test("values have icons or letters of the server itself, once the page is idle", async () => {
  const { json } = await scene.footfall.request("/api/v1/websites");
  const [{ id }] = json.data;
  const event = { url: `https://${domain}/`, ip: "192.0.2.8", user_agent: chrome };
  const events = ["https://www.google.com/", "https://blog.example/"].map((referrer) => ({
    ...event,
    referrer,
  }));
  await scene.footfall.bulk(id, events);
  await scene.footfall.server.shipped();
  const { page, complaints } = await openAsAda(scene, "/");
  const asked: string[] = [];
  const cached: string[] = [];
  page.on("response", (response) => {
    asked.push(response.url());
    if (response.url().includes("/icons-")) {
      cached.push(response.headers()["cache-control"] ?? "");
    }
  });
  await page.goto(`${statsUrl}/${domain}?range=7d`);
  const iconOf = (name: string) => page.locator(`.value-icon[data-icon="${name}"]`);
  const styleOf = (name: string, property: string, pseudo = "") =>
    iconOf(name).evaluate(
      (element, [key = "", part]) => getComputedStyle(element, part).getPropertyValue(key),
      [property, pseudo],
    );
  await eventually(async () => {
    expect(await styleOf("Google", "mask-image")).toMatch(/^url\("data:image\/svg/);
    expect(await styleOf("Chrome", "mask-image")).toMatch(/^url\("data:image\/svg/);
    expect(await styleOf("blog.example", "content", "::before")).toBe('"b"');
  });
  expect(await iconOf("Google").getAttribute("aria-hidden")).toBe("true");
  expect(asked.filter((url) => !url.startsWith(statsUrl))).toEqual([]);
  const icons = asked.filter((url) => url.includes("/icons-"));
  expect(new Set(icons).size).toBe(icons.length);
  expect(cached.every((header) => header.includes("immutable"))).toBe(true);
  // Rows are paler while newer ones are on their way.
  await eventually(async () => expect(await axeFaults(page)).toEqual([]));
  expect(complaints).toEqual([]);
});

test("with Compare, rows say how they changed, and a card says what changed most", async () => {
  const { json } = await scene.footfall.request("/api/v1/websites");
  const [{ id }] = json.data;
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const view = { user_agent: chrome, url: `https://${domain}/gone` };
  await scene.footfall.bulk(
    id,
    ["192.0.2.21", "192.0.2.22", "192.0.2.23"].map((ip) => ({
      ...view,
      ip,
      timestamp: daysAgo(10),
    })),
  );
  await scene.footfall.server.shipped();
  const { page, complaints } = await openAsAda(scene, `/${domain}?range=7d&compare=off`);
  const card = page.locator("section", {
    has: page.getByRole("heading", { name: "What changed" }),
  });
  await page.locator(".cards .bars").first().waitFor();
  expect(await page.locator(".row-change").count()).toBe(0);

  await page.goto(`${statsUrl}/${domain}?range=7d`);
  const row = (name: string) =>
    page.locator(".cards tr", { has: page.locator(`[title="${name}"]`) }).first();
  await eventually(async () => {
    expect(await row("/").locator(".row-change").textContent()).toBe("new");
  });
  await page.locator(".shortcuts-link").scrollIntoViewIfNeeded();
  const gone = card.locator("tr", { has: page.locator('[title="/gone"]') }).first();
  await eventually(async () => {
    await page.locator(".shortcuts-link").scrollIntoViewIfNeeded();
    expect(await gone.textContent()).toMatch(/page30.*100%/i);
  });
  expect(await card.locator("tbody tr").count()).toBe(10);
  expect(await axeFaults(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
