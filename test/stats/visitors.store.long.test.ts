import { describe, expect, test } from "vitest";
import { chrome, type Sent } from "../helpers/footfall.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";

const footfall = openFootfall(shareFootfall);

const range = { from: "2025-01-01", to: "2025-12-31" };
const day = "2025-05-05";

/** Makes a website with these events. Resolves with [count, visitors, page views] by `value`. */
async function counted(domain: string, name: string, events: readonly Sent[]): Promise<object> {
  const website = await footfall.store(domain);
  const { id } = website;
  await footfall.send(
    website,
    events.map((event) => ({ at: `${day}T08:00:00Z`, ip: "8.8.8.8", ...event })),
  );
  const reply = await footfall.stats(id, { name, ...range });
  return Object.fromEntries(
    reply.json.data.map((row: Record<string, unknown>) => [
      row["value"],
      [row["count"], row["visitors"], row["pageviews"]],
    ]),
  );
}

const google = { referrer: "https://www.google.com/" };
const hackerNews = { referrer: "https://news.ycombinator.com/" };

describe("a visitor of a day counts", () => {
  test("under both of two referrers, each with all page views of the day, and not under (direct)", async () => {
    expect(await counted("two.example", "referrer", [google, {}, hackerNews])).toEqual({
      "google.com": [1, 1, 3],
      "news.ycombinator.com": [1, 1, 3],
    });
  });

  test("once under a referrer that comes again", async () => {
    expect(await counted("again.example", "referrer", [google, google])).toEqual({
      "google.com": [1, 1, 2],
    });
  });

  test("under (direct) when no event of the day has a referrer", async () => {
    const own = { referrer: "https://www.direct.example/home" };
    expect(await counted("direct.example", "referrer", [{}, own])).toEqual({
      "(direct)": [1, 1, 2],
    });
  });

  test("under (direct) on the next day though it came from Google the day before", async () => {
    const next = { timestamp: "2025-05-06T08:00:00Z" };
    expect(await counted("next.example", "referrer", [google, next, next])).toEqual({
      "(direct)": [1, 1, 2],
      "google.com": [1, 1, 1],
    });
  });

  test("under (unknown) only when none of its events has a language", async () => {
    const other = { ip: "1.1.1.1" };
    expect(
      await counted("language.example", "language", [{}, { language: "de" }, {}, other]),
    ).toEqual({ German: [1, 1, 3], "(unknown)": [1, 1, 1] });
  });

  test.each(["qq", "qqq", "xx"])("under (unknown) with the language code %s", async (language) => {
    expect(await counted(`${language}.example`, "language", [{ language }])).toEqual({
      "(unknown)": [1, 1, 1],
    });
  });

  test("under the language that it names besides an unknown code", async () => {
    const events = [{ language: "qq" }, { language: "fr-CA" }];
    expect(await counted("besides.example", "language", events)).toEqual({ French: [1, 1, 2] });
  });

  test("once under a language that has two codes", async () => {
    const events = [{ language: "ak" }, { language: "tw" }];
    expect(await counted("akan.example", "language", events)).toEqual({ Akan: [1, 1, 2] });
  });

  test("under each of its campaigns, and under none without one", async () => {
    const at = (query: string) => ({ url: `https://campaign.example/?${query}` });
    const events = [
      at("utm_campaign=a"),
      at("utm_campaign=b"),
      at("utm_source=c"),
      { ...at(""), ip: "1.1.1.1" },
    ];
    expect(await counted("campaign.example", "campaign", events)).toEqual({
      a: [1, 1, 3],
      b: [1, 1, 3],
    });
  });

  test("on each of its days: the visitors of a range are the sum of its days'", async () => {
    const days = ["2025-05-05", "2025-05-06", "2025-06-30"];
    const events = days.map((date) => ({ timestamp: `${date}T08:00:00Z` }));
    expect(await counted("days.example", "browser", events)).toEqual({ Chrome: [3, 3, 3] });
  });

  test("once for each address and for each agent", async () => {
    const events = [{}, { ip: "1.1.1.1" }, { user_agent: `${chrome} Edg/126.0.0.0` }, {}];
    expect(await counted("identity.example", "visitor", events)).toEqual({ [day]: [3, 3, 4] });
  });
});

describe("a page", () => {
  test("counts its own views and visitors, not those of the visitors' other pages", async () => {
    const at = (path: string) => ({ url: `https://pages.example${path}` });
    const events = [at("/a"), at("/a"), at("/b"), { ...at("/a"), ip: "1.1.1.1" }];
    expect(await counted("pages.example", "page", events)).toEqual({
      "/a": [3, 2, 3],
      "/b": [1, 1, 1],
    });
  });

  test("is told apart by its query and by the case of its letters", async () => {
    const at = (path: string) => ({ url: `https://query.example${path}` });
    const events = [at("/a?x=1"), at("/a?x=2"), at("/a"), at("/A"), at("/a#part")];
    expect(await counted("query.example", "page", events)).toEqual({
      "/a": [2, 1, 2],
      "/a?x=1": [1, 1, 1],
      "/a?x=2": [1, 1, 1],
      "/A": [1, 1, 1],
    });
  });
});

describe("custom events", () => {
  const signup = { name: "signup" };

  test("count how often they occurred and who triggered them", async () => {
    const events = [signup, signup, { ...signup, ip: "1.1.1.1" }, { name: "buy" }, {}];
    expect(await counted("events.example", "event", events)).toEqual({
      signup: [3, 2, 0],
      buy: [1, 1, 0],
    });
  });

  test.each([
    ["browser", { Chrome: [1, 1, 0] }],
    ["country", { "United States": [1, 1, 0] }],
    ["referrer", { "google.com": [1, 1, 0] }],
    ["visitor", { [day]: [1, 1, 0] }],
    ["page", {}],
    ["pageview", {}],
  ])("make a visitor without page views, seen in %s", async (name, records) => {
    const domain = `only-${name}.example`;
    expect(await counted(domain, name, [{ ...signup, ...google }])).toEqual(records);
  });

  test.each(["Pageview", "Engagement", "(unknown)", "'; DROP TABLE events; --", "é", "\u0000"])(
    "may be called %j",
    async (name) => {
      const domain = `called-${Buffer.from(name).toString("hex")}.example`;
      expect(await counted(domain, "event", [{ name }])).toEqual({ [name]: [1, 1, 0] });
    },
  );
});

test.each(["visitor", "pageview", "page", "event", "browser", "referrer", "language", "city"])(
  "engagement counts in nothing, %s included",
  async (name) => {
    const events = [{ name: "engagement", ...google, language: "de", e: 1_000, sd: 50 }];
    expect(await counted(`engaged-${name.replace("_", "-")}.example`, name, events)).toEqual({});
  },
);

test("engagement brings no values to a visitor that counts", async () => {
  const events = [{}, { name: "engagement", ...google }];
  expect(await counted("brings.example", "referrer", events)).toEqual({ "(direct)": [1, 1, 1] });
});

test("websites do not see each other's events", async () => {
  await counted("first.example", "page", [{}]);
  expect(await counted("second.example", "page", [])).toEqual({});
});
