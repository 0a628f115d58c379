import type { Page } from "playwright-core";
import { expect } from "vitest";

import { browserTest as test } from "../helpers/browser.ts";
import { openAsOwner, openDashboard, settle } from "../helpers/dashboard.ts";
import { eventually } from "../helpers/eventually.ts";
import { textFaults } from "../helpers/page-text.ts";
import { openScene } from "../helpers/scene.ts";
import { statsUrl } from "../helpers/site.ts";
import { domain, openShop } from "./shop.ts";

const scene = openScene(openShop);

const paperOf = (page: Page) =>
  page.evaluate("getComputedStyle(document.documentElement).backgroundColor");
const [light, dark] = ["rgb(246, 246, 244)", "rgb(18, 19, 21)"];

test("the theme that was chosen holds at once and after a reload, whatever the system has", async () => {
  const { page } = await openDashboard(scene.sites, `/${domain}`, { colorScheme: "light" });
  expect(await paperOf(page)).toBe(light);
  await page.getByLabel("Theme").selectOption("dark");
  expect(await paperOf(page)).toBe(dark);
  await page.reload();
  await page.getByLabel("Theme").waitFor();
  expect(await paperOf(page)).toBe(dark);

  await page.emulateMedia({ colorScheme: "dark" });
  await page.getByLabel("Theme").selectOption("light");
  expect(await paperOf(page)).toBe(light);
});

test("no text of goals with revenue stands over another", async () => {
  const { page } = await openAsOwner(scene.sites, `/${domain}?view=goals&lang=de`);
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.getByText("Besucher anzeigen").first().waitFor();
    await settle(page);
    expect(await textFaults(page)).toEqual([]);
  }
});

test("a narrow window has room for the dates of bars, long words, headers, links and tiles", async () => {
  const { page } = await openAsOwner(scene.sites, "/");
  const bottomsOf = (things: string) =>
    page.evaluate(`[...document.querySelectorAll("${things}")].map((thing) =>
      Math.round(thing.getBoundingClientRect().bottom))`) as Promise<number[]>;
  await page.setViewportSize({ width: 390, height: 1200 });
  for (const query of ["view=revenue&lang=ar", "view=tracking-check&lang=nl"]) {
    await page.goto(`${statsUrl}/${domain}?${query}`);
    await page.locator(".total-number").first().waitFor();
    await settle(page);
    expect([query, await textFaults(page)]).toEqual([query, []]);
  }
  await page.goto(`${statsUrl}/${domain}?view=goals&lang=de`);
  await page.locator("thead th").first().waitFor();
  const [first, second] = await bottomsOf("thead th");
  expect(first).toBe(second);

  await page.setViewportSize({ width: 1024, height: 900 });
  await page.getByRole("link", { name: "Zählung prüfen" }).waitFor();
  expect(new Set(await bottomsOf(".views a")).size).toBe(1);

  await page.setViewportSize({ width: 300, height: 900 });
  await page.goto(`${statsUrl}/?lang=de`);
  await page.locator(".tile-line svg").first().waitFor();
  const [line, tile] = [await bottomsOf(".tile-line svg"), await bottomsOf(".tile")];
  expect(line[0]).toBeLessThanOrEqual(tile[0] ?? 0);
});

test("the lines of all totals are in line, and none wraps", async () => {
  const { page } = await openDashboard(scene.sites, "/", {
    viewport: { width: 1440, height: 900 },
  });
  const heightOf = (lines: string) =>
    page.evaluate(`[...new Set([...document.querySelectorAll("${lines}")].map((line) => {
      const { top, height } = line.getBoundingClientRect();
      return Math.round(top) + " " + Math.round(height);
    }))].length`);
  for (const language of ["de", "it"]) {
    const days = "range=today&compare=previous";
    await page.goto(`${statsUrl}/${domain}?${days}&lang=${language}`);
    await page.locator(".change-before, .change").first().waitFor();
    await settle(page);
    for (const lines of [".total-choice", ".total-number", ".total-change"]) {
      expect([language, lines, await heightOf(lines)]).toEqual([language, lines, 1]);
    }
  }
});

test("placeholders stand where an answer takes long, and do not move where motion is unwanted", async () => {
  const { page } = await openAsOwner(scene.sites, "/", { reducedMotion: "reduce" });
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/(?:goals|stats|journeys)[/?]/, async (route) => {
    await isAnswered;
    await route.continue();
  });
  for (const [path, busy] of [
    ["view=goals", ".report-body"],
    ["view=journeys", ".journey-column ol"],
    ["card=page", ".dialog-scroll"],
  ] as const) {
    await page.goto(`${statsUrl}/${domain}?${path}`);
    const toCome = page.locator(`${busy}[aria-busy=true]:empty`).first();
    await toCome.waitFor();
    expect(await toCome.evaluate((element) => element.clientHeight)).toBeGreaterThan(200);
    const animation = await toCome.evaluate((element) => getComputedStyle(element).animation);
    expect(animation).toContain("appear");
    expect(animation).toContain("0s");
  }
  answer();
  await page.locator(".dialog-scroll[aria-busy=false] td").first().waitFor();
});

test("a dialog has its button and what it will do in view, however long its form is", async () => {
  const { page } = await openAsOwner(scene.sites, `/${domain}?card=alert`);
  for (const [width, height] of [
    [1440, 900],
    [390, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Add alert" }).waitFor();
    const form = dialog.locator("form");
    expect(
      await form.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
    ).toBeGreaterThan(50);
    for (const part of [
      dialog.getByRole("button", { name: "Add alert" }),
      dialog.locator(".plan"),
    ]) {
      const box = await part.boundingBox();
      expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThan(height);
    }
  }
});

test("a shared link says whose visitors it shows", async () => {
  const { footfall } = scene;
  const send = async (list: string, body: object) =>
    (await footfall.request(`/api/v1/websites/1/${list}`, { body })).json.data;
  const filters = { source: ["Hacker News"] };
  const { id } = await send("segments", { name: "Readers", filters });
  const { url } = await send("shares", { name: "Press", segment_id: id });
  const { pathname } = new URL(url, statsUrl);
  const { page } = await openDashboard(scene.sites, pathname);
  await page.getByText("Segment Readers").first().waitFor();
  expect(await page.getByText("All visitors").count()).toBe(0);
});

test("a long path is cut in the middle, and is whole while it is pointed at", async () => {
  const { page } = await openDashboard(scene.sites, `/${domain}?card=page`, {
    viewport: { width: 390, height: 844 },
  });
  const path = page.getByRole("dialog").locator(".path").last();
  await path.waitFor();
  const [start, end] = [path.locator("span").first(), path.locator("span").last()];
  const isCut = start.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  expect([await isCut, await end.textContent()]).toEqual([true, "n-one-line"]);
  const whole = () => path.evaluate((element) => getComputedStyle(element, "::after").display);
  expect(await whole()).toBe("none");
  await path.hover();
  expect(await whole()).toBe("block");
});

test("the days that match weekdays stand beside each choice of Compare", async () => {
  const range = "from=2026-11-27&to=2026-11-27&compare=2025-11-27&match=weekday";
  const { page } = await openDashboard(scene.sites, `/${domain}?${range}`);
  await page.getByRole("button", { name: /^Compare/ }).click();
  const panel = page.getByRole("region", { name: "Comparison" });
  await panel.getByRole("link", { name: /Previous period.*20 Nov 2026/ }).waitFor();
  await panel.getByRole("link", { name: /A year before.*28 Nov 2025/ }).waitFor();
  await panel
    .getByText(/^Fri,? 28 Nov 2025$/)
    .last()
    .waitFor();
  await panel.getByLabel("Same number of days from").fill("2025-06-11");
  await panel.getByText(/^Fri,? 13 Jun 2025$/).waitFor();
  await panel.getByLabel("Match weekdays").uncheck();
  await panel.getByText(/^Wed,? 11 Jun 2025$/).waitFor();
});

test("reports have the keyboard shortcuts, and say where nothing is compared", async () => {
  const { page } = await openAsOwner(scene.sites, `/${domain}?view=journeys`);
  await page.getByText("Without comparison").waitFor();
  await page.getByRole("link", { name: "Keyboard shortcuts" }).waitFor();
  const dialog = page.getByRole("dialog");
  await eventually(async () => {
    await page.keyboard.press("?");
    expect(await dialog.count()).toBe(1);
  });
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.keyboard.press("t");
  await page.getByRole("dialog", { name: "Visitors by day" }).waitFor();
  expect(new URL(page.url()).searchParams.has("view")).toBe(false);
});
