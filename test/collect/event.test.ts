import { expect, test } from "vitest";
import { Problem } from "../../src/base/errors.ts";
import { readEvent } from "../../src/collect/event.ts";

const url = "https://example.com/a";

function errorsOf(...args: Parameters<typeof readEvent>) {
  try {
    readEvent(...args);
  } catch (error) {
    if (error instanceof Problem) return Object.keys(error.fields ?? {});
    throw error;
  }
  return [];
}

test("an event that says only where it was is a page view", () => {
  expect(readEvent({ url })).toEqual({
    name: "pageview",
    url: new URL(url),
    referrer: "",
    isSoft: false,
    hasPageInFragment: false,
    isDriven: false,
    screen: "",
    language: "",
    props: [],
    revenue: undefined,
    engagementTimeMs: 0,
    scrollDepth: 0,
  });
});

test("only an event that says so is not the first of its load", () => {
  expect(readEvent({ url, soft: true }).isSoft).toBe(true);
  expect(readEvent({ url, soft: false }).isSoft).toBe(false);
  expect(readEvent({ url, soft: null }).isSoft).toBe(false);
});

test("the short form says the same as the long one", () => {
  const short = {
    n: "buy",
    u: url,
    r: "https://a.example/",
    p: { b: 1 },
    $: { amount: 1, currency: "EUR" },
  };
  const long = {
    name: short.n,
    url: short.u,
    referrer: short.r,
    props: short.p,
    revenue: short.$,
  };

  expect(readEvent(short)).toEqual(readEvent(long));
});

test("of both forms the long one counts, unless it is null", () => {
  const both = { name: "long", n: "short", url, u: "https://other.example/" };

  expect(readEvent(both)).toMatchObject({ name: "long", url: new URL(url) });
  expect(readEvent({ ...both, name: null, url: null })).toMatchObject({
    name: "short",
    url: new URL("https://other.example/"),
  });
});

test("an empty revenue of Plausible's tracker, as of each tagged element, is none", () => {
  expect(readEvent({ u: url, n: "Signup", $: {} })).toEqual(readEvent({ u: url, n: "Signup" }));
  expect(readEvent({ u: url, $: "{}" }).revenue).toBeUndefined();
  expect(errorsOf({ u: url, $: { currency: "EUR" } })).toEqual(["$"]);
  expect(errorsOf({ u: url, revenue: {} })).toEqual(["revenue"]);
});

test("null is as good as nothing", () => {
  const nulls = {
    name: null,
    n: null,
    u: null,
    referrer: null,
    r: null,
    screen: null,
    language: null,
    props: null,
    p: null,
    revenue: null,
    $: null,
  };

  expect(readEvent({ ...nulls, url })).toEqual(readEvent({ url }));
});

test.each([
  ["time and depth", { e: 1_234, sd: 56 }, [1_234, 56]],
  ["fractions", { e: 1_234.5, sd: 55.6 }, [1_235, 56]],
  ["too much", { e: 1e20, sd: 101 }, [4_294_967_295, 100]],
  ["less than nothing", { e: -1, sd: -1 }, [0, 0]],
  ["text", { e: "1234", sd: "56" }, [0, 0]],
  ["nothing", {}, [0, 0]],
  ["null", { e: null, sd: null }, [0, 0]],
])("engagement may say %s", (_what, said, kept) => {
  const { engagementTimeMs, scrollDepth } = readEvent({ n: "engagement", u: url, ...said });

  expect([engagementTimeMs, scrollDepth]).toEqual(kept);
});

test("events other than engagement have neither time nor depth", () => {
  expect(readEvent({ url, e: 5, sd: 5 })).toMatchObject({ engagementTimeMs: 0, scrollDepth: 0 });
});

test.each([
  ["nothing", undefined, "url"],
  ["a path", "/a", "u"],
  ["a host without a scheme", "example.com/a", "u"],
  ["a script", "javascript:alert(1)", "u"],
  ["another protocol", "ftp://example.com/", "u"],
  ["a file", "file:///etc/passwd", "u"],
  ["data", "data:text/html,x", "u"],
  ["a blob", "blob:https://example.com/1", "u"],
  ["no host", "https://", "u"],
  ["a blank in the host", "https://exa mple.com/", "u"],
])("%s is no address of a page", (_what, u, field) => {
  expect(errorsOf(u === undefined ? {} : { u })).toEqual([field]);
});

test("every wrong field is named, in the form in which it came", () => {
  expect(errorsOf({ u: "x", p: [] as never, $: 5 as never }).sort()).toEqual(["$", "p", "u"]);
  expect(errorsOf({ url: "x", props: "{", revenue: {} }).sort()).toEqual([
    "props",
    "revenue",
    "url",
  ]);
});

test("what was wrong before stays wrong, and what else is wrong is found", () => {
  const body = { url: 5, name: 7, props: "{" } as never;

  expect(errorsOf(body, { name: ["no"], url: ["no"] }).sort()).toEqual(["name", "props", "url"]);
});
