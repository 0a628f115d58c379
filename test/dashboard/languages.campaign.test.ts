import type { Page } from "playwright-core";
import { expect } from "vitest";

import { browserTest as test } from "../helpers/browser.ts";
import { exportedLine, importFiles } from "../helpers/imports.ts";
import { status } from "../helpers/receiver.ts";
import { statsUrl } from "../helpers/site.ts";
import { domain, openAsAda, openNotifyingScene } from "./notifying-scene.ts";

const scene = openNotifyingScene();

test("a person chooses a language, whose views fit on a small phone, as those of Arabic do", async () => {
  const { page, complaints } = await openAsAda(scene, "/account");
  await page.getByLabel("Language").selectOption("Deutsch");
  await page.getByRole("button", { name: "Save" }).first().click();
  await page.getByRole("heading", { name: "Konto", exact: true }).waitFor();

  await expectViewsToFit(page, "Ansichten der Website");
  await expectViewsToFit(page, "أقسام الموقع", "&lang=ar");
  expect(complaints).toEqual([]);
});

test("a country is found by its name in the language of the page", async () => {
  const { page } = await openAsAda(scene, `/${domain}?lang=de&card=filter`);
  await page.getByLabel("Filtern nach").selectOption("country");
  await page.getByLabel("Wert", { exact: true }).fill("deutschland");
  await page.getByRole("button", { name: "Filter hinzufügen" }).click();
  await page.getByRole("link", { name: "Filter bearbeiten: Land ist Deutschland" }).waitFor();
  expect(new URL(page.url()).searchParams.get("filter[country]")).toBe("Germany");
});

test("failures say why in the language of the page", async () => {
  const { footfall, receiver } = scene;
  const text = `${exportedLine("2026-01-05", 1)}\nno\n[]\n`;
  const failed = await importFiles(footfall.url, 1, [["old.ndjson", text]], { source: "footfall" });
  expect(failed.problem).toBe("old.ndjson: 2 of 3 rows are broken, so nothing was imported");
  const line =
    '192.0.2.1 - - [05/Jan/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 5 "-" "Mozilla/5.0"';
  const log = await importFiles(footfall.url, 1, [["access.log", `${line}\nno\nno\n`]]);
  expect(log.problem).toBe("access.log: 2 of 3 lines are broken, so nothing was imported");
  const body = { name: "Chat", url: receiver.url };
  const { json } = await footfall.request("/api/v1/webhooks", { body });
  receiver.answers.push(status(500));
  await footfall.request(`/api/v1/webhooks/${json.data.id}/test`, { method: "POST" });

  const { page, complaints } = await openAsAda(scene, `/${domain}?view=import&lang=de`);
  const why = "2 von 3 Zeilen von old.ndjson sind defekt. Es wurde nichts importiert.";
  await page.getByText(why).first().waitFor();
  const whyLog = "access.log: 2 von 3 Zeilen sind defekt. Es wurde nichts importiert.";
  await page.getByText(whyLog).first().waitFor();
  await page.getByLabel("Dateien", { exact: true }).setInputFiles({
    name: "old.zip",
    mimeType: "application/zip",
    buffer: Buffer.from("no archive"),
  });
  await page.getByRole("button", { name: "Prüfen" }).click();
  await page.getByText("old.zip ist kein ZIP-Archiv.").waitFor();

  await page.goto(`${statsUrl}/${domain}?view=notifications&lang=de`);
  const last = page.getByText("Der Grund: Der Empfänger hat mit 500 geantwortet.");
  await last.waitFor();
  receiver.answers.push(status(302));
  await page.getByRole("button", { name: "Test senden: Chat" }).click();
  const answer = "Chat: nicht gesendet. Der Grund: Der Empfänger hat mit 302 geantwortet";
  await page.getByText(answer).waitFor();
  // The archive, which the server refuses.
  expect(complaints).toEqual([expect.stringContaining("422")]);
});

/** Expects that no view of the website scrolls sideways on a small phone. */
async function expectViewsToFit(page: Page, label: string, more = ""): Promise<void> {
  await page.setViewportSize({ width: 320, height: 800 });
  for (const view of ["statistics", "settings", "notifications", "sharing", "import"]) {
    await page.goto(`${statsUrl}/${domain}?view=${view}${more}`);
    await page.getByRole("navigation", { name: label }).waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(320);
  }
}
