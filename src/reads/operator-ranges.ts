import { isIP } from "node:net";
import { isIpOrRange } from "../base/net/ip-address.ts";
import type { Verified } from "../model/choices.ts";

/** The address ranges of a reader's operator, as operators publish them. */
export interface PublishedRanges {
  /** The reader's name, in lower case. */
  readonly reader: string;
  /** CIDR: `192.0.2.0/24`, `2001:db8::/32` */
  readonly prefixes: readonly string[];
}

interface Range {
  readonly first: bigint;
  readonly last: bigint;
}

/**
 * Tells whether a request came from its operator. A look-up is a binary search in the reader's
 * ranges, which are sorted and do not overlap.
 */
export class OperatorRanges {
  /** Returns whether a text is an address range. */
  static readonly isPrefix = isIpOrRange;
  readonly #ranges: ReadonlyMap<string, readonly Range[]>;

  /** Throws `RangeError` naming a prefix that is none. */
  constructor(published: Iterable<PublishedRanges>) {
    this.#ranges = new Map([...published].map((each) => [each.reader, rangesOf(each.prefixes)]));
  }

  /** Returns whether the address is one of the reader's operator, as far as ranges are known. */
  verify(reader: string, ip: string): Verified {
    const ranges = this.#ranges.get(reader.toLowerCase());
    const address = ranges === undefined ? undefined : addressOf(ip);
    if (ranges === undefined || address === undefined) return "unknown";
    let [low, high] = [0, ranges.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ranges[middle] as Range).first <= address) low = middle + 1;
      else high = middle;
    }
    const before = ranges[low - 1];
    return before !== undefined && address <= before.last ? "yes" : "no";
  }
}

function rangesOf(prefixes: readonly string[]): Range[] {
  const sorted = prefixes.map(rangeOf).sort((a, b) => (a.first < b.first ? -1 : 1));
  const ranges: Range[] = [];
  for (const range of sorted) {
    const before = ranges.at(-1);
    if (before === undefined || range.first > before.last) ranges.push(range);
    else if (range.last > before.last) {
      ranges[ranges.length - 1] = { ...before, last: range.last };
    }
  }
  return ranges;
}

function rangeOf(prefix: string): Range {
  const [ip = "", bits] = prefix.split("/");
  const address = addressOf(ip);
  if (address === undefined) throw new RangeError(`${prefix} is no address range`);
  const width = isIP(ip) === 4 ? 32 : 128;
  const length = bits === undefined ? width : Number(bits);
  const size = 1n << BigInt(width - length);
  const first = address - (address % size);
  return { first, last: first + size - 1n };
}

const v4Mapped = 0xffffn << 32n;

/** Returns the address as a number, IPv4 as its IPv6 address; undefined if it is none. */
function addressOf(ip: string): bigint | undefined {
  const family = isIP(ip);
  if (family === 4) return v4Mapped + BigInt(numberOfV4(ip));
  return family === 6 ? numberOfV6(ip) : undefined;
}

function numberOfV4(ip: string): number {
  return ip.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
}

/** Reads an IPv6 address, which may end in an IPv4 address. */
function numberOfV6(ip: string): bigint {
  const [bare = ""] = ip.split("%", 1);
  const [head = "", tail] = bare.split("::");
  const left = groupsOf(head);
  const right = tail === undefined ? [] : groupsOf(tail);
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => 0);
  return [...left, ...zeros, ...right].reduce((sum, group) => (sum << 16n) + BigInt(group), 0n);
}

function groupsOf(text: string): number[] {
  if (text === "") return [];
  return text.split(":").flatMap((group) => {
    if (!group.includes(".")) return [Number.parseInt(group, 16)];
    const v4 = numberOfV4(group);
    return [Math.floor(v4 / 65_536), v4 % 65_536];
  });
}
