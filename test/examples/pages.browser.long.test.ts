import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

import { browserTest as test } from "../helpers/browser.ts";
import { eventually } from "../helpers/eventually.ts";
import { startProgram } from "../helpers/program.ts";
import { openScene } from "../helpers/scene.ts";

const examples = fileURLToPath(new URL("../../examples/", import.meta.url));
const everyDay = { from: "2000-01-01", to: "2100-01-01" };

let websiteId = 0;
/** Both pages are on localhost, which is one website. */
const scene = openScene(async ({ footfall }) => {
  websiteId = (await footfall.store("localhost")).id;
});

/** Serves an example as its README says, on a free port. Resolves with its address. */
async function serve(name: string): Promise<string> {
  const program = startProgram([`${examples}serve.js`, examples + name, "0"], {}, process.execPath);
  return eventually(async () => {
    const url = /on (http:\/\/localhost:\d+)$/m.exec(program.stdout())?.[1];
    if (url === undefined) throw new Error(`it does not listen: ${program.stderr()}`);
    return url;
  });
}

/** Resolves with the page views of each page. */
async function viewsByPage(): Promise<Record<string, number>> {
  const reply = await scene.footfall.stats(websiteId, { name: "page", ...everyDay });
  const data = reply.json.data as { value: string; count: number }[];
  return Object.fromEntries(data.map(({ value, count }) => [value, count]));
}

/** Makes a goal of an event with these props. Resolves with a reader of its numbers. */
async function addGoal(event: string, props: Readonly<Record<string, string>>) {
  const goals = `/api/v1/websites/${websiteId}/goals`;
  const body = { name: event, type: "event", value: event, props };
  const { json } = await scene.footfall.request(goals, { body });
  return async (): Promise<unknown> => {
    const query = new URLSearchParams(everyDay);
    const reply = await scene.footfall.request(`${goals}/stats?${query}`);
    const all = reply.json.data as { id: number; conversions: number; revenue: unknown }[];
    const found = all.find(({ id }) => id === json.data.id);
    return { conversions: found?.conversions, revenue: found?.revenue };
  };
}

test("the static page sends its view, the event of its button and that of its form", async () => {
  const brochures = await addGoal("Brochure", { language: "en" });
  const signups = await addGoal("Signup", { plan: "pro" });
  const viewsBefore = (await viewsByPage())["/"] ?? 0;

  const page = await scene.sites.visit(`${await serve("static-page")}/`);
  await page.click("text=Get the brochure");
  await page.selectOption("select", "pro");
  await page.click("text=Sign up");
  await page.waitForSelector("text=You have signed up for pro.");

  await eventually(async () => {
    expect(await brochures()).toEqual({ conversions: 1, revenue: [] });
    const revenue = [{ currency: "EUR", amount: 19 }];
    expect(await signups()).toEqual({ conversions: 1, revenue });
    expect((await viewsByPage())["/"]).toBe(viewsBefore + 1);
  });
});

test("the single-page application sends a view of each page, and an order", async () => {
  const orders = await addGoal("Order", { tea: "Assam" });
  const { "/": viewsBefore = 0 } = await viewsByPage();

  const url = await serve("single-page-app");
  const page = await scene.sites.visit(`${url}/teas/darjeeling`);
  await page.evaluate("window.isFirst = true");
  await page.click("text=All teas");
  await page.click("text=Assam");
  await page.click("text=Order for 7.5 €");
  await page.waitForSelector("text=Thank you for your order.");
  await page.goBack();
  await page.waitForSelector("text=Darjeeling");

  expect(await page.evaluate("window.isFirst")).toBe(true);
  await eventually(async () => {
    const revenue = [{ currency: "EUR", amount: 7.5 }];
    expect(await orders()).toEqual({ conversions: 1, revenue });
    const { "/": views = 0, ...teas } = await viewsByPage();
    expect(teas).toEqual({ "/teas/darjeeling": 1, "/teas/assam": 1 });
    expect(views - viewsBefore).toBe(2);
  });
});

test("what is not there, and what is beside an example, is 404", async () => {
  const { port } = new URL(await serve("single-page-app"));
  for (const path of ["/missing.js", "/../serve.js", "/%2e%2e/serve.js", "/..%2fserve.js", "//"]) {
    // `fetch` would resolve ".." itself.
    const sent = get({ host: "127.0.0.1", port, path });
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode, path).toBe(404);
  }
});
