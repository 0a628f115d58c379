import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect } from "vitest";

import { packageFile } from "../../src/base/package-file.ts";
import { browserTest as test } from "../helpers/browser.ts";
import { expectTotal, openAsOwner } from "../helpers/dashboard.ts";
import { openScene } from "../helpers/scene.ts";
import { statsUrl } from "../helpers/site.ts";

const scene = openScene();

async function addWebsite(page: Page, domain: string): Promise<void> {
  await page.getByRole("link", { name: "Add website" }).first().click();
  await page.getByLabel("Domain").fill(domain);
  await page.getByRole("dialog").getByRole("button", { name: "Add website" }).click();
  await page.getByRole("heading", { name: `Waiting for the first visit to ${domain} …` }).waitFor();
}

const code = async (page: Page) => (await page.locator("pre code").first().textContent()) ?? "";

/** Sends an event as a browser, or as another program. */
function send(
  body: object,
  userAgent = "Mozilla/5.0 (X11; rv:140.0) Gecko/20100101 Firefox/140.0",
) {
  const headers = { "content-type": "application/json", "user-agent": userAgent };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  return fetch(`${scene.footfall.url}/api/event`, init);
}

test("an open page shows what does not count, the first visit, and then the statistics", async () => {
  const domain = "first.site.example";
  const { page, complaints } = await openAsOwner(scene.sites, "/");
  await addWebsite(page, domain);
  expect(await page.locator(".card").count()).toBe(0);
  await page.getByText("Visitors must reach Footfall at a public https address").waitFor();
  const line = await code(page);

  await send({ domain, url: "https://other.example/" });
  await send({ domain, url: "https://other.example/" });
  await send({ domain, url: `https://${domain}/` }, "Mozilla/5.0 HeadlessChrome/120.0");
  await send({ domain: "frist.site.example", url: "https://frist.site.example/" });
  await page.getByText("2 events of other.example").waitFor();
  await page.getByText("1 bot: HeadlessChrome").waitFor();
  await page.getByText("1 event of frist.site.example, which is not here").waitFor();

  scene.sites.files.set("/first", `<!doctype html><head>${line}</head>`);
  await scene.sites.visit(`http://${domain}/first`);
  await page.getByText(/^It works: \/first, \d+ s ago, .*Chrome$/).waitFor();
  await expectTotal(page, "visitors", "1");
  await page.getByText("(direct)").first().waitFor();
  await page.getByRole("heading", { name: "Custom events" }).waitFor({ state: "hidden" });
  expect(complaints).toEqual([]);
});

test("each platform has its own code, and that of Google Tag Manager counts", async () => {
  const domain = "gtm.site.example";
  const { page } = await openAsOwner(scene.sites, "/");
  await addWebsite(page, domain);
  await page.getByLabel("Count clicks on links to other websites").check();
  await page.getByRole("tab", { name: "HTML" }).focus();
  for (const name of ["WordPress", "Shopify", "Google Tag Manager", "Next.js"]) {
    await page.keyboard.press("ArrowRight");
    await page.getByRole("tabpanel", { name }).waitFor();
    expect(await code(page)).toContain("outbound");
  }
  await page.keyboard.press("ArrowLeft");

  scene.sites.files.set(
    "/tagged",
    `<!doctype html><a id="out" href="http://elsewhere.example/">Out</a>${await code(page)}`,
  );
  const visit = await scene.sites.visit(`http://${domain}/tagged`);
  await page.getByText(/^It works: \/tagged/).waitFor();
  await visit.evaluate("document.addEventListener('click', (event) => event.preventDefault())");
  await visit.click("#out");
  await page.goto(`${page.url()}?card=event`);
  await page.getByText("Outbound").first().waitFor();
});

test("a domain that events name in vain is added or ignored in the list of websites", async () => {
  await send({ domain: "typo.site.example", url: "https://typo.site.example/" });
  await send({ domain: "spam.site.example", url: "https://spam.site.example/" });
  const { page } = await openAsOwner(scene.sites, "/");

  await page.getByText("Events arrive for spam.site.example, which is not here.").waitFor();
  await page.getByRole("button", { name: "Ignore spam.site.example" }).click();
  await page.getByText("spam.site.example is ignored.").waitFor();
  expect(await page.getByText("Events arrive for spam.site.example").count()).toBe(0);

  await page.getByRole("link", { name: "Add typo.site.example" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Add website" }).click();
  await page.getByRole("heading", { name: /^Waiting for the first visit to typo/ }).waitFor();
});

test("pages that are not found have a card and a goal, by the documented line", async () => {
  const docs = await readFile(packageFile("docs/tracker.md"), "utf8");
  const line = docs.split("\n").find((each) => each.includes('footfall("404"')) ?? "";
  const domain = "missing.site.example";
  await scene.footfall.store(domain);
  const tag = `<script defer src="${statsUrl}/js/script.js"></script>`;
  scene.sites.files.set("/gone", `<!doctype html><head>${tag}${line}</head><h1>Not found</h1>`);
  await scene.sites.visit(`http://${domain}/gone`);

  const { page, complaints } = await openAsOwner(scene.sites, `/${domain}`);
  await expectTotal(page, "visitors", "1");
  await page.locator(".foot").scrollIntoViewIfNeeded();
  const card = page.getByRole("region", { name: "Pages not found" });
  await card.getByRole("link", { name: "/gone" }).waitFor();

  await page.getByRole("link", { name: "Add a goal" }).click();
  await page.getByRole("button", { name: "Use: pages not found (404)" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Add goal" }).click();
  await page.getByRole("row", { name: /^Pages not found.* 1/ }).waitFor();
  expect(complaints).toEqual([]);
});

test("a time zone is found by its city, by keyboard, also in a dialog", async () => {
  const { page } = await openAsOwner(scene.sites, "/?add=");
  const field = page.getByRole("combobox", { name: "Time zone" });
  await field.fill("berlin");
  await page.getByRole("option", { name: "Berlin, Germany" }).waitFor();
  await field.press("Escape");
  expect(await page.getByRole("option", { name: "Berlin, Germany" }).count()).toBe(0);
  await page.getByRole("dialog").waitFor();
  await field.press("ArrowDown");
  await field.press("ArrowDown");
  expect(await field.getAttribute("aria-activedescendant")).toMatch(/-0$/);
  await field.press("Enter");
  expect(await field.inputValue()).toBe("Europe/Berlin");

  await field.fill("tokyo");
  await page.getByLabel("Domain").fill("zone.site.example");
  expect(await field.inputValue()).toBe("Asia/Tokyo");
});

test("an owner adds its own address, switches to another website, and finds one as it is written", async () => {
  await scene.footfall.store("own.site.example");
  await scene.footfall.store("münchen.site.example");
  const { page } = await openAsOwner(scene.sites, "/own.site.example?view=settings");
  await page.getByText("Yours is 127.0.0.1").waitFor();
  await page.getByRole("button", { name: "Add 127.0.0.1" }).click();
  await page.getByText("Yours, 127.0.0.1, is excluded once you save.").waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved. Counting rules apply from now on.").waitFor();
  await page.getByText("Yours, 127.0.0.1, is excluded.").waitFor();

  await page.getByRole("link", { name: "Statistics" }).click();
  await page.getByRole("heading", { name: /^Waiting/ }).waitFor();
  await page.keyboard.press("w");
  await page.getByRole("combobox", { name: "Search websites" }).fill("münch");
  await page.getByRole("option", { name: "münchen.site.example" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "münchen.site.example", exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/xn--mnchen-3ya.site.example");
});

test("the tracking check has the old address, too, and says what came last", async () => {
  const domain = "check.site.example";
  await scene.footfall.store(domain);
  await send({ domain, url: `https://${domain}/seen` });
  const { page } = await openAsOwner(scene.sites, `/${domain}?view=intake`);

  await page.getByText(/^Last event: \/seen, \d+ s ago/).waitFor();
  await page.getByRole("link", { name: "Tracking check" }).click();
  expect(new URL(page.url()).search).toBe("?view=tracking-check");
  for (const name of ["Not counted: bots", "Excluded addresses", "Other websites"]) {
    await page.getByRole("columnheader", { name }).waitFor();
  }
});
