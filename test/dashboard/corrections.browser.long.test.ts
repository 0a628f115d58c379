import { afterAll, beforeAll, expect } from "vitest";
import { pagesOf } from "../corrections/correcting.ts";
import { range } from "../corrections/reports.ts";
import { browserTest as test } from "../helpers/browser.ts";
import { stopAll } from "../helpers/clean-up.ts";
import { openAsOwner } from "../helpers/dashboard.ts";
import { startFootfall, type TestFootfall, type Website } from "../helpers/footfall.ts";
import { startSites, type TestSites } from "../helpers/site.ts";

const domain = "shop.site.example";
let footfall: TestFootfall;
let sites: TestSites;
let website: Website;

beforeAll(async () => {
  footfall = await startFootfall();
  sites = await startSites(footfall.url);
  website = await footfall.store(domain);
  await footfall.send(website, [
    { at: "10:00:00", page: "/wp-login.php" },
    { at: "10:00:01", page: "/wp-login.php" },
    { at: "10:00:02", page: "/wp-login.php", who: 2 },
    { at: "10:00:03", page: "/" },
  ]);
});
afterAll(stopAll);

test("a deletion says with numbers what it will do, and wants the domain", async () => {
  const { page, complaints } = await openAsOwner(sites, `/${domain}?view=settings`);
  await page.getByLabel("From", { exact: true }).fill(range.from);
  await page.getByLabel("To", { exact: true }).fill(range.to);
  await page.getByLabel("Value", { exact: true }).fill("/wp-login.php");
  await page.getByRole("button", { name: "Show what changes" }).click();
  const begin = page.getByRole("button", { name: "Delete 3 events of 2 visitors" });
  await begin.waitFor();
  await page.getByText("Page views: 4 before, 1 after.").waitFor();
  expect(await begin.isDisabled()).toBe(true);
  await page.getByLabel(`Type ${domain} to confirm`).fill(domain);
  await begin.click();
  await page.getByText(/Done · 3 events of 2 visitors/).waitFor();
  expect(await pagesOf(footfall, website.id, range)).toEqual({ "/": 1 });
  expect(complaints).toEqual([]);
});
