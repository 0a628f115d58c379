import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";

import {
  archiveLimits,
  openUploads,
  type UploadedFile,
} from "../../../src/import/files/archive.ts";
import { readHead, type SourceFile } from "../../../src/import/files/source-file.ts";
import { ImportFailed, ImportRefused } from "../../../src/import/problems.ts";
import { eventually } from "../../helpers/eventually.ts";
import { type ZipEntry, zip } from "../../helpers/zip.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "archive-"));
});
afterAll(() => rm(folder, { recursive: true }));

let uploads = 0;
async function upload(name: string, content: Buffer | string): Promise<UploadedFile> {
  uploads += 1;
  const path = join(folder, String(uploads));
  await writeFile(path, content);
  return { path, name };
}

async function open(entries: readonly ZipEntry[], limits = archiveLimits): Promise<SourceFile[]> {
  return openUploads([await upload("data.zip", zip(entries))], limits);
}

async function textOf(file: SourceFile | undefined): Promise<string> {
  const chunks: Buffer[] = [];
  if (file !== undefined) for await (const chunk of file.read()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function openFiles(): Promise<number> {
  return (await readdir("/proc/self/fd")).length;
}

test("entries of an archive are files, by their names without folders", async () => {
  const files = await open([
    { name: "export/" },
    { name: "export/a.csv", content: "one" },
    { name: "b.csv", content: "two", method: 0 },
    { name: "größe.csv" },
  ]);
  expect(files.map(({ name }) => name)).toEqual(["a.csv", "b.csv", "größe.csv"]);
  expect(await Promise.all(files.map(textOf))).toEqual(["one", "two", ""]);
});

test("an entry can be read twice, and in part", async () => {
  const [file] = await open([{ name: "a.csv", content: "line\n".repeat(500_000) }]);
  if (file === undefined) throw new Error("there is a file");
  expect(await readHead(file)).toHaveLength(64 * 1024);
  expect(await textOf(file)).toHaveLength(2_500_000);
  expect(await textOf(file)).toHaveLength(2_500_000);
});

test.runIf(process.platform === "linux")("no file stays open", async () => {
  const [file] = await open([{ name: "a.csv", content: "line\n".repeat(500_000) }]);
  if (file === undefined) throw new Error("there is a file");
  const before = await openFiles();
  for (let i = 0; i < 20; i += 1) await readHead(file);
  await textOf(file);
  await eventually(async () => expect(await openFiles()).toBeLessThanOrEqual(before));
});

test("other files stay as they are, packed by gzip or not", async () => {
  const files = await openUploads([
    await upload("a.csv", "plain"),
    await upload("b.csv.gz", gzipSync("packed")),
    await upload("c.zip", zip([{ name: "c.csv", content: "entry" }])),
  ]);
  expect(files.map(({ name }) => name)).toEqual(["a.csv", "b.csv.gz", "c.csv"]);
  expect(await Promise.all(files.map(textOf))).toEqual(["plain", "packed", "entry"]);
});

test("a file in an archive may have the longest name of file systems", async () => {
  const [file] = await open([{ name: `${"a/".repeat(500)}${"x".repeat(255)}` }]);
  expect(file?.name).toBe("x".repeat(255));
});

test("what macOS adds is left out", async () => {
  const files = await open([
    { name: "__MACOSX/a.csv", content: "x" },
    { name: "__MACOSX/._a.csv", content: "x" },
    { name: ".DS_Store", content: "x" },
    { name: "export/.DS_Store", content: "x" },
    { name: "a.csv" },
  ]);
  expect(files.map(({ name }) => name)).toEqual(["a.csv"]);
});

test("an archive within an archive stays packed", async () => {
  const inner = zip([{ name: "a.csv", content: "inner" }]);
  const [file] = await open([{ name: "inner.zip", content: inner }]);
  expect(file?.name).toBe("inner.zip");
  expect((await textOf(file)).slice(0, 2)).toBe("PK");
});

const stored = { name: "a.csv", content: "0123456789", method: 0 };
test.each([
  ["a path above the archive", [{ name: "../a.csv" }], /"\.\.\/a\.csv" is a forbidden name/],
  ["a path above a folder", [{ name: "a/../../b" }], /forbidden name/],
  ["a path from the root", [{ name: "/etc/passwd" }], /forbidden name/],
  ["a backslash", [{ name: "..\\a.csv" }], /forbidden name/],
  ["a drive", [{ name: "C:a.csv" }], /forbidden name/],
  ["no name", [{ name: "" }], /forbidden name/],
  ["a bad name among those that are left out", [{ name: "__MACOSX/../a" }], /forbidden name/],
  ["encrypted data", [{ name: "a.csv", flags: 1 }], /"a\.csv" is encrypted/],
  ["strongly encrypted data", [{ name: "a.csv", flags: 0x41 }], /data\.zip is encrypted/],
  ["another method", [{ name: "a.csv", method: 12 }], /not packed by store or deflate/],
  ["a name twice", [stored, stored], /"a\.csv" stands in it twice/],
  ["an entry that lies in another", [stored, { ...stored, name: "b", offset: 20 }], /overlap/],
  ["two entries at one place", [stored, { ...stored, name: "b", offset: 0 }], /overlap/],
  ["a long name of a file", [{ name: `a/${"x".repeat(256)}` }], /has a name .* that is too long/],
  ["a long name", [{ name: "x".repeat(4_097) }], /has a name or comment that is too long/],
  ["no entries", [], /data\.zip has no files/],
  ["folders alone", [{ name: "a/" }], /data\.zip has no files/],
  [
    "a large entry by its own word",
    [{ ...stored, method: 8, statedBytes: 2 ** 30 + 1 }],
    /1,073,741,824 bytes/,
  ],
] as const)("an archive with %s is refused", async (_, entries, message) => {
  const result = open(entries);
  await expect(result).rejects.toThrow(ImportRefused);
  await expect(result).rejects.toThrow(message);
});

test("a thousand entries are read, one more is refused", async () => {
  const entries = Array.from({ length: 1_001 }, (_, i) => ({ name: `${i}.csv` }));
  expect(await open(entries.slice(1))).toHaveLength(1_000);
  await expect(open(entries)).rejects.toThrow("data.zip has more than 1000 entries");
});

test("archives of an import share the limits", async () => {
  const limits = { entriesMax: 3, entryBytesMax: 10, totalBytesMax: 15 };
  const one = await upload("1.zip", zip([{ ...stored, name: "1" }]));
  const two = await upload("2.zip", zip([{ ...stored, name: "2" }]));
  expect(await openUploads([one], limits)).toHaveLength(1);
  await expect(openUploads([one, two], limits)).rejects.toThrow("2.zip has more than 15 bytes");
});

test("an archive that breaks off is refused", async () => {
  const whole = zip([{ name: "a.csv", content: "content" }]);
  for (const bytes of [4, 40, whole.length - 30, whole.length - 1]) {
    const file = await upload("data.zip", whole.subarray(0, bytes));
    const result = openUploads([file]);
    await expect(result).rejects.toThrow(ImportRefused);
    await expect(result).rejects.toThrow("data.zip is a broken or incomplete ZIP archive");
  }
});

test("a file that only calls itself an archive is refused", async () => {
  await expect(openUploads([await upload("a.zip", "text")])).rejects.toThrow(
    "a.zip is no ZIP archive",
  );
  await expect(openUploads([await upload("a.zip", "")])).rejects.toThrow(ImportRefused);
});

const bomb = deflateRawSync(Buffer.alloc(1_000_000));
test.each([
  ["is more than the directory says", { packed: bomb, statedBytes: 1_000 }, /not what/],
  ["is less than the directory says", { content: "abc", statedBytes: 4 }, /not what/],
  ["has another sum", { content: "abc", crc: 1 }, /not what the archive's directory says/],
  ["is no deflate data", { packed: Buffer.from("nonsense"), statedBytes: 5 }, /broken/],
  ["breaks off", { packed: bomb.subarray(0, 100), statedBytes: 1_000_000 }, /incomplete/],
  ["is not where the directory says", { content: "abc", offset: 7 }, /broken/],
  ["lies behind the end", { content: "abc", offset: 1_000 }, /broken/],
])("reading an entry fails if its content %s", async (_, entry, message) => {
  const [file] = await open([{ name: "a.csv", ...entry }]);
  const result = textOf(file);
  await expect(result).rejects.toThrow(ImportFailed);
  await expect(result).rejects.toThrow(message);
  await expect(result).rejects.toThrow(/^data\.zip, "a\.csv": /);
});

test("unpacking never yields more than the directory says", async () => {
  const [file] = await open([{ name: "a.csv", packed: bomb, statedBytes: 1_000 }]);
  let bytes = 0;
  const result = (async () => {
    if (file !== undefined) for await (const chunk of file.read()) bytes += chunk.length;
  })();
  await expect(result).rejects.toThrow(ImportFailed);
  expect(bytes).toBeLessThanOrEqual(1_000);
});
