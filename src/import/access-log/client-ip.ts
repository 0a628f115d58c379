/** Returns the IP address of `192.0.2.1:2817`, `[2001:db8::1]:2817` or `2001:db8::1:2817`. */
export function withoutPort(ipAndPort: string): string {
  const colon = ipAndPort.lastIndexOf(":");
  const ip = colon === -1 ? ipAndPort : ipAndPort.slice(0, colon);
  return ip.startsWith("[") && ip.endsWith("]") ? ip.slice(1, -1) : ip;
}
