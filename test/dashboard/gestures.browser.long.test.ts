import { expect } from "vitest";

import { browserTest as test } from "../helpers/browser.ts";
import { statsUrl } from "../helpers/site.ts";
import { domain, openAsAda, openNotifyingScene } from "./notifying-scene.ts";

const scene = openNotifyingScene();

test("a saved view brings back tab, range and filters, and is deleted", async () => {
  const saved = `/${domain}?view=goals&range=7d&filter[country]=Germany`;
  const { page, complaints } = await openAsAda(scene, saved);
  await page.getByRole("link", { name: "Saved views" }).click();
  await page.getByLabel("Save the current view as").fill("German goals");
  await page.getByRole("button", { name: "Save view" }).click();
  const entry = page.getByRole("dialog").getByRole("link", { name: "German goals" });
  await entry.waitFor();
  expect(await entry.getAttribute("aria-current")).toBe("true");
  await page.getByText("Only for you").waitFor();

  await page.goto(`${statsUrl}/${domain}?card=views`);
  expect(await entry.getAttribute("aria-current")).toBe(null);
  await entry.click();
  await page.waitForURL(`${statsUrl}${saved}`);

  await page.getByRole("link", { name: "Saved views" }).click();
  await page.getByRole("button", { name: "Delete German goals" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByText("There are no saved views yet.").waitFor();
  expect(complaints).toEqual([]);
});
