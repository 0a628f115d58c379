import { describe, expect, test } from "vitest";

import {
  isLocalDomain,
  isUnreachable,
  platforms,
  type SnippetOptions,
  snippetOf,
} from "../../../src/dashboard/settings/tracking-snippet.ts";

const options: SnippetOptions = {
  domain: "example.com",
  script: "https://stats.example.com/js/script.js",
  isOutbound: false,
  isDownloads: false,
};

describe("the tracking code", () => {
  test("is one line of HTML", () => {
    expect(snippetOf("html", options)).toBe(
      '<script defer data-domain="example.com" src="https://stats.example.com/js/script.js"></script>',
    );
  });

  test.each(platforms)("for %s says what the boxes say", (platform) => {
    const plain = snippetOf(platform, options);
    const full = snippetOf(platform, { ...options, isOutbound: true, isDownloads: true });

    expect(plain).toContain('"https://stats.example.com/js/script.js"');
    expect(plain).not.toMatch(/outbound|downloads|local/);
    expect(full).toMatch(/outbound/);
    expect(full).toMatch(/downloads ?= ?"pdf\|/);
  });

  test.each(platforms)("for %s has data-local where the tracker needs it", (platform) => {
    expect(snippetOf(platform, { ...options, domain: "localhost" })).toMatch(/data-local|\.local/);
  });
});

test.each([
  ["localhost", true],
  ["192.0.2.1", true],
  ["example.com", false],
  ["1.example", false],
])("%s is a local domain: %s", (domain, isLocal) => {
  expect(isLocalDomain(domain)).toBe(isLocal);
});

test.each([
  ["http://stats.example.com", true],
  ["https://localhost", true],
  ["https://127.0.0.1:8443", true],
  ["https://10.1.2.3", true],
  ["https://172.16.0.1", true],
  ["https://172.32.0.1", false],
  ["https://192.168.1.9", true],
  ["https://[::1]", true],
  ["https://[fd00::1]", true],
  ["https://[2001:db8::1]", false],
  ["https://stats", true],
  ["https://stats.local", true],
  ["https://stats.example.com", false],
  ["https://10.example.com", false],
])("visitors cannot reach %s: %s", (url, isOut) => {
  expect(isUnreachable(new URL(url))).toBe(isOut);
});
