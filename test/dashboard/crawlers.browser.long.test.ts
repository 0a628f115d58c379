import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { browserTest as test } from "../helpers/browser.ts";
import { stopAll, temporaryDirectory } from "../helpers/clean-up.ts";
import { openAsOwner, openDashboard } from "../helpers/dashboard.ts";
import { eventually } from "../helpers/eventually.ts";
import { startFootfall, type TestFootfall, type Website } from "../helpers/footfall.ts";
import { startSites, statsUrl, type TestSites } from "../helpers/site.ts";

const domain = "shop.site.example";
const gptBot = "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)";
const googlebot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

let footfall: TestFootfall;
let sites: TestSites;
let website: Website;
/** The path of a shared link with reads. */
let shared: string;

beforeAll(async () => {
  const directory = await temporaryDirectory();
  const prefixes = { prefixes: [{ ipv4Prefix: "192.0.2.0/24" }] };
  await writeFile(join(directory, "gptbot.json"), JSON.stringify(prefixes));
  footfall = await startFootfall({ READER_RANGES: directory });
  sites = await startSites(footfall.url);
  website = await footfall.store(domain, { privacy: 0 });
  const read = (page: string, user_agent: string, status = 200) => ({
    url: `https://${domain}${page}`,
    user_agent,
    status,
    ip: "192.0.2.7",
  });
  const body = [
    read("/", gptBot),
    read("/pricing", gptBot),
    read("/", googlebot),
    read("/gone", googlebot, 404),
    read("/", "curl/8.5.0"),
  ];
  await footfall.request(`/api/v1/websites/${website.id}/reads`, { body });
  await footfall.send(website, [
    { page: "/", referrer: "https://chatgpt.com/", timestamp: new Date().toISOString() },
    { who: 2, page: "/secret", timestamp: new Date().toISOString() },
  ]);
  shared = await share({ name: "some", reports: ["overview", "reads"] });
});
afterAll(stopAll);

async function share(body: object): Promise<string> {
  const path = `/api/v1/websites/${website.id}/shares`;
  const { json } = await footfall.request(path, { body });
  return new URL(json.data.url, statsUrl).pathname;
}

const totalsOf = (page: Page) => page.locator(".report-totals .total-number").allTextContents();
const rowsOf = (page: Page, title: string) =>
  page.getByRole("region", { name: title, exact: true }).getByRole("row").allTextContents();

test("totals, purposes, readers, visits in return and unread pages are shown, and a click filters", async () => {
  const { page, complaints } = await openAsOwner(sites, `/${domain}?filter[source]=ChatGPT`);
  await page.getByRole("link", { name: "Crawlers" }).click();
  await eventually(async () =>
    expect(await totalsOf(page)).toEqual(["5", "3", "2", "3", "1", "40%"]),
  );
  await page.getByText("Filters and segments of visitors do not apply here.").waitFor();
  await page.setViewportSize({ width: 1440, height: 2_600 });
  await eventually(async () =>
    expect((await rowsOf(page, "Readers")).slice(1).sort()).toEqual([
      expect.stringMatching(/^GPTBotOpenAITrainingVerified22/),
      expect.stringMatching(/^GooglebotGoogleSearch engines–22/),
      expect.stringMatching(/^curlNo operatorTools–11/),
    ]),
  );
  await eventually(async () =>
    expect(await rowsOf(page, "Reads and visits")).toContainEqual(
      expect.stringMatching(/^OpenAI2021500/),
    ),
  );
  await page.getByText("OpenAI read 2 pages and sent 1 visit.").waitFor();
  await eventually(async () => expect(await rowsOf(page, "Never read")).toContain("/secret1"));
  await eventually(async () =>
    expect(await rowsOf(page, "Not found")).toContain("/goneGooglebot1"),
  );
  const chart = page.getByRole("application");
  expect(await chart.locator(".bar-column").last().locator(".part-training").count()).toBe(1);
  await page.getByText("Table", { exact: true }).click();
  expect((await rowsOf(page, "Reads by purpose"))[1]).toMatch(/5221$/);

  await page.getByRole("link", { name: "GPTBot", exact: true }).click();
  await page.waitForURL(/filter\[source\]=ChatGPT&filter\[reader\]=GPTBot$/);
  await eventually(async () =>
    expect(await totalsOf(page)).toEqual(["2", "1", "1", "2", "0", "100%"]),
  );
  await page.getByRole("link", { name: "Remove filter: Reader is GPTBot" }).click();
  await eventually(async () => expect((await totalsOf(page))[0]).toBe("5"));
  expect(complaints).toEqual([]);
});

test("what failed comes on demand; without reads, the commands of the doors are there", async () => {
  await footfall.store("quiet.site.example");
  const { page } = await openAsOwner(sites, "/");
  await page.route(/\/reads\/summary/, (route) => route.abort());
  await page.goto(`${statsUrl}/quiet.site.example?view=reads`);
  const again = page.getByRole("button", { name: "Try again" }).first();
  await again.waitFor();
  await page.unroute(/\/reads\/summary/);
  await again.click();
  await page.getByRole("heading", { name: "How reads come in" }).waitFor();
  const lines = await page.locator("pre").allTextContents();
  expect(lines).toEqual([
    expect.stringContaining("footfall import --website quiet.site.example "),
    expect.stringContaining("footfall follow --website quiet.site.example "),
    expect.stringMatching(
      /^curl http:\/\/stats.example\/api\/v1\/websites\/2\/reads [\s\S]*"url":"https:\/\/quiet/,
    ),
  ]);
});

test("a shared link shows it if it says so, with whole lists and what is read now, a public page never", async () => {
  const { page } = await openDashboard(sites, `${shared}?view=reads&list=page`);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("link", { name: "/pricing" }).waitFor();
  await dialog.getByRole("searchbox", { name: "Search" }).fill("PRI");
  await eventually(async () => expect(await dialog.getByRole("row").count()).toBe(2));
  await dialog.getByRole("link", { name: "/pricing" }).click();
  await page.waitForURL(`${statsUrl}${shared}?view=reads&filter[page]=/pricing`);
  await page.getByRole("link", { name: "Remove filter: Page is /pricing" }).waitFor();
  await dialog.waitFor({ state: "detached" });
  await eventually(async () => expect((await totalsOf(page))[0]).toBe("1"));
  await page.locator(".live-pill").click();
  await page.getByText("reads by programs in the last 30 minutes").waitFor();
  expect(await page.getByRole("dialog").getByRole("row", { name: "OpenAI 2" }).count()).toBe(1);

  for (const path of [await share({ name: "all" }), `/${domain}`]) {
    await page.goto(`${statsUrl}${path}?view=reads`);
    await page.getByRole("link", { name: "Overview", exact: true }).waitFor();
    expect(await page.getByRole("link", { name: "Crawlers" }).count()).toBe(0);
    await page.locator(".total.visitors").waitFor();
  }
});
