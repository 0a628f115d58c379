import type { Page } from "playwright-core";
import { expect } from "vitest";

import { browserTest as test } from "../helpers/browser.ts";
import { expectTotal, openAsOwner, openDashboard } from "../helpers/dashboard.ts";
import { openScene } from "../helpers/scene.ts";

const domain = "shop.site.example";
const scene = openScene(async ({ footfall }) => {
  const website = await footfall.store(domain);
  await footfall.store("private.site.example");
  const views = [
    ["/", "https://news.ycombinator.com/", "de"],
    ["/pricing", "https://news.ycombinator.com/", "fr"],
    ["/pricing", "https://lobste.rs/", "de"],
    ["/", "", "de"],
  ];
  const events = views.map(([page = "", referrer = "", language = ""], who) => ({
    who,
    page,
    referrer,
    language,
  }));
  await footfall.send(website, events);
});

const searchOf = (page: Page) => new URL(page.url()).searchParams;
const filters = (page: Page) => page.getByRole("list", { name: "Filters" }).getByRole("listitem");
const valueIn = (page: Page, card: string, value: string) =>
  page.getByRole("region", { name: card }).getByRole("link", { name: value, exact: true });

test("filters by click combine, are in the address, and go with back and forward", async () => {
  const { page, complaints } = await openAsOwner(scene.sites, `/${domain}`);
  await expectTotal(page, "visitors", "4");

  await valueIn(page, "Pages", "/pricing").click();
  await expectTotal(page, "visitors", "2");
  await page.getByRole("tab", { name: "Languages" }).click();
  await valueIn(page, "Browsers", "German").click();
  await expectTotal(page, "visitors", "1");
  expect(await filters(page).count()).toBe(3);
  expect(searchOf(page).getAll("filter[page]")).toEqual(["/pricing"]);
  expect(searchOf(page).getAll("filter[language]")).toEqual(["German"]);

  await page.goBack();
  await expectTotal(page, "visitors", "2");
  await page.goBack();
  await expectTotal(page, "visitors", "4");
  await page.goForward();
  await page.goForward();
  await expectTotal(page, "visitors", "1");

  await page.reload();
  await expectTotal(page, "visitors", "1");
  await page.getByRole("link", { name: "Remove filter: Page is /pricing" }).click();
  await expectTotal(page, "visitors", "3");
  expect(complaints).toEqual([]);
});

test("a filter turns round, and what was kept is left out", async () => {
  const { page } = await openAsOwner(scene.sites, `/${domain}?filter[referrer]=lobste.rs`);
  await expectTotal(page, "visitors", "1");

  await page.getByRole("link", { name: "Edit filter: Referrer is lobste.rs" }).click();
  await page.getByLabel("Condition").selectOption("is not");
  await page.getByRole("button", { name: "Save filter" }).click();

  await expectTotal(page, "visitors", "3");
  expect(searchOf(page).get("filter[referrer]")).toBe("!lobste.rs");
});

test("a card's dialog is closed by going back", async () => {
  const { page } = await openAsOwner(scene.sites, `/${domain}`);
  await page.getByRole("link", { name: "All 3 Sources" }).click();
  const dialog = page.getByRole("dialog", { name: "Sources" });
  await dialog.waitFor();
  expect(searchOf(page).get("card")).toBe("source");

  await page.goBack();

  await dialog.waitFor({ state: "detached" });
  expect(searchOf(page).has("card")).toBe(false);
});

test("a private website looks like one that is not there", async () => {
  const seen = [];
  for (const name of ["private", "nobody"]) {
    const { page, complaints } = await openDashboard(scene.sites, `/${name}.site.example`);
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    const [title, text] = [await page.title(), await page.locator("main").textContent()];
    seen.push({ title, text, complaints, cookies: await page.context().cookies() });
  }
  expect(seen[0]).toEqual(seen[1]);
  expect(JSON.stringify(seen)).not.toContain("site.example");
});
