import fc from "fast-check";

import { hostileText, repeated } from "./texts.ts";
import { utf8 } from "./wire.ts";

type Headers = readonly (readonly [string, string])[];

/** All headers together may have 16 KiB. */
const bytesMax = 14_000;

/** Headers that the server, its framework or a proxy in front of it reads. */
const names = [
  "Accept",
  "Accept-Encoding",
  "Accept-Language",
  "Authorization",
  "Cache-Control",
  "Content-Encoding",
  "Cookie",
  "Expect",
  "Forwarded",
  "Host",
  "If-Match",
  "If-Modified-Since",
  "If-None-Match",
  "Origin",
  "Range",
  "Referer",
  "Sec-CH-UA",
  "Sec-CH-UA-Form-Factors",
  "Sec-CH-UA-Full-Version-List",
  "Sec-CH-UA-Mobile",
  "Sec-CH-UA-Model",
  "Sec-CH-UA-Platform",
  "Sec-CH-UA-Platform-Version",
  "Sec-Fetch-Dest",
  "Sec-Fetch-Site",
  "TE",
  "Upgrade",
  "User-Agent",
  "X-Forwarded-For",
  "X-Forwarded-Host",
  "X-Forwarded-Proto",
  "X-HTTP-Method-Override",
  "X-Umami-Cache",
  "__proto__",
] as const;

/** Elements of lists in headers. */
const items = [
  "a, ",
  "a;q=0.1, ",
  "text/html;q=0.9,",
  "*/*;q=0.1,",
  "de-DE;q=0.5,",
  "a=b; ",
  "a; ",
  "footfall_session=1; ",
  "__proto__=1; ",
  '"Chromium";v="1", ',
  '"(Not;A=Brand";v="8",',
  'W/"x", ',
  "no-cache, ",
  "10.0.0.1, ",
  "::ffff:1.2.3.4,",
  "[::1]:80,",
  "https,",
  "Bearer ",
  "Mozilla/5.0 ",
  "Version/1.0 Mobile ",
  "(KHTML, like Gecko) ",
  "Chrome/1",
  "; ",
  "1.",
  "%2C",
  "\\",
  '"',
  "bytes=0-1,",
] as const;

/**
 * Draws a header, or many, whose value is long, odd or no text. `others` are headers of the
 * operation.
 */
export function hostileHeader(others: readonly string[]): fc.Arbitrary<Headers> {
  const name = fc.oneof(
    { arbitrary: fc.constantFrom(...names), weight: 6 },
    ...(others.length === 0 ? [] : [{ arbitrary: fc.constantFrom(...others), weight: 3 }]),
  );
  const list = repeated(items, bytesMax);
  const text = hostileText(bytesMax).map((value) => utf8(value).replaceAll(/[\0\r\n]/g, ""));
  const prefixed = fc
    .tuple(fc.constantFrom("Bearer ", "footfall_session=", "x="), text)
    .map((all) => all.join(""));
  const value = fc.oneof({ arbitrary: list, weight: 3 }, { arbitrary: text, weight: 2 }, prefixed);
  const one = fc.tuple(name, value).map((header) => [header]);
  const several = fc
    .tuple(name, fc.constantFrom("", "a", "x=y"), fc.integer({ min: 1, max: 900 }))
    .map(([key, text, count]) => Array<readonly [string, string]>(count).fill([key, text]));
  const distinct = fc
    .integer({ min: 1, max: 1_500 })
    .map((count) => Array.from({ length: count }, (_, i): [string, string] => [`x${i}`, ""]));
  return fc.oneof({ arbitrary: one, weight: 8 }, { arbitrary: several, weight: 1 }, distinct);
}
