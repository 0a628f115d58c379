import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { ImportedFile } from "../../../src/definitions/import.ts";
import { piecesOfImport } from "../../../src/import/access-log/known-pieces.ts";
import { combinedLines, createImportWorld, type ImportWorld } from "./import-world.ts";
import { albLine, caddyEntry, combinedLine, firefox, iisHeader, iisLine, logs } from "./samples.ts";

const classicLine = `2026-05-17T10:05:03.943945Z my-elb 203.0.113.9:2817 10.0.0.1:80 0.000073 0.001048 0.000057 200 200 0 29 "GET http://www.example.com:80/ HTTP/1.1" "${firefox}" - -`;
const s3Line = `${"0a".repeat(32)} example-bucket [17/May/2026:10:05:03 +0000] 203.0.113.9 - 3E57427F3EXAMPLE REST.GET.OBJECT a "GET /a HTTP/1.1" 200 - 7 7 3 2 "-" "${firefox}" -`;
const isoLine = combinedLine.replace("17/May/2026:10:05:03 +0000", "2026-05-17T10:05:03+00:00");

let world: ImportWorld;
beforeEach(async () => {
  world = await createImportWorld();
});
afterEach(() => world.remove());

describe.each(Object.keys(logs))("a log of %s", (log) => {
  test("counts once, also when it comes again, has grown, or is compressed", async () => {
    const lines = logs[log] ?? [];
    const last = lines.at(-1) ?? "";
    const grown = [...lines, last.replace("/a", "/b"), last.replace("/a", "/c")];
    const directives = lines.length - 1;

    const first = await world.importFiles([await world.file("access.log", lines)]);
    const again = await world.importFiles([await world.file("access.log.1.gz", lines)]);
    const later = await world.importFiles([await world.file("access.log", grown)]);

    expect(first.counts).toMatchObject({ imported: 1, comments: directives, unreadable: 0 });
    expect(again.counts).toMatchObject({ imported: 0, alreadyImported: 1, comments: directives });
    expect(later.counts).toMatchObject({ imported: 2, alreadyImported: 1, unreadable: 0 });
    expect(later.counts.linesRead).toBe(grown.length);
  });
});

describe("formats", () => {
  test("#Fields of lines that count already hold for the lines after them", async () => {
    const fields = "#Fields: date time c-ip cs-method cs-uri-stem sc-status cs(User-Agent)";
    const entry = "2026-05-17 10:05:03 203.0.113.9 GET /b 200 Safari/1.0";
    const lines = [...iisHeader, iisLine, fields, entry];
    await world.importFiles([await world.file("u_ex260517.log", lines)]);

    const grown = [...lines, entry.replace("/b", "/c")];
    const { counts } = await world.importFiles([await world.file("u_ex260517.log", grown)]);

    expect(counts).toMatchObject({ imported: 1, alreadyImported: 2, unreadable: 0, comments: 5 });
  });

  test("each file has its own", async () => {
    const paths = await Promise.all(
      Object.entries(logs).map(([name, lines]) => world.file(`${name}.log`, lines)),
    );
    const { counts } = await world.importFiles(paths);
    expect(counts).toMatchObject({ imported: paths.length, unreadable: 0 });
  });

  test("one can be forced upon a log that shows none", async () => {
    const lines = [...Array(100).fill("x"), ...combinedLines(100)];
    const path = await world.file("access.log", lines);
    const importer = await world.open();
    await importer.importFiles([path], { format: "combined" });
    expect(importer.counts).toMatchObject({ linesRead: 200, unreadable: 100 });
  });

  test("a log of which more than half of the lines have another one is refused", async () => {
    const path = await world.file("access.log", [combinedLine, ...Array(13).fill("x")]);
    const importer = await world.open();
    await expect(importer.importFiles([path])).rejects.toThrow(
      `Cannot import ${path}: 13 of 14 lines are broken`,
    );
    expect(importer.counts).toMatchObject({ imported: 1, unreadable: 13 });
  });

  test("nothing is stored if one file of several has none", async () => {
    const good = await world.file("access.log", combinedLines(3));
    const bad = await world.file("error.log", ["2026/05/17 10:07:03 [error] world.open() failed"]);
    await expect(world.importFiles([good, bad])).rejects.toThrow(
      `Cannot import ${bad}: its first lines have none of the formats combined, caddy, traefik, w3c, alb, cloudflare, nginx-json, haproxy`,
    );
    expect(world.batches.size).toBe(0);
  });

  test("a log without user agents is refused", async () => {
    const entry = { ...caddyEntry, request: { ...caddyEntry.request, headers: {} } };
    const path = await world.file("access.log", [JSON.stringify(entry)]);
    await expect(world.importFiles([path])).rejects.toThrow(
      `Cannot import ${path}: it has no user agents: no filter of the directive "log" may delete`,
    );
  });

  test("an empty log is nothing to import, and blank lines tell nothing", async () => {
    expect((await world.importFiles([await world.file("a.log", [])])).counts.imported).toBe(0);
    const path = await world.file("b.log", [...Array(20_000).fill(""), combinedLine]);
    await expect(world.importFiles([path])).resolves.toHaveProperty("counts.linesRead", 20_001);
  });

  test("blank lines and comments are counted as comments, also when they come again", async () => {
    const lines = ["# a note", "", combinedLine, "  ", "no request"];
    const path = await world.file("access.log", lines);
    const first = await world.importFiles([path], { importId: "a" });
    expect(first.counts).toMatchObject({ linesRead: 5, imported: 1, comments: 3, unreadable: 1 });
    const again = await world.importFiles([path], { importId: "b" });
    expect(again.counts).toMatchObject({ linesRead: 5, comments: 3, alreadyImported: 2 });
  });

  test("a virtual host in front of the client is the host of the page", async () => {
    const hosts = ["example.com:443", "www.example.com:80", "other.example:443", "vps1:80"];
    const lines = hosts.map((host) => `${host} ${combinedLine}`);
    const path = await world.file("other_vhosts_access.log", lines);
    const { counts } = await world.importFiles([path]);
    expect(counts).toMatchObject({ imported: 2, dropped: { hostname: 2 }, unreadable: 0 });
  });

  test.each([
    ["a Classic Load Balancer", classicLine, /Classic Load Balancer; import the logs/],
    ["S3", s3Line, /S3 bucket; import the logs of the CDN/],
    ["ISO times", isoLine, /ISO 8601; log \$time_local with nginx/],
    ["bzip2", "BZh91AY&SYx", /packed by bzip2, xz or zstd; unpack it/],
  ])("a log of %s is refused with what to do instead", async (_name, line, message) => {
    const path = await world.file("access.log", [line]);
    await expect(world.importFiles([path])).rejects.toThrow(message);
  });

  test("logs without referrers get a note, and others do not", async () => {
    const { Referer: _referer, ...headers } = caddyEntry.request.headers;
    const entry = { ...caddyEntry, request: { ...caddyEntry.request, headers } };
    const without = [JSON.stringify(entry)];
    const { notes } = await world.importFiles([
      await world.file("caddy.log", without),
      await world.file("alb.log", [albLine]),
      await world.file("access.log", [combinedLine]),
    ]);
    expect(notes).toEqual([
      expect.stringMatching(/^the caddy logs have no referrers: .*headers>Referer$/),
      "the alb logs have no referrers: load balancers of AWS do not log them",
    ]);
    const both = [...without, JSON.stringify({ ...caddyEntry, ts: 1_779_012_304 })];
    expect((await world.importFiles([await world.file("both.log", both)])).notes).toEqual([]);
  });
});

describe("imports with an id", () => {
  test("find the batches that they stored, and those alone", async () => {
    const path = await world.file("access.log", combinedLines(3));
    await world.importFiles([path], { importId: "a" });
    const ofA = [...world.batches.keys()];
    const bot = combinedLine.replace(firefox, "");
    const grown = await world.file("access.log", [...combinedLines(4), bot]);
    await world.importFiles([grown], { importId: "b" });

    const pieces = await piecesOfImport(world.records, 7, "a");
    expect(pieces.flatMap((piece) => piece.batches.map(({ id }) => id))).toEqual(ofA);
    const ofB = (await piecesOfImport(world.records, 7, "b")).flatMap((piece) => piece.batches);
    expect([...ofA, ...ofB.map(({ id }) => id)].sort()).toEqual([...world.batches.keys()].sort());
    expect(new Set(ofB.map(({ table }) => table))).toEqual(new Set(["events", "drops"]));
    expect(await piecesOfImport(world.records, 7, "c")).toEqual([]);
  });

  test("count what they stored before they were interrupted as theirs", async () => {
    const path = await world.file("access.log", combinedLines(3));
    await world.importFiles([path], { importId: "a" });

    const resumed = await world.importFiles([path], { importId: "a" });
    const other = await world.importFiles([path], { importId: "b" });

    expect(resumed.counts).toMatchObject({ linesRead: 3, imported: 3, alreadyImported: 0 });
    expect(other.counts).toMatchObject({ linesRead: 3, imported: 0, alreadyImported: 3 });
  });

  test("tell what a run did from all that they have brought", async () => {
    await world.importFiles([await world.file("access.log", combinedLines(3))], { importId: "a" });
    const grown = await world.file("access.log", combinedLines(5));

    const second = await world.importFiles([grown], { importId: "a" });
    const third = await world.importFiles([grown], { importId: "a" });

    expect(second.runCounts).toMatchObject({ linesRead: 5, imported: 2, alreadyImported: 3 });
    expect(second.counts).toMatchObject({ linesRead: 5, imported: 5, alreadyImported: 0 });
    expect(third.runCounts).toMatchObject({ linesRead: 5, imported: 0, alreadyImported: 5 });
    expect(third.counts).toEqual(second.counts);
  });

  test("count what they have brought of a log that is gone", async () => {
    await world.importFiles([await world.file("a.log", combinedLines(3))], { importId: "a" });
    const other = await world.file("b.log", combinedLines(5).slice(3));

    const { counts } = await world.importFiles([other], { importId: "a" });

    expect(counts).toMatchObject({ linesRead: 5, imported: 5, alreadyImported: 0 });
  });

  test("count lines that come twice in their logs once, also when they go on", async () => {
    const lines = combinedLines(3);
    const paths = [await world.file("a.log", lines), await world.file("b.log", lines)];
    for (const _run of ["first", "resumed"]) {
      const { counts } = await world.importFiles(paths, { importId: "a" });
      expect(counts).toMatchObject({ linesRead: 6, imported: 3, alreadyImported: 3 });
    }
  });

  test("count a piece once that was cut off while it was stored", async () => {
    const path = await world.file("access.log", combinedLines(3));
    await world.importFiles([path], { importId: "a" });
    world.batches.clear();

    const resumed = await world.importFiles([path], { importId: "a" });

    expect(world.batches.size).toBeGreaterThan(0);
    expect(resumed.runCounts).toMatchObject({ linesRead: 3, imported: 3, alreadyImported: 0 });
    expect(resumed.counts).toMatchObject({ linesRead: 3, imported: 3, alreadyImported: 0 });
  });

  test("leave a piece to the import whose record it has, also if that was cut off", async () => {
    const path = await world.file("access.log", combinedLines(3));
    await world.importFiles([path], { importId: "a" });
    world.batches.clear();

    const other = await world.importFiles([path], { importId: "b" });

    expect(other.runCounts).toMatchObject({ linesRead: 3, imported: 3, alreadyImported: 0 });
    expect(other.counts).toMatchObject({ linesRead: 3, imported: 0, alreadyImported: 3 });
    expect(await piecesOfImport(world.records, 7, "b")).toEqual([]);
  });

  test("have nothing of what earlier releases stored, which gave no ids", async () => {
    const path = await world.file("access.log", combinedLines(3));
    await world.importFiles([path]);
    const grown = await world.file("access.log", combinedLines(4));

    const { counts } = await world.importFiles([grown], { importId: "a" });

    expect(counts).toMatchObject({ linesRead: 4, imported: 1, alreadyImported: 3 });
    expect((await piecesOfImport(world.records, 7, "a")).map(({ lines }) => lines)).toEqual([1]);
  });
});

test("files that were read to their end are told with size and hash", async () => {
  const paths = [
    await world.file("access.log.1.gz", combinedLines(5)),
    await world.file("access.log", []),
  ];
  const files: ImportedFile[] = [];
  const importer = await world.open();
  await importer.importFiles(paths, { onFile: (file) => files.push(file) });

  const contents = await Promise.all(paths.map((path) => readFile(path)));
  const expected = contents.map((content, i) => ({
    name: basename(paths[i] ?? ""),
    bytes: content.length,
    sha256: createHash("sha256").update(content).digest("hex"),
  }));
  expect(files).toEqual(expected);
});

test("a dry run counts what an import would, and stores nothing", async () => {
  const paths = [
    await world.file("a.log", combinedLines(5)),
    await world.file("b.log", combinedLines(5)),
  ];
  const dry = await world.importFiles(paths, { isDryRun: true });
  expect(world.batches.size).toBe(0);

  const real = await world.importFiles(paths);

  expect(dry.counts).toMatchObject({ imported: 5, alreadyImported: 5 });
  expect(real.counts).toEqual(dry.counts);
});
