import { constants } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, rm, statfs } from "node:fs/promises";

/** An open file, as far as the log needs it. */
export interface OpenFile {
  /** Writes all bytes at the position, or throws. */
  writeAt(bytes: Buffer, position: number): Promise<void>;
  /** Reads up to `length` bytes; fewer at the end of the file. */
  readAt(position: number, length: number): Promise<Buffer>;
  /** Resolves when the file's data, and what a reader needs to find it, are on the disk. */
  sync(): Promise<void>;
  truncate(length: number): Promise<void>;
  size(): Promise<number>;
  close(): Promise<void>;
}

/** The operations of the disk that logs need. Tests replace them to make the disk fail. */
export interface FileSystem {
  /** Makes a new file. Throws if the name is taken. */
  create(path: string): Promise<OpenFile>;
  /** Opens a file for reading. */
  open(path: string): Promise<OpenFile>;
  list(directory: string): Promise<string[]>;
  makeDirectory(path: string): Promise<void>;
  /** Resolves when the directory's entries are on the disk. */
  syncDirectory(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  freeBytes(path: string): Promise<number>;
}

/**
 * On Linux, each `write` with O_DSYNC does what an `fdatasync` behind it would do (open(2)). So a
 * group of events takes one trip through Node's thread pool instead of two. On other systems
 * O_DSYNC promises something else.
 */
const syncsWrites = process.platform === "linux";
const newFile = constants.O_CREAT | constants.O_EXCL | constants.O_RDWR;

export const disk: FileSystem = {
  async create(path) {
    const flags = syncsWrites ? newFile | constants.O_DSYNC : newFile;
    return new DiskFile(await open(path, flags, 0o600), { syncsWrites });
  },
  open: async (path) => new DiskFile(await open(path, "r")),
  list: (directory) => readdir(directory),
  async makeDirectory(path) {
    await mkdir(path, { recursive: true, mode: 0o700 });
  },
  async syncDirectory(path) {
    const directory = await open(path, "r");
    try {
      await directory.sync();
    } finally {
      await directory.close();
    }
  },
  rename,
  remove: (path) => rm(path, { recursive: true, force: true }),
  async freeBytes(path) {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  },
};

export class DiskFile implements OpenFile {
  readonly #handle: FileHandle;
  #needsSync: boolean;

  /** With `syncsWrites`, bytes are on the disk when a write of the handle returns. */
  constructor(handle: FileHandle, { syncsWrites = false } = {}) {
    this.#handle = handle;
    this.#needsSync = !syncsWrites;
  }

  async writeAt(bytes: Buffer, position: number): Promise<void> {
    for (let written = 0; written < bytes.length; ) {
      const rest = bytes.length - written;
      const { bytesWritten } = await this.#handle.write(bytes, written, rest, position + written);
      if (bytesWritten === 0) throw new Error("the disk takes no more bytes, and gives no reason");
      written += bytesWritten;
    }
  }

  async readAt(position: number, length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length);
    let read = 0;
    while (read < length) {
      const { bytesRead } = await this.#handle.read(bytes, read, length - read, position + read);
      if (bytesRead === 0) break;
      read += bytesRead;
    }
    return bytes.subarray(0, read);
  }

  async sync(): Promise<void> {
    if (this.#needsSync) await this.#handle.datasync();
  }

  truncate(length: number): Promise<void> {
    this.#needsSync = true;
    return this.#handle.truncate(length);
  }

  async size(): Promise<number> {
    return (await this.#handle.stat()).size;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}
