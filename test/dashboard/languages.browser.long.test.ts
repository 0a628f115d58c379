import { expect } from "vitest";

import { browserTest as test } from "../helpers/browser.ts";
import { openDashboard } from "../helpers/dashboard.ts";
import { domain, openAsAda, openNotifyingScene } from "./notifying-scene.ts";

const scene = openNotifyingScene();

test("a German browser gets a page to sign in in German", async () => {
  const { page, complaints } = await openDashboard(scene.sites, "/", { locale: "de-DE" });
  await page.getByRole("heading", { name: "Anmelden" }).waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("de");
  expect(complaints).toEqual([]);
});

test("the address asks for another language than the browser, and keeps it", async () => {
  const { page } = await openAsAda(scene, `/${domain}?lang=de`);
  await page.getByRole("link", { name: "Ziele" }).click();
  await page.waitForURL(/view=goals/);
  expect(new URL(page.url()).searchParams.get("lang")).toBe("de");
  await page.reload();
  await page.getByText("Noch keine Ziele").waitFor();
});

test("Arabic runs from right to left", async () => {
  const { page, complaints } = await openAsAda(scene, `/${domain}?lang=ar`);
  const views = page.getByRole("navigation", { name: "أقسام الموقع" });
  await views.waitFor();
  expect(await page.locator("html").getAttribute("dir")).toBe("rtl");
  const first = await views.getByRole("link").first().boundingBox();
  const last = await views.getByRole("link").last().boundingBox();
  expect(first?.x).toBeGreaterThan(last?.x ?? Number.POSITIVE_INFINITY);

  // The arrow keys follow the eye: the tab after the first one is left of it.
  const tabs = page.getByRole("tablist").first().getByRole("tab");
  await tabs.first().press("ArrowLeft");
  expect(await tabs.nth(1).getAttribute("aria-selected")).toBe("true");
  expect(complaints).toEqual([]);
});
