import { dayMs, isRealDay } from "../../base/calendar.ts";
import { hostCharactersMax, parseUrl } from "../../base/net/url.ts";
import { isObject } from "../../base/validation.ts";
import { readProps as readCollected } from "../../collect/props.ts";
import { parseTimestamp } from "../../collect/timestamp.ts";
import { columns } from "../../events/columns.ts";
import type { EventRow } from "../../events/row.ts";
import { urlCharactersMax } from "../../model/limits.ts";
import { jsonLines } from "../files/json-lines.ts";
import type { EventFormat, SourceEvent } from "../format.ts";
import { type FindFault, inspectJson, jsonFiles, someFile } from "./json-files.ts";
import { readRows } from "./source-rows.ts";
import { isLongName } from "./source-values.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Footfall's own export as NDJSON; docs/export.md has its fields. */
export const footfall: EventFormat = {
  source: "footfall",
  kind: "events",
  detects(files) {
    return someFile(files, isExport, lineBytesMax);
  },
  inspect(files) {
    return inspectJson(files, findFault, lineBytesMax);
  },
  async *read(files, context) {
    for await (const file of jsonFiles(files)) {
      for await (const lines of jsonLines(file)) {
        yield readRows(lines, context, (line) => readLine(line) ?? "broken");
      }
    }
  },
};

const findFault: FindFault = (head) =>
  head.trim() === "" || isExport(head) ? undefined : "footfall";

/** A character of a URL takes up to nine where it is stored percent-encoded. */
const textCharactersMax = 9 * urlCharactersMax;

/** Fields that every line of an export has. */
const required = ["date", "visitor", "time", "name", "hostname", "page"] as const;

/** The longest line of an export: props of 16 Ki characters, each of six bytes, and the rest. */
const lineBytesMax = 256 * 1024;

function isExport(head: string): boolean {
  const [line = ""] = head.split("\n", 1);
  try {
    const fields = JSON.parse(line) as Fields;
    return required.every((name) => typeof fields[name] === "string");
  } catch {
    return false;
  }
}

const fieldOf = new Map(columns.map(({ name, field, blank }) => [name, { field, blank }]));

function readLine(line: Fields): SourceEvent | undefined {
  const text = (name: string) => (typeof line[name] === "string" ? line[name] : "");
  const date = text("date");
  const timeMs = parseTimestamp(text("time"));
  if (!isRealDay(date) || timeMs === undefined || !isNear(timeMs, date)) return undefined;
  const [name, hostname, visitor] = [text("name"), text("hostname"), text("visitor")];
  if (name === "" || isLongName(name) || visitor === "" || hostname.length > hostCharactersMax)
    return undefined;
  const url = parseUrl(`http://${hostname}/`);
  const row = readColumns(line);
  if (url === undefined || row === undefined) return undefined;
  return {
    event: {
      name,
      url,
      referrer: "",
      screen: "",
      language: "",
      props: [],
      revenue: undefined,
      engagementTimeMs: 0,
      scrollDepth: 0,
    },
    timeMs,
    date,
    visitor,
    columns: row,
    isExact: true,
  };
}

/** A day of any time zone begins and ends within a day of the same date in UTC. */
function isNear(timeMs: number, date: string): boolean {
  const beginMs = Date.parse(date);
  return timeMs >= beginMs - dayMs && timeMs < beginMs + 2 * dayMs;
}

/** Returns the columns that a line has; undefined if one is of another type. */
function readColumns(line: Fields): Partial<EventRow> | undefined {
  const row: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(line)) {
    const column = fieldOf.get(name as never);
    if (column === undefined || ignored.has(name)) continue;
    const read = readValue(name, value, column.blank);
    if (read === undefined) return undefined;
    row[column.field] = read;
  }
  return row as Partial<EventRow>;
}

/** Columns that have a rule of their own. */
const ignored = new Set(["website_id", "date", "visitor", "time", "hostname"]);

function readValue(name: string, value: unknown, blank: unknown): unknown {
  if (name === "revenue_amount") return readAmount(value);
  if (name === "props") return readProps(value);
  if (typeof blank === "string") {
    return typeof value === "string" && value.length <= textCharactersMax ? value : undefined;
  }
  const isNumber = typeof value === "number" && Number.isInteger(value) && value >= 0;
  const max = name === "scroll_depth" ? 100 : 2 ** 32 - 1;
  return isNumber && value <= max ? value : undefined;
}

function readProps(value: unknown): readonly (readonly [string, string])[] | undefined {
  if (!isObject(value)) return undefined;
  if (!Object.values(value).every((text) => typeof text === "string")) return undefined;
  const errors = {};
  const props = readCollected(value, errors, "props");
  return "props" in errors ? undefined : props;
}

/** Returns the thousandths of a decimal text with at most three digits after the point. */
function readAmount(value: unknown): bigint | undefined {
  const match = /^(-?)(\d{1,15})(?:\.(\d{1,3}))?$/.exec(String(value));
  if (match === null) return undefined;
  const [, sign, whole = "", fraction = ""] = match;
  return BigInt(`${sign}${whole}${fraction.padEnd(3, "0")}`);
}
