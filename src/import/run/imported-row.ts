import { hash } from "node:crypto";

import { dayMs, localDay } from "../../base/calendar.ts";
import { startDraft } from "../../collect/draft.ts";
import { screen } from "../../collect/steps/device.ts";
import { hostname } from "../../collect/steps/exclude.ts";
import { language } from "../../collect/steps/language.ts";
import { links } from "../../collect/steps/links.ts";
import { spam } from "../../collect/steps/marks.ts";
import { page } from "../../collect/steps/page.ts";
import { referrer } from "../../collect/steps/referrer.ts";
import { earliestMs, latestAheadMs } from "../../collect/timestamp.ts";
import { rulesOf } from "../../collect/website-rules.ts";
import type { EventRow } from "../../events/row.ts";
import type { Website } from "../../websites/website.ts";
import type { SourceEvent } from "../format.ts";
import type { SkipReason } from "./row-counter.ts";

/**
 * The steps of the collector that imported events take, too. Bots and excluded IP addresses are not
 * judged again, and the source says what the IP address and the User-Agent said.
 */
const steps = [hostname, page, links, referrer, language, screen] as const;

const exactSteps = [hostname] as const;

/** The last day that the column has room for, in 2149. */
const latestDate = 2 ** 16 - 1;

const digest = Buffer.alloc(32);

/**
 * Returns the row of an imported event, or the reason why it is skipped. The salt is random and
 * lives as long as the import, so that nobody can find the source's name of a visitor later.
 */
export function importedRow(
  source: SourceEvent,
  website: Website,
  salt: string,
): EventRow | SkipReason {
  const { event, timeMs, columns } = source;
  if (!Number.isSafeInteger(timeMs) || timeMs < earliestMs) return "time";
  if (timeMs > Date.now() + latestAheadMs) return "time";
  const day = source.date === undefined ? undefined : Date.parse(source.date) / dayMs;
  const date = day ?? localDay(website.timezone, timeMs);
  if (date < 0 || date > latestDate) return "time";
  const draft = startDraft({ website, event, timeMs, ip: "", userAgent: undefined }, date);
  for (const step of source.isExact ? exactSteps : steps) {
    if (step(draft) !== undefined) return "hostname";
  }
  const { row } = draft;
  if (source.isExact) {
    Object.assign(row, columns);
    row.page = rulesOf(website).renamePage(row.page);
  } else {
    fill(row, columns);
    spam(draft);
  }
  const identity = `${salt}\n${website.id}\n${date}\n${source.visitor}`;
  digest.write(hash("sha256", identity, "binary"), "latin1");
  row.visitor = digest.readBigUInt64LE(0);
  return row;
}

/** Fills in the columns that the row lacks, and those that no URL tells. */
function fill(row: EventRow, columns: Readonly<Record<string, unknown>>): void {
  const fields: Record<string, unknown> = row;
  for (const field in columns) {
    const isTold = typeof fields[field] === "string" && fields[field] !== "";
    if (columns[field] !== undefined && !isTold) fields[field] = columns[field];
  }
}
