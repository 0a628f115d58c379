import { expect, test } from "vitest";

import { findProblem } from "../../../src/import/access-log/formats.ts";
import { haproxy } from "../../../src/import/access-log/haproxy.ts";
import { firefox, haproxyLine, timeMs } from "./samples.ts";

const read = haproxy.createReader();
const captures = /\{Moz[^}]*\} \{text\/html\} /;
const swap = (from: string | RegExp, to: string) => read(haproxyLine.replace(from, to));

test("the captured headers are agent, referrer and host, in this order", () => {
  expect(swap("{text/html} ", "")).toMatchObject({ userAgent: firefox, host: "www.example.com" });
  expect(swap("|www.example.com}", "}")).toMatchObject({ userAgent: firefox, host: undefined });
  expect(swap(captures, "{|} ")).toMatchObject({ userAgent: "", referrer: "" });
  expect(swap(captures, "")).toMatchObject({ userAgent: undefined, referrer: undefined });
});

test("escapes are decoded, as UTF-8", () => {
  expect(swap("{Mozilla", "{a #7Bb#7D #22caf#C3#A9#22 #zz Mozilla")).toMatchObject({
    userAgent: `a {b} "café" #zz ${firefox}`,
  });
  expect(swap("/a?b=1", "/caf#C3#A9?b=#23")).toMatchObject({ target: "/café?b=#" });
});

test("times are in UTC unless they have a zone", () => {
  expect(swap(".250]", "]")).toMatchObject({ timeMs });
  expect(swap("10:05:03.250]", "12:05:03 +0200]")).toMatchObject({ timeMs });
  expect(swap("17/May/2026:10:05:03.250", "31/Feb/2026:10:05:03.250")).toBeUndefined();
});

test("requests over HTTP/2 have the host in the target", () => {
  expect(swap("GET /a?b=1 HTTP/1.1", "GET https://www.example.com/a HTTP/2.0")).toMatchObject({
    method: "GET",
    target: "https://www.example.com/a",
  });
  expect(swap("GET /a?b=1 HTTP/1.1", "<BADREQ>")).toMatchObject({ method: "", target: "" });
  expect(swap(" 200 2750", " -1 0")).toMatchObject({ status: 0 });
});

test("what follows the request and precedes the client is passed over", () => {
  expect(read(`${haproxyLine} 0/0/0/0/0 example.com/TLSv1.3`)).toMatchObject({ target: "/a?b=1" });
  const [, bare = ""] = haproxyLine.split("haproxy[14389]: ");
  expect(read(bare)).toMatchObject({ ip: "203.0.113.9" });
  expect(read(bare.replace("203.0.113.9", "2001:db8::17"))).toMatchObject({ ip: "2001:db8::17" });
});

test("messages are comments, and lines that were broken off cannot be read", () => {
  const [syslog = ""] = haproxyLine.split("203.0.113.9");
  expect(read(`${syslog}Proxy http-in started.`)).toBe("comment");
  const failed = "203.0.113.9:1 [17/May/2026:10:05:03.250] http-in/1: SSL handshake failure";
  expect(read(syslog + failed)).toBe("comment");
  expect(read(haproxyLine.slice(0, -30))).toBeUndefined();
  expect(read(haproxyLine.slice(0, 110))).toBeUndefined();
});

test("a log that does not capture what is needed says what to capture", () => {
  const problem = (...lines: string[]) => findProblem(haproxy, lines);
  expect(problem(haproxyLine.replace(captures, ""))).toMatch(/no user agents: capture the request/);
  expect(problem(haproxyLine.replace(captures, "{example.com|1.2.3.4} "))).toMatch(
    /captures do not begin with user agents: capture the request headers User-Agent, Referer and Host/,
  );
  expect(problem(haproxyLine)).toBeUndefined();
});
