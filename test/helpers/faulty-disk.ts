import { existsSync } from "node:fs";
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { EventLog, type EventLogOptions } from "../../src/log/event-log.ts";
import { type Damage, LogReader, type ReadLimit } from "../../src/log/log-reader.ts";
import { logStart } from "../../src/log/position.ts";
import type { RecordPart } from "../../src/log/record.ts";
import { DiskFile, disk, type FileSystem, type OpenFile } from "../../src/log/synced-disk.ts";

export type Operation =
  | keyof FileSystem
  | "write"
  | "read"
  | "sync"
  | "truncate"
  | "size"
  | "close";

export interface Step {
  /** The steps are counted from 1. */
  readonly number: number;
  readonly operation: Operation;
  readonly path: string;
  /** Bytes of a write. */
  readonly bytes: number;
}

/**
 * The failure that takes the place of a step. In a write, the share `torn` of the bytes reaches the
 * file first.
 */
export type Fault =
  | { readonly kind: "error"; readonly code: "EIO" | "ENOSPC"; readonly torn?: number }
  | { readonly kind: "power cut"; readonly torn?: number };

/** The fate of unsynced data when the power is cut. A function decides for each piece alone. */
export type Outcome = "lost" | "kept" | (() => number);

interface Inode {
  /** The bytes that survive a power cut. */
  synced: Buffer;
  /**
   * Whether a sync failed. After that the kernel may believe that all is written, so later syncs
   * prove nothing.
   */
  syncFailed: boolean;
}

/**
 * A real directory on a disk that fails on demand. The disk knows which files, and which directory
 * entries that lead to them, were synced. So a power cut can take the rest. The real disk syncs
 * nothing.
 */
export class FaultyDisk implements FileSystem {
  /** Decides which steps fail. */
  plan: (step: Step) => Fault | undefined = () => undefined;
  readonly steps: Step[] = [];
  /** Holds the disk up: each step awaits it first. */
  gate: (step: Step) => Promise<void> | undefined = () => undefined;
  readonly #root: string;
  #isDead = false;
  #entries = new Map<string, Inode | "directory">();
  #synced = new Map<string, Inode | "directory">();

  private constructor(root: string) {
    this.#root = root;
  }

  /** Makes a disk on a new directory, which `destroy` deletes. */
  static async make(): Promise<FaultyDisk> {
    return new FaultyDisk(await mkdtemp(join(tmpdir(), "footfall-disk-")));
  }

  get root(): string {
    return this.#root;
  }

  get hadPowerCut(): boolean {
    return this.#isDead;
  }

  count(operation: Operation): number {
    return this.steps.filter((step) => step.operation === operation).length;
  }

  async create(path: string): Promise<OpenFile> {
    await this.step("create", path);
    const file = new DiskFile(await open(path, "wx+"));
    const inode = { synced: Buffer.alloc(0), syncFailed: false };
    this.#entries.set(path, inode);
    return this.#wrap(file, path, inode);
  }

  async open(path: string): Promise<OpenFile> {
    await this.step("open", path);
    const file = await disk.open(path);
    return this.#wrap(file, path, { synced: Buffer.alloc(0), syncFailed: false });
  }

  async list(directory: string): Promise<string[]> {
    await this.step("list", directory);
    return disk.list(directory);
  }

  async makeDirectory(path: string): Promise<void> {
    await this.step("makeDirectory", path);
    await disk.makeDirectory(path);
    for (let made = path; made !== this.#root; made = dirname(made)) {
      this.#entries.set(made, "directory");
    }
  }

  async syncDirectory(path: string): Promise<void> {
    await this.step("syncDirectory", path);
    for (const entry of [...this.#synced.keys()]) {
      if (dirname(entry) === path && !this.#entries.has(entry)) this.#synced.delete(entry);
    }
    for (const [entry, inode] of this.#entries) {
      if (dirname(entry) === path) this.#synced.set(entry, inode);
    }
  }

  async rename(from: string, to: string): Promise<void> {
    await this.step("rename", from);
    await disk.rename(from, to);
    const inode = this.#entries.get(from);
    this.#entries.delete(from);
    if (inode !== undefined) this.#entries.set(to, inode);
  }

  async remove(path: string): Promise<void> {
    await this.step("remove", path);
    await disk.remove(path);
    for (const entry of [...this.#entries.keys()]) {
      if (entry === path || entry.startsWith(`${path}/`)) this.#entries.delete(entry);
    }
  }

  async freeBytes(path: string): Promise<number> {
    await this.step("freeBytes", path);
    return disk.freeBytes(path);
  }

  /**
   * Leaves on the disk what the power cut leaves; the disk works again. If `outcome` is a random
   * function, it decides about each piece alone.
   */
  async cutPower(outcome: Outcome): Promise<void> {
    const isKept = typeof outcome === "string" ? () => outcome === "kept" : () => outcome() < 0.5;
    const left = new Map<string, Buffer | "directory">();
    for (const path of new Set([...this.#entries.keys(), ...this.#synced.keys()])) {
      const inode = (isKept() ? this.#entries : this.#synced).get(path);
      if (inode === undefined) continue;
      const now = inode === this.#entries.get(path) && inode !== "directory";
      const content = inode === "directory" ? inode : inode.synced;
      if (!now || content === "directory") left.set(path, content);
      else left.set(path, remains(content, await readFile(path), isKept));
    }
    await rm(this.#root, { recursive: true });
    await mkdir(this.#root);
    this.#entries = new Map();
    for (const [path, content] of [...left].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (!existsSync(dirname(path))) continue;
      if (content === "directory") await mkdir(path);
      else await writeFile(path, content);
      const inode = content === "directory" ? content : { synced: content, syncFailed: false };
      this.#entries.set(path, inode);
    }
    this.#synced = new Map(this.#entries);
    this.#isDead = false;
    this.plan = () => undefined;
  }

  async destroy(): Promise<void> {
    await rm(this.#root, { recursive: true, force: true });
  }

  async step(
    operation: Operation,
    path: string,
    bytes = 0,
    tear?: (share: number) => Promise<void>,
  ): Promise<void> {
    const step = { number: this.steps.length + 1, operation, path, bytes };
    if (!this.#isDead) this.steps.push(step);
    await this.gate(step);
    if (this.#isDead) throw new Error("the power is cut");
    const fault = this.plan(step);
    if (fault === undefined) return;
    if (fault.torn !== undefined) await tear?.(fault.torn);
    if (fault.kind === "power cut") {
      this.#isDead = true;
      throw new Error("the power is cut");
    }
    throw Object.assign(new Error(`${fault.code}: ${operation}`), { code: fault.code });
  }

  #wrap(file: OpenFile, path: string, inode: Inode): OpenFile {
    return {
      writeAt: async (bytes, position) => {
        const tear = (share: number) =>
          file.writeAt(bytes.subarray(0, Math.floor(bytes.length * share)), position);
        await this.step("write", path, bytes.length, tear);
        await file.writeAt(bytes, position);
      },
      readAt: async (position, length) => {
        await this.step("read", path);
        return file.readAt(position, length);
      },
      sync: async () => {
        try {
          await this.step("sync", path);
        } catch (error) {
          inode.syncFailed = true;
          throw error;
        }
        const content = await file.readAt(0, await file.size());
        if (!inode.syncFailed) inode.synced = content;
      },
      truncate: async (length) => {
        await this.step("truncate", path);
        await file.truncate(length);
      },
      size: async () => {
        await this.step("size", path);
        return file.size();
      },
      close: async () => {
        // The process's end closes files too.
        await file.close();
        await this.step("close", path);
      },
    };
  }
}

/**
 * Returns a file's content after a power cut: all of it, the synced bytes, or the synced bytes with
 * zeros up to the length that the file had.
 */
function remains(synced: Buffer, now: Buffer, isKept: () => boolean): Buffer {
  if (isKept()) return now;
  if (!isKept() || now.length <= synced.length) return synced;
  return Buffer.concat([synced, Buffer.alloc(now.length - synced.length)]);
}

export const month = 202611;

/** Returns rows whose only column is a name. */
export function part(names: readonly string[], of = month): RecordPart {
  const rows = names.map((name) => Buffer.from([name.length, ...Buffer.from(name)]));
  return { table: "events", month: of, rowCount: names.length, rows: Buffer.concat(rows) };
}

export function namesIn({ rows }: RecordPart): string[] {
  const names: string[] = [];
  for (let position = 0; position < rows.length; ) {
    const end = position + 1 + (rows[position] ?? 0);
    names.push(rows.toString("latin1", position + 1, end));
    position = end;
  }
  return names;
}

export function append(eventLog: EventLog, name: string): Promise<void> {
  return eventLog.append(month, (writer) => writer.string(name));
}

/** Opens a log on a disk of its own, whose directory is synced. */
export async function openLog(
  options: Partial<EventLogOptions> = {},
): Promise<{ disk: FaultyDisk; directory: string; eventLog: EventLog }> {
  const faulty = await FaultyDisk.make();
  const directory = `${faulty.root}/log`;
  await faulty.makeDirectory(directory);
  await faulty.syncDirectory(faulty.root);
  faulty.steps.length = 0;
  return {
    disk: faulty,
    directory,
    eventLog: new EventLog({ fs: faulty, directory, bytesMax: 1e9, ...options }),
  };
}

export interface Contents {
  readonly names: string[];
  readonly parts: RecordPart[];
  readonly damages: Damage[];
}

/** Resolves with everything that a reader finds. */
export async function readAll(
  fs: FileSystem,
  directory: string,
  options: { limit?: ReadLimit; bytesMax?: number } = {},
): Promise<Contents> {
  const { limit, bytesMax = 100 } = options;
  const damages: Damage[] = [];
  const parts: RecordPart[] = [];
  const onDamage = async (damage: Damage) => {
    damages.push(damage);
  };
  const reader = new LogReader({ fs, directory, onDamage, ...(limit && { limit }) });
  for (let position = logStart; ; ) {
    const chunk = await reader.read(position, bytesMax);
    if (chunk === undefined) break;
    parts.push(...chunk.parts);
    position = chunk.next;
  }
  return { names: parts.flatMap(namesIn), parts, damages };
}
