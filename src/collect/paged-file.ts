import { fstatSync, openSync, readSync } from "node:fs";

const pageBytes = 4 * 1024;
/** Pages in memory: those near the root of a tree are read all the time. */
const pagesMax = 1_024;

/**
 * Returns a buffer that reads a file as it is asked for bytes, and holds at most 4 MiB of it. It
 * has the methods with which a MaxMind-format database is read, and no others. It is slower than
 * the file in memory, so it is for programs that must be small.
 */
export function openPaged(path: string): Buffer {
  const file = openSync(path, "r");
  const { size } = fstatSync(file);
  const pages = new Map<number, Buffer>();
  const pageAt = (nth: number): Buffer => {
    const known = pages.get(nth);
    if (known !== undefined) return known;
    const page = Buffer.alloc(pageBytes);
    readSync(file, page, 0, pageBytes, nth * pageBytes);
    const [oldest] = pages.keys();
    if (pages.size >= pagesMax && oldest !== undefined) pages.delete(oldest);
    pages.set(nth, page);
    return page;
  };
  const bytes = (start: number, end: number): Buffer => {
    const nth = Math.floor(start / pageBytes);
    const from = start - nth * pageBytes;
    const page = pageAt(nth);
    if (from + end - start <= pageBytes) return page.subarray(from, from + end - start);
    const copy = Buffer.alloc(end - start);
    readSync(file, copy, 0, end - start, start);
    return copy;
  };
  const unsigned = (at: number, length: number): number => {
    const from = at % pageBytes;
    if (from + length > pageBytes) return bytes(at, at + length).readUIntBE(0, length);
    return pageAt((at - from) / pageBytes).readUIntBE(from, length);
  };
  const methods: Readonly<Record<string, unknown>> = {
    length: size,
    subarray: (start: number, end = size) => bytes(start, end),
    slice: (start: number, end = size) => bytes(start, end),
    toString: (encoding: BufferEncoding, start: number, end: number) =>
      bytes(start, end).toString(encoding),
    readUInt8: (at: number) => unsigned(at, 1),
    readUInt16BE: (at: number) => unsigned(at, 2),
    readUInt32BE: (at: number) => unsigned(at, 4),
    readInt32BE: (at: number) => bytes(at, at + 4).readInt32BE(0),
    readUIntBE: unsigned,
    readFloatBE: (at: number) => bytes(at, at + 4).readFloatBE(0),
    readDoubleBE: (at: number) => bytes(at, at + 8).readDoubleBE(0),
  };
  return new Proxy(Buffer.alloc(0), {
    get(target, name) {
      if (typeof name !== "string") return Reflect.get(target, name);
      const first = name.charCodeAt(0);
      if (first >= 0x30 && first <= 0x39) return unsigned(Number(name), 1);
      return methods[name] ?? Reflect.get(target, name);
    },
  });
}
