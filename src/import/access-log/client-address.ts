/** Returns the address of `192.0.2.1:2817`, `[2001:db8::1]:2817` or `2001:db8::1:2817`. */
export function withoutPort(addressAndPort: string): string {
  const colon = addressAndPort.lastIndexOf(":");
  const address = colon === -1 ? addressAndPort : addressAndPort.slice(0, colon);
  return address.startsWith("[") && address.endsWith("]") ? address.slice(1, -1) : address;
}
