import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect } from "vitest";

import { browserTest as test } from "../helpers/browser.ts";
import { expectTotal, openDashboard, submitSecret, type Visit } from "../helpers/dashboard.ts";
import { websiteWith, weeksAndMonths } from "../helpers/draft.ts";
import { eventually } from "../helpers/eventually.ts";
import { apiKey } from "../helpers/footfall.ts";
import { startMailServer } from "../helpers/mail-server.ts";
import { openScene } from "../helpers/scene.ts";
import { statsUrl } from "../helpers/site.ts";
import { mailerOf } from "../notifications/mail/mailer.ts";

const scene = openScene();

const domain = "shop.site.example";
const password = "correct horse";
const refused = expect.stringContaining("401 (Unauthorized)");

test("a person signs in, adds a website, sees its visitor, shares it with a password, reads the report, and signs out", async () => {
  const owner = await openDashboard(scene.sites, "/");
  await signIn(owner);
  const snippet = await addWebsite(owner.page);

  scene.sites.files.set("/", `<!doctype html><html><head>${snippet}</head><h1>Shop</h1></html>`);
  await scene.sites.visit(`http://${domain}/`);
  await expectVisitor(owner.page);
  await download(owner.page);
  await removeFilters(owner.page);

  await readServerState(owner.page);

  await protect(owner.page);
  await expectLocked();
  await readReport();

  await removeWebsite(owner.page);

  await owner.page.getByRole("button", { name: "API key" }).click();
  await owner.page.getByRole("button", { name: "Sign out" }).click();
  await owner.page.getByRole("heading", { name: "Sign in" }).waitFor();
  await owner.page.goto(`${statsUrl}/${domain}`);
  await owner.page.getByLabel("Password").waitFor();
  // The wrong key alone.
  expect(owner.complaints).toEqual([refused]);
});

async function signIn({ page }: Visit): Promise<void> {
  await submitSecret(page, "a key that nobody made");
  await page.getByText("This API key is wrong.").waitFor();
  await submitSecret(page, apiKey);
  await page.getByRole("heading", { name: "No websites yet" }).waitFor();
}

/** Resolves with the line for the website's pages. */
async function addWebsite(page: Page): Promise<string> {
  await page.locator(".gate").getByRole("link", { name: "Add website" }).click();
  await page.getByLabel("Domain").fill(`https://www.${domain}/`);
  await page.getByRole("dialog").getByRole("button", { name: "Add website" }).click();
  await page.getByRole("heading", { name: `Waiting for the first visit to ${domain}` }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/${domain}`);
  return (await page.locator("pre code").first().textContent()) ?? "";
}

async function expectVisitor(page: Page): Promise<void> {
  const online = page.locator(".live-pill");
  await eventually(async () => {
    // As when its tab is shown again, which does not wait for the next ten seconds.
    const answered = page.waitForResponse(/\/live$/);
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await answered;
    expect(await online.textContent()).toBe("1 online");
  });
  // What was counted less than a second ago is there when the page is loaded anew.
  await scene.footfall.server.shipped();
  await page.reload();
  await expectTotal(page, "visitors", "1");
  await expectTotal(page, "pageviews", "1");
}

/** An owner sees on the list of websites that roll-ups fail. */
async function readServerState(page: Page): Promise<void> {
  const failing = page.getByText("Some days cannot be counted ahead.");
  await page.goto(`${statsUrl}/`);
  await page.getByRole("link", { name: domain }).first().waitFor();
  expect(await failing.count()).toBe(0);
  await page.route("**/health", (route) =>
    route.fulfill({ json: { status: "ok", reasons: ["rollups"] } }),
  );
  await page.reload();
  await failing.waitFor();
  await page.unroute("**/health");
  await page.goto(`${statsUrl}/${domain}`);
}

/** As CSV that is safe in spreadsheets. */
async function download(page: Page): Promise<void> {
  await page.goto(`${statsUrl}/${domain}?card=page`);
  const asked = page.waitForRequest((request) => request.headers()["accept"] === "text/csv");
  const downloaded = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  expect(new URL((await asked).url()).searchParams.get("safe")).toBe("1");
  const file = await readFile(await (await downloaded).path(), "utf8");
  expect(file).toMatch(/^page,count,visitors,[\w,]+\r\n"\/",1,1,/);
  await page.goto(`${statsUrl}/${domain}`);
}

/** One by one: a filter whose chip is gone must not be in the address any more. */
async function removeFilters(page: Page): Promise<void> {
  const filters = () => [...new URL(page.url()).searchParams.keys()];
  await page.goto(`${statsUrl}/${domain}?filter[page]=/&filter[page]=/other&filter[event]=!Signup`);
  await page.getByRole("link", { name: /^Remove filter: Page/ }).click();
  await eventually(() => expect(filters()).toEqual(["filter[event]"]));
  await page.getByRole("link", { name: /^Remove filter: / }).click();
  await eventually(() => expect(filters()).toEqual([]));
  await expectTotal(page, "visitors", "1");
}

async function protect(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Sharing" }).click();
  await page.getByRole("radio", { name: /^Password/ }).check();
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  await page.getByRole("link", { name: "Settings" }).click();
  // By keyboard.
  await page.getByRole("checkbox", { name: /^Remove what follows/ }).press("Space");
  await page.getByLabel("Remove only these parameters").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved. Counting rules apply from now on.").waitFor();
  await page.getByRole("link", { name: "Set up e-mail reports and alerts" }).click();
  await page.getByLabel("Each week").check();
  await page.getByLabel("Each month").check();
  await page.getByLabel("E-mail addresses").fill("ada@shop.example");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.", { exact: true }).waitFor();
}

/** Screen readers learn that it is done, and go on at the list of websites. */
async function removeWebsite(page: Page): Promise<void> {
  const { id } = await scene.footfall.store("old.site.example");
  expect(id).toBeGreaterThan(1);
  await page.goto(`${statsUrl}/old.site.example?view=settings`);
  await page.getByRole("button", { name: "Delete website …" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("old.site.example");
  await dialog.getByRole("button", { name: /^Delete/ }).click();
  await page.getByRole("status").getByText("old.site.example was deleted.").waitFor();
  await eventually(async () =>
    expect(await page.evaluate("document.activeElement.outerHTML")).toContain(">Websites</h1>"),
  );
  await page.goto(`${statsUrl}/${domain}`);
}

/** For somebody else, until the password is right. */
async function expectLocked(): Promise<void> {
  const { page, complaints } = await openDashboard(scene.sites, `/${domain}`);
  await submitSecret(page, "wrong horse");
  await page.locator(".error", { hasText: /\w/ }).waitFor();
  expect(await page.getByText("Page views").count()).toBe(0);
  await submitSecret(page, password);
  await expectTotal(page, "visitors", "1");
  await expectTotal(page, "pageviews", "1");
  expect(await page.getByRole("link", { name: "Settings" }).count()).toBe(0);
  expect(complaints).toEqual([refused]);
}

/** The mail of the week, as its reader's program shows it on the Monday after. */
async function readReport(): Promise<void> {
  const server = await startMailServer();
  const [record] = (await scene.footfall.request("/api/v1/websites")).json.data;
  expect(record).toMatchObject({ domain, email: 1, exclude_params: "*" });
  const { id, domain: stored, timezone } = record;
  const website = websiteWith({ id, domain: stored, timezone, emailReports: weeksAndMonths });
  await mailerOf(scene.footfall, website, { smtpUrl: server.url, now: nextMonday }).run();

  const mail = server.mails.find(({ headers }) => headers.get("subject")?.includes("last week"));
  expect(mail?.headers.get("subject")).toBe(`${domain}: 1 visitor last week`);
  const page = await scene.sites.visit("about:blank");
  await page.setContent(mail?.html ?? "");
  await page.getByText(domain).first().waitFor();
  expect(await page.getByRole("row", { name: /^Page views 1\b/ }).count()).toBe(1);
}

/** At seven, when the week of the visit is over. */
function nextMonday(): number {
  const now = new Date();
  const days = (8 - now.getUTCDay()) % 7 || 7;
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days, 7);
}
