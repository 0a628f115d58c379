import type { Page } from "playwright-core";
import { expect } from "vitest";

import { browserTest as test } from "../helpers/browser.ts";
import { openDashboard } from "../helpers/dashboard.ts";
import { openScene } from "../helpers/scene.ts";
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
