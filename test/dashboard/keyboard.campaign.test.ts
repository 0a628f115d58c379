import type { Page } from "playwright-core";
import { expect } from "vitest";

import { browserTest as test } from "../helpers/browser.ts";
import { expectTotal, openAsOwner, openDashboard } from "../helpers/dashboard.ts";
import { chrome } from "../helpers/footfall.ts";
import { openScene } from "../helpers/scene.ts";

const domain = "shop.site.example";
const scene = openScene(async ({ footfall }) => {
  const { id } = await footfall.store(domain, { privacy: 0 });
  const events = [
    ["/", "141.20.1.1"],
    ["/pricing", "141.20.1.1"],
    ["/blog/one", "8.8.8.8"],
    ["/blog/two", "8.8.8.8"],
  ].map(([page, ip]) => ({ url: `https://${domain}${page}`, ip, user_agent: chrome }));
  await footfall.bulk(id, events);
  await footfall.server.shipped();
});

const searchOf = (page: Page) => new URL(page.url()).searchParams;
const dialogOf = (page: Page, name: string) => page.getByRole("dialog", { name });

/** Waits until no dialog is open. */
async function expectClosed(page: Page): Promise<void> {
  await page.locator("dialog").waitFor({ state: "detached" });
}

test("an owner filters, saves a segment and annotates by keyboard alone, and a viewer sees what is for viewers", async () => {
  const { page, complaints } = await openAsOwner(scene.sites, `/${domain}`);
  await expectTotal(page, "visitors", "2");

  await addFilter(page);
  await expectTotal(page, "visitors", "1");
  expect(searchOf(page).get("filter[page]")).toBe("/blog/*");

  await saveSegment(page);
  await expectTotal(page, "visitors", "1");
  expect([...searchOf(page)]).toEqual([["segment", "1"]]);
  await page.keyboard.press("x");
  await expectTotal(page, "visitors", "2");

  await annotate(page);
  await page.keyboard.press("t");
  const row = dialogOf(page, "Visitors by day").getByRole("row", { name: /Release 2\.0/ });
  await row.waitFor();
  await page.keyboard.press("Escape");
  await expectClosed(page);

  await expectSeenByViewers();
  await renameAndDelete(page);
  expect(complaints).toEqual([]);
});

/** The value is offered as it is typed. */
async function addFilter(page: Page): Promise<void> {
  await page.keyboard.press("f");
  const dialog = dialogOf(page, "Filter");
  await dialog.getByLabel("Filter by").waitFor();
  await page.keyboard.press("Tab");
  for (const _ of ["is not", "begins with"]) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  await page.keyboard.type("/blog/");
  await dialog.locator("option[value='/pricing']").waitFor({ state: "detached" });
  await dialog.locator("option[value='/blog/two']").waitFor({ state: "attached" });
  await page.keyboard.press("Enter");
  await expectClosed(page);
}

async function saveSegment(page: Page): Promise<void> {
  await page.keyboard.press("s");
  await dialogOf(page, "Segments").getByLabel("Save the current filters as").waitFor();
  // The letters are no shortcuts here.
  await page.keyboard.type("fx readers");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  // The name is shown before the server has answered with all segments.
  const list = /\/segments\?/;
  await page.route(list, () => {});
  await page.keyboard.press("Enter");
  await expectClosed(page);
  await page.getByRole("link", { name: "Remove segment: fx readers" }).waitFor();
  await page.unroute(list);
}

async function annotate(page: Page): Promise<void> {
  await page.locator(".chart-area canvas").waitFor();
  await page.locator(".chart-area").focus();
  await page.keyboard.press("End");
  await page.locator(".tip").waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await dialogOf(page, "Notes").getByLabel("Note", { exact: true }).waitFor();
  await page.keyboard.type("Release 2.0");
  await dialogOf(page, "Notes").getByLabel("Viewers see it").press("Space");
  await page.keyboard.press("Enter");
  await expectClosed(page);
  await page.locator(".note-marks span").waitFor();
}

/** A click between two points chooses the nearest one. */
test("a click on a day of the chart opens the day", async () => {
  const { page } = await openAsOwner(scene.sites, `/${domain}`);
  const plot = page.locator(".chart-area .u-over");
  await plot.waitFor();
  const box = (await plot.boundingBox()) ?? { x: 0, y: 0, width: 0 };
  await page.mouse.move(box.x + box.width / 2, box.y + 40);
  await page.mouse.move(box.x + box.width / 2 + 7, box.y + 43);
  await page
    .locator(".tip")
    .getByRole("button", { name: /^Add a note to/ })
    .waitFor();
  await page.mouse.down();
  await page.mouse.up();
  await page.getByRole("button", { name: "One day" }).waitFor();
  const search = searchOf(page);
  expect([search.has("from"), search.get("from")]).toEqual([true, search.get("to")]);
});

test("a comparison with days without data says so", async () => {
  const { page } = await openDashboard(scene.sites, `/${domain}?compare=2020-01-01`);
  await page.getByText(/^No data for .* to compare with$/).waitFor();
  await page.locator(".chart-area canvas").waitFor();
  await page.locator(".chart-area").focus();
  await page.keyboard.press("End");
  expect(await page.locator(".tip td").allTextContents()).toEqual(["2", "4"]);
});

/** The focus goes where the next step is. */
async function renameAndDelete(page: Page): Promise<void> {
  await page.keyboard.press("s");
  const dialog = dialogOf(page, "Segments");
  await dialog.getByRole("button", { name: "Edit fx readers" }).press("Enter");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("Readers");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Delete Readers" }).press("Enter");
  await dialog.getByText("Delete Readers?").waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await dialog.getByText("Set a filter first").waitFor();
  await dialog.getByRole("link", { name: "Set a filter" }).press("Enter");
  await dialogOf(page, "Filter").getByLabel("Filter by").waitFor();
}

/** As for somebody who has no key, and who may change nothing. */
async function expectSeenByViewers(): Promise<void> {
  const { page, complaints } = await openDashboard(scene.sites, `/${domain}`);
  await page.getByRole("link", { name: "Segments" }).click();
  const dialog = dialogOf(page, "Segments");
  await dialog.getByText("Page begins with /blog/").waitFor();
  expect(await dialog.getByRole("button").allTextContents()).toEqual([""]);
  await dialog.getByRole("link", { name: "fx readers" }).click();
  await expectTotal(page, "visitors", "1");
  await page.locator(".chart-area canvas").waitFor();
  await page.locator(".chart-area").focus();
  await page.keyboard.press("End");
  await page.getByRole("status").filter({ hasText: "Release 2.0" }).waitFor({ state: "attached" });
  await page.keyboard.press("Enter");
  expect(await page.locator("dialog").count()).toBe(0);
  expect(complaints).toEqual([]);
}

test("the range is compared with a year before, and shortcuts can be switched off", async () => {
  const { page } = await openDashboard(scene.sites, `/${domain}`);
  await page.getByRole("button", { name: /^Compare/ }).press("Enter");
  const asked = page.waitForRequest(/\/summary\?.*compare=year/);
  await page.getByRole("link", { name: /^A year before/ }).press("Enter");
  await asked;
  expect(searchOf(page).get("compare")).toBe("year");

  await page.keyboard.press("?");
  const dialog = dialogOf(page, "Keyboard shortcuts");
  await dialog.getByLabel("Use keyboard shortcuts").press("Space");
  await page.keyboard.press("Escape");
  await expectClosed(page);
  await page.keyboard.press("1");
  await page.reload();
  await expectTotal(page, "visitors", "2");
  await page.keyboard.press("1");
  expect(searchOf(page).has("range")).toBe(false);

  await page.getByRole("link", { name: "Keyboard shortcuts" }).press("Enter");
  await dialog.getByLabel("Use keyboard shortcuts").press("Space");
  await page.keyboard.press("Escape");
  await expectClosed(page);
  await page.keyboard.press("1");
  expect(searchOf(page).get("range")).toBe("today");
});

test("a country of the map selects its visitors, and the hours of the week can be gone through", async () => {
  const { page } = await openDashboard(scene.sites, `/${domain}`);
  await page.setViewportSize({ width: 1280, height: 2_600 });
  const germany = page.locator(".world-map [data-code=DE]:not(.level-0)");
  await germany.click();
  await expectTotal(page, "visitors", "1");
  expect(searchOf(page).get("filter[country]")).toBe("Germany");
  await page.locator(".world-map .picked[data-code=DE]").click();
  await expectTotal(page, "visitors", "2");

  const grid = page.getByRole("grid", { name: "Visitors by hour of the week" });
  await grid.getByRole("gridcell").first().waitFor();
  expect(await grid.getByRole("gridcell").count()).toBe(7 * 24);
  // Until then it has the hours of the visitors that were selected before.
  await grid.getByRole("gridcell", { name: "2", exact: true }).waitFor();
  await grid.getByRole("gridcell").first().focus();
  for (const key of ["ArrowDown", "ArrowRight", "ArrowUp", "ArrowUp"]) {
    await page.keyboard.press(key);
  }
  await page.getByText(/^Monday, 0?1:00: \d visitors?$/).waitFor();
});
