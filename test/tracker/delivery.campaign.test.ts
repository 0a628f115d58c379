import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";

import { browserTest as test } from "../helpers/browser.ts";
import { stopAll, temporaryDirectory } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";
import { startSites, type TestSites, type VisitOptions } from "../helpers/site.ts";

let sites: TestSites;
beforeAll(async () => {
  sites = await startSites();
});
afterAll(stopAll);
beforeEach(() => {
  sites.collector.status = 202;
  sites.collector.sent.length = 0;
});

const url = "http://www.site.example";
const tag = (attributes = "") =>
  `<!doctype html><script defer src="/js/script.js" ${attributes}></script>`;

/**
 * Returns the names without engagement, which a page of another test may send when it is closed.
 */
const names = () =>
  sites.collector.sent.map(({ n }) => n ?? "pageview").filter((name) => name !== "engagement");
/** Expects the events in any order: events that are sent right after each other may arrive so. */
const expectSent = (expected: readonly string[]) =>
  eventually(async () => expect(names().sort()).toEqual([...expected].sort()));
const sent = (name?: string) => sites.collector.sent.find(({ n }) => n === name);
const storedEvents = (page: Page) =>
  page.evaluate("JSON.parse(localStorage.footfall || '[]')") as Promise<string[]>;
const expectStored = (page: Page, count: number) =>
  eventually(async () => expect(await storedEvents(page)).toHaveLength(count));

const storedNames = async (page: Page) =>
  (await storedEvents(page)).map((body) => JSON.parse(body).n);

/** Opens a page with the tracker, and calls it. */
async function callOn(address: string, attributes: string, options?: VisitOptions): Promise<Page> {
  sites.files.set(new URL(address).pathname, tag(attributes));
  const page = await sites.visit(address, options);
  await page.evaluate("footfall('custom')");
  return page;
}

async function expectTracked(...call: Parameters<typeof callOn>): Promise<void> {
  await callOn(...call);
  await expectSent(["pageview", "custom"]);
  sites.collector.sent.length = 0;
}

async function expectIgnored(...call: Parameters<typeof callOn>): Promise<void> {
  await expectSilent(await callOn(...call));
}

/** Expects that nothing is sent before an event that goes past the tracker. */
async function expectSilent(page: Page): Promise<void> {
  const collector = `http://127.0.0.1:${sites.port}/api/event`;
  const last = `{method: 'POST', mode: 'no-cors', body: '{"n":"last"}'}`;
  await page.evaluate(`void fetch('${collector}', ${last})`);
  await expectSent(["last"]);
  sites.collector.sent.length = 0;
}

describe("an event that was not taken", () => {
  test.each([
    ["nobody answers", 0],
    ["the server says later", 503],
    ["a gateway finds no server", 502],
  ])("is stored when %s, and sent after the next one that is sent", async (_when, status) => {
    sites.files.set("/kept", tag());
    sites.collector.status = status;
    const page = await sites.visit(`${url}/kept`);
    await expectStored(page, 1);
    await page.evaluate("footfall('Signup', {props: {plan: 'pro'}})");
    await expectStored(page, 2);

    sites.collector.status = 202;
    sites.collector.sent.length = 0;
    sites.files.set("/next", tag());
    await page.goto(`${url}/next`);

    await expectSent(["pageview", "pageview", "Signup"]);
    expect(sent("Signup")).toMatchObject({
      u: `${url}/kept`,
      props: { plan: "pro" },
    });
    expect(await storedEvents(page)).toEqual([]);
  });

  test("is not stored if it was refused for good", async () => {
    sites.files.set("/refused", tag());
    sites.collector.status = 422;
    const page = await sites.visit(`${url}/refused`);
    await page.evaluate("footfall('custom')");

    await expectSent(["pageview", "custom"]);
    expect(await storedEvents(page)).toEqual([]);
  });

  test("is dropped when twenty newer ones are stored", async () => {
    sites.files.set("/many", tag());
    sites.collector.status = 503;
    const page = await sites.visit(`${url}/many`);
    await expectStored(page, 1);
    for (let i = 1; i <= 20; i += 1) {
      await page.evaluate(`footfall('custom ${i}')`);
      await eventually(async () => expect((await storedNames(page))[0]).toBe(`custom ${i}`));
    }

    const newest = Array.from({ length: 20 }, (_, i) => `custom ${20 - i}`);
    expect(await storedNames(page)).toEqual(newest);
  });

  test("is lost where nothing can be stored, and breaks nothing", async () => {
    sites.files.set("/locked", tag());
    sites.collector.status = 503;
    const errors: Error[] = [];
    const page = await sites.visit("about:blank", {
      script:
        "Object.defineProperty(window, 'localStorage', {get() { throw new Error('no storage') }})",
    });
    page.on("pageerror", (error) => errors.push(error));
    await page.goto(`${url}/locked`);
    await expectSent(["pageview"]);
    await page.evaluate("footfall('custom')");

    await expectSent(["pageview", "custom"]);
    expect(errors).toEqual([]);
  });
});

describe("the callback of a custom event", () => {
  const answerOf = (page: Page) =>
    page.evaluate(
      "new Promise((resolve) => footfall('custom', {callback: (answer) => resolve([answer?.status])}))",
    );

  test("gets the status of the answer, or none if nobody answers", async () => {
    sites.files.set("/called", tag());
    const page = await sites.visit(`${url}/called`);

    expect(await answerOf(page)).toEqual([202]);
    sites.collector.status = 0;
    expect(await answerOf(page)).toEqual([undefined]);
    expect(sent("custom")).not.toHaveProperty("callback");
  });

  test("is also called where the visitor is ignored", async () => {
    sites.files.set("/uncalled", tag());
    const page = await sites.visit(`${url}/uncalled`, { automated: true });

    expect(await answerOf(page)).toEqual([undefined]);
    await expectSilent(page);
  });
});

describe("who says that they do not want to be tracked", () => {
  test.each([
    ["Do Not Track", "doNotTrack", "'1'"],
    ["Global Privacy Control", "globalPrivacyControl", "true"],
  ])("by %s is tracked unless the tag heeds it", async (_what, property, value) => {
    const script = `Object.defineProperty(navigator, '${property}', {get: () => ${value}})`;

    await expectIgnored(`${url}/heeded`, "data-respect-dnt", { script });
    await expectTracked(`${url}/unheeded`, "", { script });
  });

  test("and who says nothing is tracked", async () => {
    await expectTracked(`${url}/silent`, "data-respect-dnt");
  });
});

describe("what is no visit of a website", () => {
  test.each(["localhost", "127.0.0.1"])(
    "is not sent from %s, unless the tag says so",
    async (host) => {
      const address = `http://${host}:${sites.port}`;

      await expectIgnored(`${address}/local`, "");
      await expectTracked(`${address}/tried`, "data-local");
    },
  );

  test("is not sent from a browser under control, unless the tag says so", async () => {
    await expectIgnored(`${url}/robot`, "", { automated: true });
    await expectTracked(`${url}/test`, "data-local", { automated: true });
  });

  const noteInfo = "said = []; console.info = (text) => said.push(text)";
  const says = ["footfall ignores this page, see data-local"];

  test.each([
    ["from localhost", "localhost", "", {}, says],
    ["from a browser under control", undefined, "", { automated: true }, says],
    ["with data-local", "localhost", "data-local", { automated: true }, []],
    ["from a website", undefined, "", {}, []],
  ])("is named once in the console: %s", async (what, host, attributes, options, said) => {
    const path = `/${what.replaceAll(" ", "-")}`;
    sites.files.set(path, tag(attributes));
    const address = host === undefined ? url : `http://${host}:${sites.port}`;
    const page = await sites.visit(`${address}${path}`, { script: noteInfo, ...options });

    await page.evaluate("footfall('more')");
    await page.evaluate("history.pushState(null, '', '/elsewhere')");

    expect(await page.evaluate("said")).toEqual(said);
  });

  test("is not sent from a file", async () => {
    const script = new URL("../../dist/tracker/script.js", import.meta.url);
    const collector = `http://127.0.0.1:${sites.port}/api/event`;
    const file = join(await temporaryDirectory(), "page.html");
    await writeFile(file, `<script src="${script}" data-api="${collector}"></script>`);
    const page = await sites.visit(pathToFileURL(file).href);
    await page.evaluate("footfall('custom')");

    await expectSilent(page);
  });
});

test("a page that is not shown yet is viewed when it is, and the first 20 of its events come then", async () => {
  sites.files.set(
    "/behind",
    `${tag()}<script>addEventListener("load", () => {
      for (let i = 0; i < 25; i += 1) footfall("Loaded");
    })</script>`,
  );
  const page = await sites.visit(`${url}/behind`, {
    script: `let isHidden = true;
      Object.defineProperty(document, 'hidden', {get: () => isHidden});
      window.show = () => {
        isHidden = false;
        document.dispatchEvent(new Event('visibilitychange', {bubbles: true}));
      }`,
  });
  await page.evaluate("history.replaceState({}, '', '/shown')");
  expect(sites.collector.sent).toEqual([]);

  await page.evaluate("show()");

  await expectSent(["pageview", ...Array.from({ length: 20 }, () => "Loaded")]);
  expect(sent()).toMatchObject({ u: `${url}/shown` });
});

test("an address that is too long for the collector is cut, and its fragment is not sent", async () => {
  sites.files.set("/long", tag());
  await sites.visit(`${url}/long?x=${"x".repeat(3_000)}#token=secret`);

  await expectSent(["pageview"]);
  expect(sent()?.["u"]).toHaveLength(2_000);
  sites.collector.sent.length = 0;
  await sites.visit(`${url}/long#token=secret`);
  await expectSent(["pageview"]);
  expect(sent()).toMatchObject({ u: `${url}/long` });
});

test("the module does what the script does", async () => {
  sites.files.set("/module.js", await readFile("dist/tracker/module.js", "utf8"));
  sites.files.set(
    "/bundled",
    `<!doctype html><script type="module">
      import { init } from "/module.js";
      const track = init({ api: "/api/event", domain: "named.example", respectDnt: false, outbound: true });
      track("Signup", { revenue: { amount: 9.9, currency: "EUR" } });
      footfall("Global");
    </script>`,
  );
  await sites.visit(`${url}/bundled`, {
    script: "Object.defineProperty(navigator, 'doNotTrack', {get: () => '1'})",
  });

  await expectSent(["pageview", "Signup", "Global"]);
  expect(sent("Signup")).toMatchObject({
    d: "named.example",
    u: `${url}/bundled`,
    revenue: { amount: 9.9, currency: "EUR" },
  });
});
