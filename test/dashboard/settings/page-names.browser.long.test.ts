import { beforeAll, expect } from "vitest";
import { browserTest as test } from "../../helpers/browser.ts";
import { openAsOwner } from "../../helpers/dashboard.ts";
import { eventually } from "../../helpers/eventually.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { startSites, type TestSites } from "../../helpers/site.ts";

const domain = "names.site.example";
const footfall = openFootfall();
let sites: TestSites;
let path: string;
beforeAll(async () => {
  sites = await startSites(footfall.url);
  const website = await footfall.store(domain);
  path = `/api/v1/websites/${website.id}/page-rules`;
  const users = Array.from({ length: 7 }, (_, nth) => ({ page: `/users/${nth}?tab=1` }));
  await footfall.send(website, [...users, { page: "/" }, { page: "/about" }]);
});

async function rules() {
  return (await footfall.request(path)).json.data.rules;
}

test("page names are suggested, previewed, ordered and saved as a whole", async () => {
  const { page, complaints } = await openAsOwner(sites, `/${domain}?view=settings`);
  const form = page.getByRole("form", { name: "Page names" });
  const list = form.locator("ol > li");
  const names = async () => (await list.locator("strong").allTextContents()).join(" ");

  await form.getByText("No rules yet").waitFor();
  await form.getByText("Pages in the last 30 days: 7. Page views: 7. One is /users/0.").waitFor();
  await form.getByRole("button", { name: "Add /users/*" }).click();
  await form.getByText("becomes /users/:id").waitFor();
  await eventually(async () => {
    expect(await form.getByRole("button", { name: "Add /users/*" }).count()).toBe(0);
  });
  await form.getByText("The rules have changed. They apply once you save.").waitFor();

  await form.getByRole("button", { name: "Add rule" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Paths").fill("/users/**/x");
  await dialog.getByLabel("Name", { exact: true }).fill("/people");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("** can be the last part of a path only.").waitFor();
  await dialog.getByLabel("Paths").fill("/users/**");
  await dialog.getByLabel("Keep the query").uncheck();
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("Pages before: 7, after: 1. Page views: 7.").waitFor();
  await dialog.getByRole("row", { name: "/people 7" }).waitFor();
  await dialog.getByRole("row", { name: "/users/3?tab=1 1" }).waitFor();
  expect(await rules()).toEqual([]);
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await form.getByText("becomes /people, without the query").waitFor();

  await form.getByRole("button", { name: "Up: /users/**" }).click();
  await eventually(async () => expect(await names()).toBe("/users/** /users/*"));
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("Saved.").waitFor();
  expect(await rules()).toEqual([
    { match: "/users/**", page: "/people", keep_query: 0 },
    { match: "/users/*", page: "/users/:id", keep_query: 1 },
  ]);

  await form.getByRole("button", { name: "Delete /users/**" }).click();
  await form.getByRole("button", { name: "Change /users/*" }).click();
  await dialog.getByLabel("Name", { exact: true }).fill("/users/:name");
  await dialog.getByRole("button", { name: "Apply" }).click();
  await form.getByText("becomes /users/:name").waitFor();
  // Somebody else changes them meanwhile.
  const other = [{ match: "/about", page: "/", keep_query: 1 }];
  await footfall.request(path, {
    method: "PUT",
    body: { rules: other },
    headers: { "if-match": "*" },
  });
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText(/has changed this website meanwhile/).waitFor();
  expect(await rules()).toEqual(other);
  await form.getByRole("button", { name: "Show the new settings" }).click();
  await eventually(async () => expect(await names()).toBe("/about"));
  await form.getByRole("button", { name: "Delete /about" }).click();
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("Saved.").waitFor();
  expect(await rules()).toEqual([]);
  expect(complaints).toEqual([expect.stringContaining("422"), expect.stringContaining("412")]);
});
