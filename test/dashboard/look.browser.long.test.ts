import type { Page } from "playwright-core";
import { expect } from "vitest";

import { browserTest as test } from "../helpers/browser.ts";
import { openAsOwner, openDashboard, settle } from "../helpers/dashboard.ts";
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

test("the lines of all totals are in line, and none wraps", async () => {
  const { page } = await openDashboard(scene.sites, "/", {
    viewport: { width: 1440, height: 900 },
  });
  const heightOf = (lines: string) =>
    page.evaluate(`[...new Set([...document.querySelectorAll("${lines}")].map((line) => {
      const { top, height } = line.getBoundingClientRect();
      return Math.round(top) + " " + Math.round(height);
    }))].length`);
  for (const language of ["en", "de", "es", "fr", "it", "nl"]) {
    const days = "range=today&compare=previous";
    await page.goto(`${statsUrl}/${domain}?${days}&lang=${language}`);
    await page.locator(".change-before, .change").first().waitFor();
    await settle(page);
    for (const lines of [".total-choice", ".total-number", ".total-change"]) {
      expect([language, lines, await heightOf(lines)]).toEqual([language, lines, 1]);
    }
  }
});
