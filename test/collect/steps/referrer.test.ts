import { expect, test } from "vitest";

import { referrer } from "../../../src/collect/steps/referrer.ts";
import { draftWith } from "../../helpers/draft.ts";

test("the referrer of an earlier page view does not count", () => {
  const draft = draftWith({ event: { referrer: "https://www.google.com/", isSoft: true } });
  referrer(draft);

  expect(draft.row.referrer).toBe("");
});

test.each([
  ["nothing", "", ""],
  ["a page", "https://news.ycombinator.com/item?id=1", "news.ycombinator.com"],
  ["www", "https://www.google.com/", "google.com"],
  ["capitals", "HTTPS://WWW.Google.COM/search", "google.com"],
  ["a port", "https://google.com:8443/", "google.com"],
  ["a trailing dot", "https://google.com./", "google.com"],
  ["a subdomain that begins with www", "https://www2.google.com/", "www2.google.com"],
  ["an international name", "https://www.bücher.example/", "xn--bcher-kva.example"],
  ["an app", "android-app://com.google.android.gm/", "com.google.android.gm"],
  ["an address of the host", "http://192.0.2.1/x", "192.0.2.1"],
  ["the website itself", "https://example.com/a", ""],
  ["the website with www", "https://www.example.com/a", ""],
  ["a subdomain of the website", "https://blog.example.com/", ""],
  ["the website with a trailing dot", "https://example.com./", ""],
  ["a look-alike of the website", "https://notexample.com/", "notexample.com"],
  ["no address", "google", ""],
  ["a path", "/a/b", ""],
  ["a host without a scheme", "www.google.com/search", ""],
  ["about:blank", "about:blank", ""],
  ["a mail address", "mailto:someone@example.org", ""],
  ["junk", "http://", ""],
  ["more than a host name can hold", `x://${"a".repeat(254)}/`, ""],
])("someone who comes from %s", (_what, given, host) => {
  const draft = draftWith({ event: { referrer: given } });

  expect(referrer(draft)).toBeUndefined();
  expect(draft.row.referrer).toBe(host);
});
