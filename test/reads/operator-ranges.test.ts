import { BlockList, isIP } from "node:net";
import { expect, test } from "vitest";

import { canonicalIp } from "../../src/base/net/ip-address.ts";
import { Random } from "../../src/demo/random.ts";
import { OperatorRanges } from "../../src/reads/operator-ranges.ts";
import { expectCpuTimeBelow } from "../helpers/cpu-time.ts";
import { rounds } from "../helpers/rounds.ts";

/** Returns a random address. Few values of its parts make ranges that overlap. */
function drawAddress(random: Random, family: 4 | 6, most: number): string {
  if (family === 4) return `192.0.${random.integer(0, most)}.${random.integer(0, 255)}`;
  const groups = [0, 0, 0].map(() => random.integer(0, most).toString(16));
  return `2001:db8:${groups.join(":")}::${random.integer(0, 65_535).toString(16)}`;
}

function drawPrefix(random: Random, most: number): string {
  const family = random.happens(0.5) ? 4 : 6;
  const length = family === 4 ? random.integer(18, 32) : random.integer(40, 128);
  return `${drawAddress(random, family, most)}/${length}`;
}

/** Returns whether Node's own list, which looks at each range, has the address. */
function isIn(prefixes: readonly string[], ip: string): boolean {
  const family = isIP(ip);
  const list = new BlockList();
  for (const prefix of prefixes) {
    const [first = "", length] = prefix.split("/");
    if (isIP(first) === family) list.addSubnet(first, Number(length), `ipv${family as 4 | 6}`);
  }
  return list.check(ip, `ipv${family as 4 | 6}`);
}

test("random addresses in random ranges are found as a list without tricks finds them", () => {
  const found = { yes: 0, no: 0, unknown: 0 };
  for (let seed = 1; seed <= 60 * rounds; seed += 1) {
    const random = new Random(seed);
    const most = random.integer(1, 40);
    const prefixes = Array.from({ length: random.integer(0, 60) }, () => drawPrefix(random, most));
    const ranges = new OperatorRanges([{ reader: "gptbot", prefixes }]);
    for (let nth = 0; nth < 40; nth += 1) {
      const drawn = drawAddress(random, random.happens(0.5) ? 4 : 6, most);
      const ip = canonicalIp(drawn) ?? "";
      const verified = ranges.verify("GPTBot", ip);
      found[verified] += 1;
      expect(verified, `${seed}: ${ip}`).toBe(isIn(prefixes, ip) ? "yes" : "no");
    }
  }
  expect(Math.min(found.yes, found.no)).toBeGreaterThan(300);
  expect(found.unknown).toBe(0);
});

test.each([
  ["192.0.2.0/24", "192.0.2.0", "192.0.2.255", "192.0.1.255", "192.0.3.0"],
  ["192.0.2.77/24", "192.0.2.0", "192.0.2.255", "192.0.1.255", "192.0.3.0"],
  ["192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.0", "192.0.2.2"],
  ["0.0.0.0/0", "0.0.0.0", "255.255.255.255", "::", "::1:0:0:0"],
  ["255.255.255.255/32", "255.255.255.255", "255.255.255.255", "255.255.255.254", "::1"],
  ["::ffff:192.0.2.0/120", "192.0.2.0", "192.0.2.255", "192.0.1.255", "192.0.3.0"],
  [
    "2001:db8::/32",
    "2001:db8::",
    "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:db7:ffff::",
    "2001:db9::",
  ],
  ["2001:DB8::ff00/120", "2001:db8::ff00", "2001:db8::ffff", "2001:db8::feff", "2001:db8::1:0"],
  [
    "2001:db8:0:1::/63",
    "2001:db8::",
    "2001:db8:0:1:ffff:ffff:ffff:ffff",
    "2001:db7::",
    "2001:db8:0:2::",
  ],
  ["::1/128", "::1", "::1", "::", "::2"],
  ["fe80::/10", "fe80::1", "febf::1", "fe7f::1", "fec0::1"],
])("%s begins and ends where it says", (prefix, first, last, before, behind) => {
  const ranges = new OperatorRanges([{ reader: "gptbot", prefixes: [prefix] }]);
  const verified = [first, last, before, behind].map((ip) => ranges.verify("GPTBot", ip));
  expect(verified).toEqual(["yes", "yes", "no", "no"]);
});

test("ranges that stand twice, as IPv4 and as IPv6, or in each other are one", () => {
  const prefixes = ["192.0.2.0/25", "::ffff:192.0.2.0/120", "192.0.2.0/24", "192.0.2.64/26"];
  const ranges = new OperatorRanges([{ reader: "gptbot", prefixes }]);
  expect(ranges.verify("GPTBot", "192.0.2.200")).toBe("yes");
  expect(ranges.verify("GPTBot", "192.0.2.65")).toBe("yes");
  expect(ranges.verify("GPTBot", "192.0.3.0")).toBe("no");
});

test("without ranges or without an address it is unknown", () => {
  const ranges = new OperatorRanges([{ reader: "gptbot", prefixes: ["192.0.2.0/24"] }]);
  expect(ranges.verify("ClaudeBot", "192.0.2.1")).toBe("unknown");
  expect(ranges.verify("GPTBot", "")).toBe("unknown");
  expect(ranges.verify("GPTBot", "no address")).toBe("unknown");
});

test.each(["192.0.2.0/33", "2001:db8::/129", "192.0.2", "192.0.2.0/", "fe80::1%eth0/64"])(
  "the prefix %s is refused",
  (prefix) => {
    const open = () => new OperatorRanges([{ reader: "gptbot", prefixes: [prefix] }]);
    expect(open).toThrow(new RangeError(`${prefix} is no address range`));
  },
);

test.each([4, 6] as const)(
  "a look-up of IPv%i takes less than a microsecond with 20,000 ranges",
  (family) => {
    const random = new Random(1);
    const draw = () => drawAddress(random, family, family === 4 ? 255 : 65_535);
    const prefixes = Array.from({ length: 20_000 }, () => `${draw()}/${family === 4 ? 32 : 128}`);
    const ranges = new OperatorRanges([{ reader: "gptbot", prefixes }]);
    const addresses = Array.from({ length: 5_000 }, () => canonicalIp(draw()) ?? "");
    expectCpuTimeBelow(10, () => {
      for (let run = 0; run < 2; run += 1) {
        for (const ip of addresses) ranges.verify("GPTBot", ip);
      }
    });
  },
);
