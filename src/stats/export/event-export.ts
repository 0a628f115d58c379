import { randomBytes } from "node:crypto";
import { addAbortSignal, Readable } from "node:stream";

import type { CsvForm } from "../csv.ts";
import type { EventExport, ReportQuery } from "../report.ts";
import { exportedColumns, exportSql, type VisitorKey } from "./event-sql.ts";
import { type FileFormat, streamFormats } from "./file-format.ts";
import { type Slice, slicesOf } from "./slices.ts";

/** A query for all events of the visitor days that pass the filters. */
export interface ExportQuery extends ReportQuery, CsvForm {
  readonly countsFrom: "events";
  readonly format: FileFormat;
}

/**
 * Most events of a slice. ClickHouse needs some 20 ms to begin one and a second to write it. With
 * smaller ones the beginnings would count, and larger ones would hold replaced parts for longer.
 */
const sliceEventsMax = 250_000;

/**
 * Returns the export of events, which tells `onProgress` how many of them it has written.
 *
 * NDJSON and CSV are read slice by slice: between two of them ClickHouse holds nothing. A Parquet
 * file has one footer, so one statement writes it.
 */
export function eventExport(
  onProgress: (done: number, all: number) => void = () => {},
): EventExport<ExportQuery> {
  return {
    async open(db, query, days, run) {
      const { from, to, format } = query;
      const all = days.reduce((sum, { events }) => sum + events, 0);
      const slices =
        format === "parquet" ? [{ from, to, events: all }] : slicesOf(days, sliceEventsMax);
      const { conditions = [] } = query;
      const exported = { ...query, conditions, visitorKey: randomKey() };
      const cut = new AbortController();
      const read = async (slice: Slice) => {
        const limits = run.statement();
        const signal = AbortSignal.any([limits.signal, cut.signal]);
        const statement = exportSql(exported, slice);
        const rows = await db.stream(statement, streamFormats[format], { ...limits, signal });
        return addAbortSignal(cut.signal, rows);
      };
      // The errors of the first slice come before the first byte.
      const first = slices[0] && (await read(slices[0]));
      const write = async function* (): AsyncGenerator<Buffer> {
        if (format === "csv") yield Buffer.from(`${exportedColumns.join(",")}\r\n`);
        let done = 0;
        for (const [nth, slice] of slices.entries()) {
          yield* nth === 0 && first !== undefined ? first : await read(slice);
          done += slice.events;
          onProgress(done, all);
        }
        await run.confirm();
      };
      return withoutPause(write(), run.pauseMsMax).once("close", () => cut.abort());
    },
  };
}

/** Returns a key that nobody knows after the download. */
function randomKey(): VisitorKey {
  const bytes = randomBytes(16);
  return [bytes.readBigUInt64LE(0), bytes.readBigUInt64LE(8)];
}

/** Returns a stream of the chunks, which breaks off if nobody reads from it for that long. */
function withoutPause(chunks: AsyncIterable<Buffer>, pauseMsMax: number): Readable {
  const breakOff = () => {
    stream.destroy(new Error(`the reader of an export read nothing for ${pauseMsMax} ms`));
  };
  const timed = async function* () {
    for await (const chunk of chunks) {
      const timer = setTimeout(breakOff, pauseMsMax);
      try {
        yield chunk;
      } finally {
        clearTimeout(timer);
      }
    }
  };
  const stream = Readable.from(timed(), { objectMode: false });
  return stream;
}
