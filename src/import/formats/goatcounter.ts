import { importProblem } from "../../model/import-problems.ts";
import { type CsvRow, csvRows } from "../files/csv-rows.ts";
import type { EventFormat, ReadContext, SourceEvent } from "../format.ts";
import { ImportRefused } from "../problems.ts";
import { type CsvTable, fileNames, readTables, requireColumns } from "./csv-tables.ts";
import { browserColumns, systemColumns } from "./names/agents.ts";
import { goatCounterBrowsers, goatCounterSystems, splitVersion } from "./names/goatcounter.ts";
import { placeColumns } from "./names/places.ts";
import { type RowEvents, readRows } from "./source-rows.ts";
import {
  campaignColumns,
  eventOf,
  isCustomName,
  isTrue,
  joinColumns,
  timeOf,
} from "./source-values.ts";

/** The first name in the header begins with the version of the format. */
const version = "2";
const pathColumn = `${version}Path`;
const otherColumns = ["Session", "Date"];

/** The CSV export of GoatCounter. Its rows are hits, which name no host. */
export const goatCounter: EventFormat = {
  source: "goatcounter",
  kind: "events",

  async detects(files) {
    return (await readTables(files)).some((table) => versionOf(table) !== undefined);
  },

  async inspect(files) {
    const tables = await readTables(files);
    const own = tables.filter((table) => versionOf(table) !== undefined);
    if (own.length === 0) throw new ImportRefused(importProblem("goatcounter"));
    for (const table of own) {
      const found = versionOf(table) ?? "";
      if (found !== version) {
        const where = { file: table.file.name, version: found };
        throw new ImportRefused(importProblem("goatcounter_version", where));
      }
      requireColumns(table, otherColumns);
    }
    return { ignored: fileNames(tables.filter((table) => !own.includes(table))) };
  },

  async *read(files, context) {
    const tables = await readTables(files);
    for (const { file } of tables.filter((table) => versionOf(table) === version)) {
      for await (const rows of csvRows(file)) {
        yield readRows(rows, context, (row) => readHit(row, context));
      }
    }
  },
};

function versionOf({ names }: CsvTable): string | undefined {
  for (const name of names) {
    const [, found] = /^(\d+)Path$/.exec(name) ?? [];
    if (found !== undefined) return found;
  }
  return undefined;
}

function readHit(row: CsvRow, { website, counter }: ReadContext): RowEvents {
  if (!["", "0"].includes(row.text("Bot").trim())) return "bot";
  const visitor = row.text("Session");
  if (visitor === "") return "visitor";
  const timeMs = timeOf(row.text("Date"));
  if (timeMs === undefined) return "time";
  const path = row.text(pathColumn);
  const isCustom = isTrue(row.text("Event"));
  if (isCustom && !isCustomName(path)) return "kind";
  const scheme = row.text("Referrer scheme").trim();
  const isAddress = scheme !== "c" && scheme !== "g";
  const event = eventOf({
    name: isCustom ? path : "pageview",
    host: website.domain,
    // An event does not say on which page it happened.
    pathAndQuery: isCustom ? "/" : path,
    referrer: isAddress ? row.text("Referrer") : "",
    screen: screenOf(row.text("Screen size")),
  });
  if (event === undefined || path === "") return "broken";
  return { event, timeMs, visitor, columns: columnsOf(row, scheme, counter) };
}

/** Returns `1920x1080` for GoatCounter's `1920,1080,1.5`, whose third number is the scale. */
function screenOf(size: string): string {
  const [width = 0, height = 0] = size.split(",").map((side) => Math.round(Number(side)));
  return `${width}x${height}`;
}

function columnsOf(
  row: CsvRow,
  scheme: string,
  counter: ReadContext["counter"],
): SourceEvent["columns"] {
  const referrer = row.text("Referrer");
  const [country = "", region = ""] = row.text("Location").split("-", 2);
  const browser = splitVersion(row.text("Browser"));
  return joinColumns(
    browserColumns(goatCounterBrowsers, browser, counter),
    systemColumns(goatCounterSystems, splitVersion(row.text("System")), counter),
    placeColumns({ country, region }, counter),
    campaignColumns({
      // A generated referrer is the name of a source, such as `Hacker News`.
      source: scheme === "g" ? referrer : "",
      campaign: scheme === "c" ? referrer : "",
    }),
  );
}
