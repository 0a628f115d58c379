import { BlockList, isIP } from "node:net";

/**
 * Returns the IP address in the form for comparing, hashing and looking up, or undefined if it is
 * none. Each address has one spelling (RFC 5952). IPv4-mapped IPv6 becomes IPv4, and the zone of a
 * network card is left out.
 */
export function canonicalIp(text: string): string | undefined {
  const family = isIP(text);
  if (family !== 6) return family === 4 ? text : undefined;
  const [bare = ""] = text.split("%", 1);
  // The URL parser spells IPv6 as RFC 5952 wants it, but writes embedded IPv4 as two groups.
  const spelled = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(spelled);
  if (mapped === null) return spelled;
  const bits = [mapped[1], mapped[2]].map((group) => Number.parseInt(group ?? "", 16));
  return bits.flatMap((group) => [group >> 8, group & 0xff]).join(".");
}

/** Returns whether the text is an IPv4 or IPv6 address, or a CIDR range of either. */
export function isIpOrRange(text: string): boolean {
  const [ip = "", bits, ...more] = text.split("/");
  const family = isIP(ip);
  if (family === 0 || ip.includes("%") || more.length > 0) return false;
  if (bits === undefined) return true;
  return /^(0|[1-9]\d{0,2})$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}

/**
 * Returns a function that tells whether an IP address is in a list of these and CIDR ranges.
 * IPv4-mapped IPv6 counts as IPv4.
 */
export function ipMatcher(entries: readonly string[]): (ip: string) => boolean {
  if (entries.length === 0) return () => false;
  const list = new BlockList();
  for (const entry of entries) {
    const [ip = "", bits] = entry.split("/");
    const family = isIP(ip) === 4 ? "ipv4" : "ipv6";
    if (bits === undefined) list.addAddress(ip, family);
    else list.addSubnet(ip, Number(bits), family);
  }
  return (ip) => isIP(ip) !== 0 && list.check(ip, isIP(ip) === 4 ? "ipv4" : "ipv6");
}
