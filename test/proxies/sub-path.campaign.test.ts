import type { Page } from "playwright-core";
import { expect } from "vitest";
import { nginxTest } from "../cluster/nginx.ts";
import { browserPath } from "../helpers/browser.ts";
import { cleanUp } from "../helpers/clean-up.ts";
import { expectTotal, settle, submitSecret } from "../helpers/dashboard.ts";
import { eventually } from "../helpers/eventually.ts";
import { apiKey, startFootfall, type TestFootfall } from "../helpers/footfall.ts";
import { startMailServer } from "../helpers/mail-server.ts";
import { startSites, type TestSites } from "../helpers/site.ts";
import { startRecipes } from "./recipes.ts";

const base = "https://example.com/stats";
const shop = "shop.site.example";

/** nginx removes the path where the address of `proxy_pass` has one, of a slash. */
const forms = [
  ["passes on", (recipe: string) => recipe],
  ["removes", (recipe: string) => recipe.replaceAll(/(?<=\/stats\/? \{[^}]*:8080);/g, "/;")],
] as const;

interface Scene {
  readonly footfall: TestFootfall;
  readonly sites: TestSites;
  /** Errors in the consoles of all pages that are below the path. */
  readonly complaints: string[];
  /** Opens an address as a person who was never there. */
  open(url: string): Promise<Page>;
  /** Resolves with the address in the last mail. */
  linkOfMail(): string | undefined;
}

async function start(change: (recipe: string) => string): Promise<Scene> {
  const mailServer = await startMailServer();
  const footfall = await startFootfall({
    BASE_URL: base,
    TRUST_PROXY: "127.0.0.1",
    SMTP_URL: mailServer.url,
    REPORT_FROM: "stats@example.com",
    REPORT_TO: "owner@example.com",
  });
  const port = await startRecipes("nginx", Number(new URL(footfall.url).port), change);
  const sites = await startSites(`https://127.0.0.1:${port}`, "example.com");
  const complaints: string[] = [];
  const open = async (url: string) => {
    const page = await sites.visit("about:blank", { locale: "en-GB", ignoreHTTPSErrors: true });
    page.setDefaultTimeout(60_000);
    page.on("console", (message) => {
      const isOurs = message.location().url.startsWith(base);
      if (message.type() === "error" && isOurs) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    cleanUp(() => page.close());
    await page.goto(url);
    return page;
  };
  const linkOfMail = () => /https:\S+/.exec(mailServer.mails.at(-1)?.text ?? "")?.[0];
  return { footfall, sites, complaints, open, linkOfMail };
}

(browserPath === undefined ? nginxTest.skip : nginxTest).each(forms)(
  "below a path that nginx %s, people sign in, get mails, share, and count visitors",
  async (_what, change) => {
    const scene = await start(change);
    const { id } = await scene.footfall.store(shop);
    const owner = await scene.open(base);
    await signIn(owner);
    expect(owner.url()).toBe(base);
    await owner.getByRole("link", { name: shop }).click();
    await owner.getByRole("heading", { name: "Waiting for the first visit" }).waitFor();
    expect(owner.url()).toMatch(new RegExp(`^${base}/${shop}\\b`));
    await owner.getByRole("link", { name: "Settings" }).click();
    await owner.getByRole("heading", { name: "Tracking code" }).waitFor();
    await visitShop(scene, (await owner.locator("pre code").first().textContent()) ?? "");
    // What was counted less than a second ago may not be there yet.
    await eventually(async () => {
      await owner.goto(`${base}/${shop}`);
      await settle(owner);
      expect(await owner.locator(".total.visitors .total-number").textContent()).toBe("1");
    });

    await expectSharedLink(scene, id);
    await expectInvitation(scene);
    await owner.getByRole("button", { name: "API key" }).click();
    await owner.getByRole("button", { name: "Sign out" }).click();
    await owner.getByRole("heading", { name: "Sign in" }).first().waitFor();
    expect(owner.url()).toBe(`${base}/`);
    await expectDirectly(scene);
    expect(scene.complaints).toEqual([]);
  },
);

async function signIn(page: Page): Promise<void> {
  await page.getByLabel("API key").waitFor();
  await submitSecret(page, apiKey);
  await page.getByRole("button", { name: "API key" }).waitFor();
}

/** Somebody opens the shop, whose page has the line of the settings. */
async function visitShop({ footfall, sites, open }: Scene, snippet: string): Promise<void> {
  expect(snippet).toContain(`src="${base}/js/script.js"`);
  sites.files.set("/", `<!doctype html><html><head>${snippet}</head><h1>Shop</h1></html>`);
  const page = await open(`http://${shop}/`);
  await eventually(async () => {
    await footfall.server.shipped();
    const today = new Date().toISOString().slice(0, 10);
    const websites = await footfall.request("/api/v1/websites");
    const [{ id }] = websites.json.data;
    const stats = await footfall.stats(id, { name: "page", from: today, to: today });
    expect(stats.json.data).toMatchObject([{ value: "/" }]);
  });
  await page.close();
}

/** The link of an owner opens in the browser of somebody else. */
async function expectSharedLink({ footfall, open }: Scene, id: number): Promise<void> {
  const body = { name: "Agency" };
  const { json } = await footfall.request(`/api/v1/websites/${id}/shares`, { body });
  expect(json.data.url).toMatch(new RegExp(`^${base}/share/`));
  const viewer = await open(json.data.url);
  await expectTotal(viewer, "visitors", "1");
  await viewer.getByRole("link", { name: "Filter" }).first().click();
  await viewer.getByRole("dialog", { name: "Filter" }).waitFor();
  expect(viewer.url()).toMatch(new RegExp(`^${base}/share/`));
}

/** The link of a mail makes an account, and the session holds after that. */
async function expectInvitation({ footfall, open, linkOfMail }: Scene): Promise<void> {
  const body = { email: "ada@example.com", role: "member" };
  await footfall.request("/api/v1/people", { body });
  const link = linkOfMail() ?? "";
  expect(link).toMatch(new RegExp(`^${base}/invitation#`));
  const guest = await open(link);
  await guest.getByLabel("Your name").fill("Ada");
  await guest.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await guest.getByRole("button", { name: "Create account" }).click();
  await guest.getByRole("button", { name: "Ada" }).waitFor();
  expect(guest.url()).toBe(`${base}/`);
  const cookies = await guest.context().cookies();
  expect(cookies.map(({ name, path }) => [name, path])).toEqual([
    ["__Secure-footfall_session", "/stats"],
    ["__Secure-footfall_device", "/stats"],
  ]);
  await guest.getByRole("button", { name: "Ada" }).click();
  await guest.getByRole("link", { name: "Account" }).click();
  await guest.waitForURL(`${base}/account`);
  await guest.reload();
  await guest.getByRole("heading", { name: "Account" }).first().waitFor();
}

/** Past the proxy, the dashboard leads below the path. */
async function expectDirectly({ footfall, open }: Scene): Promise<void> {
  const page = await open(`${footfall.url}/${shop}?range=7d`);
  await page.waitForURL(`${footfall.url}/stats/${shop}?range=7d`);
  await page.goto(`${footfall.url}/`);
  await page.waitForURL(`${footfall.url}/stats/`);
  const byKey = page.getByRole("button", { name: "Use an API key" });
  await byKey.click();
  await signIn(page);
  await page.getByRole("link", { name: shop }).click();
  await expectTotal(page, "visitors", "1");
}
