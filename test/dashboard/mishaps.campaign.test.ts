import type { Page, Route } from "playwright-core";
import { expect } from "vitest";

import { browserTest as test } from "../helpers/browser.ts";
import { openAsOwner, openDashboard } from "../helpers/dashboard.ts";
import { eventually } from "../helpers/eventually.ts";
import { openScene } from "../helpers/scene.ts";
import { statsUrl } from "../helpers/site.ts";

const domain = "shop.site.example";
const locked = "locked.site.example";
const password = " correct horse ";
let websitePath = "";
let invitation = "";

const scene = openScene(async ({ footfall }) => {
  const website = await footfall.store(domain, { privacy: 0 });
  websitePath = `/api/v1/websites/${website.id}`;
  await footfall.store(locked, { privacy: 2, password });
  await footfall.send(
    website,
    ["/", "/pricing"].map((page, who) => ({ who, page })),
  );
  const filters = { page: ["/pricing"] };
  await footfall.request(`${websitePath}/segments`, { body: { name: "Buyers", filters } });
  await footfall.request(`${websitePath}/shares`, { body: { name: "Agency", segment_id: 1 } });
  const today = new Date().toISOString().slice(0, 10);
  await footfall.request(`${websitePath}/annotations`, { body: { date: today, text: "Sale" } });
  await footfall.request(`${websitePath}/goals`, {
    body: { name: "Prices", type: "page", value: "/pricing" },
  });
  for (let each = 1; each <= 26; each += 1) {
    await footfall.request("/api/v1/keys", {
      body: { name: `Key ${each}`, may: ["read"], websites: "all" },
    });
  }
  const person = { email: "ann@site.example", role: "member" };
  const { json } = await footfall.request("/api/v1/people", { body: { ...person, grants: [] } });
  invitation = new URL(json.link.url).hash;
});

const dialogOf = (page: Page, name: string) => page.getByRole("dialog", { name });
const focused = (page: Page) => page.evaluate("document.activeElement.localName");

test("a link keeps its segment when it gets another name while the segments are unknown", async () => {
  const { page } = await openAsOwner(scene.sites, "/");
  await page.route(/\/segments\?/, (route) => route.abort());
  await page.goto(`${statsUrl}/${domain}?view=sharing`);
  await page.getByRole("button", { name: "Change Agency" }).click();
  const dialog = dialogOf(page, "Change Agency");
  expect(await dialog.getByLabel("Segment").inputValue()).toBe("1");
  await dialog.getByLabel("Name").fill("Agency 2");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  const { json } = await scene.footfall.request(`${websitePath}/shares`);
  expect(json).toMatchObject({ data: [{ name: "Agency 2", segment_id: 1 }] });
});

test("a page beyond the end of a list leads back, and other days begin at the first one", async () => {
  const { page } = await openAsOwner(scene.sites, `/${domain}?view=goals&page=3`);
  await page.getByRole("link", { name: "Previous page" }).click();
  await page.getByRole("link", { name: "Prices" }).first().waitFor();
  expect(new URL(page.url()).searchParams.has("page")).toBe(false);
});

test("a password may begin and end with a blank", async () => {
  const { page } = await openDashboard(scene.sites, `/${locked}`);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Show statistics" }).click();
  await page.getByRole("navigation", { name: "Reports" }).waitFor();
});

test("a good link that follows a wrong one in the same tab works", async () => {
  const { page } = await openDashboard(scene.sites, "/invitation#wrong");
  await page.getByRole("alert").filter({ hasText: "no longer valid" }).waitFor();
  await page.evaluate(`location.hash = ${JSON.stringify(invitation)}`);
  await page.getByLabel("Name").waitFor();
});

test("a press that begins in a field and ends beside the dialog does not close it", async () => {
  const { page } = await openAsOwner(scene.sites, `/${domain}?view=sharing`);
  await page.getByRole("button", { name: "Make a link" }).click();
  const dialog = dialogOf(page, "Make a link");
  const field = await dialog.getByLabel("Name").boundingBox();
  await page.mouse.move((field?.x ?? 0) + 20, (field?.y ?? 0) + 10);
  await page.mouse.down();
  await page.mouse.move(5, 5);
  await page.mouse.up();
  expect(await dialog.isVisible()).toBe(true);
  await page.mouse.click(5, 5);
  await dialog.waitFor({ state: "detached" });
});

test("an alert that cannot be asked for says so, and can be tried again", async () => {
  const { page } = await openAsOwner(scene.sites, "/");
  const goals = /\/goals\?/;
  await page.route(goals, (route) => route.abort());
  await page.goto(`${statsUrl}/${domain}?view=notifications&card=alert`);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Try again" }).waitFor();
  await page.unroute(goals);
  await dialog.getByRole("button", { name: "Try again" }).click();
  await dialog.locator("form").waitFor();
});

test("the page before is shown once the last page of a list is empty", async () => {
  const { page } = await openAsOwner(scene.sites, "/account/keys?page=2");
  const entries = page.locator(".entries > li");
  await eventually(async () => expect(await entries.count()).toBe(1));
  await entries.getByRole("button", { name: /^Delete/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await eventually(async () => expect(await entries.count()).toBe(25));
  expect(new URL(page.url()).search).toBe("?page=1");
});

test("another view has a title of its own, and the focus", async () => {
  const { page } = await openAsOwner(scene.sites, `/${domain}`);
  await page.getByRole("link", { name: "Settings" }).click();
  await eventually(async () => expect(await focused(page)).toBe("main"));
  await eventually(async () => expect(await page.title()).toBe(`Settings · ${domain} · Footfall`));
});

test("a changed note is announced, and the list has the focus", async () => {
  const { page } = await openAsOwner(scene.sites, `/${domain}?card=annotations`);
  const dialog = dialogOf(page, "Notes");
  await dialog.getByRole("button", { name: "Change Sale" }).click();
  await dialog.locator("form").first().getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("status").filter({ hasText: "Saved." }).waitFor({ state: "attached" });
  expect(await focused(page)).toBe("ul");
});

test("a filter whose value is looked up is not applied once the dialog is closed", async () => {
  const { page } = await openAsOwner(scene.sites, `/${domain}?card=filter`);
  const dialog = dialogOf(page, "Filter");
  await dialog.getByLabel("Value").fill("/PRICING");
  const held: Route[] = [];
  await page.route(/PRICING/, (route) => void held.push(route));
  await page.keyboard.press("Enter");
  // The field asks for values to offer, and the form for how visitors wrote this one.
  await eventually(() => expect(held).toHaveLength(2));
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });
  const answered = page.waitForResponse(/PRICING/);
  // The page has taken back the question of the field.
  await Promise.all(held.map((route) => route.continue().catch(() => {})));
  await answered;
  await page.evaluate("fetch('/').then((answer) => answer.text())");
  expect(new URL(page.url()).search).toBe("");
});

test("the focus stays near a removed step", async () => {
  const { page } = await openAsOwner(scene.sites, `/${domain}?view=funnels&form=new`);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Add a step" }).click();
  await dialog.getByRole("button", { name: "Remove step 3" }).press("Enter");
  await dialog.getByRole("button", { name: "Remove step 3" }).waitFor({ state: "detached" });
  expect(await focused(page)).toBe("select");
});
