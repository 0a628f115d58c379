import { isIP } from "node:net";
import { canonicalIp, isIpOrRange } from "./ip-address.ts";

/** An address as four numbers of 32 bits, IPv4 as the IPv6 that stands for it. */
export type Address = readonly number[];
const addressNumbers = 4;

/** Addresses from one to another, both inclusive. */
export interface AddressRange {
  readonly first: Address;
  readonly last: Address;
}

/** A set of addresses. A look-up is a binary search in ranges that do not overlap. */
export class AddressRanges {
  /** Four numbers for each range. */
  readonly #firsts: Uint32Array;
  readonly #lasts: Uint32Array;

  constructor(ranges: readonly AddressRange[]) {
    const merged: AddressRange[] = [];
    for (const range of ranges.toSorted((a, b) => compare(a.first, b.first))) {
      const before = merged.at(-1);
      if (before === undefined || compare(range.first, before.last) > 0) merged.push(range);
      else if (compare(range.last, before.last) > 0) {
        merged[merged.length - 1] = { first: before.first, last: range.last };
      }
    }
    this.#firsts = Uint32Array.from(merged.flatMap(({ first }) => first));
    this.#lasts = Uint32Array.from(merged.flatMap(({ last }) => last));
  }

  has(address: Address): boolean {
    let [low, high] = [0, this.#firsts.length / addressNumbers];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(this.#firsts, address, addressNumbers * middle) > 0) high = middle;
      else low = middle + 1;
    }
    return low > 0 && compare(this.#lasts, address, addressNumbers * (low - 1)) >= 0;
  }
}

/** Compares an address, which begins at `start`, with another one. */
function compare(some: ArrayLike<number>, other: Address, start = 0): number {
  for (let nth = 0; nth < addressNumbers; nth += 1) {
    const difference = (some[start + nth] as number) - (other[nth] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Returns the addresses of a prefix such as `192.0.2.0/24`. Throws `RangeError` if it is none. */
export function rangeOf(prefix: string): AddressRange {
  const [ip = "", bits] = prefix.split("/");
  // An IPv4 address that is written as IPv6 becomes IPv4, and keeps the length of its prefix.
  const address = isIpOrRange(prefix) ? addressOf(canonicalIp(ip) ?? "") : undefined;
  if (address === undefined) throw new RangeError(`${prefix} is no address range`);
  const length = isIP(ip) === 4 ? 96 + Number(bits ?? 32) : Number(bits ?? 128);
  const free = address.map((_, nth) => freeBits(length - 32 * nth));
  return {
    first: address.map((number, nth) => (number & ~(free[nth] as number)) >>> 0),
    last: address.map((number, nth) => (number | (free[nth] as number)) >>> 0),
  };
}

/** Returns a number with the bits that a prefix of the length leaves open. */
function freeBits(length: number): number {
  if (length <= 0) return 0xffff_ffff;
  return length >= 32 ? 0 : 0xffff_ffff >>> length;
}

/** Reads an address in canonical form. Returns undefined if the text is none. */
export function addressOf(ip: string): Address | undefined {
  const family = isIP(ip);
  if (family === 4) return [0, 0, 0xffff, numberOfV4(ip)];
  return family === 6 ? numbersOfV6(ip) : undefined;
}

// The two read digit by digit: splitting the text would take longer than the rest of the look-up.
function numberOfV4(ip: string): number {
  let [number, part] = [0, 0];
  for (let nth = 0; nth < ip.length; nth += 1) {
    const code = ip.charCodeAt(nth);
    if (code === dot) [number, part] = [number * 256 + part, 0];
    else part = part * 10 + code - digit0;
  }
  return number * 256 + part;
}

function numbersOfV6(ip: string): Address {
  const groups: number[] = [];
  let group = -1;
  let zerosAt = 8;
  for (let nth = 0; nth < ip.length; nth += 1) {
    const code = ip.charCodeAt(nth);
    if (code !== colon) {
      group = Math.max(group, 0) * 16 + (code < letterA ? code - digit0 : code - letterA + 10);
      continue;
    }
    if (group >= 0) groups.push(group);
    group = -1;
    if (ip.charCodeAt(nth + 1) === colon) zerosAt = groups.length;
  }
  if (group >= 0) groups.push(group);
  const numbers = [0, 0, 0, 0];
  for (let nth = 0; nth < groups.length; nth += 1) {
    const place = nth < zerosAt ? nth : nth + 8 - groups.length;
    const number = (groups[nth] as number) * (place % 2 === 0 ? 65_536 : 1);
    numbers[place >>> 1] = (numbers[place >>> 1] as number) + number;
  }
  return numbers;
}

const [dot, colon, digit0, letterA] = [46, 58, 48, 97];
