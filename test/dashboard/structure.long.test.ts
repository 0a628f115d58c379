import { expect } from "vitest";

import { browserTest as test } from "../helpers/browser.ts";
import { openAsOwner, openDashboard } from "../helpers/dashboard.ts";
import { openScene } from "../helpers/scene.ts";
import { domain, openShop } from "../helpers/shop.ts";
import { viewFaults } from "../helpers/view-faults.ts";

const scene = openScene(openShop);

const ownersViews = [
  ["the websites", "/"],
  ["adding a website", "/?add"],
  ["statistics", `/${domain}`],
  ["all values of a card", `/${domain}?card=page`],
  ["who is there now", `/${domain}?card=live`],
  ["filtered statistics", `/${domain}?filter[page]=/pricing&filter[source]=!Google`],
  ["intake", `/${domain}?view=intake`],
  ["settings", `/${domain}?view=settings`],
  ["a website that is not there", "/nobody.site.example"],
] as const;
const strangersViews = [
  ["signing in", "/"],
  ["a website with a password", "/locked.site.example"],
  ["shared statistics", `/${domain}`],
  ["nothing", "/nobody.site.example"],
] as const;

/** What a browser says of a page with status 404. */
const absent = "Failed to load resource: the server responded with a status of 404 (Not Found)";

test("the owner's views can be used without seeing them, by keyboard, on a phone, and in the dark", async () => {
  const { page, complaints } = await openAsOwner(scene.sites, "/");
  expect(await viewFaults(page, ownersViews)).toEqual([]);
  expect(complaints).toEqual([absent]);
});

test("so can everybody's", async () => {
  const { page, complaints } = await openDashboard(scene.sites, "/");
  expect(await viewFaults(page, strangersViews)).toEqual([]);
  expect(complaints).toEqual([absent]);
});
