import type { Page } from "playwright-core";
import { expect } from "vitest";

import { browserTest as test } from "../helpers/browser.ts";
import { expectTotal, openAsOwner } from "../helpers/dashboard.ts";
import { eventually } from "../helpers/eventually.ts";
import type { Website } from "../helpers/footfall.ts";
import { openScene } from "../helpers/scene.ts";

const domain = "shop.site.example";
const dayMs = 24 * 60 * 60 * 1000;
let website: Website;
let visitors = 0;

const scene = openScene(async ({ footfall }) => {
  website = await footfall.store(domain);
  await send(3, ["/", "https://news.ycombinator.com/"]);
  await send(3, ["/pricing", "https://lobste.rs/"]);
  await send(40, ["/", ""]);
  await send(0, ["/", ""]);
});

/** Sends a page view of another visitor, some days ago. */
async function send(daysAgo: number, [page, referrer]: readonly [string, string]): Promise<void> {
  visitors += 1;
  const at = new Date(Date.now() - daysAgo * dayMs).toISOString();
  await scene.footfall.send(website, [{ at, who: visitors, page, referrer }]);
}

const searchOf = (page: Page) => new URL(page.url()).searchParams;

/** Resolves with the place of a point of the chart, as a share of its width. */
async function placeOf(page: Page, share: number): Promise<readonly [number, number]> {
  const plot = page.locator(".chart-area .u-over");
  await plot.waitFor();
  const box = await plot.boundingBox();
  if (box === null) throw new Error("the chart has no place");
  return [box.x + box.width * share, box.y + 100];
}

test("a drag over the chart chooses its days, and Enter on a point one of them", async () => {
  const { page, complaints } = await openAsOwner(scene.sites, `/${domain}`);
  await page.mouse.move(...(await placeOf(page, 0.25)));
  await page.mouse.down();
  await page.mouse.move(...(await placeOf(page, 0.75)), { steps: 5 });
  await page.locator(".chart-span").waitFor();
  await page.mouse.up();
  await page.getByRole("button", { name: "Custom range" }).waitFor();
  const days =
    (Date.parse(searchOf(page).get("to") ?? "") - Date.parse(searchOf(page).get("from") ?? "")) /
    dayMs;
  expect(days).toBeGreaterThan(12);
  expect(days).toBeLessThan(17);

  await page.locator(".chart-area canvas").waitFor();
  await page.locator(".chart-area").focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await eventually(async () => expect(searchOf(page).get("to")).toBe(searchOf(page).get("from")));
  expect(complaints).toEqual([]);
});

test("each total chooses the line of the chart", async () => {
  const { page } = await openAsOwner(scene.sites, `/${domain}`);
  for (const [name, metric] of [
    ["Bounce rate", "bounce_rate"],
    ["Time engaged", "engagement_seconds"],
    ["Visits", "visits"],
  ] as const) {
    await page.getByRole("link", { name: `${name} in the chart` }).click();
    await page.getByRole("application", { name: new RegExp(`^${name} by day`) }).waitFor();
    expect(searchOf(page).get("chart")).toBe(metric);
  }
});

test("filters of one name are a chip that can be edited, and the focus stays near", async () => {
  const { page } = await openAsOwner(
    scene.sites,
    `/${domain}?filter[referrer]=lobste.rs&filter[referrer]=news.ycombinator.com&filter[page]=/`,
  );
  await expectTotal(page, "visitors", "1");
  const text = "Referrer is lobste.rs or news.ycombinator.com";
  await page.getByRole("link", { name: `Remove filter: Page is /` }).click();
  await expectTotal(page, "visitors", "2");
  const focused = () => page.evaluate("document.activeElement.getAttribute('aria-label')");
  expect(await focused()).toBe(`Remove filter: ${text}`);
  await page.getByText(`Visitors: ${text}`).waitFor({ state: "attached" });

  await page.getByRole("link", { name: `Edit filter: ${text}` }).click();
  await page.getByRole("button", { name: "Remove Referrer lobste.rs" }).click();
  await page.getByLabel("Another value").fill("example.org");
  await page.getByRole("button", { name: "Save filter" }).click();
  await expectTotal(page, "visitors", "1");
  expect(searchOf(page).getAll("filter[referrer]")).toEqual([
    "news.ycombinator.com",
    "example.org",
  ]);
});

test("a value may be typed in any case", async () => {
  const { page } = await openAsOwner(scene.sites, `/${domain}?card=filter`);
  await page.getByLabel("Filter by").selectOption("Referrer");
  await page.getByLabel("Value").fill("LOBSTE.rs");
  await page.getByRole("button", { name: "Add filter" }).click();
  await expectTotal(page, "visitors", "1");
  expect(searchOf(page).get("filter[referrer]")).toBe("lobste.rs");
});

test("details are sorted by the heads of their columns, and pages can be opened", async () => {
  const { page } = await openAsOwner(scene.sites, `/${domain}?card=page`);
  const dialog = page.getByRole("dialog", { name: "Pages" });
  await dialog.getByRole("link", { name: "Time on page" }).click();
  await dialog.getByRole("columnheader", { name: "Time on page" }).waitFor();
  await eventually(async () =>
    expect(await dialog.locator("[aria-sort]").textContent()).toBe("Time on page"),
  );
  expect(searchOf(page).get("sort")).toBe("engagement_seconds");
  const link = dialog.getByRole("link", { name: "Open /pricing in a new tab" });
  expect(await link.getAttribute("href")).toBe(`https://${domain}/pricing`);
});

test("numbers of today refresh, and do not while they are paused", async () => {
  const { page } = await openAsOwner(scene.sites, `/${domain}?range=today&compare=off`);
  await expectTotal(page, "visitors", "1");
  // As when its tab is shown again, which does not wait for the next half minute.
  const show = "document.dispatchEvent(new Event('visibilitychange'))";
  await send(0, ["/new", ""]);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.evaluate(show);
  await expectTotal(page, "visitors", "2");
  expect(asked.filter((path) => path.endsWith("/summary")).length).toBeLessThanOrEqual(2);

  await page.keyboard.press("p");
  await page.getByText("The numbers of today do not refresh.").waitFor();
  await send(0, ["/new", ""]);
  await page.waitForLoadState("networkidle");
  asked.length = 0;
  await page.evaluate(show);
  await page.waitForLoadState("networkidle");
  expect(asked.filter((path) => /summary|stats/.test(path))).toEqual([]);
  await page.getByRole("link", { name: "Refresh again" }).click();
  await page.evaluate(show);
  await expectTotal(page, "visitors", "3");
});

test("all time begins on the first day, and tabs have their places from the first draw", async () => {
  const { page } = await openAsOwner(scene.sites, `/${domain}?range=all`);
  await expectTotal(page, "visitors", "6");
  const names = await page.locator(".report-tabs a").allTextContents();
  expect(names.slice(0, 7)).toEqual([
    "Overview",
    "Goals",
    "Funnels",
    "Journeys",
    "Engagement",
    "Properties",
    "Revenue",
  ]);
});
