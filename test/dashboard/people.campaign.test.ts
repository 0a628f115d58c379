import type { Page } from "playwright-core";
import { expect } from "vitest";

import { browserTest as test } from "../helpers/browser.ts";
import { expectTotal, openAsOwner, openDashboard } from "../helpers/dashboard.ts";
import { openScene } from "../helpers/scene.ts";
import { statsUrl } from "../helpers/site.ts";

const shop = "shop.site.example";
const other = "other.site.example";
const email = "bob@shop.example";
const password = "correct horse battery";

const scene = openScene(async ({ footfall }) => {
  const website = await footfall.store(shop);
  await footfall.store(other);
  await footfall.send(website, [{}]);
});

/** The words of controls that a member who only views must not have. */
const forbidden = [
  "Add website",
  "Settings",
  "Sharing",
  "Notifications",
  "Tell me when …",
  "Add a goal",
  "Add a funnel",
  "People",
  "Keys",
  "Audit",
];

test("an owner invites somebody, who accepts in another browser and sees one website", async () => {
  const owner = await openAsOwner(scene.sites, "/account/people");
  const url = await invite(owner.page);

  const guest = await openDashboard(scene.sites, new URL(url).pathname + new URL(url).hash);
  await accept(guest.page);
  await guest.page.getByRole("heading", { name: shop }).waitFor();
  expect(await guest.page.locator(".tile").count()).toBe(1);
  await expectNoControls(guest.page, ["Favourite"]);

  await guest.page.getByRole("link", { name: shop }).click();
  await expectTotal(guest.page, "visitors", "1");
  await guest.page.getByRole("link", { name: "Export" }).waitFor();
  await expectNoControls(guest.page, []);
  await guest.page.goto(`${statsUrl}/${shop}?view=settings`);
  await guest.page.getByText("You may see this website, but not change it.").waitFor();
  await guest.page.goto(`${statsUrl}/account/people`);
  await guest.page.getByText("Only owners see this page.").waitFor();
  expect(guest.complaints).toEqual([]);

  await takeBack(owner.page);
  await guest.page.goto(`${statsUrl}/`);
  await guest.page.getByText("Ask an owner to give you access").waitFor();
  await expectAudit(owner.page);
  expect(owner.complaints).toEqual([]);
});

/** Resolves with the link of an invitation to see the shop. */
async function invite(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite" });
  await dialog.getByLabel("E-mail address").fill(email);
  await dialog.getByLabel(shop).selectOption("view");
  await dialog.getByRole("button", { name: "Invite" }).click();
  const shown = page.getByRole("dialog", { name: `Invitation for ${email}` });
  await shown.getByText("No mail was sent.").waitFor();
  const url = (await shown.locator("code").textContent()) ?? "";
  await shown.getByRole("button", { name: "Done" }).click();
  await page.getByText(`${shop} (view)`).waitFor();
  expect(await page.locator("code").count()).toBe(0);
  return url;
}

async function accept(page: Page): Promise<void> {
  await page.getByText(`${email} is invited to ${shop}.`).waitFor();
  // Nothing of the link stays where somebody could read it.
  expect(page.url()).toBe(`${statsUrl}/invitation`);
  await page.getByLabel("Your name").fill("Bob");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Show password").check();
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("button", { name: "Bob" }).waitFor();
  expect(page.url()).toBe(`${statsUrl}/`);
}

async function expectNoControls(page: Page, more: readonly string[]): Promise<void> {
  await page.getByRole("button", { name: "Bob" }).click();
  await page.getByRole("button", { name: "Sign out" }).waitFor();
  for (const name of [...forbidden, ...more]) {
    expect([name, await page.getByRole("link", { name }).count()]).toEqual([name, 0]);
    expect([name, await page.getByRole("button", { name }).count()]).toEqual([name, 0]);
  }
  await page.keyboard.press("Escape");
}

async function takeBack(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Change Bob" }).click();
  const dialog = page.getByRole("dialog", { name: "Change Bob" });
  await dialog.getByLabel(shop).selectOption("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("No website yet").waitFor();
}

async function expectAudit(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Audit" }).click();
  await page.getByText("An API key of the server changed Bob").waitFor();
  await page.getByText(`Websites: ${shop} (view) → No website yet`).waitFor();
  await page.getByText("Bob signed in, Chrome on Windows").waitFor();
}

test("a person signs in with e-mail and password, ends a session, and is disabled", async () => {
  await scene.footfall.request("/api/v1/people/1", {
    method: "PATCH",
    body: { grants: [{ website_id: "all", may: "view" }] },
  });
  const first = await signIn("wrong horse battery", password);
  await first.page.goto(`${statsUrl}/account`);
  const second = await signIn(password);
  await second.page.goto(`${statsUrl}/account`);
  await second.page.getByRole("button", { name: /^End/ }).first().click();
  await second.page.getByRole("button", { name: /^End/ }).nth(1).waitFor({ state: "detached" });

  const owner = await openAsOwner(scene.sites, "/account/people");
  await owner.page.getByRole("button", { name: "Disable Bob" }).click();
  await owner.page.getByRole("button", { name: "Enable Bob" }).waitFor();
  for (const { page } of [first, second]) {
    await page.reload();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  }
  await owner.page.getByRole("button", { name: "Delete Bob" }).click();
  const dialog = owner.page.getByRole("dialog", { name: "Delete Bob?" });
  await dialog.getByRole("button", { name: "Delete" }).click();
  await owner.page.getByText("Nobody yet.").waitFor();
  await second.page.reload();
  await second.page.getByLabel("API key").waitFor();
});

/** Opens the dashboard and tries passwords, the last of which is right. */
async function signIn(...passwords: readonly string[]) {
  const visit = await openDashboard(scene.sites, "/");
  const { page } = visit;
  await page.getByRole("button", { name: "Use an API key" }).waitFor();
  for (const [index, each] of passwords.entries()) {
    await page.getByLabel("E-mail address").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(each);
    await page.getByRole("button", { name: "Sign in" }).click();
    if (index < passwords.length - 1) {
      await page.getByText("The e-mail address or the password is wrong.").waitFor();
    }
  }
  await page.getByRole("button", { name: "Bob" }).waitFor();
  return visit;
}

test("a key is made and shown once, works, is changed and deleted", async () => {
  const { page, complaints } = await openAsOwner(scene.sites, "/account/keys");
  await page.getByRole("button", { name: "Make a key" }).click();
  const form = page.getByRole("dialog", { name: "Make a key" });
  await form.getByLabel("Name").fill("Report");
  await form.getByLabel("Only some").check();
  await form.getByLabel(shop).check();
  await form.getByRole("button", { name: "Make key" }).click();
  const shown = page.getByRole("dialog", { name: "The key Report" });
  const secret = (await shown.locator("code").textContent()) ?? "";
  await shown.getByRole("button", { name: "Done" }).click();
  const listOf = async () => scene.footfall.request("/api/v1/websites", { key: secret });
  expect((await listOf()).json.data).toMatchObject([{ domain: shop }]);
  await page.reload();
  await page.getByText("Made by an API key of the server").waitFor();
  expect(await page.getByText(secret).count()).toBe(0);

  await page.getByRole("button", { name: "Change Report" }).click();
  const change = page.getByRole("dialog", { name: "Change Report" });
  await change.getByLabel("All websites, also later ones").check();
  await change.getByRole("button", { name: "Save" }).click();
  await page.getByText("All websites", { exact: true }).waitFor();
  expect((await listOf()).json.data).toHaveLength(2);

  await page.getByRole("button", { name: "Delete Report" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No keys yet.").waitFor();
  expect((await listOf()).status).toBe(401);
  expect(complaints).toEqual([]);
});

test("a link shares some reports of a private website, behind a password", async () => {
  const { page, complaints } = await openAsOwner(scene.sites, `/${shop}?view=sharing`);
  await page.getByRole("button", { name: "Make a link" }).click();
  const form = page.getByRole("dialog", { name: "Make a link" });
  await form.getByLabel("Name").fill("Agency");
  await form.getByLabel("Only some").check();
  await form.getByLabel("Overview").uncheck();
  await form.getByLabel("Journeys").check();
  await form.getByLabel("Password (optional)").fill(password);
  await form.getByRole("button", { name: "Make link" }).click();
  const link = page.getByRole("link", { name: "Open as a viewer by the link Agency" });
  const { pathname } = new URL((await link.getAttribute("href")) ?? "");
  expect(complaints).toEqual([]);

  const viewer = await openDashboard(scene.sites, pathname);
  await viewer.page.getByLabel("Password").fill(password);
  await viewer.page.getByRole("button", { name: "Show statistics" }).click();
  await viewer.page.getByRole("heading", { name: shop }).waitFor();
  const tabs = viewer.page.getByRole("navigation", { name: "Reports" }).getByRole("link");
  await tabs.first().waitFor();
  expect(await tabs.allTextContents()).toEqual(["Journeys"]);
  expect(await viewer.page.locator(".live-pill").count()).toBe(0);
  expect(viewer.complaints).toEqual([]);

  await page.getByRole("button", { name: "Delete Agency" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await link.waitFor({ state: "detached" });
  await viewer.page.reload();
  await viewer.page.getByRole("heading", { name: "Page not found" }).waitFor();
});

test("an owner opens the page of viewers, and stays on it", async () => {
  const { page, complaints } = await openAsOwner(scene.sites, `/${shop}?view=sharing`);
  await page.getByRole("radio", { name: /^Public/ }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  const link = page.getByRole("link", { name: "Open as a viewer", exact: true });
  const href = await link.getAttribute("href");
  await page.goto(`${statsUrl}${href}`);
  await expectTotal(page, "visitors", "1");
  await page.getByRole("link", { name: "Filter" }).first().click();
  await page.getByRole("dialog", { name: "Filter" }).waitFor();
  expect(await page.getByRole("link", { name: "Settings" }).count()).toBe(0);
  expect(new URL(page.url()).searchParams.get("as")).toBe("viewer");
  await page.reload();
  await page.getByRole("dialog", { name: "Filter" }).waitFor();
  expect(await page.getByRole("link", { name: "Settings" }).count()).toBe(0);
  expect(complaints).toEqual([]);
});
