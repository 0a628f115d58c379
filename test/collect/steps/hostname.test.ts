import { expect, test } from "vitest";

import { hostname } from "../../../src/collect/steps/hostname.ts";
import { draftWith } from "../../helpers/draft.ts";

test.each([
  ["the domain itself", "example.com", "https://example.com/", undefined],
  ["plain http", "example.com", "http://example.com/", undefined],
  ["capitals", "example.com", "https://EXAMPLE.Com/", undefined],
  ["www", "example.com", "https://www.example.com/", undefined],
  ["a subdomain", "example.com", "https://blog.example.com/", undefined],
  ["a subdomain of a subdomain", "example.com", "https://a.b.example.com/", undefined],
  ["a trailing dot", "example.com", "https://example.com./", undefined],
  ["a port", "example.com", "https://example.com:8443/", undefined],
  ["a name before the host", "example.com", "https://user:secret@example.com/", undefined],
  ["a look-alike", "example.com", "https://notexample.com/", "hostname"],
  [
    "a host that begins like the domain",
    "example.com",
    "https://example.com.evil.org/",
    "hostname",
  ],
  ["an encoded dot", "example.com", "https://example.com%2eevil.org/", "hostname"],
  [
    "the domain as a name before a host",
    "example.com",
    "https://example.com@evil.org/",
    "hostname",
  ],
  ["the domain in the path", "example.com", "https://evil.org/example.com", "hostname"],
  ["the domain above", "blog.example.com", "https://example.com/", "hostname"],
  ["a sister", "blog.example.com", "https://shop.example.com/", "hostname"],
  ["another ending", "example.com", "https://example.org/", "hostname"],
  ["two trailing dots", "example.com", "https://example.com../", "hostname"],
  ["localhost", "localhost", "http://localhost:3000/", undefined],
  ["an address", "example.com", "http://127.0.0.1/", "hostname"],
  ["an international name", "xn--bcher-kva.example", "https://bücher.example/", undefined],
  [
    "an international name in capitals",
    "xn--bcher-kva.example",
    "https://BÜCHER.example/",
    undefined,
  ],
  ["punycode", "xn--bcher-kva.example", "https://www.xn--bcher-kva.example/", undefined],
])("a page on %s", (_what, domain, url, reason) => {
  expect(hostname(draftWith({ website: { domain }, url }))).toBe(reason);
});

test("the host is kept in its plain form", () => {
  const draft = draftWith({ url: "https://Blog.Example.com.:8443/" });
  hostname(draft);

  expect(draft.row.hostname).toBe("blog.example.com");
});
