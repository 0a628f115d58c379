import type { lookup } from "node:dns";
import { describe, expect, test } from "vitest";

import {
  addressIn,
  isPublicAddress,
  publicLookup,
} from "../../../src/notifications/webhooks/addresses.ts";

test.each([
  "1.1.1.1",
  "8.8.8.8",
  "172.15.255.255",
  "172.32.0.1",
  "192.167.0.1",
  "100.63.0.1",
  "100.128.0.1",
  "2606:4700:4700::1111",
  "2a00:1450:4001:800::200e",
  "::ffff:8.8.8.8",
  "64:ff9b::8.8.8.8",
])("%s is public", (ip) => {
  expect(isPublicAddress(ip)).toBe(true);
});

test.each([
  "0.0.0.0",
  "0.1.2.3",
  "10.1.2.3",
  "100.64.0.1",
  "100.127.255.255",
  "127.0.0.1",
  "127.255.255.254",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.170",
  "192.168.0.1",
  "198.18.0.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::127.0.0.1",
  "::ffff:127.0.0.1",
  "::ffff:10.0.0.1",
  "::ffff:7f00:1",
  "0:0:0:0:0:ffff:169.254.169.254",
  "64:ff9b::127.0.0.1",
  "64:ff9b::a9fe:a9fe",
  "64:ff9b::",
  "64:ff9b:1::1",
  "2001::1",
  "2001:db8::1",
  "2002:7f00:1::1",
  "fc00::1",
  "fd12:3456::1",
  "fe80::1",
  "fe80::1%eth0",
  "fec0::1",
  "ff02::1",
  "4000::1",
  "localhost",
  "",
])("%s is not", (ip) => {
  expect(isPublicAddress(ip)).toBe(false);
});

test.each([
  ["http://127.0.0.1/", "127.0.0.1"],
  ["http://127.1/", "127.0.0.1"],
  ["http://2130706433/", "127.0.0.1"],
  ["http://0x7f.0.0.1/", "127.0.0.1"],
  ["http://017700000001/", "127.0.0.1"],
  ["http://[::1]:8080/", "::1"],
  ["http://[::ffff:127.0.0.1]/", "::ffff:7f00:1"],
  ["http://example.com/", undefined],
])("the address in %s is %s", (url, address) => {
  expect(addressIn(new URL(url))).toBe(address);
});

describe("a name", () => {
  const resolveTo = (...addresses: readonly string[]) =>
    ((_host: string, _options: object, done: (...answer: unknown[]) => void) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      )) as unknown as typeof lookup;
  const ask = (all: boolean, ...addresses: readonly string[]) =>
    new Promise((resolve, reject) => {
      publicLookup(resolveTo(...addresses))("some.test", { all }, (error, found) =>
        error ? reject(error) : resolve(found),
      );
    });

  test("gives a socket the addresses that were checked", async () => {
    const both = [
      { address: "8.8.8.8", family: 4 },
      { address: "2a00::1", family: 6 },
    ];
    expect(await ask(true, "8.8.8.8", "2a00::1")).toEqual(both);
    expect(await ask(false, "8.8.8.8", "2a00::1")).toBe("8.8.8.8");
  });

  test.each([[["127.0.0.1"]], [["8.8.8.8", "10.0.0.1"]], [["8.8.8.8", "::1"]], [[]]])(
    "that stands for %j leads nowhere",
    async (addresses) => {
      await expect(ask(true, ...addresses)).rejects.toThrow("some.test is a private address");
      await expect(ask(false, ...addresses)).rejects.toThrow("some.test is a private address");
    },
  );
});
