import { describe, expect, test } from "vitest";

import { dayOf } from "../../../src/collect/incoming-event.ts";
import { detectFormat } from "../../../src/import/access-log/formats.ts";
import type { LogLine } from "../../../src/import/access-log/log-format.ts";
import { readLine } from "../../../src/import/access-log/page-view.ts";
import { websiteWith } from "../../helpers/draft.ts";
import { processEvent } from "./import-world.ts";
import { cloudFrontHeader, cloudFrontLine, firefox, logs, timeMs } from "./samples.ts";

const nowMs = timeMs + 1_000;

function lineWith(values: Partial<LogLine>): LogLine {
  return {
    timeMs,
    ip: "203.0.113.9",
    method: "GET",
    target: "/a",
    status: 200,
    referrer: "",
    userAgent: firefox,
    ...values,
  };
}

function viewOf(values: Partial<LogLine>) {
  return readLine(lineWith(values), { website: websiteWith(), nowMs, importId: 0 }).pageView;
}

/** Returns the page's address, or why there is none. */
function urlOf(values: Partial<LogLine>) {
  const view = viewOf(values);
  return typeof view === "object" ? view.event.url.href : view;
}

/** Returns the page of the row, or why the event is dropped. */
function outcomeOf(values: Partial<LogLine>, website = websiteWith()) {
  const view = readLine(lineWith(values), { website, nowMs, importId: 0 }).pageView;
  if (typeof view !== "object") return view;
  const { row, dropReason } = processEvent(view, dayOf(view));
  return dropReason ?? `${row?.hostname}${row?.page}`;
}

describe("host rule", () => {
  test.each([
    ["no host", undefined, "example.com/a"],
    ["an empty host", "", "example.com/a"],
    ["the domain", "example.com", "example.com/a"],
    ["the domain in capitals with a port", "EXAMPLE.com:8443", "example.com/a"],
    ["a subdomain", "shop.example.com", "shop.example.com/a"],
    ["a distribution of CloudFront", "d111111abcdef8.cloudfront.net", "example.com/a"],
    ["one with a port", "d111111abcdef8.CloudFront.net:443", "example.com/a"],
    ["another website", "example.org", "hostname"],
    ["a host that ends alike", "notexample.com", "hostname"],
    ["a host that only begins alike", "example.com.evil.org", "hostname"],
    ["CloudFront's own host", "cloudfront.net", "hostname"],
    ["an address", "192.0.2.1", "hostname"],
    ["an address of IPv6", "[2001:db8::1]:443", "hostname"],
    ["a host with a path", "example.com/b", undefined],
    ["a host behind a name", "x@example.com", undefined],
    ["a host with a fragment", "example.com#", undefined],
    ["spaces", "example .com", undefined],
    ["a host that is none", "a:b:c", undefined],
    ["a host of any length", `${"a".repeat(1000)}.example.com`, undefined],
  ])("%s", (_what, host, expected) => {
    expect(outcomeOf({ host })).toBe(expected);
  });

  test("an absolute address wins over the host", () => {
    expect(outcomeOf({ host: "example.com", target: "http://example.org/b" })).toBe("hostname");
  });

  test.each(Object.keys(logs))("%s is judged by it where it has a host", (log) => {
    const read = detectFormat(logs[log] ?? [])?.createReader();
    const line = (logs[log] ?? []).map((text) => read?.(text)).at(-1);
    if (typeof line !== "object") throw new Error("not a request");
    const hasHost = !["combined", "w3c"].includes(log);
    expect(outcomeOf(line)).toBe(hasHost ? "www.example.com/a?b=1" : "example.com/a?b=1");
    const elsewhere = websiteWith({ domain: "example.org" });
    expect(outcomeOf(line, elsewhere)).toBe(hasHost ? "hostname" : "example.org/a?b=1");
  });

  test("visitors who use the distribution's name see the website", () => {
    const read = detectFormat(cloudFrontHeader)?.createReader();
    for (const line of cloudFrontHeader) read?.(line);
    const line = read?.(cloudFrontLine({ "x-host-header": "d111111abcdef8.cloudfront.net" }));
    expect(typeof line === "object" && outcomeOf(line)).toBe("example.com/a?b=1");
  });
});

describe("rules of the website", () => {
  test("bots and excluded addresses are dropped", () => {
    expect(outcomeOf({ userAgent: undefined })).toBe("bot");
    expect(outcomeOf({}, websiteWith({ excludeIps: ["203.0.113.0/24"] }))).toBe("ip");
  });
});

describe("the type of the answer", () => {
  test.each([
    ["text/html", "/logo.png"],
    ["text/html; charset=utf-8", "/feed/"],
    ["TEXT/HTML;charset=utf-8", "/a"],
    ["text/html;%20charset=utf-8", "/a"],
    ["application/xhtml+xml", "/a.xml"],
  ])("%s of %s is a page", (contentType, target) => {
    expect(urlOf({ contentType, target })).toBe(`http://example.com${target}`);
  });

  test.each(["application/json", "image/png", "text/htmlx", "text/plain", "x text/html"])(
    "%s is none, whatever its address",
    (contentType) => expect(urlOf({ contentType })).toBe("type"),
  );

  test("a log that does not say it is judged by its addresses", () => {
    expect(urlOf({ contentType: "", target: "/logo.png" })).toBe("type");
    expect(urlOf({ contentType: "", target: "/a" })).toBe("http://example.com/a");
  });
});

test.each([
  ["before all websites", Date.UTC(1999, 11, 31)],
  ["of next week", nowMs + 7 * 86_400_000],
])("a time %s is unreadable", (_when, wrongMs) => {
  expect(viewOf({ timeMs: wrongMs })).toBeUndefined();
});
