import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import {
  type FileHandle,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { makeDirectory } from "../base/data-directory.ts";
import { StartRefused } from "../base/errors.ts";
import { lockDirectory } from "../log/lock.ts";
import { forEach, inDirectory, listEntries, listFiles, syncDirectory } from "./files.ts";
import type { FileEntry } from "./manifest.ts";

/** The file that says whose backup a directory is for. It is written before anything else. */
const markerName = "footfall-backup";
const objectsName = "objects";
const unfinishedName = "unfinished";
const chunkBytes = 1024 ** 2;
const newFile = { mode: 0o600, flush: true } as const;

/**
 * The directory of a backup:
 *
 * - `footfall-backup` names the database that the backup is of.
 * - `objects/` has each file once, under its SHA-256. An object never changes, so that a second
 *   backup adds those that are new.
 * - `manifest.json` says which objects are the backup. It is replaced when all of them are on the
 *   disk. Only then the objects go that it does not name. So the last finished backup stays whole,
 *   whenever the next one is cut off.
 */
export class BackupDirectory {
  readonly path: string;
  /** Bytes that this process added. */
  addedBytes = 0;
  readonly #newDirectories = new Set<string>();
  /** The SHA-256 of objects that have other bytes than they had. */
  readonly #damaged = new Set<string>();

  private constructor(path: string) {
    this.path = path;
  }

  /**
   * Opens the directory for a backup of the database, and makes it if it does not exist. Resolves
   * with a function that gives it free again, too. Throws `StartRefused` if it holds anything but
   * backups of this database, or another backup runs there.
   */
  static async claim(
    path: string,
    databaseId: string,
  ): Promise<{ directory: BackupDirectory; release: () => Promise<void> }> {
    return inDirectory(path, async () => {
      await makeDirectory(path);
      const isNew = await isWithoutMarker(path, databaseId);
      const release = await lockDirectory(path).catch((error: unknown) => {
        if (!(error instanceof StartRefused)) throw error;
        throw new StartRefused(`another backup to ${path} is running`);
      });
      const directory = new BackupDirectory(path);
      if (isNew) await writeFile(join(path, markerName), `${databaseId}\n`, newFile);
      await rm(directory.#unfinished, { recursive: true, force: true });
      await makeDirectory(directory.#unfinished);
      await makeDirectory(join(path, objectsName));
      return { directory, release };
    });
  }

  /** Opens the directory for reading. Throws `StartRefused` if it is no backup. */
  static async open(path: string): Promise<BackupDirectory> {
    const names = await inDirectory(path, () => readdir(path));
    if (!names.includes(markerName)) throw new StartRefused(`${path} holds no backup of Footfall`);
    return new BackupDirectory(path);
  }

  /**
   * Reads all objects. Those that are damaged count as missing from then on, until they are added
   * again. Resolves with their number.
   */
  async verify(listener: (done: number, of: number) => void, signal: AbortSignal): Promise<number> {
    const objects = join(this.path, objectsName);
    const names = await listFiles(objects);
    let done = 0;
    listener(done, names.length);
    await forEach(names, signal, async (name) => {
      // The disk may not be able to read it any more.
      const sha256 = await hashOf(join(objects, name)).catch(() => undefined);
      if (sha256 !== basename(name)) this.#damaged.add(basename(name));
      done += 1;
      listener(done, names.length);
    });
    return this.#damaged.size;
  }

  /** Returns whether the object is there with all of its bytes. */
  async has([, bytes, sha256]: FileEntry): Promise<boolean> {
    if (this.#damaged.has(sha256)) return false;
    const found = await stat(this.#objectPath(sha256)).catch(() => undefined);
    return found?.size === bytes;
  }

  /** Adds a file, unless its content is there. Resolves when it is on the disk. */
  async add(file: string, path: string): Promise<FileEntry> {
    const known = await this.#findSmall(file, path);
    if (known !== undefined) return known;
    const draft = join(this.#unfinished, randomUUID());
    const [, bytes, sha256] = await copyHashed(file, draft);
    const entry: FileEntry = [path, bytes, sha256];
    if (await this.has(entry)) {
      await rm(draft);
      return entry;
    }
    const target = this.#objectPath(sha256);
    await makeDirectory(dirname(target));
    await rename(draft, target);
    this.#damaged.delete(sha256);
    this.#newDirectories.add(dirname(target));
    this.addedBytes += bytes;
    return entry;
  }

  /** Resolves when all objects would survive a power cut. */
  async sync(): Promise<void> {
    for (const path of [...this.#newDirectories, join(this.path, objectsName), this.path]) {
      await syncDirectory(path);
    }
  }

  /** Removes the objects that are not in the list, and what unfinished backups left behind. */
  async removeOthers(files: readonly FileEntry[]): Promise<void> {
    const needed = new Set(files.map(([, , sha256]) => sha256));
    const objects = join(this.path, objectsName);
    for (const prefix of await readdir(objects)) {
      for (const name of await readdir(join(objects, prefix))) {
        if (!needed.has(name)) await rm(join(objects, prefix, name), { force: true });
      }
    }
    await rm(this.#unfinished, { recursive: true, force: true });
  }

  /**
   * Copies an object to a new file. Throws `StartRefused` if it is missing, or has other bytes than
   * the backup had.
   */
  async extract(entry: FileEntry, target: string): Promise<void> {
    const object = this.#objectPath(entry[2]);
    const [, , sha256] = await copyHashed(object, target).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      throw missing(object);
    });
    if (sha256 !== entry[2]) throw new StartRefused(`the backup is damaged: ${object}`);
  }

  /** Throws `StartRefused` if an object is missing or too short. */
  async expect(files: readonly FileEntry[]): Promise<void> {
    for (const entry of files) {
      if (!(await this.has(entry))) throw missing(this.#objectPath(entry[2]));
    }
  }

  /**
   * Returns the entry of a small file whose content is there. Many of them are equal, such as those
   * of columns without values, and reading one takes far less time than writing it.
   */
  async #findSmall(file: string, path: string): Promise<FileEntry | undefined> {
    if ((await stat(file)).size > chunkBytes) return undefined;
    const content = await readFile(file);
    const sha256 = createHash("sha256").update(content).digest("hex");
    const entry: FileEntry = [path, content.length, sha256];
    return (await this.has(entry)) ? entry : undefined;
  }

  get #unfinished(): string {
    return join(this.path, unfinishedName);
  }

  #objectPath(sha256: string): string {
    return join(this.path, objectsName, sha256.slice(0, 2), sha256);
  }
}

function missing(object: string): StartRefused {
  return new StartRefused(`the backup is damaged: ${object} is missing or cut off`);
}

/**
 * Returns whether the directory has no id yet. Throws `StartRefused` if it holds anything but
 * backups of this database.
 */
async function isWithoutMarker(path: string, databaseId: string): Promise<boolean> {
  // A backup that was killed leaves its lock file behind.
  const names = (await listEntries(path)).filter((name) => !name.startsWith("lock-"));
  if (names.length === 0) return true;
  if (!names.includes(markerName)) {
    throw new StartRefused(`${path} holds other files; give an empty directory for the backup`);
  }
  const id = (await readFile(join(path, markerName), "utf8")).trim();
  // Without an id, the backup that made the directory was cut off at once.
  if (id === "" || id === databaseId) return id === "";
  throw new StartRefused(`${path} holds a backup of another Footfall; give another directory`);
}

/** Resolves with the SHA-256 of a file. */
async function hashOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file, { highWaterMark: chunkBytes })) {
    hash.update(chunk);
  }
  return hash.digest("hex");
}

/** Copies a file to a new one. Resolves with its entry when its bytes are on the disk. */
async function copyHashed(from: string, to: string): Promise<FileEntry> {
  const hash = createHash("sha256");
  let bytes = 0;
  let target: FileHandle | undefined;
  try {
    for await (const chunk of createReadStream(from, { highWaterMark: chunkBytes })) {
      target ??= await open(to, "wx", 0o600);
      hash.update(chunk);
      bytes += chunk.length;
      await target.writeFile(chunk);
    }
    target ??= await open(to, "wx", 0o600);
    await target.sync();
  } finally {
    await target?.close();
  }
  return [from, bytes, hash.digest("hex")];
}
