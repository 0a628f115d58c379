import type { Dialog } from "playwright-core";
import { expect } from "vitest";
import { browserTest as test } from "../helpers/browser.ts";
import { openDashboard } from "../helpers/dashboard.ts";
import { eventually } from "../helpers/eventually.ts";
import { chrome } from "../helpers/footfall.ts";
import { statsUrl } from "../helpers/site.ts";
import { ada, domain, openAsAda, openNotifyingScene, password } from "./notifying-scene.ts";

const scene = openNotifyingScene();

test("settings that are not saved are not lost in silence, and do not undo those of others", async () => {
  const { page, complaints } = await openAsAda(scene, `/${domain}`);
  await page.getByRole("link", { name: "Settings" }).click();
  const bots = page.getByLabel("Exclude bots");
  await bots.uncheck();
  const asked: string[] = [];
  const stay = (dialog: Dialog) => {
    asked.push(dialog.message());
    return dialog.dismiss();
  };
  page.on("dialog", stay);
  await page.getByRole("link", { name: "Sharing" }).click();
  await page.evaluate("history.back()");
  const question = "Your changes are not saved. Leave all the same?";
  await eventually(async () => expect(asked).toEqual([question, question]));
  await page.waitForURL(/view=settings/);
  await eventually(async () => expect(await bots.isChecked()).toBe(false));

  const { json } = await scene.footfall.request("/api/v1/websites");
  const path = `/api/v1/websites/${json.data[0].id}`;
  await scene.footfall.request(path, { method: "PATCH", body: { language: "fr" } });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText(/has changed this website meanwhile/).waitFor();
  await page.getByRole("button", { name: "Show the new settings" }).click();
  await eventually(async () => expect(await bots.isChecked()).toBe(true));
  expect(await page.getByLabel("Language of mails").inputValue()).toBe("fr");
  await bots.uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText(/^Saved/).waitFor();
  expect((await scene.footfall.request(path)).json.data).toMatchObject({
    exclude_bots: 0,
    language: "fr",
  });
  // Nothing is asked once all is saved.
  await page.getByRole("link", { name: "Sharing" }).click();
  await page.waitForURL(/view=sharing/);
  expect(complaints).toEqual([expect.stringContaining("412")]);
});

test("a browser whose clock is two days ahead shows the days of the server, and says so", async () => {
  const { page } = await openAsAda(scene, "/");
  await page.clock.setFixedTime(Date.now() + 2 * 24 * 60 * 60 * 1000);
  await page.goto(`${statsUrl}/${domain}?range=today`);
  await page.getByText("The clock of this device is wrong.").waitFor();
  await page.locator(".total.visitors .total-number", { hasText: /^1$/ }).waitFor();
});

test("the address of the start makes the first owner in the browser", async () => {
  const { page, complaints } = await openDashboard(scene.sites, "/start#no-token");
  await page.getByLabel("Your name").fill("Grace");
  await page.getByLabel("E-mail address").fill("grace@shop.example");
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByText("This link is no longer valid.").waitFor();
  await eventually(async () => expect(new URL(page.url()).hash).toBe(""));
  expect(complaints).toEqual([expect.stringContaining("422")]);
});

test("an invitation says who invites and to what, and has the name", async () => {
  const { page, complaints } = await openAsAda(scene, "/");
  const made = await page.evaluate(`fetch("/api/v1/people", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "kim@shop.example", name: "Kim", role: "member",
      grants: [{ website_id: 1, may: "view" }] }),
  }).then((response) => response.json())`);
  const { pathname, hash } = new URL((made as { link: { url: string } }).link.url);
  await page.goto(`${statsUrl}${pathname}${hash}`);

  await page.getByText(`Ada invites kim@shop.example to ${domain}.`).waitFor();
  expect(await page.getByLabel("Your name").inputValue()).toBe("Kim");
  expect(complaints).toEqual([]);
  await page.goto(`${statsUrl}${pathname}#nothing`);
  await page.getByText("This link is no longer valid.").waitFor();
});

test("from twelve websites on they are rows, sorted by name in natural order or by a number", async () => {
  for (let nth = 1; nth <= 11; nth += 1) await scene.footfall.store(`a-${nth}.example`);
  const { page } = await openAsAda(scene, "/");
  const names = page.locator(".tiles.rows h2");
  await names.first().waitFor();
  const first = (count: number) => names.allTextContents().then((all) => all.slice(0, count));
  const inOrder = ["a-1.example", "a-2.example", "a-3.example"];
  await eventually(async () => expect(await first(3)).toEqual(inOrder));
  const unused = page.getByText("No visits yet");
  await eventually(async () => expect(await unused.count()).toBe(11));
  // One that had visits before the days that are shown is not unused.
  const { json } = await scene.footfall.request("/api/v1/websites?search=a-1.example");
  const day = 86_400_000;
  const old = { timestamp: new Date(Date.now() - 100 * day).toISOString(), user_agent: chrome };
  const event = { url: "https://a-1.example/", ip: "192.0.2.1", ...old };
  await scene.footfall.bulk(json.data[0].id, [event]);
  await scene.footfall.server.shipped();
  // An answer from before may be given again for two seconds.
  await eventually(async () => {
    await page.reload();
    await names.first().waitFor();
    await unused.nth(9).waitFor();
    expect(await unused.count()).toBe(10);
  });
  await page.getByLabel("Sort by").selectOption("Visitors");
  await eventually(async () => expect(await first(1)).toEqual([domain]));
});

test("a language that is chosen in the foot stays in this browser, and is the person's", async () => {
  const { page } = await openAsAda(scene, `/${domain}`);
  await page.locator(".foot").getByLabel("Language").selectOption("fr");
  await page.locator("html[lang=fr]").waitFor();
  await page.context().clearCookies();
  await page.goto(`${statsUrl}/`);

  await page.locator("html[lang=fr] .gate").waitFor();
  await page.locator(".foot select").last().selectOption("en");
  await page.locator("html[lang=en]").waitFor();
});

test("somebody who was signed out signs in in place, and an open form stays as it is", async () => {
  const { page } = await openAsAda(scene, `/${domain}`);
  await page.locator("html[lang]").waitFor();
  await page.goto(`${statsUrl}/${domain}?view=settings&lang=en`);
  const aliases = page.getByLabel("Aliases");
  await aliases.fill("old.example");
  await page.waitForLoadState("networkidle");
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("dialog", { name: "You were signed out" });
  await dialog.getByLabel("E-mail address").fill(ada);
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Sign in" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await aliases.inputValue()).toBe("old.example");
});

test("for another person who signs in there, the page goes with all that was written in it", async () => {
  const { page } = await openAsAda(scene, `/${domain}`);
  const eve = "eve@shop.example";
  const body = { email: eve, name: "Eve", role: "owner" };
  const { json } = await scene.footfall.request("/api/v1/people", { body });
  const token = new URL(json.link.url).hash.slice(1);
  await scene.footfall.request("/session/invitation", { key: false, body: { token, password } });
  await page.goto(`${statsUrl}/${domain}?view=settings&lang=en`);
  const aliases = page.getByLabel("Aliases");
  await aliases.fill("secret.example");
  // The parts of the settings that load later ask for something, too.
  await page.waitForLoadState("networkidle");
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("dialog", { name: "You were signed out" });
  await dialog.getByLabel("E-mail address").fill(eve);
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (!["GET", "HEAD"].includes(request.method())) sent.push(request.url());
  });
  const asked: string[] = [];
  page.on("dialog", (question) => {
    asked.push(question.message());
    return question.accept();
  });
  await dialog.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Eve" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/");
  expect(await page.content()).not.toMatch(/secret\.example|ada@shop\.example/);
  expect([sent, asked]).toEqual([[`${statsUrl}/session`], []]);
  const { json: after } = await scene.footfall.request(`/api/v1/websites?search=${domain}`);
  expect(after.data[0].aliases).not.toContain("secret.example");
});

test("a goal that was deleted is made again on demand", async () => {
  const { json } = await scene.footfall.request(`/api/v1/websites?search=${domain}`);
  const path = `/api/v1/websites/${json.data[0].id}/goals`;
  const goal = { name: "Signup", type: "event", value: "Signup", props: { plan: "pro" } };
  await scene.footfall.request(path, { body: goal });
  const { page, complaints } = await openAsAda(scene, `/${domain}?view=goals&lang=en`);
  await page.getByRole("link", { name: "Edit Signup" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Delete …" }).click();
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  const status = page.getByRole("status").filter({ hasText: "The goal Signup was deleted." });
  await status.waitFor();
  expect((await scene.footfall.request(path)).json.data).toEqual([]);
  await status.getByRole("button", { name: "Undo" }).click();
  await page.getByText("The goal Signup is there again.").waitFor();
  await page.getByRole("link", { name: "Edit Signup" }).waitFor();
  expect((await scene.footfall.request(path)).json.data).toMatchObject([goal]);
  expect(complaints).toEqual([]);
});

test("the menu of the account opens the palette, as phones have no keys for it", async () => {
  const { page } = await openAsAda(scene, `/${domain}?lang=en`);
  await page.setViewportSize({ width: 390, height: 844 });
  const menu = page.getByRole("button", { name: "Ada" });
  await menu.click();
  await page.getByRole("button", { name: "Go to …" }).click();
  const search = page.getByRole("combobox", { name: /^Website, report/ });
  await search.fill("goals");
  await page.keyboard.press("Escape");
  await search.waitFor({ state: "detached" });
  const focused = () => page.evaluate("document.activeElement.textContent");
  await eventually(async () => expect(await focused()).toBe("Ada"));
});

test("a page that cannot be refreshed says since when, until it can", async () => {
  const { page } = await openAsAda(scene, `/${domain}?lang=en`);
  await page.locator(".live-pill").waitFor();
  await page.route("**/live*", (route) => route.abort());
  await page.getByText(/^Not refreshed since .+ Trying again …$/).waitFor();
});

test("a part whose script failed is tried again under another address, as browsers keep a failure", async () => {
  const { page } = await openAsAda(scene, `/${domain}?lang=en`);
  await page.locator(".live-pill").waitFor();
  const all = /\/assets\/reports-view-[\w-]+\.(?:js|css)/;
  await page.route(all, (route) => route.abort());
  await page.getByRole("link", { name: "Goals" }).click();
  const again = page.getByRole("button", { name: "Try again" });
  await again.waitFor();
  await page.unroute(all);
  // As Firefox and Safari do.
  await page.route(/\/assets\/reports-view-[\w-]+\.js$/, (route) => route.abort());
  await again.click();
  await page.locator(".report, .report-none").first().waitFor();
  expect(await page.evaluate("document.querySelectorAll('[data-failed]').length")).toBe(0);
});
