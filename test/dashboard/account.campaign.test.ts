import type { Page } from "playwright-core";
import { expect } from "vitest";

import { browserTest as test } from "../helpers/browser.ts";
import { openAsOwner, openDashboard, settle } from "../helpers/dashboard.ts";
import { apiKey } from "../helpers/footfall.ts";
import { contrastFaults, focusFaults, structureFaults } from "../helpers/page-structure.ts";
import { openScene } from "../helpers/scene.ts";
import { statsUrl } from "../helpers/site.ts";
import { viewFaults } from "./view-faults.ts";

const domain = "shop.site.example";
const password = "correct horse battery";

/** Ten websites, so that their lists can be searched, and people of every state. */
const scene = openScene(async ({ footfall }) => {
  const { id } = await footfall.store(domain, { privacy: 0 });
  for (let number = 1; number < 10; number += 1) {
    await footfall.store(`site-${number}.site.example`);
  }
  const people = [
    { email: "ada@shop.example", name: "Ada Lovelace", role: "owner" },
    { email: "bob@shop.example", name: "Bob", role: "member" },
    { email: "a.long.address.of.somebody@department.shop.example", role: "member" },
  ];
  for (const [index, person] of people.entries()) {
    const grants = [{ website_id: id, may: "view" }];
    const { json } = await footfall.request("/api/v1/people", { body: { ...person, grants } });
    if (index === 2) continue;
    const token = new URL(json.link.url).hash.slice(1);
    await footfall.request("/session/invitation", { key: false, body: { token, password } });
  }
  const key = { name: "Report", may: ["read", "collect"], websites: [id] };
  await footfall.request("/api/v1/keys", { body: key });
  await footfall.request(`/api/v1/websites/${id}/shares`, {
    body: { name: "Agency", reports: ["overview", "goals"], password },
  });
});

async function openAs(email: string, path: string) {
  const visit = await openDashboard(scene.sites, "/");
  await visit.page.getByLabel("E-mail address").fill(email);
  await visit.page.getByLabel("Password").fill(password);
  await visit.page.getByRole("button", { name: "Sign in" }).click();
  await visit.page.locator(".account-menu").waitFor();
  await visit.page.goto(`${statsUrl}${path}`);
  return visit;
}

test("the pages of an owner and of a member can be used by everybody", async () => {
  const owner = await openAs("ada@shop.example", "/");
  const views = [
    ["websites", "/"],
    ["account", "/account"],
    ["people", "/account/people"],
    ["keys", "/account/keys"],
    ["audit", "/account/audit?from=2026-01-01"],
    ["sharing", `/${domain}?view=sharing`],
    ["as a viewer", `/${domain}?as=viewer`],
  ] as const;
  expect(await viewFaults(owner.page, views)).toEqual([]);
  expect(owner.complaints).toEqual([]);

  const member = await openAs("bob@shop.example", "/");
  const membersViews = [
    ["websites", "/"],
    ["statistics", `/${domain}`],
    ["export", `/${domain}?view=import`],
    ["the tracking check", `/${domain}?view=tracking-check`],
    ["no settings", `/${domain}?view=settings`],
    ["no people", "/account/people"],
  ] as const;
  expect(await viewFaults(member.page, membersViews)).toEqual([]);
  expect(member.complaints).toEqual([]);

  const stranger = await openDashboard(scene.sites, "/");
  expect(await viewFaults(stranger.page, [["signing in", "/"]])).toEqual([]);
});

test("so can their dialogs", async () => {
  const { page } = await openAsOwner(scene.sites, "/account/people");
  const dialogs = [
    ["/account/people", "Invite"],
    ["/account/people", "Change Bob"],
    ["/account/people", "Delete Bob"],
    ["/account/people", "Reset password for Bob"],
    ["/account/keys", "Make a key"],
    ["/account/keys", "Change Report"],
    [`/${domain}?view=sharing`, "Make a link"],
    [`/${domain}?view=sharing`, "Change Agency"],
  ] as const;
  const faults: [string, readonly string[]][] = [];
  for (const [path, button] of dialogs) {
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${statsUrl}${path}`);
      await settle(page);
      await page.getByRole("button", { name: button }).click();
      await page.getByRole("dialog").waitFor();
      faults.push([button, await structureFaults(page)]);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        faults.push([button, await contrastFaults(page)]);
      }
    }
    faults.push([button, await focusFaults(page, 25)]);
  }
  expect(faults.filter(([, found]) => found.length > 0)).toEqual([]);
});

test("an owner signs in, makes a key and signs out by keyboard alone", async () => {
  const { page, complaints } = await openDashboard(scene.sites, "/account/keys");
  await signInByKeyboard(page);
  await page.getByRole("heading", { name: "Keys" }).waitFor();

  await page.getByRole("button", { name: "Make a key" }).press("Enter");
  await page.getByRole("dialog", { name: "Make a key" }).waitFor();
  await page.keyboard.type("By hand");
  for (const key of ["Tab", "Tab", "Space"]) await page.keyboard.press(key);
  await page.keyboard.press("Enter");
  const shown = page.getByRole("dialog", { name: "The key By hand" });
  await shown.waitFor();
  expect(await page.evaluate("document.activeElement.closest('dialog') !== null")).toBe(true);
  await page.keyboard.press("Escape");
  await shown.waitFor({ state: "detached" });
  await page.locator(".record", { hasText: "By hand" }).getByText("write").waitFor();

  await page.getByRole("button", { name: "Ada Lovelace" }).press("Enter");
  for (const _ of ["Go to …", "Account", "People", "Keys", "Audit", "Sign out"]) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(complaints).toEqual([]);
});

async function signInByKeyboard(page: Page): Promise<void> {
  await page.getByLabel("E-mail address").waitFor();
  await page.keyboard.type("ada@shop.example");
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
}

test("who forgot a password reads one sentence, whoever it is", async () => {
  const sentences: (string | null)[] = [];
  for (const email of ["ada@shop.example", "nobody@shop.example"]) {
    const { page } = await openDashboard(scene.sites, "/");
    await page.getByRole("button", { name: "Forgot your password?" }).press("Enter");
    await page.getByLabel("E-mail address").fill(email);
    await page.keyboard.press("Enter");
    const status = page.getByRole("status");
    await status.waitFor();
    sentences.push(await status.textContent());
  }
  expect(new Set(sentences).size).toBe(1);
});

test("the key of the server still signs in, by the link below the form", async () => {
  const { page } = await openDashboard(scene.sites, "/account");
  await page.getByRole("button", { name: "Use an API key" }).press("Enter");
  await page.getByLabel("API key").waitFor();
  await page.keyboard.type(apiKey);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Signed in with an API key" }).waitFor();
});

test("a reset link sets a new password once, and ends the other sessions", async () => {
  const before = await openAs("bob@shop.example", "/account");
  const { json } = await scene.footfall.request("/api/v1/people/2/link", { method: "POST" });
  const { pathname, hash } = new URL(json.data.url);
  const visit = await openDashboard(scene.sites, `${pathname}${hash}`);
  await visit.page.getByLabel("Password", { exact: true }).fill(`${password} new`);
  await visit.page.getByRole("button", { name: "Save and sign in" }).click();
  await visit.page.getByRole("button", { name: "Bob" }).waitFor();
  await before.page.reload();
  await before.page.getByRole("heading", { name: "Sign in" }).waitFor();

  // The page stays open, and the link is pasted into its address.
  await before.page.goto(`${statsUrl}/reset`);
  await before.page.goto(`${statsUrl}${pathname}${hash}`);
  await before.page.getByLabel("Password", { exact: true }).fill(password);
  await before.page.getByRole("button", { name: "Save and sign in" }).click();
  await before.page.getByText("This link is no longer valid.").waitFor();
  expect(before.page.url()).toBe(`${statsUrl}/reset`);
});
