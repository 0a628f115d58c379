import { crc32, deflateRawSync } from "node:zlib";

/** An entry of an archive that a test makes. What is not given is as the content has it. */
export interface ZipEntry {
  readonly name: string;
  readonly content?: string | Buffer;
  /** 0 is store, 8 deflate. */
  readonly method?: number;
  readonly flags?: number;
  /** Packed bytes in place of the content's own. */
  readonly packed?: Buffer;
  /** The directory says this size, in place of the true one. */
  readonly statedBytes?: number;
  readonly crc?: number;
  /** Place of the entry's header, in place of the truth. */
  readonly offset?: number;
}

const utf8Name = 0x800;

/** Returns a ZIP archive with these entries. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { header, data, central } = build(entry, entry.offset ?? offset);
    bodies.push(header, data);
    directory.push(central);
    offset += header.length + data.length;
  }
  const directoryBytes = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directoryBytes, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, ...directory, end]);
}

function build(entry: ZipEntry, offset: number) {
  const { name, method = 8, flags = 0 } = entry;
  const content = Buffer.from(entry.content ?? "");
  const data = entry.packed ?? (method === 8 ? deflateRawSync(content) : content);
  const nameBytes = Buffer.from(name);
  // The fields that both headers have, from the version to the length of the name.
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt16LE(flags | utf8Name, 2);
  shared.writeUInt16LE(method, 4);
  shared.writeUInt32LE(entry.crc ?? crc32(content), 10);
  shared.writeUInt32LE(data.length, 14);
  shared.writeUInt32LE(entry.statedBytes ?? content.length, 18);
  shared.writeUInt16LE(nameBytes.length, 22);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  return {
    data,
    header: Buffer.concat([Buffer.from("PK\x03\x04"), shared, nameBytes]),
    central: Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), shared, rest, nameBytes]),
  };
}
