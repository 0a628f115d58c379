import { describe, expect, test } from "vitest";

import {
  combined as combinedFormat,
  parseLogLine,
} from "../../../src/import/access-log/combined.ts";
import type { LogLine } from "../../../src/import/access-log/log-format.ts";
import { expectCpuTimeBelow } from "../../helpers/cpu-time.ts";

const TIME_MS = Date.UTC(2015, 4, 17, 10, 5, 3);
const TIME = "[17/May/2015:10:05:03 +0000]";
const FIREFOX = "Mozilla/5.0 (X11; Linux i686; rv:26.0) Gecko/20100101 Firefox/26.0";

function combined(parts: Partial<Record<"client" | "time" | "request" | "end", string>>): string {
  const { client = "203.0.113.9 - -", time = TIME, request = "GET / HTTP/1.1" } = parts;
  return `${client} ${time} "${request}" ${parts.end ?? `200 17 "-" "${FIREFOX}"`}`;
}

function read(parts: Parameters<typeof combined>[0]): LogLine {
  const line = parseLogLine(combined(parts));
  if (line === undefined) throw new Error(`unreadable: ${combined(parts)}`);
  return line;
}

describe("formats", () => {
  test("a combined line gives every value", () => {
    const line = `203.0.113.9 - frank ${TIME} "GET /projects/xdotool/?page=2 HTTP/1.1" 200 12292 "http://www.google.com/" "${FIREFOX}"`;
    expect(parseLogLine(line)).toEqual({
      timeMs: TIME_MS,
      ip: "203.0.113.9",
      method: "GET",
      target: "/projects/xdotool/?page=2",
      status: 200,
      referrer: "http://www.google.com/",
      userAgent: FIREFOX,
    });
  });

  test("a common line has neither referrer nor user agent", () => {
    const without = { referrer: undefined, userAgent: undefined };
    expect(read({ end: "200 2326" })).toMatchObject({ status: 200, ...without });
    expect(read({ end: "304 -" })).toMatchObject({ status: 304, ...without });
    expect(read({ end: "204" })).toMatchObject({ status: 204, ...without });
  });

  test("a line with a referrer only has no user agent", () => {
    expect(read({ end: '200 5 "http://a.example/"' })).toMatchObject({
      referrer: "http://a.example/",
      userAgent: undefined,
    });
  });

  test.each([
    ["nginx's forwarded address", '200 5 "http://a.example/" "curl/8.5.0" "198.51.100.200"'],
    ["Apache's bytes in and out", '200 5 "http://a.example/" "curl/8.5.0" 512 9000'],
    ["timings", '200 5 "http://a.example/" "curl/8.5.0" rt=0.005 uct="0.000" urt="-"'],
    ["a timing before the referrer", '200 5 0.005 "http://a.example/" "curl/8.5.0"'],
  ])("other fields are passed over: %s", (_name, end) => {
    expect(read({ end })).toMatchObject({ referrer: "http://a.example/", userAgent: "curl/8.5.0" });
  });

  test.each([
    ["an address", "203.0.113.9 - -", "203.0.113.9"],
    ["an IPv6 address", "2001:db8::17 - -", "2001:db8::17"],
    ["an IPv4 address as IPv6", "::ffff:203.0.113.9 - -", "::ffff:203.0.113.9"],
    ["a host name", "crawl-66-249-73-135.example.com - -", "crawl-66-249-73-135.example.com"],
    ["a virtual host with port before it", "example.com:443 203.0.113.9 - -", "203.0.113.9"],
    ["a virtual host without port before it", "example.com 203.0.113.9 - -", "203.0.113.9"],
    ["a virtual host of hexadecimal letters", "cafe.de:80 2001:db8::17 - -", "2001:db8::17"],
    ["a virtual host that is an address", "[::1]:443 203.0.113.9 - -", "203.0.113.9"],
    ["a virtual host before a host name", "example.com:80 client.example - -", "client.example"],
    ["the proxies behind it", "203.0.113.9, 10.0.0.1 - -", "203.0.113.9"],
    ["nothing", "- - -", ""],
    ["a user with spaces", "203.0.113.9 - Frank N. Stein", "203.0.113.9"],
    ["a user with brackets", "203.0.113.9 - [frank] [1]", "203.0.113.9"],
  ])("the client is read from %s", (_name, client, ip) => {
    expect(read({ client })).toMatchObject({ ip, timeMs: TIME_MS, method: "GET" });
  });

  test.each([
    ["example.com:443 203.0.113.9", "example.com"],
    ["example.com 203.0.113.9", "example.com"],
    ["[::1]:443 203.0.113.9", "[::1]"],
    ["vps1:80 203.0.113.9", "vps1"],
    ["example.com:80 client.example", "example.com"],
    // None of these is a host: nginx's name of a server for all, an id, a machine.
    ["_ 203.0.113.9", undefined],
    ["0a1b2c3d 203.0.113.9", undefined],
    ["- 203.0.113.9", undefined],
    ["203.0.113.9 198.51.100.1", undefined],
    ["203.0.113.9, 10.0.0.1", undefined],
    ["crawl-66-249-73-135.example.com -", undefined],
  ])("the host before the client in %s is %s", (client, host) => {
    expect(read({ client: `${client} - -` }).host).toBe(host);
  });

  test("a line that begins with # is a comment unless it is a request", () => {
    const reader = combinedFormat.createReader();
    expect(reader("# Fields of the log")).toBe("comment");
    expect(reader(combined({ client: "#1 203.0.113.9 - -" }))).toMatchObject({ timeMs: TIME_MS });
  });

  test.each([
    ["nothing", ""],
    ["a line of an error log", "2015/05/17 10:07:03 [error] 31#31: *7 open() failed"],
    ["JSON", '{"time":"17/May/2015:10:05:03 +0000","status":200}'],
    ["the header of a W3C log", "#Fields: date time cs-method cs-uri-stem"],
    ["no client", `${TIME} "GET / HTTP/1.1" 200 17 "-" "-"`],
    ["no request", `203.0.113.9 - - ${TIME} 200 17`],
    ["no status", combined({ end: '- 17 "-" "-"' })],
    ["a status of four digits", combined({ end: '2000 17 "-" "-"' })],
    ["a request broken off", `203.0.113.9 - - ${TIME} "GET /pag`],
    ["a referrer broken off", combined({ end: '200 17 "http://a.exam' })],
    ["a user agent broken off", combined({ end: '200 17 "-" "Mozilla/5.0 (X' })],
    ["a user agent that ends in an escaped quote", combined({ end: String.raw`200 1 "-" "a\"` })],
  ])("%s is unreadable", (_name, line) => {
    expect(parseLogLine(line)).toBeUndefined();
  });

  test("a long hostile line costs no more than its length", () => {
    for (const text of ["[", " [", '"', '\\"', "\\", '" "', '" 200']) {
      const line = combined({ request: text.repeat(60_000 / text.length), end: "" });
      expectCpuTimeBelow(200, () => parseLogLine(line), text);
    }
  });
});

describe("time", () => {
  test.each([
    ["17/May/2015:10:05:03 +0000", "2015-05-17T10:05:03Z"],
    ["17/May/2015:10:05:03 +0530", "2015-05-17T04:35:03Z"],
    ["17/May/2015:20:05:03 -0700", "2015-05-18T03:05:03Z"],
    ["01/Jan/2016:00:30:00 +0100", "2015-12-31T23:30:00Z"],
    ["29/Feb/2016:23:59:59 +0000", "2016-02-29T23:59:59Z"],
    ["31/Dec/2016:23:59:60 +0000", "2017-01-01T00:00:00Z"],
    ["01/Jan/1970:00:00:00 +0000", "1970-01-01T00:00:00Z"],
  ])("[%s] is %s", (time, expected) => {
    expect(read({ time: `[${time}]` }).timeMs).toBe(Date.parse(expected));
  });

  test("every month is recognised", () => {
    for (let month = 0; month < 12; month += 1) {
      const at = new Date(Date.UTC(2023, month, 5));
      const name = at.toLocaleString("en", { month: "short", timeZone: "UTC" });
      expect(read({ time: `[05/${name}/2023:00:00:00 +0000]` }).timeMs).toBe(at.getTime());
    }
  });

  test.each([
    "31/Feb/2015:10:05:03 +0000",
    "29/Feb/2015:10:05:03 +0000",
    "31/Apr/2015:10:05:03 +0000",
    "00/May/2015:10:05:03 +0000",
    "32/May/2015:10:05:03 +0000",
    "17/Mai/2015:10:05:03 +0000",
    "17/May/0015:10:05:03 +0000",
    "17/May/2015:24:05:03 +0000",
    "17/May/2015:10:60:03 +0000",
    "17/May/2015:10:05:61 +0000",
    "17/May/2015:10:05:03 +2400",
    "17/May/2015:10:05:03 +0060",
    "17/May/2015:10:05:03 00000",
    "17/May/2015:1o:05:03 +0000",
    "17/May/2015:10:05:03 +000x",
    "17/May/2015:10:05:03 GMT",
  ])("[%s] is no time, so the line is unreadable", (time) => {
    expect(parseLogLine(combined({ time: `[${time}]` }))).toBeUndefined();
  });

  test("an impossible day does not spoil the day after it", () => {
    const times = ["17/May/2015", "31/Feb/2015", "17/May/2015", "18/May/2015", "17/May/2015"];
    const read = times.map((day) => parseLogLine(combined({ time: `[${day}:10:05:03 +0000]` })));
    const days = read.map((line) => (line === undefined ? undefined : line.timeMs - TIME_MS));
    expect(days).toEqual([0, undefined, 0, 86_400_000, 0]);
  });
});

describe("request", () => {
  test.each([
    ["GET /a?b=1 HTTP/1.0", "GET", "/a?b=1"],
    ["GET /a HTTP/2.0", "GET", "/a"],
    ["GET /a HTTP/3.0", "GET", "/a"],
    ["GET /a", "GET", "/a"],
    ["POST /wp-login.php HTTP/1.1", "POST", "/wp-login.php"],
    ["VERSION-CONTROL /dav HTTP/1.1", "VERSION-CONTROL", "/dav"],
    ["OPTIONS * HTTP/1.0", "OPTIONS", "*"],
    ["CONNECT example.com:443 HTTP/1.1", "CONNECT", "example.com:443"],
    ["GET http://example.com/a?b=1 HTTP/1.1", "GET", "http://example.com/a?b=1"],
    ["GET /two words HTTP/1.1", "GET", "/two words"],
    ["GET /a HTTP/9 b HTTP/1.1", "GET", "/a HTTP/9 b"],
    ['GET /search?q="quoted" HTTP/1.1', "GET", '/search?q="quoted"'],
    ['GET /search?q="two words" HTTP/1.1', "GET", '/search?q="two words"'],
    [String.raw`GET /search?q=\"a\\\" HTTP/1.1`, "GET", String.raw`/search?q="a\"`],
    [String.raw`GET /caf\xc3\xa9 HTTP/1.1`, "GET", "/café"],
    [String.raw`GET /caf\xC3\xA9/\xE2\x82\xAC HTTP/1.1`, "GET", "/café/€"],
    ["GET /café€😀 HTTP/1.1", "GET", "/café€😀"],
    [String.raw`GET /é\xc3\xa9😀\xf0\x9f\x98\x80 HTTP/1.1`, "GET", "/éé😀😀"],
    [String.raw`GET /latin1-\xe9 HTTP/1.1`, "GET", "/latin1-\uFFFD"],
    [String.raw`GET /\t\n\x0a\q\xZZ\ HTTP/1.1`, "GET", "/\t\n\n\\q\\xZZ\\"],
  ])("%s is %s %s", (request, method, target) => {
    expect(read({ request })).toMatchObject({ method, target, userAgent: FIREFOX });
  });

  test.each([
    ["an aborted connection", "-"],
    ["an empty request", ""],
    ["a TLS handshake", String.raw`\x16\x03\x01\x02\x00\x01\x00\x01\xFC\x03\x03 \x8A`],
    ["a TLS handshake with quotes in it", String.raw`\x16\x03\x01\"\x00 \"`],
    ["raw bytes", "\u0003\uFFFD GET"],
    ["one word", "quit"],
    ["a space first", " / HTTP/1.1"],
  ])("%s is readable, with no method and no target", (_name, request) => {
    expect(read({ request, end: '400 150 "-" "-"' })).toEqual({
      timeMs: TIME_MS,
      ip: "203.0.113.9",
      method: "",
      target: "",
      status: 400,
      referrer: "",
      userAgent: "",
    });
  });
});

describe("quoted fields", () => {
  test.each([
    ["-", ""],
    ["", ""],
    ["--", "--"],
    [String.raw`a \"b\" c`, 'a "b" c'],
    [String.raw`a \x22b\x22 c`, 'a "b" c'],
    [String.raw`ends in a backslash \\`, "ends in a backslash \\"],
    ['bare "quotes"inside', 'bare "quotes"inside'],
    [String.raw`\xd0\x9f\xd1\x80`, "Пр"],
  ])("%s is read as %s", (field, expected) => {
    expect(read({ end: `200 17 "${field}" "${field}"` })).toMatchObject({
      referrer: expected,
      userAgent: expected,
    });
  });
});
