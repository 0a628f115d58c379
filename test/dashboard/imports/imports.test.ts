import { describe, expect, test } from "vitest";

import { Failure } from "../../../src/dashboard/api/failure.ts";
import { followImport } from "../../../src/dashboard/imports/follow.ts";
import {
  bytesText,
  explainImport,
  filesText,
  leftTexts,
  skippedTexts,
  takenText,
  undoTexts,
  unknownTexts,
} from "../../../src/dashboard/imports/texts.ts";
import { type Choices, formOf, sendFiles } from "../../../src/dashboard/imports/upload.ts";
import { importsSentence } from "../../../src/dashboard/statistics/imports-sentence.ts";
import { createFormat } from "../../../src/dashboard/words/format.ts";
import { importsWords } from "../../../src/dashboard/words/imports.ts";
import { format as readersFormat } from "../../../src/dashboard/words/reader.ts";
import { sources } from "../../../src/import/format.ts";
import { skipReasons } from "../../../src/import/run/row-counter.ts";
import type { ImportRecord } from "../../../src/model/import.ts";

const format = createFormat("en-GB");
const imported: ImportRecord = {
  id: 3,
  source: "umami",
  kind: "events",
  status: "done",
  dry_run: false,
  files: [{ name: "website_event.csv", bytes: 48_211, sha256: "9f" }],
  ignored: [],
  from: "2025-01-01",
  to: "2025-01-31",
  days: { taken: 31, left: 3, left_because: { collected: 2, imported: 0, not_over: 1 } },
  rows: { read: 1_240, imported: 1_200, skipped: { hostname: 4, duplicate: 36 } },
  unmapped: { operating_system: { BeOS: 2, Haiku: 12 } },
  notes: [],
  problem: null,
  created_at: "2026-11-20T09:30:00Z",
  finished_at: "2026-11-20T09:31:10Z",
};
const range = readersFormat.days({ from: "2025-01-01", to: "2025-01-31" });
const ofLog = { ...imported, source: "access-log", from: null, to: null };
const choices: Choices = { files: [new File(["a"], "a.csv")], source: "umami", websiteId: "w1" };

describe("the report of an import", () => {
  test("has words for every source and every reason", () => {
    expect(Object.keys(importsWords.sources)).toEqual([...sources]);
    const skipped = Object.fromEntries(skipReasons.map((reason) => [reason, 1]));
    const texts = skippedTexts({ read: 0, imported: 0, skipped });
    for (const reason of skipReasons) expect(texts).not.toContain(`1 row: ${reason}`);
  });

  test("says what became of rows and days", () => {
    expect(skippedTexts(imported.rows)).toEqual([
      "36 rows were there already",
      "4 rows belong to another host",
    ]);
    expect(leftTexts(imported.days)).toEqual([
      "2 days have statistics already",
      "1 day is not over yet",
    ]);
    expect(takenText(imported)).toBe(`31 days, ${range}`);
    expect(takenText(ofLog)).toBe("Added to the days that are there");
    expect(takenText({ ...imported, from: null, to: null })).toBe("None");
  });

  test("lists unknown spellings, the most frequent first", () => {
    expect(unknownTexts(imported)).toEqual(["Operating systems: Haiku (12), BeOS (2)"]);
    expect(unknownTexts({ ...imported, unmapped: { odd: { "": 1 } } })).toEqual(["odd:  (1)"]);
  });

  test("names the files", () => {
    expect(filesText(imported)).toBe("website_event.csv");
    const files = [...imported.files, ...imported.files, ...imported.files];
    expect(filesText({ ...imported, files })).toBe("website_event.csv and 2 more");
  });

  test.each([
    [0, "0 kB"],
    [629, "0.6 kB"],
    [48_211, "48.2 kB"],
    [2_500_000, "2.5 MB"],
    [3_000_000_000, "3 GB"],
  ])("shows %d bytes as %s", (bytes, text) => {
    expect(bytesText("en-GB", bytes)).toBe(text);
  });
});

describe("the question before an undo", () => {
  test("says what is taken away", () => {
    const rows = readersFormat.count(1_200);
    expect(undoTexts(imported).text).toContain(
      `${rows} rows on 31 days, ${range}, will be removed`,
    );
    expect(undoTexts(ofLog).text).toContain(`${rows} rows will be removed`);
  });

  test("says of a failed one whether it has brought something", () => {
    const failed = { ...ofLog, status: "failed" } as const;
    const empty = { ...failed, rows: { ...failed.rows, imported: 0 } };
    expect(undoTexts(failed).text).toContain("rows will be removed");
    expect(undoTexts(empty).text).toMatch(/^It added nothing/);
  });

  test.each([
    ["running", "Stop"],
    ["failed", "Remove"],
    ["done", "Undo"],
  ] as const)("of one that is %s begins with %s", (status, word) => {
    const { title, button } = undoTexts({ ...imported, status });
    expect([title, button]).toEqual([
      expect.stringContaining(`${word} the`),
      expect.stringContaining(word),
    ]);
  });
});

describe("a refused import", () => {
  test("has the errors of its fields there, and not above the form", () => {
    const fields = { file: ["The files are empty."], options: ["website_id must be text."] };
    expect(explainImport(new Failure("VALIDATION", { fields }))).toBeUndefined();
  });

  test("has the errors of other fields above the form", () => {
    const failure = new Failure("VALIDATION", { fields: { dry_run: ["must be 0 or 1"] } });
    expect(explainImport(failure)).toContain("dry_run: must be 0 or 1");
  });

  test.each([
    ["IMPORT_RUNNING", "Another import"],
    ["BODY_TOO_LARGE", "IMPORT_BYTES_MAX"],
    ["UNSUPPORTED_MEDIA_TYPE", "proxy"],
    ["BROKEN_OFF", "broke off"],
    ["STORE_UNAVAILABLE", "database"],
  ])("is explained for %s", (code, words) => {
    expect(explainImport(new Failure(code))).toContain(words);
  });
});

describe("an upload", () => {
  test("has the files and what was chosen", () => {
    const form = formOf(choices, true);
    expect(Object.fromEntries(form)).toMatchObject({
      source: "umami",
      options: '{"website_id":"w1"}',
      dry_run: "1",
    });
    expect([...formOf({ ...choices, source: "", websiteId: "" }, false).keys()]).toEqual(["file"]);
  });

  test("tells how much is sent, and resolves with the import", async () => {
    const { request, sent, shares } = startUpload();
    request.upload.onprogress?.({ loaded: 25, total: 100 });
    request.upload.onprogress?.({ loaded: 0, total: 0 });
    request.answer(202, { data: imported });
    expect(await sent).toEqual({ record: imported, isNew: true });
    expect(shares).toEqual([0.25, 0]);
    expect(request.opened).toEqual(["POST", "/imports"]);
  });

  test("of files that were imported before resolves with their import", async () => {
    const { request, sent } = startUpload();
    request.answer(200, { data: imported });
    expect(await sent).toEqual({ record: imported, isNew: false });
  });

  test("rejects with the failure of the answer", async () => {
    const { request, sent } = startUpload();
    request.answer(422, { code: "VALIDATION", errors: { file: ["is required"] } });
    await expect(sent).rejects.toMatchObject({
      code: "VALIDATION",
      fields: { file: ["Please fill this in."] },
    });
  });

  test("says so if it breaks off, or is stopped", async () => {
    const broken = startUpload();
    broken.request.onerror?.();
    await expect(broken.sent).rejects.toMatchObject({ code: "BROKEN_OFF" });
    const stopped = startUpload();
    stopped.controller.abort();
    await expect(stopped.sent).rejects.toMatchObject({ code: "ABORTED" });
  });
});

describe("a check that runs", () => {
  const running = { ...imported, status: "running" } as const;

  test("is followed to its end, past failures that pass", async () => {
    const replies = [
      new Failure("NOT_FOUND"),
      running,
      new Failure("OFFLINE"),
      new Failure("OVERLOADED"),
      running,
      imported,
    ];
    const { ended, seen } = follow(replies);
    expect(await ended).toBe(imported);
    expect(seen).toEqual([running, running]);
  });

  test("is given up if it is unknown for long, or the owner is signed out", async () => {
    const unknown = Array.from({ length: 5 }, () => new Failure("NOT_FOUND"));
    await expect(follow(unknown).ended).rejects.toMatchObject({ code: "NOT_FOUND" });
    const signedOut = follow([running, new Failure("UNAUTHORIZED")]);
    await expect(signedOut.ended).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });
});

describe("the note on days of totals", () => {
  test("names the cards with sums, and what is missing", () => {
    const sums = ["source", "channel", "page", "props"];
    expect(importsSentence(format, { days: 31, sums, missing: ["city", "language"] })).toBe(
      "31 days were imported as totals. Visitors of Sources, Pages and Properties may count more than once on them. They have no Cities or Languages.",
    );
  });

  test("has the title of a card that is missing as a whole", () => {
    const missing = ["browser", "browser_version", "entry_page", "language", "props"];
    expect(importsSentence(format, { days: 2, sums: [], missing })).toBe(
      "2 days were imported as totals. They have no Entry pages, Browsers or Properties.",
    );
  });

  test("is short where nothing differs", () => {
    expect(importsSentence(format, { days: 1, sums: [], missing: [] })).toBe(
      "1 day was imported as totals.",
    );
    expect(importsSentence(format, { days: 2, sums: [], missing: ["engagement"] })).toBe(
      "2 days were imported as totals. They have no Engagement.",
    );
  });
});

/** Stands in for the browser's request. */
class FakeRequest {
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  opened: readonly string[] = [];
  status = 0;
  responseText = "";

  open(...args: readonly string[]): void {
    this.opened = args;
  }

  send(): void {}

  abort(): void {
    this.onabort?.();
  }

  getResponseHeader(): string | null {
    return null;
  }

  answer(status: number, body: object): void {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
  }
}

function startUpload() {
  const request = new FakeRequest();
  const controller = new AbortController();
  const shares: number[] = [];
  const sent = sendFiles({
    path: "/imports",
    choices,
    isDryRun: false,
    signal: controller.signal,
    onProgress: (share) => shares.push(share),
    createRequest: () => request as unknown as XMLHttpRequest,
  });
  return { request, controller, shares, sent };
}

function follow(replies: readonly (ImportRecord | Failure)[]) {
  const rest = [...replies];
  const seen: ImportRecord[] = [];
  const ended = followImport({
    fetchRecord: async () => {
      const reply = rest.shift();
      if (reply === undefined || reply instanceof Failure) throw reply;
      return reply;
    },
    onRecord: (record) => seen.push(record),
    wait: async () => {},
  });
  return { ended, seen };
}
