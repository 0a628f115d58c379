import { describe, expect, test } from "vitest";

import { w3c } from "../../../src/import/access-log/w3c.ts";
import { expectCpuTimeBelow } from "../../helpers/cpu-time.ts";
import {
  cloudFrontHeader,
  cloudFrontLine,
  firefox,
  iisHeader,
  iisLine,
  timeMs,
} from "./samples.ts";

function readAll(...lines: string[]) {
  const read = w3c.createReader();
  return lines.map((line) => read(line));
}

/** Returns how the last line is read. */
function read(...lines: string[]) {
  return readAll(...lines).at(-1);
}

describe("values in quotes", () => {
  const fields = iisHeader[3]?.replace("sc-status", "cs(Cookie) sc-status") ?? "";
  const withCookie = (cookie: string) => iisLine.replace(" 200 0 0", ` ${cookie} 200 0 0`);

  test("may have blanks, as some cookies do", () => {
    const plain = read(iisHeader[3] ?? "", iisLine);
    for (const cookie of ["a=b;+c=d", '"a=b; c=d"', '"a="x y"; b"', '"a=b; c=d', '"']) {
      const isWhole = !cookie.includes(" ") || cookie.endsWith('"');
      expect(read(fields, withCookie(cookie)), cookie).toEqual(isWhole ? plain : undefined);
    }
    expect(read(fields, withCookie("a=b; c=d"))).toBeUndefined();
  });

  test("cost no more than their length", () => {
    for (const text of ['"', ' "', '"a ', '" "', '\\" ']) {
      const line = text.repeat(60_000 / text.length);
      expectCpuTimeBelow(50, () => read(fields, line), text);
    }
  });
});

describe("#Fields", () => {
  test("directives are comments, and entries before them cannot be read", () => {
    expect(readAll(iisLine, ...iisHeader)).toEqual([undefined, ...iisHeader.map(() => "comment")]);
  });

  test("may change in mid-file, and hold for the entries below", () => {
    const other = "#Fields: time date sc-status cs(User-Agent) cs-uri-stem cs-method c-ip cs-host";
    const entry = "10:05:03 2026-05-17 304 Safari/1.0+(x) /b GET 192.0.2.7 shop.example.com";
    const lines = readAll(...iisHeader, iisLine, ...iisHeader, iisLine, other, entry);

    expect(lines[4]).toMatchObject({ target: "/a?b=1", host: "" });
    expect(lines[9]).toEqual(lines[4]);
    expect(lines[10]).toBe("comment");
    expect(lines[11]).toEqual({
      timeMs,
      ip: "192.0.2.7",
      method: "GET",
      target: "/b",
      status: 304,
      referrer: undefined,
      userAgent: "Safari/1.0 (x)",
      host: "shop.example.com",
      contentType: "",
    });
  });

  test("that lack what an import needs make the entries below unreadable", () => {
    const lacking = "#Fields: date time c-ip";
    expect(readAll(...iisHeader, iisLine, lacking, "2026-05-17 10:05:03 192.0.2.7").at(-1)).toBe(
      undefined,
    );
  });

  test("may be in any case and have blanks at their end", () => {
    const fields = `${iisHeader[3]?.toUpperCase()}  `;
    expect(read(fields, `${iisLine} `)).toMatchObject({ target: "/a?b=1", userAgent: firefox });
  });
});

describe("IIS", () => {
  test("a value with a space in it would shift the others, so the entry is unreadable", () => {
    expect(read(...iisHeader, iisLine.replace(" - ", " Joe Bloggs "))).toBeUndefined();
    expect(read(...iisHeader, iisLine.replace(" - ", " "))).toBeUndefined();
  });

  test.each([
    ["no query", iisLine.replace(" b=1 ", " - "), { target: "/a" }],
    ["no referrer", iisLine.replace("https://www.example.org/", "-"), { referrer: "" }],
    ["no agent", iisLine.replace(/ Mozilla\S+/, " -"), { userAgent: "" }],
    ["a plus in the address", iisLine.replace("/a", "/c++"), { target: "/c++?b=1" }],
    ["an address of IPv6", iisLine.replace("203.0.113.9", "2001:db8::1"), { ip: "2001:db8::1" }],
  ])("%s", (_what, line, expected) => {
    expect(read(...iisHeader, line)).toMatchObject(expected);
  });

  test.each(["2026-02-31 10:05:03", "2026-05-17 24:05:03", "17.05.2026 10:05:03", "- 10:05:03"])(
    "%s is no time",
    (time) => {
      expect(read(...iisHeader, iisLine.replace("2026-05-17 10:05:03", time))).toBeUndefined();
    },
  );
});

describe("CloudFront", () => {
  test.each([
    ["once", "Mozilla/5.0%20(X11;%20%22Linux%22)", 'Mozilla/5.0 (X11; "Linux")'],
    ["twice", "Mozilla/5.0%2520(X11;%2520%2522Linux%2522)", 'Mozilla/5.0 (X11; "Linux")'],
    ["not at all", "curl/8.5.0", "curl/8.5.0"],
    ["with a plus", "Bot/1.0%20(+https://a.example)", "Bot/1.0 (+https://a.example)"],
    ["with a plus and no space", "Bot+1/1.0", "Bot+1/1.0"],
    ["as UTF-8", "caf%C3%A9%20%E2%82%AC", "café €"],
    ["wrongly", "100%%20%E9%20sure%2", "100% %E9 sure%2"],
  ])("an agent encoded %s is decoded", (_how, agent, expected) => {
    const line = cloudFrontLine({ "cs(User-Agent)": agent });
    expect(read(...cloudFrontHeader, line)).toMatchObject({ userAgent: expected });
  });

  test("entries that were copied with spaces for tabs are read", () => {
    const line = cloudFrontLine({ "cs(User-Agent)": firefox.replaceAll(" ", "%2520") });
    expect(read(...cloudFrontHeader, line.replaceAll("\t", " "))).toMatchObject({
      userAgent: firefox,
    });
  });

  test("the percent signs of addresses are decoded, and nothing else of them", () => {
    const line = cloudFrontLine({
      "cs-uri-stem": "/caf%25C3%25A9%20x",
      "cs-uri-query": "q=a%2520b+c",
      "cs(Referer)": "https://www.example.org/%25C3%25A9",
    });
    expect(read(...cloudFrontHeader, line)).toMatchObject({
      target: "/caf%C3%A9%20x?q=a%20b+c",
      referrer: "https://www.example.org/%C3%A9",
    });
  });

  test("the host is that of the visitor, or else the distribution", () => {
    expect(read(...cloudFrontHeader, cloudFrontLine())).toMatchObject({ host: "www.example.com" });
    expect(read(...cloudFrontHeader, cloudFrontLine({ "x-host-header": "-" }))).toMatchObject({
      host: "d111111abcdef8.cloudfront.net",
    });
  });

  test("a connection that was closed has no status", () => {
    expect(read(...cloudFrontHeader, cloudFrontLine({ "sc-status": "000" }))).toMatchObject({
      status: 0,
    });
  });
});
