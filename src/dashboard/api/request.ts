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

/** Sends a request at once. Throws a `Failure`. */
export async function send(path: string, init: RequestInit): Promise<Response> {
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

/** Does what waits for an answer when it is this request's turn. */
export async function inTurn<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
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
