import { expect, test } from "vitest";

import { links } from "../../../src/collect/steps/links.ts";
import { expectCpuTimeBelow } from "../../helpers/cpu-time.ts";
import { draftWith } from "../../helpers/draft.ts";

function linkOf(url: string, excludeParams: readonly string[] = []) {
  const draft = draftWith({
    website: { excludeParams },
    event: { name: "Outbound", props: [["url", url]] },
  });
  expect(links(draft)).toBeUndefined();
  return draft.row.props[0]?.[1];
}

test.each([
  ["a host", "https://other.example/"],
  ["a query", "https://other.example/a?b=1&c=%C3%A4+x&utm_source=us"],
  ["empty parameters", "https://other.example/a?b=1&&c="],
  ["a place on the page", "https://other.example/a#login"],
  ["a page of an application", "https://other.example/#/login?step=2"],
  ["an at sign in its path", "https://other.example/@alice"],
  ["an at sign in a path alone", "/@alice"],
  ["a host in capitals", "HTTPS://Other.Example/a.PDF"],
  ["no scheme", "pricing"],
  ["nothing", ""],
])("a link with %s stays as it is", (_what, url) => {
  expect(linkOf(url)).toBe(url);
});

test("what the website excludes leaves the parameters of a fragment, too", () => {
  expect(linkOf("https://a.example/?a=1#b=2&c=3", ["*"])).toBe("https://a.example/");
  expect(linkOf("https://a.example/#/view?b=2&c=3", ["b"])).toBe("https://a.example/#/view?c=3");
  expect(linkOf("https://a.example/#place", ["*"])).toBe("https://a.example/#place");
});

test.each([
  ["a secret", "https://a.example/f.pdf?b=1&token=x", "https://a.example/f.pdf?b=1"],
  ["an e-mail address", "https://a.example/?to=alice%2540example.org", "https://a.example/"],
  ["user and password", "https://alice:pass@a.example/b", "https://a.example/b"],
  ["a user without a password", "ftp://alice@a.example/", "ftp://a.example/"],
  ["user and password without a scheme", "//alice:pass@a.example/", "//a.example/"],
  ["several at signs", "https://alice@b.example:x@a.example/@c", "https://a.example/@c"],
  ["backslashes", "https:\\\\alice:pass@a.example/", "https:\\\\a.example/"],
  ["a token in its fragment", "https://a.example/cb#access_token=x", "https://a.example/cb"],
  ["one beside others", "https://a.example/#a=1&id_token=x", "https://a.example/#a=1"],
  ["one of an application", "https://a.example/#/cb?token=x&b=1", "https://a.example/#/cb?b=1"],
  ["one of an application alone", "https://a.example/#/cb?token=x", "https://a.example/#/cb"],
  ["an address of e-mail", "mailto:alice@example.org?subject=Hello", "mailto:"],
  ["an address of e-mail in capitals", "MAILTO:alice@example.org", "mailto:"],
  ["a telephone number", "tel:+49301234567", "tel:"],
])("a link is without what it has of %s", (_what, url, kept) => {
  expect(linkOf(url)).toBe(kept);
});

test("the website's excluded parameters go from links, too", () => {
  expect(linkOf("https://a.example/?ref=1&b=2", ["ref"])).toBe("https://a.example/?b=2");
  expect(linkOf("https://a.example/?ref=1&b=2", ["*"])).toBe("https://a.example/");
});

function propOf(value: string, excludeParams: readonly string[] = []) {
  const props = [["note", value]] as const;
  const draft = draftWith({ website: { excludeParams }, event: { name: "Search", props } });
  links(draft);
  return draft.row.props[0]?.[1];
}

test.each([
  ["a query", "?token=x&b=1", "?b=1"],
  ["a query that is a secret", "?token=x", ""],
  ["a query without its mark", "b=1&token=x", "b=1"],
  ["parameters of a fragment", "#access_token=x", ""],
  ["a path with a query", "/reset?token=x&b=1", "/reset?b=1"],
  ["a URL", "https://a.example/?token=x", "https://a.example/"],
  ["a URL without a scheme", "a.example/b?email=alice@example.org", "a.example/b"],
  ["a URL with a password", "https://alice:pass@a.example/", "https://a.example/"],
  ["an address of e-mail as a URL", "mailto:alice@example.org", "mailto:"],
])("a prop of any name that is %s goes through the rule of URLs", (_what, value, kept) => {
  expect(propOf(value)).toBe(kept);
});

test("what the website excludes leaves props that are URLs, too", () => {
  expect(propOf("/a?ref=1&b=2", ["ref"])).toBe("/a?b=2");
});

test.each([
  ["pro"],
  [""],
  ["1 + 1 = 2"],
  ["Is token = x?"],
  ["a/b:c"],
  ["10:30"],
  ['{"token":"=x"}'],
  ["size=42"],
  ["https://a.example/b?c=1"],
  ["see https://a.example/?token=x"],
])("a prop that is %j stays as it is", (value) => {
  expect(propOf(value)).toBe(value);
});

test.each([["?"], ["="], ["?a"], ["&token=x"], [" "], ["a:"], ["//"]])(
  "a prop of 256 KB of %j takes no longer than its length says",
  (part) => {
    const value = part.repeat(256_000 / part.length);
    expectCpuTimeBelow(1_000, () => propOf(`?${value}`));
    expectCpuTimeBelow(1_000, () => propOf(`${value}=x `));
  },
);

test.each([
  ["slashes", "https:/"],
  ["blanks", " "],
  ["ats", "https://a@"],
  ["letters", "https://a"],
  ["number signs", "#a?"],
])("a link of 256 KB of %s takes no longer than its length says", (_what, part) => {
  const url = `${part.repeat(256_000 / part.length)}:`;
  expectCpuTimeBelow(1_000, () => linkOf(url));
});
