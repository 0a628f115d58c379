import { readFile } from "node:fs/promises";

import { type ErrorCode, type FieldErrors, Problem, StartRefused } from "../base/errors.ts";
import type { LogPart, LogPartResult, LogPlace, LogPlaces } from "../import/follow/log-places.ts";

/** Longer than the server takes for the most lines, also on a busy machine. */
const answerMsMax = 60_000;

/**
 * Returns the logs of a website of a Footfall elsewhere. Rejects with `StartRefused` if URL or key
 * cannot be right.
 */
export async function openRemotePlaces(
  { url, keyFile }: { readonly url: string; readonly keyFile: string },
  domain: string,
): Promise<LogPlaces> {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw new StartRefused("--server must be an http or https URL");
  }
  const key = await readFile(keyFile, "utf8").catch((error: Error) => {
    throw new StartRefused(`the key cannot be read: ${error.message}`);
  });
  const base = `${url.replace(/\/+$/, "")}/api/v1/websites/${encodeURIComponent(domain)}`;
  const authorization = `Bearer ${key.trim()}`;
  const ask = async <T>(path: string, type: string, body: BodyInit): Promise<T> => {
    const headers = { authorization, "content-type": type };
    const signal = AbortSignal.timeout(answerMsMax);
    const init = { method: "POST", headers, body, signal };
    const answer = await fetch(`${base}/followed-logs/${path}`, init).catch((cause: unknown) => {
      throw new Problem("STORE_UNAVAILABLE", { message: `${url} does not answer`, cause });
    });
    const text = await answer.text().catch((cause: unknown) => {
      throw new Problem("STORE_UNAVAILABLE", { message: `${url} broke off`, cause });
    });
    if (answer.ok) return JSON.parse(text) as T;
    throw problemOf(answer.status, text);
  };
  return {
    find: (follower, before) =>
      ask<LogPlace>("places", "application/json", JSON.stringify({ follower, before })),
    take({ text, from, directives, is_unfinished, is_last, ...part }: LogPart) {
      const params = new URLSearchParams();
      for (const [name, value] of Object.entries(part)) params.set(name, String(value));
      params.set("is_unfinished", String(Number(is_unfinished)));
      params.set("is_last", String(Number(is_last)));
      params.set("from_lines", String(from.lines));
      params.set("from_bytes", String(from.bytes));
      params.set("from_end", from.end);
      params.set("directives", String(directives.length));
      const head = Buffer.from(directives.map((line) => `${line}\n`).join(""));
      return ask<LogPartResult>(`parts?${params}`, "text/plain", Buffer.concat([head, text]));
    },
  };
}

/** Returns the problem that an answer tells. Whatever stands in between may answer as well. */
function problemOf(status: number, text: string): Problem {
  const isTransient = status >= 500 || status === 429 || status === 408;
  if (isTransient) return new Problem("STORE_UNAVAILABLE", { message: `the answer is ${status}` });
  try {
    const {
      code,
      message,
      errors: fields,
    } = JSON.parse(text) as {
      code: ErrorCode;
      message: string;
      errors?: FieldErrors;
    };
    return new Problem(code, { message, ...(fields && { fields }) });
  } catch {
    return new Problem("ROUTE_NOT_FOUND", { message: `the server answers ${status}` });
  }
}
