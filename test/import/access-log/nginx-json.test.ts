import { expect, test } from "vitest";

import { findProblem } from "../../../src/import/access-log/formats.ts";
import { nginxJson } from "../../../src/import/access-log/nginx-json.ts";
import { firefox, nginxEntry, timeMs } from "./samples.ts";

function read(entry: object) {
  const text = JSON.stringify(entry);
  return nginxJson.detects(text) ? nginxJson.createReader()(text) : "none";
}

test.each([
  ["a name for ISO time", { time: "2026-05-17T10:05:03+00:00" }],
  ["the time of combined", { time_local: "17/May/2026:12:05:03 +0200" }],
  ["seconds", { msec: timeMs / 1000 }],
  ["seconds in quotes", { msec: `${timeMs / 1000}.000` }],
])("the time can be %s", (_name, time) => {
  expect(read({ ...nginxEntry, time_iso8601: undefined, ...time })).toMatchObject({ timeMs });
});

test("the request can come in its parts, with or without the query", () => {
  const parts = (entry: object) => read({ ...nginxEntry, request: undefined, ...entry });
  const wanted = { method: "GET", target: "/a?b=1" };
  expect(parts({ request_method: "GET", request_uri: "/a?b=1" })).toMatchObject(wanted);
  expect(parts({ method: "GET", uri: "/a", args: "b=1" })).toMatchObject(wanted);
  expect(parts({ method: "GET", uri: "/a?b=1", query_string: "b=1" })).toMatchObject(wanted);
  expect(parts({ method: "GET", uri: "/a", args: "" })).toMatchObject({ target: "/a" });
  // The address as it was sent tells more than the one without a query.
  expect(read({ ...nginxEntry, request_method: "GET", uri: "/a" })).toMatchObject(wanted);
  expect(read({ ...nginxEntry, request: "" })).toMatchObject({ method: "", target: "" });
  expect(read({ ...nginxEntry, request: "\\u0016\\u0003" })).toMatchObject({ method: "" });
});

test("other names of the values are known", () => {
  const line = read({
    "@timestamp": "2026-05-17T10:05:03Z",
    client_ip: "203.0.113.9",
    verb: "GET",
    path: "/a",
    status: 200,
    http_referrer: "https://a.example/",
    user_agent: firefox,
    server_name: "_",
  });
  expect(line).toMatchObject({
    timeMs,
    ip: "203.0.113.9",
    status: 200,
    referrer: "https://a.example/",
    userAgent: firefox,
    host: "",
  });
});

test("the type of the answer tells what a page is", () => {
  const entry = { ...nginxEntry, sent_http_content_type: "image/png" };
  expect(read(entry)).toMatchObject({ contentType: "image/png" });
});

test("lines of other programs are comments, and broken ones cannot be read", () => {
  const reader = nginxJson.createReader();
  expect(reader(JSON.stringify({ level: "info", msg: "started" }))).toBe("comment");
  expect(reader(JSON.stringify(nginxEntry))).toMatchObject({ target: "/a?b=1" });
  expect(reader(JSON.stringify({ ...nginxEntry, time_iso8601: "soon" }))).toBeUndefined();
  expect(reader(JSON.stringify(nginxEntry).slice(0, 60))).toBeUndefined();
});

test("a log without user agents says what to add", () => {
  const lines = [JSON.stringify({ ...nginxEntry, http_user_agent: undefined })];
  expect(findProblem(nginxJson, lines)).toMatch(/no user agents: add "http_user_agent"/);
});
