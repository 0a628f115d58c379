import type { Page } from "playwright-core";
import { expect } from "vitest";

import { languages } from "../../src/base/languages.ts";
import { browserTest as test } from "../helpers/browser.ts";
import { openAsOwner, settle } from "../helpers/dashboard.ts";
import { shiftOf, textFaults, watchShifts } from "../helpers/page-text.ts";
import { openScene } from "../helpers/scene.ts";
import { statsUrl } from "../helpers/site.ts";
import { domain, openShop } from "./shop.ts";

const scene = openScene(openShop);

const views = [
  "/",
  `/${domain}?range=today&compare=previous`,
  `/${domain}?range=30d&compare=year`,
  `/${domain}?view=goals&compare=previous`,
  `/${domain}?view=goals&id=1&compare=previous`,
  `/${domain}?view=funnels&compare=previous`,
  `/${domain}?view=journeys`,
  `/${domain}?view=engagement&compare=previous`,
  `/${domain}?view=properties&key=plan&event=Signup`,
  `/${domain}?view=revenue&compare=previous`,
  `/${domain}?view=reads&compare=previous`,
  `/${domain}?view=reads&list=reader`,
  `/locked.site.example?view=reads`,
  `/${domain}?view=tracking-check`,
  `/${domain}?view=sharing`,
  `/${domain}?view=notifications`,
  `/${domain}?view=settings`,
  `/${domain}?view=import`,
  "/account",
  "/account/people",
  "/account/keys",
  "/account/audit",
];
const dialogs = ["page", "live", "filter", "segments", "annotations", "alert"].map(
  (card) => `/${domain}?card=${card}`,
);
/** A wide window, a tablet and a phone. */
const windows = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${statsUrl}${path}`, { waitUntil: "networkidle" });
  await settle(page);
}

test.each(languages)("no text is cut or over another in %s", async (language) => {
  const { page } = await openAsOwner(scene.sites, "/");
  const faults: [string, number, readonly string[]][] = [];
  for (const view of [...views, ...dialogs]) {
    for (const { width } of windows) {
      // High enough for all cards: the dashboard does not load those that are out of sight.
      await page.setViewportSize({ width, height: 2_600 });
      await open(page, `${view}${view.includes("?") ? "&" : "?"}lang=${language}`);
      faults.push([view, width, await textFaults(page)]);
    }
  }
  expect(faults.filter(([, , found]) => found.length > 0)).toEqual([]);
});

test("no view moves while it loads, with and without a full cache", async () => {
  const faults: [string, number, number, readonly string[]][] = [];
  for (const window of windows) {
    const { page } = await openAsOwner(scene.sites, "/", {
      script: watchShifts,
      viewport: window,
    });
    const session = await page.context().newCDPSession(page);
    for (const cacheDisabled of [true, false]) {
      await session.send("Network.setCacheDisabled", { cacheDisabled });
      for (const view of views) {
        await open(page, view);
        const { shift, shifted } = await shiftOf(page);
        faults.push([view, window.width, shift, shifted]);
      }
    }
  }
  expect(faults.filter(([, , shift]) => shift > 0.02)).toEqual([]);
});
