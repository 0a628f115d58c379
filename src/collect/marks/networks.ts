import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { StartRefused } from "../../base/errors.ts";
import { type AddressRange, AddressRanges, addressOf } from "../../base/net/address-ranges.ts";
import { hostingNetworks } from "./hosting-networks.ts";

/** Returns whether an address, in canonical form, belongs to a network that hosts servers. */
export type IsHosting = (ip: string) => boolean;

/** The look-up, and whether there is a database to look into. */
export interface Networks {
  readonly isHosting: IsHosting;
  readonly isKnown: boolean;
}

/** Both name the first and the last address of a range, the number of its network and its name. */
const files = ["asn-ipv4.csv", "asn-ipv6.csv"] as const;

/** No number has more digits. */
const numberMax = 2 ** 32 - 1;

/**
 * Resolves with the look-up of networks in the optional package `@ip-location-db/asn`. Without the
 * package, no address is one of them. The file at `path` has the numbers of the networks, one a
 * line, in place of those that ship. Rejects with `StartRefused` if it cannot be read.
 */
export async function openNetworks(path: string | undefined): Promise<Networks> {
  if (path !== undefined) return readNetworks(await readNumbers(path));
  shipped ??= readNetworks(hostingNetworks);
  return shipped;
}

/** Reading takes a fifth of a second, so all instances in a process share the result. */
let shipped: Promise<Networks> | undefined;

async function readNetworks(numbers: ReadonlySet<number>): Promise<Networks> {
  const ranges: AddressRange[] = [];
  const { resolve } = createRequire(import.meta.url);
  try {
    for (const file of files) {
      await readRanges(resolve(`@ip-location-db/asn/${file}`), numbers, ranges);
    }
  } catch {
    return { isHosting: () => false, isKnown: false };
  }
  const hosting = new AddressRanges(ranges);
  const isHosting = (ip: string) => {
    const address = addressOf(ip);
    return address !== undefined && hosting.has(address);
  };
  return { isHosting, isKnown: true };
}

async function readNumbers(path: string): Promise<ReadonlySet<number>> {
  const text = await readFile(path, "utf8").catch((error: Error) => {
    throw refused(error.message);
  });
  const numbers = new Set<number>();
  for (const [nth, line] of text.split("\n").entries()) {
    const [entry = ""] = line.split("#", 1);
    if (entry.trim() === "") continue;
    const [, digits] = /^(?:AS)?(\d{1,10})$/i.exec(entry.trim()) ?? [];
    if (digits === undefined || Number(digits) > numberMax) {
      throw refused(`${path}: line ${nth + 1} is no number of a network`);
    }
    numbers.add(Number(digits));
  }
  return numbers;
}

function refused(problem: string): StartRefused {
  return new StartRefused(`HOSTING_NETWORKS cannot be read: ${problem}`);
}

const [lineFeed, comma, digit0] = [10, 44, 48];

/** Adds the ranges of some networks. The file has half a million lines, most of which go by. */
async function readRanges(
  path: string,
  numbers: ReadonlySet<number>,
  ranges: AddressRange[],
): Promise<void> {
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 ** 2 })) {
    const bytes = Buffer.concat([rest, chunk as Buffer]);
    let start = 0;
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, start)) {
      if (numbers.has(networkOf(bytes, start))) {
        const [first = "", last = ""] = bytes.toString("latin1", start, end).split(",", 2);
        const range = { first: addressOf(first), last: addressOf(last) };
        if (range.first && range.last) ranges.push(range as AddressRange);
      }
      start = end + 1;
    }
    rest = bytes.subarray(start);
  }
}

/** Returns the number behind the second comma of a line. */
function networkOf(bytes: Buffer, start: number): number {
  const lastAt = bytes.indexOf(comma, start) + 1;
  let number = 0;
  for (let nth = bytes.indexOf(comma, lastAt) + 1; ; nth += 1) {
    const digit = (bytes[nth] ?? 0) - digit0;
    if (digit < 0 || digit > 9) return number;
    number = number * 10 + digit;
  }
}
