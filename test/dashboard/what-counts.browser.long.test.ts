import type { Page } from "playwright-core";
import { expect } from "vitest";
import { axeFaults } from "../helpers/axe.ts";
import { browserTest as test } from "../helpers/browser.ts";
import { expectTotal, openAsOwner, openDashboard, submitSecret } from "../helpers/dashboard.ts";
import { eventually } from "../helpers/eventually.ts";
import type { Website } from "../helpers/footfall.ts";
import { openScene } from "../helpers/scene.ts";
import { statsUrl } from "../helpers/site.ts";

const domain = "shop.site.example";
/** A version that there is not yet, which gets the mark `automated`. */
const machine =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/999.0.0.0 Safari/537.36";

let website: Website;
const scene = openScene(async ({ footfall }) => {
  website = await footfall.store(domain, { privacy: 0 });
  await footfall.send(website, [
    { who: 1, page: "/" },
    { who: 2, page: "/" },
    { who: 3, page: "/pricing" },
    { who: 8, page: "/login", user_agent: machine },
    { who: 9, page: "/login", user_agent: machine },
  ]);
});

const conditions = () => `/api/v1/websites/${website.id}/conditions`;
const note = (page: Page) => page.locator(".hidden-note");

test("a suggestion hides visitors, and a switch shows all of them, or the hidden ones alone", async () => {
  const { page, complaints } = await openAsOwner(scene.sites, `/${domain}?view=settings`);
  await page.getByRole("link", { name: "Choose what counts" }).click();
  await page.getByText("There is no condition: every visitor counts.").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Add Headless browsers" }).click();
  const box = page.getByRole("checkbox", { name: "Headless browsers" });
  await eventually(async () => expect(await box.isChecked()).toBe(true));
  await page.getByText("Mark is Automated", { exact: true }).waitFor();

  await page.getByRole("link", { name: "Statistics" }).click();
  await expectTotal(page, "visitors", "3");
  await note(page).getByText("2 visitors hidden by 1 condition.").waitFor();
  expect(await axeFaults(page, ".hidden-note")).toEqual([]);

  await note(page).getByRole("button", { name: "All" }).click();
  await page.waitForURL(/\?counted=all$/);
  await expectTotal(page, "visitors", "5");
  await note(page).getByText("You see all visitors, also those whom conditions hide.").waitFor();
  await page.reload();
  await expectTotal(page, "visitors", "5");

  await note(page).getByRole("button", { name: "Hidden" }).click();
  await expectTotal(page, "visitors", "2");
  await page.getByRole("link", { name: "Engagement", exact: true }).click();
  await page.waitForURL(/view=engagement&counted=hidden$/);
  await note(page).getByText("You see only the visitors whom conditions hide.").waitFor();
  await note(page).getByRole("button", { name: "What counts" }).click();
  await note(page).getByText("2 visitors hidden by 1 condition.").waitFor();

  await note(page).getByRole("link", { name: "What counts" }).click();
  await page.getByRole("checkbox", { name: "Headless browsers" }).uncheck();
  await eventually(async () => expect((await listed())[0]?.enabled).toBe(false));
  await page.getByRole("link", { name: "Statistics" }).click();
  await expectTotal(page, "visitors", "5");
  await eventually(async () => expect(await note(page).count()).toBe(0));
  expect(complaints).toEqual([]);
});

async function listed() {
  return (await scene.footfall.request(conditions())).json.data;
}

test("a condition is made of filters, with a preview, and deleted after a question", async () => {
  const { page } = await openAsOwner(scene.sites, `/${domain}?view=what-counts`);
  await page.getByRole("button", { name: "Add a condition" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a condition" });
  await dialog.getByLabel("Name").fill("Logins");
  expect(await dialog.getByRole("button", { name: "Add condition" }).isDisabled()).toBe(true);

  await dialog.getByRole("button", { name: "Add filter" }).click();
  const filter = page.getByRole("dialog", { name: "Filter", exact: true });
  await filter.getByLabel("Value").fill("/login");
  await filter.getByRole("button", { name: "Add filter" }).click();
  await dialog.getByText("Page is /login").waitFor();
  await dialog.getByLabel("Engagement").selectOption("without engagement");
  await dialog.getByLabel("Page views to").fill("1");
  await dialog.getByText(/^It would hide 2 visitors, 40%: /).waitFor();
  await dialog.getByRole("row", { name: "/login 2" }).waitFor();
  expect(await axeFaults(page, "dialog")).toEqual([]);

  await dialog.getByLabel("Page views from").fill("2");
  await dialog.getByRole("button", { name: "Add condition" }).click();
  await dialog.getByText("The least number is above the greatest.").waitFor();
  await dialog.getByLabel("Page views from").fill("");
  await dialog.getByRole("button", { name: "Add condition" }).click();
  await page
    .getByText("Page is /login, without engagement and at most 1 page view", { exact: true })
    .waitFor();
  const logins = (await listed()).find(({ name }: { name: string }) => name === "Logins");
  expect(logins.filters).toEqual({ page: ["/login"], engaged: "no", pageviews: { max: 1 } });

  await page.getByRole("button", { name: "Delete Logins" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await eventually(async () => expect((await listed()).map(nameOf)).not.toContain("Logins"));
});

const nameOf = ({ name }: { name: string }) => name;

test("viewers have the line without the switch, and readers the list without its buttons", async () => {
  const { footfall, sites } = scene;
  const body = { name: "Log-in pages", filters: { page: ["/login"] } };
  await footfall.request(conditions(), { body });
  const viewer = await openDashboard(sites, `/${domain}?counted=all`);
  await expectTotal(viewer.page, "visitors", "3");
  await note(viewer.page).getByText("2 visitors hidden by 1 condition.").waitFor();
  expect(await note(viewer.page).getByRole("button").count()).toBe(0);
  expect(await note(viewer.page).getByRole("link").count()).toBe(0);
  expect(viewer.complaints).toEqual([]);

  const key = { name: "reader", may: ["read"], websites: [website.id] };
  const { json } = await footfall.request("/api/v1/keys", { body: key });
  const reader = await openDashboard(sites, "/");
  await submitSecret(reader.page, json.data.key);
  await reader.page.getByRole("button", { name: "reader" }).waitFor();
  await reader.page.goto(`${statsUrl}/${domain}?view=what-counts`);
  const main = reader.page.getByRole("main");
  await main.getByText("Log-in pages").waitFor();
  await main.getByText("Page is /login", { exact: true }).waitFor();
  expect(await main.getByRole("button").count()).toBe(0);
  expect(await main.getByRole("checkbox").count()).toBe(0);
});
