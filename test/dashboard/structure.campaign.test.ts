import { expect } from "vitest";

import { browserTest as test } from "../helpers/browser.ts";
import { openAsOwner, openDashboard, settle } from "../helpers/dashboard.ts";
import { contrastFaults, focusFaults, structureFaults } from "../helpers/page-structure.ts";
import { openScene } from "../helpers/scene.ts";
import { ownersViews, strangersViews } from "./all-views.ts";
import { domain, openShop } from "./shop.ts";
import { viewFaults } from "./view-faults.ts";

const scene = openScene(openShop);

/** The line that a browser writes to its console for a page with status 404. */
const absent = "Failed to load resource: the server responded with a status of 404 (Not Found)";

test("the owner's views can be used without seeing them, by keyboard, on a phone, and in the dark", async () => {
  const { page, complaints } = await openAsOwner(scene.sites, "/");
  expect(await viewFaults(page, ownersViews)).toEqual([]);
  expect(complaints).toEqual([absent, absent]);
});

test("so can everybody's", async () => {
  const { page, complaints } = await openDashboard(scene.sites, "/");
  expect(await viewFaults(page, strangersViews)).toEqual([]);
  expect(complaints).toEqual([absent, expect.stringContaining("422")]);
});

test("colours follow the browser's scheme", async () => {
  const { page } = await openDashboard(scene.sites, `/${domain}`, { colorScheme: "light" });
  const paper = () => page.evaluate("getComputedStyle(document.documentElement).backgroundColor");
  const light = await paper();
  await page.emulateMedia({ colorScheme: "dark" });
  expect([light, await paper()]).toEqual(["rgb(246, 246, 244)", "rgb(18, 19, 21)"]);
});

test("a dialog has the focus, keeps it, and gives it back on Escape", async () => {
  const { page } = await openAsOwner(scene.sites, `/${domain}`);
  const opener = page.getByRole("link", { name: "All 3 Pages" });
  await opener.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Pages" });
  await dialog.waitFor();
  expect(await page.evaluate("document.activeElement.closest('dialog') !== null")).toBe(true);
  expect(await focusFaults(page, 20)).toEqual([]);

  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await page.evaluate("document.activeElement.ariaLabel")).toBe("All 3 Pages");
  expect(new URL(page.url()).search).toBe("");
});

test("the tracker's line can be copied where there is no clipboard to write to", async () => {
  // A page over http has none.
  const { page, complaints } = await openAsOwner(scene.sites, `/${domain}?view=settings`);
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByRole("button", { name: "Selected" }).waitFor();
  expect(complaints).toEqual([]);
  const line = await page.locator("pre code").textContent();
  expect(await page.evaluate("getSelection().toString()")).toBe(line);
});

test("a page of a demo says that its traffic is made up", async () => {
  // As the server of a demo has it in the page.
  const script = `new MutationObserver((_changes, observer) => {
    observer.disconnect();
    document.documentElement.dataset.demo = "";
  }).observe(document, { childList: true })`;
  const { page } = await openDashboard(scene.sites, "/", { script });

  await page.getByText("Demo with made-up traffic").waitFor();
  expect(await structureFaults(page)).toEqual([]);
  expect(await contrastFaults(page)).toEqual([]);

  const other = await openDashboard(scene.sites, "/");
  await settle(other.page);
  expect(await other.page.getByText("Demo with made-up traffic").count()).toBe(0);
});

test("what is checked here is found", async () => {
  const page = await scene.sites.visit("about:blank");
  await page.setContent(`<!doctype html><style>:focus { outline: 0 }</style><p id="a" style="color: #999">Pale</p>
    <button id="a" aria-describedby="b"></button><a href="/" tabindex="-1" aria-label="Other">Text</a><div style="inline-size: 200vw">Wide</div>`);

  const faults = await structureFaults(page);
  for (const fault of [
    "0 h1",
    "two of id a",
    "aria-describedby of nothing",
    "name without what is seen",
    "scrolls sideways",
  ]) {
    expect(faults).toContainEqual(expect.stringContaining(fault));
  }
  expect(faults).toEqual(expect.arrayContaining(["button without a name", "0 of main"]));
  expect(await contrastFaults(page)).toEqual(["2.85: Pale"]);
  expect(await focusFaults(page, 2)).toEqual([
    expect.stringContaining("focus is not seen: <button"),
  ]);
});
