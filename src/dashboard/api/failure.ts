import { failureWords } from "../words/failures.ts";
import { loadTexts } from "../words/language.ts";

/** The errors of a form's fields, by field name. Each is a whole sentence. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** The reason why a request failed. */
export class Failure extends Error {
  /** The server's stable code, or `OFFLINE` if it did not answer. */
  readonly code: string;
  readonly fields: FieldErrors;
  /** Seconds to wait before retrying, if the server names them. */
  readonly retryAfterS: number | undefined;

  constructor(code: string, more: { fields?: FieldErrors | undefined; retryAfterS?: number } = {}) {
    super(code);
    this.code = code;
    this.fields = more.fields ?? {};
    this.retryAfterS = more.retryAfterS;
  }
}

/** Returns the thrown value as a failure. */
export function toFailure(cause: unknown): Failure {
  return cause instanceof Failure ? cause : new Failure("UNKNOWN");
}

/** Reads the failure from an error answer. */
export async function failureOf(response: Response): Promise<Failure> {
  const retryAfterS = Number(response.headers.get("retry-after") ?? Number.NaN);
  const more = Number.isNaN(retryAfterS) ? {} : { retryAfterS };
  try {
    const body = (await response.json()) as { code?: string; errors?: FieldErrors };
    if (typeof body.code === "string") {
      const fields = body.errors && (await loadWords()).errorsInWords(body.errors);
      return new Failure(body.code, { ...more, fields });
    }
  } catch {
    // A proxy answered in a format of its own.
  }
  return new Failure(response.status >= 500 ? "UNAVAILABLE" : "UNKNOWN", more);
}

async function loadWords() {
  await loadTexts();
  return import("../words/in-words.ts");
}

/** Resolves with the server's sentence on why something failed, in the reader's words. */
export async function problemInWords(problem: string): Promise<string> {
  // English is better than nothing.
  return loadWords().then(
    (words) => words.problemInWords(problem),
    () => problem,
  );
}

/**
 * Returns a failure's message for the user of a form, "" if fields that the form shows have it. Of
 * other fields it is the errors alone.
 */
export function explainForm(failure: Failure | undefined, ...shown: readonly string[]): string {
  if (failure === undefined) return "";
  if (failure.code !== "VALIDATION") return explain(failure);
  const other = Object.entries(failure.fields).find(([name]) => !shown.includes(name));
  return other ? sentenceOf(other[1]) : "";
}

/** Returns the errors of a field as one text. */
export function sentenceOf(errors: readonly string[]): string {
  return errors.join(" ");
}

/** Returns a failure's message for the user. */
export function explain(failure: Failure): string {
  const { byCode, unknown, invalid, invalidField, waitMinutes, waitSeconds } = failureWords;
  if (failure.code === "VALIDATION") {
    const [error] = Object.entries(failure.fields);
    return error ? invalidField(error[0], sentenceOf(error[1])) : invalid;
  }
  if (failure.code === "TOO_MANY_ATTEMPTS") {
    const waitS = failure.retryAfterS ?? 60;
    return waitS > 90 ? waitMinutes(Math.ceil(waitS / 60)) : waitSeconds(waitS);
  }
  return byCode[failure.code as keyof typeof byCode] ?? unknown;
}
