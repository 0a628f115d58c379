import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect } from "vitest";

import { importsWords } from "../../src/dashboard/words/imports.ts";
import { browserTest as test } from "../helpers/browser.ts";
import { expectTotal, openAsOwner, openDashboard, settle } from "../helpers/dashboard.ts";
import { contrastFaults, focusFaults, structureFaults } from "../helpers/page-structure.ts";
import { pages, sources, visitors } from "../helpers/plausible.ts";
import { openScene } from "../helpers/scene.ts";
import { zip } from "../helpers/zip.ts";
import { viewFaults } from "./view-faults.ts";

const domain = "example.com";
const importPage = `/${domain}?view=import`;
const scene = openScene(async ({ footfall }) => {
  const website = await footfall.store(domain, { privacy: 0 });
  await footfall.send(website, [{ who: 1 }, { who: 2 }]);
});

/** Returns the events of websites in Umami's form, of two days. */
function umamiFile(...websites: readonly string[]): Buffer {
  const header =
    "website_id,session_id,event_id,hostname,browser,os,country,url_path,event_type,event_name,created_at";
  const rows = websites.flatMap((website) => [
    `${website},s1,${website}1,${domain},chrome,BeOS,DE,/,1,,2025-03-01 10:00:00`,
    `${website},s2,${website}2,${domain},chrome,Linux,DE,/pricing,1,,2025-03-01 11:00:00`,
    `${website},s1,${website}3,${domain},chrome,Linux,DE,/,1,,2025-03-02 10:00:00`,
    `${website},s1,${website}4,elsewhere.example,chrome,Linux,DE,/,1,,2025-03-02 10:05:00`,
  ]);
  return Buffer.from([header, ...rows, ""].join("\n"));
}

const plausibleFile = zip(
  Object.entries({ visitors, sources, pages }).map(([table, content]) => ({
    name: `imported_${table}_20240101_20240131.csv`,
    content,
  })),
);

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  const mimeType = "application/octet-stream";
  await page.getByLabel("Files", { exact: true }).setInputFiles({ name, mimeType, buffer });
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const result = (page: Page) => page.getByRole("region", { name: "Result of the check" });
const entries = (page: Page) =>
  page.getByRole("region", { name: "Imports" }).locator(".import-list > li");

async function faultsOf(page: Page): Promise<string[]> {
  await settle(page);
  return [
    ...(await structureFaults(page)),
    ...(await contrastFaults(page)),
    ...(await focusFaults(page, 20)),
  ];
}

test("an owner checks a file, imports it, sees its days, and undoes it", async () => {
  const { page, complaints } = await openAsOwner(scene.sites, `/${domain}?view=settings`);
  await page.getByRole("link", { name: "Import and export" }).click();
  await page.getByRole("heading", { name: "Import", exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get("view")).toBe("import");
  expect(await button(page, "Check").isDisabled()).toBe(true);
  await page.goBack();
  await page.getByRole("heading", { name: "Tracking code" }).waitFor();
  await page.goForward();
  await page.reload();
  await page.getByText("Nothing has been imported yet.").waitFor();

  await choose(page, "website_event.csv", umamiFile("w1"));
  await button(page, "Check").press("Enter");
  await result(page).getByRole("heading", { name: "The import would do this" }).waitFor();
  const facts = (await result(page).locator("dl > div").allInnerTexts()).map((text) =>
    text.replaceAll(/\n+/g, " "),
  );
  expect(facts).toEqual([
    "From Umami, events",
    expect.stringMatching(/^Days 2 days, 1.–.2 Mar 2025$/),
    "Rows read 4",
    "Rows imported 3",
    "Rows skipped 1 1 row belongs to another host",
    expect.stringContaining("Operating systems: BeOS (1)"),
  ]);
  expect(await page.evaluate("document.activeElement.textContent")).toBe(
    "The import would do this",
  );
  expect(await faultsOf(page)).toEqual([]);
  expect(await entries(page).count()).toBe(0);

  await button(page, /^Import$/).press("Enter");
  await page.getByText("The import has begun.").waitFor();
  await entries(page).getByText("Done").waitFor();
  expect(await entries(page).textContent()).toMatch(/1.–.2 Mar 2025: 2 days, 3 rows/);
  await entries(page).getByText("Report").click();
  await entries(page).getByText("1 row belongs to another host").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await choose(page, "again.csv", umamiFile("w1"));
  await button(page, "Check").click();
  await result(page).getByText("There is nothing to import").waitFor();
  await result(page).getByText("2 days came with another import").waitFor();

  await entries(page).getByRole("link", { name: "Statistics" }).click();
  await expectTotal(page, "pageviews", "3");
  await page.goBack();
  await button(page, /^Undo/).click();
  const dialog = page.getByRole("dialog", { name: "Undo the import from Umami?" });
  await dialog.getByText(/^3 rows on 2 days, 1.–.2 Mar 2025, will be removed/).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Undo the import" }).click();
  await page.getByText("Nothing has been imported yet.").waitFor();
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Imports");
  await page.goto(`http://stats.example/${domain}?from=2025-03-01&to=2025-03-02`);
  await expectTotal(page, "pageviews", "0");
  expect(complaints).toEqual([]);
});

test("errors stand at their fields, and the files can be mended", async () => {
  const { page } = await openAsOwner(scene.sites, importPage);
  await choose(page, "notes.txt", Buffer.from("Something else\n"));
  await button(page, "Check").click();
  await page
    .locator(".field .error")
    .getByText("We do not know the format of notes.txt.", { exact: false })
    .waitFor();

  await page.getByLabel(importsWords.source).selectOption("Plausible");
  await choose(page, "event.csv", umamiFile("w1"));
  expect(await page.locator(".field .error").count()).toBe(0);
  await button(page, "Check").click();
  await page.locator(".field .error").waitFor();

  await page.getByLabel(importsWords.source).selectOption(importsWords.anySource);
  await choose(page, "website_event.csv", umamiFile("w1", "w2"));
  await button(page, "Check").click();
  await page.getByText(/website.id must name one of the websites of the file: w1, w2/).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByLabel("Website id").fill("w2");
  await button(page, "Check").click();
  await result(page)
    .getByText(/^2 days, 1.–.2 Mar 2025$/)
    .waitFor();
});

test("a dropped archive of totals is imported, and reports say so", async () => {
  const { page } = await openAsOwner(scene.sites, importPage);
  await page.locator(".drop").waitFor();
  const bytes = plausibleFile.toString("base64");
  await page.evaluate(`(() => {
    const bytes = Uint8Array.from(atob("${bytes}"), (letter) => letter.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], "plausible.zip"));
    const drop = document.querySelector(".drop");
    drop.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  })()`);
  await page.getByRole("list", { name: "Chosen files" }).getByText("plausible.zip").waitFor();
  await button(page, "Check").click();
  await result(page).getByText("Plausible, totals of days").waitFor();
  await button(page, /^Import$/).click();
  await entries(page).getByText("Done").waitFor();

  await page.goto(`http://stats.example/${domain}?from=2024-01-01&to=2024-01-31`);
  const note = page.getByText(
    "2 days were imported as totals. Visitors of Sources, Pages and Campaigns may count more than once on them.",
  );
  await note.waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await note.getByRole("link", { name: "Imports" }).click();
  await page.getByRole("heading", { name: "Export" }).waitFor();
  expect(await viewFaults(page, [["an import", importPage]])).toEqual([]);

  const viewer = await openDashboard(scene.sites, `/${domain}?from=2024-01-01&to=2024-01-31`);
  await viewer.page.getByText(/^2 days were imported as totals/).waitFor();
  expect(await viewer.page.getByRole("link", { name: "Imports" }).count()).toBe(0);
  await viewer.page.goto(`http://stats.example${importPage}`);
  await viewer.page.locator(".total.visitors").waitFor();
});

test("events are downloaded in the chosen format", async () => {
  const { page } = await openAsOwner(scene.sites, importPage);
  await page.getByLabel("Format").selectOption("CSV");
  const downloaded = page.waitForEvent("download");
  await button(page, "Download").click();
  const file = await downloaded;
  expect(file.suggestedFilename()).toMatch(/^example\.com-events-.*\.csv$/);
  const text = await readFile(await file.path(), "utf8");
  expect(text.split("\r\n").filter(Boolean)).toHaveLength(3);

  await page.getByLabel("From", { exact: true }).fill("2025-03-05");
  await page.getByLabel("To", { exact: true }).fill("2025-03-01");
  await button(page, "Download").click();
  await page.locator(".field .error").first().waitFor();
});
