import type { ImportRecord } from "../../model/import.ts";
import { Failure, failureOf } from "../api/failure.ts";

/** The choices of somebody who imports files. */
export interface Choices {
  readonly files: readonly File[];
  /** The empty text lets the files tell. */
  readonly source: string;
  /** The website of an Umami file; the empty text if it has one alone. */
  readonly websiteId: string;
}

export interface UploadOptions {
  readonly path: string;
  readonly choices: Choices;
  readonly isDryRun: boolean;
  readonly signal: AbortSignal;
  /** Takes the share of the bytes that are sent, 0 to 1. */
  readonly onProgress: (share: number) => void;
  /** Makes the request. */
  readonly createRequest?: () => XMLHttpRequest;
}

/** An import that has begun, or the one that the same files made before. */
export interface BegunImport {
  readonly record: ImportRecord;
  readonly isNew: boolean;
}

/**
 * Sends files to import. `fetch` does not tell how much of a body is sent, so this is an
 * `XMLHttpRequest`. Rejects with a `Failure`; its code is ABORTED after the signal, and BROKEN_OFF
 * if there is no answer.
 */
export function sendFiles(options: UploadOptions): Promise<BegunImport> {
  const { path, choices, isDryRun, signal, onProgress } = options;
  const request = options.createRequest?.() ?? new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    const abort = () => request.abort();
    signal.addEventListener("abort", abort, { once: true });
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onabort = () => reject(new Failure("ABORTED"));
    request.onerror = () => reject(new Failure("BROKEN_OFF"));
    request.onload = () => readAnswer(request).then(resolve, reject);
    request.onloadend = () => signal.removeEventListener("abort", abort);
    request.open("POST", path);
    request.send(formOf(choices, isDryRun));
  });
}

/** Returns the body of a request. */
export function formOf({ files, source, websiteId }: Choices, isDryRun: boolean): FormData {
  const form = new FormData();
  if (source !== "") form.set("source", source);
  if (websiteId !== "") form.set("options", JSON.stringify({ website_id: websiteId }));
  if (isDryRun) form.set("dry_run", "1");
  for (const file of files) form.append("file", file, file.name);
  return form;
}

async function readAnswer(request: XMLHttpRequest): Promise<BegunImport> {
  const { status, responseText } = request;
  if (status !== 200 && status !== 202) {
    const retryAfter = request.getResponseHeader("retry-after");
    const headers = retryAfter === null ? {} : { "retry-after": retryAfter };
    throw await failureOf(new Response(responseText, { status, headers }));
  }
  const { data } = JSON.parse(responseText) as { data: ImportRecord };
  return { record: data, isNew: status === 202 };
}
