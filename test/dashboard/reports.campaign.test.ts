import type { Page } from "playwright-core";
import { expect } from "vitest";

import { funnelsWords } from "../../src/dashboard/words/funnels.ts";
import { goalsWords } from "../../src/dashboard/words/goals.ts";
import { journeysWords } from "../../src/dashboard/words/journeys.ts";
import { matchersWords } from "../../src/dashboard/words/matchers.ts";
import { revenueWords } from "../../src/dashboard/words/revenue.ts";
import { browserTest as test } from "../helpers/browser.ts";
import { expectTotal, openAsOwner, openDashboard, settle } from "../helpers/dashboard.ts";
import { contrastFaults, focusFaults, structureFaults } from "../helpers/page-structure.ts";
import { openScene } from "../helpers/scene.ts";

const domain = "shop.site.example";
const empty = "empty.site.example";

/** The things that visitors do. At one moment, their order is that of their pages. */
const [home, pricing] = [{ page: "/" }, { page: "/pricing" }];
const signup = { name: "Signup", page: "/pricing", props: { plan: "pro" } };
const purchase = { name: "Purchase", page: "/thanks", revenue: { amount: 19.9, currency: "EUR" } };
const reading = { name: "engagement", page: "/pricing", e: 65_000, sd: 80 };
const visitors = [
  [home, pricing, signup, purchase, reading],
  [home, pricing, signup],
  [home, pricing],
  [home],
];

const scene = openScene(async ({ footfall }) => {
  const website = await footfall.store(domain, { privacy: 0 });
  await footfall.store(empty);
  const events = visitors.flatMap((acts, who) =>
    acts.map((act, index) => ({
      ...act,
      who,
      referrer: index === 0 ? "https://news.ycombinator.com/" : "",
    })),
  );
  await footfall.send(website, events);
});

const tabs = (page: Page) => page.getByRole("navigation", { name: "Reports" }).getByRole("link");
const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Reports" }).getByRole("link", { name, exact: true });
const rowOf = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
const searchOf = (page: Page) => new URL(page.url()).searchParams;

/** Opens a tab. Resolves when it has its numbers, with what is wrong about how it is shown. */
async function openTab(page: Page, name: string): Promise<string[]> {
  await tab(page, name).click();
  await page.locator("main section.report").first().waitFor();
  return faultsOf(page);
}

async function faultsOf(page: Page): Promise<string[]> {
  await settle(page);
  return [
    ...(await structureFaults(page)),
    ...(await contrastFaults(page)),
    ...(await focusFaults(page, 12)),
  ];
}

test("an owner makes a goal and a funnel by keyboard, and follows those who left", async () => {
  const { page, complaints } = await openAsOwner(scene.sites, `/${domain}?range=7d`);
  await page.getByRole("link", { name: "Add a goal" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Add a goal" }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByLabel("Name").focus();
  await page.keyboard.type("Registration");
  await page.getByRole("button", { name: matchersWords.triggerEvent }).focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("Event").focus();
  await page.keyboard.type("ignu");
  // The browser offers it; it contains what was typed.
  await page.locator("datalist option[value=Signup]").waitFor({ state: "attached" });
  const check = page.locator(".matcher-check");
  await check.getByText("No such event in the last 30 days.").waitFor();
  expect(await check.getByRole("button").count()).toBe(0);
  await page.getByLabel("Event").fill("signup");
  const meant = page.getByRole("button", { name: "Did you mean Signup?" });
  await meant.waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await meant.press("Enter");
  await check.filter({ hasText: /^$/ }).waitFor({ state: "attached" });
  expect(await page.getByLabel("Event").inputValue()).toBe("Signup");
  await page.getByLabel("Event").press("Enter");

  await page.getByRole("dialog").waitFor({ state: "detached" });
  await rowOf(page, "Registration").waitFor();
  expect(await rowOf(page, "Registration").getByRole("cell").allTextContents()).toMatchObject([
    expect.stringMatching(/^2/),
    expect.stringMatching(/^2/),
    expect.stringMatching(/^50%/),
    "–",
    `${goalsWords.showVisitors}${goalsWords.edit}`,
  ]);
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole("link", { name: "Add a funnel" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a funnel" });
  await dialog.getByLabel("Name", { exact: true }).fill("Checkout: all");
  await dialog.getByRole("group", { name: "Step 1" }).getByLabel("Page").fill("/pricing");
  await dialog.getByRole("button", { name: "Add a step" }).click();
  await dialog.getByRole("group", { name: "Step 3" }).getByLabel("Page").fill(" ");
  for (const step of ["Step 2", "Step 3"]) {
    const fields = dialog.getByRole("group", { name: step });
    await fields.getByRole("button", { name: matchersWords.triggerEvent }).click();
  }
  await dialog.getByRole("group", { name: "Step 2" }).getByLabel("Event").fill("Purchase");
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Add funnel" }).click();
  await dialog.locator(".field .error").waitFor();
  await dialog.getByRole("group", { name: "Step 3" }).getByLabel("Event").fill("Signup");
  await dialog.getByRole("button", { name: "Move step 3 up" }).click();
  await dialog.getByRole("button", { name: "Add funnel" }).click();

  const steps = page.getByRole("list", { name: "Steps of Checkout: all" }).getByRole("listitem");
  await steps.first().waitFor();
  expect(await steps.locator(".funnel-visitors").allTextContents()).toEqual([
    "3 visitors",
    "2 visitors",
    "1 visitor",
  ]);
  expect(await steps.last().textContent()).toContain("33% of the start, 50% of the step before");
  expect(await faultsOf(page)).toEqual([]);
  await steps.getByRole("link", { name: /^1 dropped out .*after step 2/ }).focus();
  await page.keyboard.press("Enter");
  await expectTotal(page, "visitors", "1");
  expect(searchOf(page).getAll("filter[funnel]")).toEqual([
    "Checkout\\: all:2",
    "!Checkout\\: all:3",
  ]);
  const refused = expect.stringContaining("422 (Unprocessable Entity)");
  expect(complaints).toEqual([refused]);
});

test("a new funnel is shown, and its texts are meant as they are typed", async () => {
  const { page } = await openAsOwner(scene.sites, `/${domain}?view=funnels&range=7d`);
  await page.getByRole("link", { name: "Add a funnel" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a funnel" });
  await dialog.getByText(funnelsWords.limitHints.day).waitFor();
  await dialog.getByRole("button", { name: funnelsWords.limits.visit }).click();
  await dialog.getByText(funnelsWords.limitHints.visit).waitFor();
  await dialog.getByLabel("Name", { exact: true }).fill("Reading");
  const first = dialog.getByRole("group", { name: "Step 1" });
  await first.getByLabel("Page").fill("/pri*");
  await first.getByText("No page like this in the last 30 days.").waitFor();
  await first.getByLabel("Page").fill("/pri");
  await first.getByLabel("Condition").selectOption("begins with");
  await first.locator(".matcher-check").filter({ hasText: /^$/ }).waitFor({ state: "attached" });
  await dialog.getByRole("group", { name: "Step 2" }).getByLabel("Page").fill("/thanks");
  await dialog.getByRole("button", { name: "Add funnel" }).click();

  const steps = page.getByRole("list", { name: "Steps of Reading" }).getByRole("listitem");
  await steps.first().waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(await steps.locator(".funnel-visitors").first().textContent()).toBe("3 visitors");
  await page.getByRole("link", { name: funnelsWords.edit }).click();
  const condition = page.getByRole("group", { name: "Step 1" }).getByLabel("Condition");
  expect(await condition.inputValue()).toBe("begins");
});

test("on a phone, nothing of a table is cut", async () => {
  const { page } = await openAsOwner(scene.sites, `/${domain}?range=7d&view=goals`);
  await page.setViewportSize({ width: 390, height: 844 });
  const cut = `[...document.querySelectorAll(".report .scroll-x")].flatMap((box) => {
    const { right } = box.getBoundingClientRect();
    const cells = [...box.querySelectorAll("td")].map((cell) => ({
      text: cell.textContent,
      right: cell.getBoundingClientRect().right,
    }));
    const isCut = box.scrollWidth > box.clientWidth || cells.some((cell) => cell.right > right + 1);
    const { scrollWidth, clientWidth } = box;
    return isCut ? [{ right, scrollWidth, clientWidth, cells }] : [];
  })`;
  for (const name of ["Goals", "Funnels", "Revenue", "Properties", "Engagement", "Journeys"]) {
    await openTab(page, name);
    await page.locator(".report-table").last().waitFor();
    // A browser has no place for what is hidden.
    await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
    await settle(page);
    expect([name, await page.evaluate(cut)]).toEqual([name, []]);
  }
});

test("on a phone, a tab that gets the focus is in sight", async () => {
  const { page } = await openAsOwner(scene.sites, `/${domain}?range=7d`);
  await page.setViewportSize({ width: 390, height: 844 });
  await tab(page, "Revenue").waitFor({ state: "attached" });
  const isInSight = `(() => {
    const tab = document.activeElement.getBoundingClientRect();
    const row = document.activeElement.closest(".report-tabs").getBoundingClientRect();
    return tab.left >= row.left - 1 && tab.right <= row.right + 1;
  })()`;
  const count = await tabs(page).count();
  await tabs(page).first().focus();
  for (let step = 1; step < count; step += 1) {
    await page.keyboard.press("Tab");
    expect([step, await page.evaluate(isInSight)]).toEqual([step, true]);
  }
});

test("a bar chart has an axis, and its numbers by pointer and by keyboard", async () => {
  const { page } = await openAsOwner(scene.sites, `/${domain}?range=7d&view=revenue`);
  const chart = page.getByRole("region", { name: "Revenue over time" });
  await chart.locator(".bar-column").last().hover();
  await chart.locator(".tip").getByText("€19.90").waitFor();
  expect(await chart.locator(".bar-axis span").allTextContents()).toEqual([
    "€0",
    "€5",
    "€10",
    "€15",
    "€20",
  ]);
  expect(await chart.locator(".bar-column .unfinished").count()).toBe(1);
  await page.getByRole("heading", { name: "Revenue over time" }).hover();
  await chart.locator(".tip").waitFor({ state: "detached" });
  await chart.getByRole("application").focus();
  await page.keyboard.press("End");
  await chart.getByRole("status").getByText("€19.90").waitFor({ state: "attached" });
});

test("journeys, engagement, properties and revenue answer clicks, and back takes them back", async () => {
  const { page, complaints } = await openAsOwner(scene.sites, `/${domain}?range=7d`);
  expect(await openTab(page, "Journeys")).toEqual([]);
  await page.getByText(journeysWords.chooseNext).waitFor();
  await page.getByRole("region", { name: "First" }).getByRole("link", { name: /^\/ / }).focus();
  await page.keyboard.press("Enter");
  const second = page.getByRole("region", { name: "Step 2" });
  await second.getByText("(end)").waitFor();
  await second.getByText("3 of 4 visits went on").waitFor();
  await second.getByRole("link", { name: "/pricing 3 visits 75%" }).waitFor();
  expect(await second.getByRole("listitem").locator(".hidden").allTextContents()).toEqual([
    "3 visits",
    "1 visit",
  ]);
  await page.getByRole("button", { name: "Pages and events" }).click();
  await page
    .getByRole("row", { name: /^\/ → \/pricing → Signup/ })
    .first()
    .waitFor();
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole("button", { name: "A page" }).click();
  expect(await page.getByRole("list").getByText("(end)").count()).toBe(0);
  expect(await page.evaluate("document.activeElement.list?.tagName")).toBe("DATALIST");
  await page.keyboard.type("/pricing");
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "1 step later" }).waitFor();
  expect(searchOf(page).get("start")).toBe("page:/pricing");

  expect(await openTab(page, "Engagement")).toEqual([]);
  await rowOf(page, "/pricing").waitFor();
  expect(await rowOf(page, "/pricing").getByRole("cell").allTextContents()).toEqual([
    "1",
    "1m 5s",
    "80%",
  ]);

  expect(await openTab(page, "Properties")).toEqual([]);
  await page.getByRole("link", { name: "plan" }).click();
  await page.getByRole("link", { name: "pro", exact: true }).click();
  await page.getByRole("list", { name: "Filters" }).getByText("plan").waitFor();
  expect(searchOf(page).get("filter[prop:plan]")).toBe("pro");
  await page.goBack();
  await page.goBack();
  await page.getByRole("link", { name: "plan" }).waitFor();

  expect(await openTab(page, "Revenue")).toEqual([]);
  await page.getByRole("button", { name: revenueWords.credits.first }).click();
  await rowOf(page, "Hacker News").waitFor();
  expect(await rowOf(page, "Hacker News").getByRole("cell").first().textContent()).toBe("€19.90");
  expect(searchOf(page).get("touch")).toBe("first");
  await page.getByText("Table", { exact: true }).click();
  await page.getByRole("table", { name: "Revenue over time" }).waitFor();
  const asked = page.waitForRequest((request) => request.headers()["accept"] === "text/csv");
  await page.getByRole("region", { name: "Sources" }).getByRole("button", { name: "CSV" }).click();
  expect(new URL((await asked).url()).pathname).toMatch(/\/revenue\/stats$/);
  expect(complaints).toEqual([]);
});

test("viewers see the tabs, but no forms", async () => {
  const { page, complaints } = await openDashboard(scene.sites, `/${domain}?range=7d`);
  await tab(page, "Revenue").waitFor();
  await tab(page, "Goals").click();
  await rowOf(page, "Registration")
    .getByRole("link", { name: "Registration", exact: true })
    .click();
  await page.getByRole("region", { name: "Sources" }).getByRole("table").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(await page.getByRole("link", { name: /Add|Edit/ }).count()).toBe(0);
  await page.goto(`${page.url()}&form=new`);
  await page.getByRole("region", { name: "Sources" }).getByRole("table").waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(complaints).toEqual([]);
});

test("a website without anything has all tabs, and its owner the first goal to add", async () => {
  const { page } = await openAsOwner(scene.sites, `/${empty}`);
  await page.getByRole("link", { name: "Add a funnel" }).waitFor();
  await page.waitForLoadState("networkidle");
  expect(await tabs(page).allTextContents()).toEqual([
    "Overview",
    "Goals",
    "Funnels",
    "Journeys",
    "Engagement",
    "Properties",
    "Revenue",
    "Add a goal",
    "Add a funnel",
  ]);
});
