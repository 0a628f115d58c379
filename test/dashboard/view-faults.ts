import type { Page } from "playwright-core";

import { axeFaults } from "../helpers/axe.ts";
import { settle } from "../helpers/dashboard.ts";
import { contrastFaults, focusFaults, structureFaults } from "../helpers/page-structure.ts";
import { statsUrl } from "../helpers/site.ts";

/** Resolves with the faults of each view in a wide window and on a phone, in light and dark. */
export async function viewFaults(page: Page, views: readonly (readonly [string, string])[]) {
  const faults: [string, string, readonly string[]][] = [];
  for (const [name, path] of views) {
    // High enough for all cards: the dashboard does not load those that are out of sight.
    await page.setViewportSize({ width: 1280, height: 2_600 });
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto(`${statsUrl}${path}`, { waitUntil: "networkidle" });
    await settle(page);
    faults.push([name, "wide", await structureFaults(page)]);
    faults.push([name, "light", await contrastFaults(page)]);
    faults.push([name, "by axe", await axeFaults(page)]);
    faults.push([name, "by keyboard", await focusFaults(page, 30)]);
    await page.emulateMedia({ colorScheme: "dark" });
    // Cards that load late are pale until their numbers are there.
    await settle(page);
    faults.push([name, "dark", await contrastFaults(page)]);
    faults.push([name, "by axe in the dark", await axeFaults(page)]);
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 2_600 });
      await settle(page);
      faults.push([name, `${width} px`, await structureFaults(page)]);
    }
    faults.push([name, "by axe at 320 px", await axeFaults(page)]);
  }
  return faults.filter(([, , found]) => found.length > 0);
}
