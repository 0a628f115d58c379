import { inTurn, send } from "./request.ts";

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
export async function sendTagged<T>(
  method: "PATCH" | "PUT",
  path: string,
  body: object,
  tag: string,
): Promise<Tagged<T>> {
  const headers = { "content-type": "application/json", "if-match": tag };
  return tagged<T>(await send(path, { method, body: JSON.stringify(body), headers }));
}

async function tagged<T>(response: Response): Promise<Tagged<T>> {
  const { data } = (await response.json()) as { readonly data: T };
  return { record: data, tag: response.headers.get("etag") ?? "*" };
}
