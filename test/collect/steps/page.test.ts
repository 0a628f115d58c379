import { expect, test } from "vitest";

import { page } from "../../../src/collect/steps/page.ts";
import { draftWith } from "../../helpers/draft.ts";

function rowOf(pathAndQuery: string, excludeParams: readonly string[] = []) {
  const draft = draftWith({
    url: `https://example.com${pathAndQuery}`,
    website: { excludeParams },
  });
  expect(page(draft)).toBeUndefined();
  return draft.row;
}

test.each([
  ["nothing but the host", "", "/"],
  ["a path", "/a/b.html", "/a/b.html"],
  ["a path with a slash at its end", "/a/", "/a/"],
  ["a fragment", "/a#top", "/a"],
  ["a fragment that looks like a query", "/a#?utm_source=x", "/a"],
  ["a query before a fragment", "/a?b=1#top", "/a?b=1"],
  ["only a question mark", "/a?", "/a"],
  ["only ampersands", "/a?&&", "/a"],
  ["empty pairs", "/a?&b=1&&c=2&", "/a?b=1&c=2"],
  ["names in no order", "/a?z=1&a=2&m=3", "/a?z=1&a=2&m=3"],
  ["a name twice", "/a?z=1&a=2&z=3", "/a?z=1&a=2&z=3"],
  ["a name without a value", "/a?b&c=", "/a?b&c="],
  ["a value with equal signs", "/a?b=c=d", "/a?b=c=d"],
  ["encoded text, which stays as it is", "/a%20b?c=%C3%A4+%2B", "/a%20b?c=%C3%A4+%2B"],
  ["broken encoding", "/a?b=%E4&c=%", "/a?b=%E4&c=%"],
  ["letters outside ASCII", "/straße?q=ü", "/stra%C3%9Fe?q=%C3%BC"],
])("the page of an address with %s", (_what, given, page) => {
  expect(rowOf(given).page).toBe(page);
});

test.each([
  ["all of them", "?utm_source=a&utm_medium=b&utm_campaign=c&utm_term=d&utm_content=e", "/"],
  [
    "ones between others, whose order stays",
    "?z=1&utm_source=a&b=2&utm_term=d&a=3",
    "/?z=1&b=2&a=3",
  ],
  ["ones that no column has", "?utm_id=9&utm_source_platform=x&b=2", "/?b=2"],
  ["ones in capitals", "?UTM_Source=a&b=2", "/?b=2"],
  ["ones with an encoded name", "?utm%5Fsource=a&b=2", "/?b=2"],
  [
    "names that only look like it",
    "?utmost=1&xutm_source=2&utm=3",
    "/?utmost=1&xutm_source=2&utm=3",
  ],
])("utm_ parameters go from the page: %s", (_what, query, page) => {
  expect(rowOf(query).page).toBe(page);
});

test.each([
  ["a path of a router", "/a#/two", "/a#/two"],
  ["a path after a query", "/a?b=1#/two", "/a?b=1#/two"],
  ["a path with a query", "/#/two?b=1&token=x&x=2", "/#/two?b=1"],
  ["a path with nothing left of its query", "/#/two?token=x", "/#/two"],
  ["nothing in it", "/a#", "/a"],
  ["secrets instead of a path", "/a#access_token=abc&state=1", "/a#state=1"],
])("the fragment is a part of the page where the event says so: %s", (_what, given, wanted) => {
  const draft = draftWith({
    event: { url: new URL(`https://example.com${given}`), hasPageInFragment: true },
    website: { excludeParams: ["x"] },
  });
  page(draft);

  expect(draft.row.page).toBe(wanted);
});

test("utm_ parameters in a fragment that is a part of the page count", () => {
  const url = new URL("https://example.com/#/two?utm_source=mail&b=1");
  const draft = draftWith({ event: { url, hasPageInFragment: true } });
  page(draft);

  expect(draft.row).toMatchObject({ page: "/#/two?b=1", utmSource: "mail" });
});

test("utm_ parameters and click ids of an earlier page view go, and become nothing", () => {
  const draft = draftWith({
    event: { url: new URL("https://example.com/a?utm_source=a&b=1&gclid=c"), isSoft: true },
  });
  page(draft);

  expect(draft.row).toMatchObject({ page: "/a?b=1", utmSource: "", clickId: "" });
});

test("utm_ parameters become columns", () => {
  const row = rowOf("/?utm_source=a&utm_medium=b&utm_campaign=c&utm_term=d&utm_content=e");

  expect([row.utmSource, row.utmMedium, row.utmCampaign, row.utmTerm, row.utmContent]).toEqual([
    ..."abcde",
  ]);
});

test.each([
  ["a plus sign", "Black+Friday", "Black Friday"],
  ["percent signs", "B%C3%BCcher%20%26%20more", "Bücher & more"],
  ["blanks around it", "%20sale+", "sale"],
  ["broken encoding", "100%", "100%"],
  ["nothing", "", ""],
])("a campaign written with %s is decoded", (_what, written, campaign) => {
  expect(rowOf(`/?utm_campaign=${written}`).utmCampaign).toBe(campaign);
});

test("of a campaign that is named twice the first counts, and an empty one does not", () => {
  expect(rowOf("/?utm_campaign=&utm_campaign=a&utm_campaign=b").utmCampaign).toBe("a");
});

test.each([
  "dclid",
  "fbclid",
  "gbraid",
  "gclid",
  "gclsrc",
  "li_fat_id",
  "mc_cid",
  "mc_eid",
  "msclkid",
  "ttclid",
  "twclid",
  "wbraid",
  "yclid",
])("the click id %s goes from the page; its name is kept and its value is not", (name) => {
  const row = rowOf(`/a?b=1&${name}=SECRET&c=2`);

  expect([row.page, row.clickId]).toEqual(["/a?b=1&c=2", name]);
});

test("a click id is known in any case, and the first one counts", () => {
  const row = rowOf("/?FBCLID=x&gclid=y");

  expect([row.page, row.clickId]).toEqual(["/", "fbclid"]);
});

test("a click id without a value goes and says nothing", () => {
  const row = rowOf("/?gclid=&fbclid");

  expect([row.page, row.clickId]).toEqual(["/", ""]);
});

test.each([
  ["a name", ["ref"], "?ref=1&b=2&ref=3", "/?b=2"],
  ["several names", ["ref", "from"], "?ref=1&b=2&from=3", "/?b=2"],
  ["a name that is the start of another", ["re"], "?ref=1", "/?ref=1"],
  ["a name in another case", ["Ref"], "?ref=1", "/?ref=1"],
  ["a prefix", ["pk_*"], "?pk_a=1&pk_=2&pk=3&b=4", "/?pk=3&b=4"],
  ["everything", ["*"], "?a=1&=2&b", "/"],
  ["a name that the address encodes", ["re f"], "?re%20f=1&re+f=2&b=3", "/?b=3"],
  ["letters outside ASCII", ["schlüssel"], "?schl%C3%BCssel=1&b=2", "/?b=2"],
  ["a name without a value", ["ref"], "?ref&b=2", "/?b=2"],
  ["letters that mean something in patterns", ["a.b"], "?axb=1&a.b=2", "/?axb=1"],
])("excluded parameters go from the page: %s", (_what, excludeParams, query, page) => {
  expect(rowOf(query, excludeParams).page).toBe(page);
});

test("an excluded utm_ parameter is still read", () => {
  const row = rowOf("/?utm_campaign=c&b=2", ["utm_*"]);

  expect([row.page, row.utmCampaign]).toEqual(["/?b=2", "c"]);
});

test("when every parameter is excluded, utm_ parameters and click ids are still read", () => {
  const row = rowOf("/a?utm_campaign=c&b=2&gclid=x", ["*"]);

  expect([row.page, row.utmCampaign, row.clickId]).toEqual(["/a", "c", "gclid"]);
});

test.each([
  ["a secret by its name", "/reset?step=2&token=s3cret", "/reset?step=2"],
  ["a person by its name", "/a?user%5Bemail%5D=x&b=1", "/a?b=1"],
  ["an e-mail address by its looks", "/unsubscribe?who=alice%40example.org", "/unsubscribe"],
  ["an e-mail address without a name", "/unsubscribe?alice@example.org&b=1", "/unsubscribe?b=1"],
  ["a token by its looks", "/a?b=1&x=9e107d9d372bb6826bd81d3542a419d6", "/a?b=1"],
])("the page is without %s", (_what, given, page) => {
  expect(rowOf(given).page).toBe(page);
});

test("the path stays as it is", () => {
  expect(rowOf("/users/alice@example.org;jsessionid=1?a=1").page).toBe(
    "/users/alice@example.org;jsessionid=1?a=1",
  );
});

test("a utm_ parameter that is an e-mail address or a token says nothing", () => {
  const row = rowOf(
    "/?utm_source=alice%40example.org&utm_campaign=autumn&utm_content=9e107d9d372bb6826bd81d3542a419d6",
  );

  expect([row.page, row.utmSource, row.utmCampaign, row.utmContent]).toEqual([
    "/",
    "",
    "autumn",
    "",
  ]);
});

test("a rule for pages renames the page, after campaign and click id were read", () => {
  const rules = [
    { match: "/users/*", page: "/users/:id", keepsQuery: false },
    { match: "/app/**", page: "/app", keepsQuery: true },
  ];
  const renamed = (url: string, hasPageInFragment: boolean) => {
    const draft = draftWith({
      url: `https://example.com${url}`,
      website: { pageRules: rules, excludeParams: ["secret"] },
      event: { hasPageInFragment },
    });
    page(draft);
    return draft.row;
  };
  expect(renamed("/users/7?utm_source=mail&gclid=1&tab=2#a", true)).toMatchObject({
    page: "/users/:id",
    utmSource: "mail",
    clickId: "gclid",
  });
  expect(renamed("/app/7?b=1&secret=2#/8", true).page).toBe("/app?b=1#/8");
  expect(renamed("/app/7?secret=2#/8", false).page).toBe("/app");
  expect(renamed("/teams/7?b=1", false).page).toBe("/teams/7?b=1");
});
