import { expect } from "vitest";

import { dimensionNames } from "../../../src/counting/dimensions.ts";
import { eventually } from "../../helpers/eventually.ts";
import { apiKey, type TestFootfall } from "../../helpers/footfall.ts";
import { objectsOf, recordsOf } from "./files.ts";

/** The days of a website, whose export and reports a test compares. */
export interface Days {
  readonly id: number;
  readonly from: string;
  readonly to: string;
}

/** A file of a form: its name and content. */
export type FormFile = readonly [name: string, content: string | Uint8Array<ArrayBuffer>];

/** The part of an import's record that the tests look at. */
export interface Outcome {
  readonly id: number;
  readonly status: string;
  readonly source: string;
  readonly days: { readonly taken: number; readonly left: number };
  readonly rows: {
    readonly read: number;
    readonly imported: number;
    readonly skipped: Readonly<Record<string, number>>;
  };
  readonly problem: string | null;
}

/** Downloads the events of days, as NDJSON by default. */
export async function exportDays(
  { url, server }: TestFootfall,
  { id, from, to }: Days,
  accept = "application/x-ndjson",
): Promise<string> {
  await server.shipped();
  const reply = await fetch(`${url}/api/v1/websites/${id}/events?from=${from}&to=${to}`, {
    headers: { authorization: `Bearer ${apiKey}`, accept },
  });
  const text = await reply.text();
  expect(reply.status, text).toBe(200);
  return text;
}

/**
 * Returns the days of the visitors of an export, in an order that does not depend on how they are
 * called: each as its events, without the visitor.
 */
export function visitorDays(ndjson: string): string[][] {
  const days = new Map<string, string[]>();
  for (const { visitor, ...event } of objectsOf(ndjson)) {
    const name = `${event["date"]} ${visitor}`;
    days.set(name, [...(days.get(name) ?? []), JSON.stringify(event)]);
  }
  const texts = [...days.values()].map((events) => events.toSorted());
  return texts.sort((a, b) => (a.join("\n") < b.join("\n") ? -1 : 1));
}

/** Returns an export in CSV as the same export in NDJSON. */
export function toNdjson(csv: string): string {
  const [names = [], ...records] = recordsOf(csv);
  const lines = records.map((record) => {
    const values = record.map((text, nth) => {
      const name = names[nth] ?? "";
      const isJson = ["props", "engagement_time_ms", "scroll_depth", "hidden"].includes(name);
      return [name, isJson ? JSON.parse(text) : text] as const;
    });
    return `${JSON.stringify(Object.fromEntries(values))}\n`;
  });
  return lines.join("");
}

/** Sends files to be imported into a website. */
export function postImport(
  { url }: TestFootfall,
  id: number,
  files: readonly FormFile[],
  fields: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  for (const [name, content] of files) body.append("file", new Blob([content]), name);
  const headers = { authorization: `Bearer ${apiKey}` };
  return fetch(`${url}/api/v1/websites/${id}/imports`, { method: "POST", headers, body });
}

/** Imports files, and resolves with the record of the import when it has ended. */
export async function importFiles(
  footfall: TestFootfall,
  id: number,
  files: readonly FormFile[],
  fields?: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const reply = await postImport(footfall, id, files, fields);
  const text = await reply.text();
  expect(reply.status, text).toBe(202);
  const path = `/api/v1/websites/${id}/imports/${JSON.parse(text).data.id}`;
  return eventually(async () => {
    const { data } = (await footfall.request(path)).json;
    expect(["done", "failed"]).toContain(data.status);
    return data;
  });
}

/** Imports an export whose events the website takes all. */
export async function importExport(footfall: TestFootfall, id: number, ndjson: string) {
  const { status, problem, source, rows, days } = await importFiles(footfall, id, [
    ["export.ndjson", ndjson],
  ]);
  const events = ndjson.split("\n").length - 1;
  expect({ status, problem, source, rows, left: days.left }).toEqual({
    status: "done",
    problem: null,
    source: "footfall",
    left: 0,
    rows: { read: events, imported: events, skipped: {} },
  });
}

/** Dimensions that revenue is asked by with `touch=any` alone. */
const parts: readonly string[] = ["page", "event", "entry_page", "exit_page"];
const counted: readonly string[] = ["pageview", "visit", "visitor"];
const propKeys = ["plan", "seats", "__proto__", "constructor", "a[b]%/ü", " ", "10"];

/** Returns the addresses of every report about days, but the live view. */
function reportPaths(
  { id, from, to }: Days,
  { goals, funnels }: { goals: number; funnels: number },
) {
  const website = `/api/v1/websites/${id}`;
  const props = propKeys.map((key) => `props/${encodeURIComponent(key)}`);
  const each = (count: number) => Array.from({ length: count }, (_, nth) => nth + 1);
  const listed = [
    ...dimensionNames.map((name) => `/api/v1/stats/${id}?name=${name}`),
    ...counted.flatMap((name) =>
      ["hour", "day", "week"].map((every) => `/api/v1/stats/${id}?name=${name}&interval=${every}`),
    ),
    `/api/v1/stats/${id}?name=pageview&interval=hour&timezone=Asia/Kolkata`,
    ...[
      "goals/stats?compare=previous",
      "journeys?include=events",
      "journeys?direction=back",
      "journeys",
      "journeys/paths?steps=8",
      "journeys/paths?include=events&steps=3",
      "props",
      "props?event=Purchase",
      "engagement",
      "engagement?interval=day",
      "revenue",
      "revenue?interval=hour",
      "revenue?event=Purchase",
      ...props.flatMap((path) => [`${path}?numbers=1`, `${path}?none=1&event=Purchase`]),
      ...["page", "source", "visitor&interval=day"].flatMap((name) => [
        ...each(goals).map((goal) => `goals/${goal}/stats?name=${name}`),
        ...each(funnels).map((funnel) => `funnels/${funnel}/stats?name=${name}`),
      ]),
      ...dimensionNames
        .filter((name) => !counted.includes(name))
        .map((name, nth) => {
          const touch = parts.includes(name) ? "any" : ["any", "first", "last"][nth % 3];
          return `revenue/stats?name=${name}&touch=${touch}`;
        }),
      ...["any", "first", "last"].map((touch) => `revenue/stats?name=source&touch=${touch}`),
    ].map((path) => `${website}/${path}`),
    `/api/v1/stats/${id}?name=source&filter[page]=~a`,
    `/api/v1/stats/${id}?name=page&filter[event]=!Purchase&filter[prop:plan]=*`,
  ].map((path) => `${path}${path.includes("?") ? "&" : "?"}per_page=100`);
  const others = [
    "summary?compare=previous",
    "summary?filter[source]=Google",
    "intake",
    "heatmap?metric=visitors",
    "heatmap?metric=pageviews",
    ...["day", "visit"].map((within) => {
      return `funnels/stats?step=page:*&step=event:Purchase&within=${within}`;
    }),
    ...each(funnels).map((funnel) => `funnels/${funnel}/stats?compare=previous`),
  ].map((path) => `${website}/${path}`);
  return [...listed, ...others].map(
    (path) => `${path}${path.includes("?") ? "&" : "?"}from=${from}&to=${to}`,
  );
}

/** Resolves with the text of every report, by its address. */
export async function readReports(
  footfall: TestFootfall,
  days: Days,
  definitions: { goals: number; funnels: number } = { goals: 0, funnels: 0 },
): Promise<Record<string, string>> {
  await footfall.server.shipped();
  const texts: Record<string, string> = {};
  const paths = reportPaths(days, definitions);
  const readSome = async () => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
      const reply = await footfall.request(path);
      expect(reply.status, `${path} ${reply.text}`).toBe(200);
      texts[path] = reply.text.replaceAll(footfall.url, "");
    }
  };
  await Promise.all([readSome(), readSome(), readSome(), readSome()]);
  return texts;
}
