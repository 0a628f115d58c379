import { expect, test } from "vitest";

import { nginxProxyManager } from "../../../src/import/access-log/nginx-proxy-manager.ts";
import { firefox, managerLine } from "./samples.ts";

const read = nginxProxyManager.createReader();
const swap = (from: string, to: string) => read(managerLine.replace(from, to));

test("the host, the status and the client are those of the visitor's request", () => {
  expect(read(managerLine)).toMatchObject({ host: "www.example.com", status: 200 });
  expect(swap("- 200 200 -", "MISS 502, 200 404 -")).toMatchObject({ status: 404, method: "GET" });
  expect(swap("[Client 203.0.113.9]", "[Client 2001:db8::17]")).toMatchObject({
    ip: "2001:db8::17",
  });
});

test("requests that nobody was asked for lack some fields", () => {
  const line = managerLine.replace("- 200 200 -", "301 -").replace("[Sent-to 192.168.1.7] ", "");
  expect(read(line)).toMatchObject({ status: 301, target: "/a?b=1", userAgent: firefox });
  expect(swap('"https://www.example.org/"', '"-"')).toMatchObject({ referrer: "" });
});

test("escapes are decoded, and a target may look like the end of one", () => {
  const target = "/caf\\xC3\\xA9?q=\\x22 [Client 1.2.3.4] - 500 - x";
  expect(swap("/a?b=1", target)).toMatchObject({
    target: '/café?q=" [Client 1.2.3.4] - 500 - x',
    ip: "203.0.113.9",
    status: 200,
  });
});

test.each([
  ["broken off", managerLine.slice(0, -40)],
  ["broken off within the address", managerLine.slice(0, 100)],
  ["with a day that is none", managerLine.replace("17/May", "31/Feb")],
  ["without a client", managerLine.replace("[Client 203.0.113.9] ", "")],
  ["empty", ""],
])("a line %s cannot be read", (_what, line) => {
  expect(read(line)).toBeUndefined();
});
