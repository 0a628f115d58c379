import type { Page } from "playwright-core";
import { expect } from "vitest";
import { cleanUp } from "./clean-up.ts";
import { apiKey } from "./footfall.ts";
import { statsUrl, type TestSites, type VisitOptions } from "./site.ts";

/** The dashboard in a person's browser. */
export interface Visit {
  readonly page: Page;
  /**
   * Errors in the browser's console, and requests to other hosts. A test expects each of them, or
   * none.
   */
  readonly complaints: readonly string[];
}

/** Opens an address of the dashboard as a person who was never there. */
export async function openDashboard(
  sites: TestSites,
  path: string,
  options?: VisitOptions,
): Promise<Visit> {
  const page = await sites.visit("about:blank", { locale: "en-GB", ...options });
  // `onTestFinished` runs before the test's own end, so the test still learns what did not come.
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    const { origin } = new URL(request.url());
    if (origin !== statsUrl && origin !== "null") complaints.push(`asked ${origin}`);
  });
  cleanUp(() => page.close());
  await page.goto(`${statsUrl}${path}`);
  return { page, complaints };
}

/** Fills in the only secret that the page asks for, and submits it. */
export async function submitSecret(page: Page, secret: string): Promise<void> {
  await page.locator("input[type=password]").fill(secret);
  await page.locator("button[type=submit]").click();
}

export async function openAsOwner(
  sites: TestSites,
  path: string,
  options?: VisitOptions,
): Promise<Visit> {
  const visit = await openDashboard(sites, "/", options);
  await visit.page.locator("input[type=password]").waitFor();
  // Where there are people, the page asks for an e-mail address first.
  const byKey = visit.page.getByRole("button", { name: "Use an API key" });
  if ((await byKey.count()) > 0) await byKey.click();
  await visit.page.getByLabel("API key").waitFor();
  await submitSecret(visit.page, apiKey);
  await visit.page.getByRole("button", { name: "API key" }).waitFor();
  if (path !== "/") await visit.page.goto(`${statsUrl}${path}`);
  return visit;
}

/** Resolves when the page has loaded and drawn everything near the window. */
export async function settle(page: Page): Promise<void> {
  await page.locator("h1").waitFor();
  const toCome = page.locator(".page-to-come, [data-stale=true]").first();
  await toCome.waitFor({ state: "detached" });
  // A chart takes its new width a frame after the window.
  await page.evaluate(
    "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))",
  );
}

/** Waits until the named total of a website has the value. */
export async function expectTotal(page: Page, name: string, value: string): Promise<void> {
  const total = page.locator(`.total.${name} .total-number`);
  await total.filter({ hasText: new RegExp(`^${value}$`) }).waitFor();
  expect(await total.textContent()).toBe(value);
}
