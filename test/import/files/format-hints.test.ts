import { expect, test } from "vitest";

import { findHint } from "../../../src/import/files/format-hints.ts";
import { chooseFormat } from "../../../src/import/import-request.ts";
import { expectCpuTimeBelow } from "../../helpers/cpu-time.ts";
import { fileOf } from "../formats/reading.ts";

const matomo = "label,nb_visits,nb_actions\nGermany,4,9\n";
const samples: readonly (readonly [string, string, RegExp])[] = [
  ["Matomo's report", matomo, /import what Live\.getLastVisitsDetails answers as JSON/],
  ["Matomo's report by days", "Date,Unique visitors,Visits\n2026-01-01,3,4\n", /report of Matomo/],
  [
    "Matomo's report in UTF-16",
    `\uFFFD\uFFFD${[...matomo].map((letter) => `${letter}\0`).join("")}`,
    /report of Matomo/,
  ],
  ["Swetrix's export", "value,views,perc\n/,3,75%\n", /export of Swetrix.*access logs/],
  [
    "Rybbit's export",
    "site_id,timestamp,session_id,user_id,hostname,pathname,querystring,referrer\n",
    /export of Rybbit.*access logs/,
  ],
  [
    "PostHog's events",
    "uuid,event,properties,distinct_id,timestamp\n",
    /PostHog; send them to POST/,
  ],
  [
    "PostHog's events as JSON",
    '[{"event":"$pageview","distinct_id":"x","properties":{}}]',
    /PostHog; send them to POST/,
  ],
  [
    "Cloudflare Web Analytics",
    '{"data":{"viewer":{"accounts":[{"rumPageloadEventsAdaptiveGroups":[]}]}}}',
    /import http_requests of Logpush/,
  ],
  ["xz", "\uFFFD7zXZ\0", /unpack it, or pack it with gzip/],
  ["zstd", "(\uFFFD/\uFFFD\u0004", /unpack it, or pack it with gzip/],
];

test.each(samples)("%s gets a hint", (_name, beginning, hint) => {
  expect(findHint(beginning)).toMatch(hint);
});

test("an upload of such files is refused with the hint, in place of a list of sources", async () => {
  const files = [fileOf("report.csv", matomo)];
  const result = chooseFormat(
    { paths: [{ path: "/nowhere", name: "report.csv" }], open: async () => files },
    { source: undefined, options: {} },
  );
  await expect(result).rejects.toMatchObject({
    fields: { file: [expect.stringMatching(/^report\.csv: it is a report of Matomo/)] },
  });
});

test("other texts get none, and long ones cost no more than their length", () => {
  for (const text of [
    "",
    "a,b\n1,2\n",
    "[",
    "{}",
    "203.0.113.9 - - [x] ",
    "0".repeat(64),
    "label,",
  ]) {
    expect(findHint(text)).toBeUndefined();
    const long = text.repeat(60_000 / Math.max(text.length, 1));
    expectCpuTimeBelow(50, () => void findHint(long), text);
  }
});

test("only the first 65,536 characters are looked at", () => {
  expect(findHint(`${" ".repeat(65_000)}rumPageLoadEvents`)).toBeDefined();
  expect(findHint(`${" ".repeat(65_536)}rumPageLoadEvents`)).toBeUndefined();
});
