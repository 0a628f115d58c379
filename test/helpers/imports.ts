import { expect } from "vitest";
import { eventually } from "./eventually.ts";
import { authorization } from "./program.ts";

/** A file of a form: its name and content. */
export type FormFile = readonly [name: string, content: string | Uint8Array<ArrayBuffer>];

/** An import as the API shows it. */
export interface ImportAnswer {
  readonly id: number;
  readonly status: string;
  readonly dry_run: boolean;
  readonly from: string | null;
  readonly to: string | null;
  readonly days: {
    readonly taken: number;
    readonly left: number;
    readonly left_because: Readonly<Record<string, number>>;
  };
  readonly rows: {
    readonly read: number;
    readonly imported: number;
    readonly skipped: Readonly<Record<string, number>>;
  };
  readonly problem: string | null;
}

/** The fields of an event that a test chooses; the others have defaults. */
export type ExportedFields = Readonly<Record<string, unknown>>;

/** Returns a line of an export of Footfall. */
export function exportedLine(day: string, nth: number, fields: ExportedFields = {}): string {
  const time = `${day}T${pad(nth % 24)}:${pad(Math.floor(nth / 24) % 60)}:00.000Z`;
  return JSON.stringify({
    date: day,
    visitor: nth.toString(16).padStart(16, "0"),
    time,
    name: "pageview",
    hostname: "example.com",
    page: `/${nth}`,
    ...fields,
  });
}

/** Returns an export with so many events of a day, each of a visitor of its own. */
export function exportOf(day: string, events: number, fields: ExportedFields = {}): string {
  const lines = Array.from({ length: events }, (_, nth) => exportedLine(day, nth, fields));
  return lines.map((line) => `${line}\n`).join("");
}

/** Sends files to be imported into a website. */
export async function postImport(
  url: string,
  id: number,
  files: readonly FormFile[],
  fields: Readonly<Record<string, string>> = {},
): Promise<{ status: number; location: string | null; json: { data: ImportAnswer } }> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  for (const [name, content] of files) body.append("file", new Blob([content]), name);
  const path = `${url}/api/v1/websites/${id}/imports`;
  const reply = await fetch(path, { method: "POST", headers: authorization, body });
  const json = (await reply.json()) as { data: ImportAnswer };
  return { status: reply.status, location: reply.headers.get("location"), json };
}

/** Resolves with the record of an import; undefined if there is none. */
export async function findImport(
  url: string,
  id: number,
  importId: number,
): Promise<ImportAnswer | undefined> {
  const path = `${url}/api/v1/websites/${id}/imports/${importId}`;
  const reply = await fetch(path, { headers: authorization });
  if (reply.status === 404) return undefined;
  return ((await reply.json()) as { data: ImportAnswer }).data;
}

/** Resolves with an import when it has ended. */
export function ended(url: string, id: number, importId: number): Promise<ImportAnswer> {
  return eventually(async () => {
    const found = await findImport(url, id, importId);
    expect(["done", "failed"]).toContain(found?.status);
    return found as ImportAnswer;
  });
}

/** Imports files, and resolves with the import when it has ended. */
export async function importFiles(
  url: string,
  id: number,
  files: readonly FormFile[],
  fields: Readonly<Record<string, string>> = {},
): Promise<ImportAnswer> {
  const { status, json } = await postImport(url, id, files, fields);
  expect({ status, json }).toMatchObject({ status: 202 });
  return ended(url, id, json.data.id);
}

/** Imports a text as one file. */
export function importText(url: string, id: number, text: string): Promise<ImportAnswer> {
  return importFiles(url, id, [["export.ndjson", text]]);
}

/** Asks for an undo. */
export function deleteImport(url: string, id: number, importId: number): Promise<Response> {
  const path = `${url}/api/v1/websites/${id}/imports/${importId}`;
  return fetch(path, { method: "DELETE", headers: authorization });
}

/** Undoes an import, and resolves when nothing of it is left. */
export async function undo(url: string, id: number, importId: number): Promise<void> {
  expect((await deleteImport(url, id, importId)).status).toBe(202);
  await gone(url, id, importId);
}

/** Resolves when there is no such import. */
export function gone(url: string, id: number, importId: number): Promise<void> {
  return eventually(async () => {
    expect(await findImport(url, id, importId)).toBeUndefined();
  });
}

function pad(number: number): string {
  return String(number).padStart(2, "0");
}
