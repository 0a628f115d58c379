import { isDimension, isOfDays } from "../address/dimension-words.ts";
import { withBasePath } from "../address/server-address.ts";
import { Failure, failureOf } from "./failure.ts";
import { noteServerTime } from "./server-clock.ts";
import { tellSignedOut } from "./signed-out.ts";

/** Limits concurrent queries. A page makes a dozen, and the server runs few at once. */
const requestsMax = 4;

let running = 0;
const waiting: (() => void)[] = [];

/** Fetches JSON when it is this request's turn. Throws a `Failure`. */
export async function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await inTurn(() => send(path, signal ? { signal } : {}), signal);
  return (await response.json()) as T;
}

/** A record, and the tag of its version. */
export interface Tagged<T> {
  readonly record: T;
  readonly tag: string;
}

/** Fetches a record with its tag. Throws a `Failure`. */
export async function getTagged<T>(path: string, signal?: AbortSignal): Promise<Tagged<T>> {
  return tagged<T>(await inTurn(() => send(path, signal ? { signal } : {}), signal));
}

/**
 * Changes a record if it still has the tag, and returns it with the new one. Throws a `Failure`,
 * with the code `CHANGED_MEANWHILE` if it has another one.
 */
export async function patchTagged<T>(path: string, body: object, tag: string): Promise<Tagged<T>> {
  const headers = { "content-type": "application/json", "if-match": tag };
  return tagged<T>(await send(path, { method: "PATCH", body: JSON.stringify(body), headers }));
}

async function tagged<T>(response: Response): Promise<Tagged<T>> {
  const { data } = (await response.json()) as { readonly data: T };
  return { record: data, tag: response.headers.get("etag") ?? "*" };
}

/** Sends a change and returns the answer's JSON, if it has any. Throws a `Failure`. */
export async function sendJson<T>(
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: object,
): Promise<T | undefined> {
  const init: RequestInit = { method };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { "content-type": "application/json" };
  }
  const response = await send(path, init);
  const text = await response.text();
  return text === "" ? undefined : (JSON.parse(text) as T);
}

/**
 * Downloads a breakdown as CSV that is safe in spreadsheets. The column of the values has the name
 * of the dimension, which are days of some.
 */
export async function downloadCsv(path: string): Promise<void> {
  const head = "value";
  const response = await send(`${path}&safe=1`, { headers: { accept: "text/csv" } });
  const dimension = new URLSearchParams(path.split("?")[1]).get("name") ?? head;
  const name = isDimension(dimension) && isOfDays(dimension) ? "day" : dimension;
  const blob = await response.blob();
  const isOfValues = (await blob.slice(0, head.length + 1).text()) === `${head},`;
  save(response, isOfValues ? new Blob([name, blob.slice(head.length)], blob) : blob);
}

/** Downloads a file of this type. The server names it. */
export async function download(path: string, accept: string): Promise<void> {
  const response = await send(path, { headers: { accept } });
  save(response, await response.blob());
}

function save(response: Response, blob: Blob): void {
  const disposition = response.headers.get("content-disposition") ?? "";
  const name = /filename="?([^";]+)"?/.exec(disposition)?.[1] ?? "statistics.csv";
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

async function send(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(withBasePath(path), { credentials: "same-origin", ...init });
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    throw new Failure("OFFLINE");
  }
  noteServerTime(response);
  if (response.ok) return response;
  const failure = await failureOf(response);
  if (failure.code === "UNAUTHORIZED") tellSignedOut();
  throw failure;
}

async function inTurn<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  if (running >= requestsMax) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    signal?.throwIfAborted();
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}
