import type { Page } from "playwright-core";
import { expect } from "vitest";

import { languages } from "../../src/base/languages.ts";
import { axeFaults } from "../helpers/axe.ts";
import { browserTest as test } from "../helpers/browser.ts";
import { openAsOwner, openDashboard, settle } from "../helpers/dashboard.ts";
import { chrome } from "../helpers/footfall.ts";
import { structureFaults } from "../helpers/page-structure.ts";
import { openScene } from "../helpers/scene.ts";
import { statsUrl } from "../helpers/site.ts";
import { ownersViews, strangersViews } from "./all-views.ts";
import { domain, openShop } from "./shop.ts";

/** A shop with something in each list. */
const scene = openScene(async (opened) => {
  await openShop(opened);
  const { footfall } = opened;
  const key = { name: "Report", may: ["read"], websites: "all" };
  const hook = { name: "Chat", url: "https://chat.example.com/" };
  const alert = {
    name: "Silence",
    when: { silent_minutes: 60 },
    to: [{ email: "ada@shop.example" }],
  };
  const website = "/api/v1/websites/1";
  // Somebody who goes no further than the first step of the funnel.
  const pricing = { url: `https://${domain}/pricing`, ip: "192.0.2.9", user_agent: chrome };
  await footfall.bulk(1, [pricing]);
  await footfall.server.shipped();
  for (const [path, body] of [
    ["/api/v1/keys", key],
    ["/api/v1/webhooks", hook],
    ["/api/v1/people", { email: "bob@shop.example", name: "Bob", role: "member", grants: [] }],
    [`${website}/shares`, { name: "Agency" }],
    [`${website}/alerts`, alert],
    [`${website}/segments`, { name: "Readers", filters: { page: ["/"] } }],
    [`${website}/views`, { name: "Week", query: "range=7d" }],
    [`${website}/annotations`, { date: new Date().toISOString().slice(0, 10), text: "Sale" }],
  ] as const) {
    const { status, text } = await footfall.request(path, { body });
    expect([path, status, text]).toEqual([path, 201, text]);
  }
});

/** The buttons that open dialogs which have no address, by the path of their page. */
const openers = [
  ["/account/people", ".bar-row .button"],
  ["/account/people", ".record-actions button"],
  ["/account/keys", ".bar-row .button"],
  ["/account/keys", ".record-actions button"],
  [`/${domain}?view=sharing`, ".section-head .button"],
  [`/${domain}?view=sharing`, ".record-actions button"],
  [`/${domain}?view=notifications`, ".section-head button"],
  [`/${domain}?view=notifications`, ".record-actions button"],
  [`/${domain}?view=settings`, ".button.danger"],
] as const;
/** The buttons of menus, which are no dialogs. */
const menus = `/${domain}?range=30d&compare=previous`;

type Fault = readonly [where: string, faults: readonly string[]];

async function faultsOf(page: Page, where: string): Promise<Fault[]> {
  const faults = [...(await axeFaults(page)), ...(await structureFaults(page))];
  return faults.length === 0 ? [] : [[where, faults]];
}

async function open(page: Page, path: string, language: string): Promise<void> {
  const [address = "", hash = ""] = path.split("#");
  const more = `${address.includes("?") ? "&" : "?"}lang=${language}${hash && `#${hash}`}`;
  await page.goto(`${statsUrl}${address}${more}`, { waitUntil: "networkidle" });
  await settle(page);
}

test.each(languages)("axe finds nothing in any view, menu or dialog in %s", async (language) => {
  const { page } = await openAsOwner(scene.sites, "/", {
    viewport: { width: 1280, height: 2_600 },
    reducedMotion: "reduce",
  });
  const faults: Fault[] = [];
  for (const [name, path] of ownersViews) {
    await open(page, path, language);
    faults.push(...(await faultsOf(page, name)));
  }
  for (const [path, selector] of openers) {
    await open(page, path, language);
    const count = await page.locator(selector).count();
    expect([path, selector, count]).not.toEqual([path, selector, 0]);
    for (let nth = 0; nth < count; nth += 1) {
      await open(page, path, language);
      await page.locator(selector).nth(nth).click();
      await settle(page);
      faults.push(...(await faultsOf(page, `${path} ${selector} ${nth}`)));
    }
  }
  await open(page, menus, language);
  const buttons = page.locator(".popover:not(.help) > button");
  for (let nth = 0; nth < (await buttons.count()); nth += 1) {
    await buttons.nth(nth).click();
    await settle(page);
    // What a menu covers has a small target for as long as that.
    const found = await axeFaults(page, ".popover-panel:not([hidden])");
    if (found.length > 0) faults.push([`menu ${nth}`, found]);
    await page.keyboard.press("Escape");
  }
  await page.keyboard.press("Control+k");
  await page.locator("dialog[open]").waitFor();
  faults.push(...(await faultsOf(page, "the palette")));

  const stranger = await openDashboard(scene.sites, "/");
  for (const [name, path] of strangersViews) {
    await open(stranger.page, path, language);
    faults.push(...(await faultsOf(stranger.page, name)));
  }
  expect(faults).toEqual([]);
});
