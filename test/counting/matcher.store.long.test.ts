import { beforeAll, expect, test } from "vitest";
import { bind, join, sql } from "../../src/clickhouse/sql.ts";
import { matchesSql } from "../../src/counting/matcher.ts";
import type { Matcher } from "../../src/definitions/matcher.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";

interface PlainEvent {
  readonly name: string;
  readonly page: string;
  readonly props: Readonly<Record<string, string>>;
}

const names = [
  "Signup",
  "signup",
  "Signup 2",
  "!Signup",
  "~Signup",
  "Sign*",
  "*",
  "~",
  "!",
  "\\",
  "\\*",
  "a\\b",
  "Straße",
  "ΣΑΣ",
  "'); --",
  "{p0:String}",
  "\t%_",
  "/blog/1",
];
const pages = ["/", "/blog", "/blog/1", "/Blog/2", "/a*b", "/!x", "/~x", "/blog/1?a=1"];
const propSets = [
  {},
  { plan: "pro" },
  { plan: "pro", seats: "3" },
  { plan: "Pro" },
  { plan: "" },
  { seats: "3", "a'b": "\\" },
  { "": "x", seats: "" },
  { "": "" },
];
const kinds = [...names.map((name) => ({ name, page: "/x" })), { name: "engagement", page: "/" }];
const views = pages.map((page) => ({ name: "pageview", page }));
const events: readonly PlainEvent[] = [...kinds, ...views].flatMap((event) =>
  propSets.map((props) => ({ ...event, props })),
);

const footfall = openFootfall(shareFootfall);
let id: number;
beforeAll(async () => {
  ({ id } = await footfall.store("example.com"));
  const sent = events.map(({ name, page, props }, n) => ({
    name,
    props,
    url: `https://example.com${page}`,
    // The time tells the events apart.
    timestamp: new Date(Date.UTC(2025, 2, 1) + n).toISOString(),
  }));
  const reply = await footfall.bulk(id, sent);
  expect(reply.status, reply.text).toBe(202);
  await footfall.server.shipped();
});

/** Returns the same as `matchesSql`, sign by sign. */
function matches(event: PlainEvent, { type, value, props }: Matcher): boolean {
  const isView = event.name === "pageview";
  if (event.name === "engagement" || isView !== (type === "page")) return false;
  for (const [key, prop] of Object.entries(props)) if (event.props[key] !== prop) return false;
  const isPart = value[0] === "~";
  let text = "";
  let isPrefix = false;
  for (let i = isPart ? 1 : 0; i < value.length; i += 1) {
    const [sign = "", next = ""] = value.slice(i);
    if (sign === "\\" && ["!", "*", "~", "\\"].includes(next)) {
      text += next;
      i += 1;
    } else if (sign === "*" && i === value.length - 1 && !isPart) {
      isPrefix = true;
    } else {
      text += sign;
    }
  }
  const own = isView ? event.page : event.name;
  if (isPart) return own.toLowerCase().includes(text.toLowerCase());
  return isPrefix ? own.startsWith(text) : own === text;
}

/** Resolves with the numbers of the events that each of the matchers matches, by one statement. */
async function matched(matchers: readonly Matcher[]): Promise<number[][]> {
  const rows = await footfall.server.store.db.rows<{ n: number; matches: number[] }>(sql`
    SELECT
      toUnixTimestamp64Milli(time) - ${bind("Int64", Date.UTC(2025, 2, 1))} AS n,
      [${join(matchers.map(matchesSql), ", ")}] AS matches
    FROM events
    WHERE website_id = ${bind("UInt32", id)}
    ORDER BY time`);
  return matchers.map((_, nth) => rows.filter((row) => row.matches[nth]).map(({ n }) => n));
}

const values = [
  "Signup",
  "Sign*",
  "Sign\\*",
  "*",
  "\\*",
  "\\*\\*",
  "\\!Signup",
  "\\~Signup",
  "\\\\",
  "\\",
  "\\\\*",
  "\\\\\\*",
  "a\\b",
  "a\\\\b",
  "~sign",
  "~SIGN",
  "~*",
  "~~",
  "~!",
  "~\\~",
  "~\\\\",
  "~\\",
  "~a\\b",
  "pageview",
  "engagement",
  "~e",
  "'); --",
  "{p0:String}",
  "\t%_",
  "/blog/*",
  "/blog",
  "/blog/1",
  "~LOG/",
  "~/",
  "/a\\*b",
  "/a*b",
  "/a**",
  "/!x",
  "/~x",
  "/blog\\*",
  "~\\*",
  "~?A=",
];
const wanted = [
  {},
  { plan: "pro" },
  { plan: "pro", seats: "3" },
  { plan: "" },
  { "a'b": "\\" },
  { none: "" },
  { seats: "3" },
  { "": "x" },
  { "": "", seats: "" },
  { "": "" },
];
test.each(["page", "event"] as const)("%s: SQL matches what the plain rule does", async (type) => {
  let total = 0;
  for (const value of values) {
    const matchers = wanted.map((props) => ({ type, value, props }));
    const found = await matched(matchers);
    for (const [nth, matcher] of matchers.entries()) {
      const plainly = events.flatMap((event, n) => (matches(event, matcher) ? [n] : []));
      expect([matcher, found[nth]]).toEqual([matcher, plainly]);
      total += plainly.length;
    }
  }
  expect(total).toBeGreaterThan(200);
});

test("a part is found as search finds it, whatever the case in Unicode", async () => {
  const found = async (value: string) => {
    const [matching = []] = await matched([{ type: "event", value, props: {} }]);
    return [...new Set(matching.map((n) => events[n]?.name))];
  };

  expect(await found("~STRASSE")).toEqual(["Straße"]);
  expect(await found("~σας")).toEqual(["ΣΑΣ"]);
});
