import { AddressRanges, addressOf, rangeOf } from "../base/net/address-ranges.ts";
import { isIpOrRange } from "../base/net/ip-address.ts";
import type { Verified } from "../model/choices.ts";

/** The address ranges of a reader's operator, as operators publish them. */
export interface PublishedRanges {
  /** The reader's name, in lower case. */
  readonly reader: string;
  /** CIDR: `192.0.2.0/24`, `2001:db8::/32` */
  readonly prefixes: readonly string[];
}

/**
 * Tells whether a request came from its operator. A look-up is a binary search in the reader's
 * ranges, which are sorted and do not overlap. It takes less than a microsecond with 20,000 ranges.
 */
export class OperatorRanges {
  /** Returns whether a text is an address range. */
  static readonly isPrefix = isIpOrRange;
  readonly #ranges = new Map<string, AddressRanges>();

  /**
   * A family names further readers that the ranges of one reader hold for, unless they have their
   * own. Throws `RangeError` naming a prefix that is none.
   */
  constructor(
    published: Iterable<PublishedRanges>,
    families: Readonly<Record<string, readonly string[]>> = {},
  ) {
    for (const { reader, prefixes } of published) {
      this.#ranges.set(reader, new AddressRanges(prefixes.map(rangeOf)));
    }
    for (const [reader, members] of Object.entries(families)) {
      const ranges = this.#ranges.get(reader);
      if (ranges === undefined) continue;
      for (const member of members.map((name) => name.toLowerCase())) {
        if (!this.#ranges.has(member)) this.#ranges.set(member, ranges);
      }
    }
  }

  /**
   * Returns whether an address in canonical form is one of the reader's operator, as far as ranges
   * are known.
   */
  verify(reader: string, ip: string): Verified {
    const ranges = this.#ranges.get(reader.toLowerCase());
    const address = ranges === undefined ? undefined : addressOf(ip);
    if (ranges === undefined || address === undefined) return "unknown";
    return ranges.has(address) ? "yes" : "no";
  }
}
