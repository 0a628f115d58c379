import { beforeAll, describe, expect, test } from "vitest";

import { filterNames } from "../../src/counting/filters.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";

const footfall = openFootfall(shareFootfall);
let id: number;
/** One visitor for each campaign. */
const campaigns = [
  "Spring",
  "Spring sale",
  "spring",
  "!",
  "!Spring",
  "*",
  "Spring*",
  "a*b",
  "\\",
  "\\*",
  "\\!",
  "'); --",
  "{p0:String}",
  "ünï\t%_",
  "a,b",
  "[x]",
  "~",
  "~Spring",
  "a~b",
];
beforeAll(async () => {
  const events = ["", ...campaigns].map((campaign, who) => ({
    at: "2025-03-01T12:00:00Z",
    who,
    page: `/${campaign && `?utm_campaign=${encodeURIComponent(campaign)}`}`,
  }));
  ({ id } = await footfall.storeWith(events));
});

const good = "name=campaign&from=2025-03-01&to=2025-03-01&per_page=100&sort_by=value&sort=asc";
const ask = (query: string) => footfall.request(`/api/v1/stats/${id}?${good}&${query}`);

async function campaignsWith(query: string): Promise<string[]> {
  const reply = await ask(query);
  expect(reply.status, reply.text).toBe(200);
  return reply.json.data.map(({ value }: { value: string }) => value);
}

const filter = (value: string) => `filter[campaign]=${encodeURIComponent(value)}`;
const allBut = (...some: string[]) => sorted(campaigns.filter((it) => !some.includes(it)));
const sorted = (texts: string[]) =>
  texts.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

test.each([
  ["Spring", ["Spring"]],
  ["SPRING", []],
  ["Spring*", ["Spring", "Spring sale", "Spring*"]],
  ["Spring\\*", ["Spring*"]],
  ["!Spring", allBut("Spring")],
  ["!Spring*", allBut("Spring", "Spring sale", "Spring*")],
  ["!Spring\\*", allBut("Spring*")],
  ["\\!Spring", ["!Spring"]],
  ["\\!", ["!"]],
  ["\\!*", ["!", "!Spring"]],
  ["!!", allBut("!")],
  ["!!*", allBut("!", "!Spring")],
  ["\\*", ["*"]],
  ["*", allBut()],
  ["!*", []],
  ["**", ["*"]],
  ["a*b", ["a*b"]],
  ["\\\\", ["\\"]],
  ["\\", ["\\"]],
  ["\\\\*", sorted(["\\", "\\*", "\\!"])],
  ["\\\\\\*", ["\\*"]],
  ["\\\\\\!", ["\\!"]],
  ["'); --", ["'); --"]],
  ["{p0:String}", ["{p0:String}"]],
  ["ünï\t%_", ["ünï\t%_"]],
  ["ünï\t%*", ["ünï\t%_"]],
  ["a,b", ["a,b"]],
  ["[x]", ["[x]"]],
])("the value %j keeps %j", async (value, kept) => {
  expect(await campaignsWith(filter(value))).toEqual(kept);
});

const spring = ["Spring", "Spring sale", "spring", "!Spring", "Spring*", "~Spring"];

test.each([
  ["~spring", spring],
  ["~PRIN", spring],
  ["!~spring", allBut(...spring)],
  ["~spring ", ["Spring sale"]],
  ["~spring*", ["Spring*"]],
  ["~*", ["*", "Spring*", "a*b", "\\*"]],
  ["~\\*", ["*", "Spring*", "a*b", "\\*"]],
  ["~**", []],
  ["~~", ["~", "~Spring", "a~b"]],
  ["~\\~", ["~", "~Spring", "a~b"]],
  ["!~~", allBut("~", "~Spring", "a~b")],
  ["~!", ["!", "!Spring", "\\!"]],
  ["~\\!", ["!", "!Spring", "\\!"]],
  ["~\\", ["\\", "\\*", "\\!"]],
  ["~\\\\", ["\\", "\\*", "\\!"]],
  ["~\\\\*", ["\\*"]],
  ["~\\\\\\*", ["\\*"]],
  ["~ÜNÏ", ["ünï\t%_"]],
  ["~%", ["ünï\t%_"]],
  ["~P0:s", ["{p0:String}"]],
  ["~'", ["'); --"]],
  ["\\~", ["~"]],
  ["\\~Spring", ["~Spring"]],
  ["\\~spring", []],
  ["\\~*", ["~", "~Spring"]],
  ["!\\~", allBut("~")],
  ["!\\~*", allBut("~", "~Spring")],
  ["a~b", ["a~b"]],
  ["a\\~b", ["a~b"]],
  ["a~*", ["a~b"]],
  ["!!~", allBut()],
])("the value %j keeps what contains a text, or begins with a tilde: %j", async (value, kept) => {
  expect(await campaignsWith(filter(value))).toEqual(sorted(kept));
});

describe("parameters", () => {
  test.each([
    "filter[campaign]=Spring&filter[campaign]=spring",
    "filter%5Bcampaign%5D=Spring&filter%5bcampaign%5d=spring",
    "filter[campaign][]=Spring&filter[campaign][]=spring",
    "filter[campaign][0]=Spring&filter[campaign][1]=spring",
    "filter[campaign]=Spring&filter[campaign]=spring&filter[campaign]=none",
    "filter[campaign]=Sp*&filter[campaign]=sp*&filter[campaign]=!Spring+sale&filter[campaign]=!Spring%5C*",
    "filter[campaign]=Spring&filter[campaign]=spring&filter[browser]=Chrome&filter[browser]=!Firefox",
    "filter[campaign]=Spring&filter[campaign]=spring&filter[country]=(unknown)&filter[referrer]=(direct)",
    "filter[campaign]=Spring&filter[campaign]=spring&filter[country]=~UNKNOWN)&filter[referrer]=~(dir",
    "filter[campaign]=~sPrInG&filter[campaign]=!~spring%20&filter[campaign]=!~*&filter[campaign]=!~~&filter[campaign]=!~!&filter[browser]=~chrom",
    "filter[campaign]=Spring&filter[campaign]=spring&filter[entry_page]=/&filter[page]=/",
    "filter[campaign]=Spring&filter[campaign]=spring&filter[country]=*&filter[referrer]=*",
  ])("%s keeps two", async (query) => {
    expect(await campaignsWith(query)).toEqual(["Spring", "spring"]);
  });

  test("filters of different names must all hold", async () => {
    expect(await campaignsWith("filter[campaign]=Spring&filter[browser]=Firefox")).toEqual([]);
  });

  test("links keep filters as they were written", async () => {
    const query =
      "name=page&from=2025-03-01&to=2025-03-01&filter[campaign]=*&filter%5Bbrowser%5D=Ch*";
    const { links } = (await footfall.request(`/api/v1/stats/${id}?${query}`)).json;

    expect(links.first).toBe(`${footfall.url}/api/v1/stats/${id}?${query}&page=1`);
  });

  test.each(filterNames)("%s can be filtered by", async (name) => {
    expect(await campaignsWith(`filter[${name}]=nothing-like-it`)).toEqual([]);
    expect(await campaignsWith(`filter[${name}]=~nothing-like-it`)).toEqual([]);
    expect(await campaignsWith(`filter[${name}]=!nothing-like-it`)).toEqual(allBut());
    expect(await campaignsWith(`filter[${name}]=!~nothing-like-it`)).toEqual(allBut());
  });

  test("what is no filter is ignored", async () => {
    const query = "filters[campaign]=x&Filter[campaign]=x&xfilter[campaign]=x&campaign=x";
    expect(await campaignsWith(query)).toEqual(allBut());
  });
});

describe("wrong parameters are named", () => {
  test.each([
    ["filter[pageview]=2025-03-01", "filter[pageview]", "use from and to"],
    ["filter[visitor]=2025-03-01", "filter[visitor]", "use from and to"],
    ["filter[visit]=!2025-03-01", "filter[visit]", "use from and to"],
    ["filter[Browser]=Chrome", "filter[Browser]", "is not a filter"],
    ["filter[__proto__]=x", "filter[__proto__]", "is not a filter"],
    ["filter[constructor]=x", "filter[constructor]", "is not a filter"],
    ["filter[]=x", "filter[]", "is not a filter"],
    ["filter[browser=x", "filter[browser", "is not a filter"],
    ["filter[browser]x=x", "filter[browser]x", "is not a filter"],
    ["filter[page][x]=1", "filter[page][x]", "is not a filter"],
    ["filter[[page]]=1", "filter[[page]]", "is not a filter"],
    ["filter[=1", "filter[", "is not a filter"],
    ["filter[browser)%20OR%201]=x", "filter[browser) OR 1]", "is not a filter"],
    ["filter[browser]=", "filter[browser]", "must not be empty"],
    ["filter[browser]", "filter[browser]", "must not be empty"],
    ["filter[browser]=!", "filter[browser]", "must not be empty"],
    ["filter[browser]=~", "filter[browser]", "must not be empty"],
    ["filter[browser]=!~", "filter[browser]", "must not be empty"],
    ["filter=Chrome", "filter", "filter[NAME]=VALUE"],
    [Array(21).fill("filter[page]=/").join("&"), "filter[page]", "at most 20 values"],
  ])("%.60s is refused", async (query, field, sentence) => {
    const reply = await ask(query);

    expect([reply.status, reply.json.code]).toEqual([422, "VALIDATION"]);
    expect(Object.keys(reply.json.errors)).toEqual([field]);
    expect(reply.json.errors[field].join()).toContain(sentence);
  });

  test("every wrong field at once", async () => {
    const wrong = "filter[x]=1&filter[page]=&filter[browser]=Chrome&timezone=x&interval=x&sort=up";
    const reply = await footfall.request(`/api/v1/stats/${id}?to=2025-03-01&${wrong}`);

    expect(reply.status).toBe(422);
    expect(Object.keys(reply.json.errors).sort()).toEqual(
      ["filter[x]", "filter[page]", "timezone", "interval", "sort", "name", "from"].sort(),
    );
  });

  test("20 values are not too many", async () => {
    const query = campaigns.map((campaign) => filter(`\\${campaign}`)).slice(0, 10);
    const more = Array.from({ length: 10 }, (_, n) => `filter[page]=!/${n}`);
    expect((await ask([...query, ...more].join("&"))).status).toBe(200);
  });
});
