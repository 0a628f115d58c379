import { expect } from "vitest";

import { browserTest as test } from "../helpers/browser.ts";
import { openDashboard } from "../helpers/dashboard.ts";
import { statsUrl } from "../helpers/site.ts";
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

test("a person chooses a language, whose views fit on a small phone", async () => {
  const { page, complaints } = await openAsAda(scene, "/account");
  await page.getByLabel("Language").selectOption("Deutsch");
  await page.getByRole("button", { name: "Save" }).first().click();
  await page.getByRole("heading", { name: "Konto", exact: true }).waitFor();

  await page.setViewportSize({ width: 320, height: 800 });
  for (const view of ["statistics", "settings", "notifications", "sharing", "import"]) {
    await page.goto(`${statsUrl}/${domain}?view=${view}`);
    await page.getByRole("navigation", { name: "Ansichten der Website" }).waitFor();
    const width = await page.evaluate("document.documentElement.scrollWidth");
    expect(width).toBe(320);
  }
  expect(complaints).toEqual([]);
});
