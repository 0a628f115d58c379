import { open as openFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from "yauzl";

import { type ImportProblem, importProblem } from "../../model/import-problems.ts";
import { ImportFailed, ImportRefused } from "../problems.ts";
import { diskFile, fileNameCharactersMax, isOfSystem, type SourceFile } from "./source-file.ts";

/** An uploaded file on the disk. */
export interface UploadedFile {
  readonly path: string;
  /** The name that the client gave, without directories. */
  readonly name: string;
}

/** Limits of the archives of an import. */
export interface ArchiveLimits {
  readonly entriesMax: number;
  /** Unpacked bytes of each entry, and of all of them. */
  readonly entryBytesMax: number;
  readonly totalBytesMax: number;
}

const gibibyte = 1024 ** 3;
export const archiveLimits: ArchiveLimits = {
  entriesMax: 1_000,
  entryBytesMax: gibibyte,
  totalBytesMax: 4 * gibibyte,
};

const methods = { store: 0, deflate: 8 };
/** Length of an entry's own header, without its name and extra fields. */
const localHeaderBytes = 30;
/** Limit of an entry's name, extra fields and comment together, as all entries are in memory. */
const labelBytesMax = 4 * 1024;
/** Longer names are cut in messages. */
const shownCharactersMax = 100;

/**
 * Returns the files of an import: each entry of a ZIP archive is a file, and every other file stays
 * as it is. Entries are unpacked whenever they are read, never to the disk. An archive within an
 * archive stays packed.
 *
 * Throws `ImportRefused` if an archive cannot be read. Also throws it if the directory of an
 * archive has encrypted data, another method, a path that leads out of it, or too much.
 */
export async function openUploads(
  uploads: readonly UploadedFile[],
  limits: ArchiveLimits = archiveLimits,
): Promise<SourceFile[]> {
  const budget = new Budget(limits);
  const files: SourceFile[] = [];
  for (const { path, name } of uploads) {
    if (await isZip(path)) files.push(...(await archiveFiles({ path, name }, budget)));
    else if (/\.zip$/i.test(name)) throw new ImportRefused(importProblem("no_zip", { file: name }));
    else files.push(diskFile(path, name));
  }
  return files;
}

/**
 * Counts the entries of an import and their bytes, as the directories of its archives state them.
 * An entry never unpacks to more than it states, see `unpack`.
 */
class Budget {
  readonly limits: ArchiveLimits;
  #entries = 0;
  #bytes = 0;

  constructor(limits: ArchiveLimits) {
    this.limits = limits;
  }

  /** Counts the entries of an archive. Returns what there is too much of. */
  exceed(file: string, entries: readonly Entry[]): ImportProblem | undefined {
    const { entriesMax, entryBytesMax, totalBytesMax } = this.limits;
    this.#entries += entries.length;
    if (this.#entries > entriesMax) return tooManyEntries(file, entriesMax);
    for (const { uncompressedSize } of entries) {
      if (uncompressedSize > entryBytesMax) {
        return importProblem("zip_entry_bytes", { file, max: entryBytesMax });
      }
      this.#bytes += uncompressedSize;
    }
    if (this.#bytes <= totalBytesMax) return undefined;
    return importProblem("zip_bytes", { file, max: totalBytesMax });
  }
}

function tooManyEntries(file: string, entriesMax: number): ImportProblem {
  return importProblem("zip_entries", { file, max: String(entriesMax) });
}

async function isZip(path: string): Promise<boolean> {
  const file = await openFile(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    // An archive begins with an entry, or is empty.
    return bytesRead === 4 && ["PK\x03\x04", "PK\x05\x06"].includes(buffer.toString("latin1"));
  } finally {
    await file.close();
  }
}

async function archiveFiles(archive: UploadedFile, budget: Budget): Promise<SourceFile[]> {
  const entries = await readDirectory(archive, budget.limits.entriesMax);
  const names = new Set<string>();
  const files: SourceFile[] = [];
  for (const entry of entries) {
    const name = nameOf(entry);
    const where = { file: archive.name, entry: show(name) };
    if (!isInside(name)) throw new ImportRefused(importProblem("entry_forbidden", where));
    if (isLeftOut(name)) continue;
    if (entry.isEncrypted()) throw new ImportRefused(importProblem("entry_encrypted", where));
    if (!Object.values(methods).includes(entry.compressionMethod)) {
      throw new ImportRefused(importProblem("entry_method", where));
    }
    if (names.has(name)) throw new ImportRefused(importProblem("entry_twice", where));
    names.add(name);
    const fileName = name.slice(name.lastIndexOf("/") + 1);
    if (fileName.length > fileNameCharactersMax) throw tooLongName(archive);
    files.push({
      name: fileName,
      read: () => unpack(archive, entry),
    });
  }
  const exceeded = budget.exceed(archive.name, entries);
  if (exceeded !== undefined) throw new ImportRefused(exceeded);
  const file = archive.name;
  if (hasOverlap(entries)) throw new ImportRefused(importProblem("zip_overlap", { file }));
  if (files.length === 0) throw new ImportRefused(importProblem("zip_empty", { file }));
  return files;
}

/** Returns all entries of an archive. It stops where there are too many. */
async function readDirectory(archive: UploadedFile, entriesMax: number): Promise<Entry[]> {
  const entries: Entry[] = [];
  let zip: ZipFile | undefined;
  try {
    zip = await openZip(archive);
    if (zip.entryCount > entriesMax) {
      throw new ImportRefused(tooManyEntries(archive.name, entriesMax));
    }
    for await (const entry of zip.eachEntry()) {
      const { fileNameLength, extraFieldLength, fileCommentLength } = entry;
      if (fileNameLength + extraFieldLength + fileCommentLength > labelBytesMax) {
        throw tooLongName(archive);
      }
      entries.push(entry);
    }
  } catch (error) {
    if (error instanceof ImportRefused || isOfSystem(error)) throw error;
    const isEncrypted = /encrypt/.test((error as Error).message);
    const code = isEncrypted ? "zip_encrypted" : "zip_broken";
    throw new ImportRefused(importProblem(code, { file: archive.name }));
  } finally {
    zip?.close();
  }
  return entries;
}

function tooLongName({ name }: UploadedFile): ImportRefused {
  return new ImportRefused(importProblem("zip_name", { file: name }));
}

function openZip({ path }: UploadedFile): Promise<ZipFile> {
  // Names are decoded here, so that a bad one has a message of its own.
  return openPromise(path, { autoClose: false, decodeStrings: false });
}

function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);
}

/** Returns a name as it stands between quotes. */
function show(name: string): string {
  return JSON.stringify(name.slice(0, shownCharactersMax)).slice(1, -1);
}

/** Returns whether the name is a path below the archive, in every system's reading. */
function isInside(name: string): boolean {
  const isOdd = name === "" || name.startsWith("/") || /^[a-z]:|[\\\0]/i.test(name);
  return !isOdd && !name.split("/").includes("..");
}

/** Returns whether the entry is a folder, or one of those that macOS adds. */
function isLeftOut(name: string): boolean {
  return name.endsWith("/") || name.startsWith("__MACOSX/") || /(?:^|\/)\.DS_Store$/.test(name);
}

/**
 * Returns whether two entries share packed bytes. So a small archive could be unpacked to any
 * number of bytes.
 */
function hasOverlap(entries: readonly Entry[]): boolean {
  const inOrder = [...entries].sort(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  );
  let end = 0;
  for (const entry of inOrder) {
    if (entry.relativeOffsetOfLocalHeader < end) return true;
    end =
      entry.relativeOffsetOfLocalHeader +
      localHeaderBytes +
      entry.fileNameLength +
      entry.compressedSize;
  }
  return false;
}

/**
 * Yields the content of an entry. Throws `ImportFailed` if it is broken, or before it becomes
 * larger than the directory states.
 */
async function* unpack(archive: UploadedFile, entry: Entry): AsyncGenerator<Buffer> {
  const where = { file: archive.name, entry: show(nameOf(entry)) };
  const zip = await openZip(archive);
  const streams: Readable[] = [];
  let bytes = 0;
  let sum = 0;
  try {
    const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false });
    streams.push(packed);
    const content = entry.compressionMethod === methods.deflate ? inflate(packed) : packed;
    streams.push(content);
    for await (const chunk of content as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > entry.uncompressedSize) break;
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof ImportFailed || isOfSystem(error)) throw error;
    throw new ImportFailed(importProblem("entry_broken", where), { cause: error });
  } finally {
    for (const stream of streams) stream.destroy();
    zip.close();
  }
  if (bytes !== entry.uncompressedSize || sum !== entry.crc32) {
    throw new ImportFailed(importProblem("entry_other", where));
  }
}

function inflate(packed: Readable): Readable {
  const content = createInflateRaw();
  packed.on("error", (error) => content.destroy(error));
  return packed.pipe(content);
}
