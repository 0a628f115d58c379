import { type LookupAddress, lookup as resolve } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { canonicalIp } from "../../base/net/ip-address.ts";
import { deliveryProblem } from "../../model/delivery-problems.ts";
import { DeliveryFailed } from "../deliveries/delivery-failed.ts";

/** Ranges of IPv4 that are not of one computer on the internet (RFC 6890 and its successors). */
const notPublicV4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];
/** Those of IPv6 within the public ones. Some of them carry an IPv4 address, which may be any. */
const notPublicV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];
const publicV6 = "2000::/3";
/** Addresses behind a NAT64 gateway (RFC 6052) end with an IPv4 address. */
const nat64 = "64:ff9b::/96";

const excludedV4 = listOf(notPublicV4);
const excludedV6 = listOf(notPublicV6);
const internetV6 = listOf([publicV6]);
const behindNat64 = listOf([nat64]);

/** Thrown for an address that a webhook must not reach. */
export class PrivateAddress extends DeliveryFailed {
  constructor(host: string) {
    super(deliveryProblem("private_address", { host }));
  }
}

/**
 * Returns whether an IP address is one of the public internet: not private, loopback, link-local,
 * reserved or the like, also not inside of an IPv6 address.
 */
export function isPublicAddress(ip: string): boolean {
  const address = canonicalIp(ip);
  if (address === undefined) return false;
  if (isIP(address) === 4) return !excludedV4.check(address, "ipv4");
  if (behindNat64.check(address, "ipv6")) return isPublicAddress(embeddedV4(address));
  return internetV6.check(address, "ipv6") && !excludedV6.check(address, "ipv6");
}

/** Returns the host of a URL as an IP address; undefined if it is a name. */
export function addressIn(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return isIP(host) === 0 ? undefined : host;
}

/**
 * Returns the look-up of a connection: it gives the socket only addresses that were checked, so
 * another answer of the name server comes too late. It fails if any address is not public.
 */
export function publicLookup(resolveName: typeof resolve = resolve): LookupFunction {
  return (host, options, done) => {
    resolveName(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, []);
      const addresses = found as LookupAddress[];
      if (addresses.length === 0 || addresses.some(({ address }) => !isPublicAddress(address))) {
        return done(new PrivateAddress(host), []);
      }
      if (options.all) return done(null, addresses);
      const [first] = addresses;
      return done(null, first?.address ?? "", first?.family);
    });
  };
}

/** Returns the IPv4 address in the last 32 bits of an IPv6 address in its canonical form. */
function embeddedV4(address: string): string {
  const [head = "", tail = ""] = address.split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  const zeros = 8 - groups(head).length - groups(tail).length;
  const all = address.includes("::")
    ? [...groups(head), ...Array.from({ length: zeros }, () => "0"), ...groups(tail)]
    : groups(address);
  const bits = all.slice(-2).map((group) => Number.parseInt(group, 16));
  return bits.flatMap((group) => [group >> 8, group & 0xff]).join(".");
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [ip = "", bits] = range.split("/");
    list.addSubnet(ip, Number(bits), isIP(ip) === 4 ? "ipv4" : "ipv6");
  }
  return list;
}
