import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { compilePageRules } from "../../../src/base/page-rules.ts";
import { suggestRules } from "../../../src/stats/page-rules/suggestions.ts";

/** Returns pages with this many page views each. */
function pagesOf(count: number, pathOf: (nth: number) => string, pageviews = 1) {
  return Array.from({ length: count }, (_, nth) => [pathOf(nth + 1), pageviews] as const);
}

/** Returns the pages of a website, on which a home page has nearly all page views. */
function websiteOf(...pages: (readonly (readonly [string, number])[])[]) {
  const all = new Map([["/", 100_000], ...pages.flat()]);
  return { pages: all, pageviews: [...all.values()].reduce((sum, views) => sum + views, 0) };
}

const uuid = (nth: number) => `0b7d5a5e-4a44-4a7e-9f0f-${String(nth).padStart(12, "0")}`;
const hash = (nth: number) => `f${String(nth).padStart(39, "0")}`;
const date = (nth: number) => `2026-11-${String(nth).padStart(2, "0")}`;
const word = (nth: number) => `post-${"abcdefgh"[nth % 8]}-${nth}`;

test("segments that look like ids are suggested under a name for their look", async () => {
  const website = websiteOf(
    pagesOf(9, (nth) => `/users/${nth}?tab=${nth}`, 2),
    pagesOf(8, (nth) => `/files/${uuid(nth)}`),
    pagesOf(7, (nth) => `/commits/${hash(nth)}`),
    pagesOf(6, (nth) => `/days/${date(nth)}`),
    pagesOf(5, (nth) => `/teams/${nth}`),
  );
  expect(await suggestRules(website)).toEqual([
    {
      match: "/users/*",
      page: "/users/:id",
      pages: 9,
      pageviews: 18,
      examples: ["/users/1", "/users/2", "/users/3", "/users/4", "/users/5"],
    },
    expect.objectContaining({ match: "/files/*", page: "/files/:uuid", pages: 8 }),
    expect.objectContaining({ match: "/commits/*", page: "/commits/:hash", pages: 7 }),
    expect.objectContaining({ match: "/days/*", page: "/days/:date", pages: 6 }),
  ]);
});

test("each position below an id is looked at, and rare ends are left out", async () => {
  const website = websiteOf(
    pagesOf(20, (nth) => `/users/${nth}`),
    pagesOf(30, (nth) => `/users/${nth}/orders/${100 + nth}/`),
    pagesOf(7, (nth) => `/users/${nth}/settings`),
    pagesOf(3, (nth) => `/users/${nth}/secret`),
  );
  const found = await suggestRules(website);
  expect(found.map(({ match, page, pages }) => [match, page, pages])).toEqual([
    ["/users/*/orders/*/", "/users/:id/orders/:id/", 30],
    ["/users/*", "/users/:id", 20],
    ["/users/*/settings", "/users/:id/settings", 7],
  ]);
});

test("many rare values below a prefix are suggested, and posts that people read are not", async () => {
  const rare = websiteOf(pagesOf(51, (nth) => `/shop/${word(nth)}`));
  expect(await suggestRules(rare)).toMatchObject([{ match: "/shop/*", page: "/shop/:name" }]);

  const few = websiteOf(pagesOf(50, (nth) => `/blog/${word(nth)}`));
  const read = websiteOf(
    pagesOf(60, (nth) => `/blog/${word(nth)}`),
    [["/blog/launch", 1_100]],
  );
  const numbered = websiteOf(
    pagesOf(30, (nth) => `/blog/${word(nth)}`),
    pagesOf(10, (nth) => `/blog/${1980 + nth}`),
  );
  const atTheRoot = websiteOf(pagesOf(60, (nth) => `/${word(nth)}`));
  for (const website of [few, read, numbered, atTheRoot]) {
    expect(await suggestRules(website)).toEqual([]);
  }
});

test("pages that a rule has named already are not suggested again", async () => {
  const website = websiteOf(
    pagesOf(9, (nth) => `/users/${nth}`),
    pagesOf(9, (nth) => `/teams/${nth}`),
  );
  const rename = compilePageRules([{ match: "/users/*", page: "/users/:id", keepsQuery: true }]);
  expect(await suggestRules(website, rename)).toMatchObject([{ match: "/teams/*" }]);
});

test("there are at most twenty suggestions, those for the most pages", async () => {
  const kinds = Array.from({ length: 25 }, (_, kind) =>
    pagesOf(6 + kind, (nth) => `/kind-${kind}/${nth}`),
  );
  const found = await suggestRules(websiteOf(...kinds));
  expect(found.map(({ pages }) => pages)).toEqual(Array.from({ length: 20 }, (_, i) => 30 - i));
});

test("ten thousand long pages hold up no other request", async () => {
  const website = websiteOf(
    pagesOf(10_000, (nth) => `/a${nth % 90}${`/${nth}`.repeat(11)}?${"q".repeat(1_900)}`),
  );
  const longest: number[] = [];
  for (let run = 0; run < 10 && !longest.some((ms) => ms < 50); run += 1) {
    longest.push(await longestTurnMs(suggestRules(website)));
  }
  expect(Math.min(...longest)).toBeLessThan(50);
});

/** Resolves with the longest time that others had to wait for a turn while work was done. */
async function longestTurnMs(work: Promise<unknown>): Promise<number> {
  let isDone = false;
  let longestMs = 0;
  const end = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const beganMs = performance.now();
    await nextTurn();
    longestMs = Math.max(longestMs, performance.now() - beganMs);
  }
  await end;
  return longestMs;
}
